/** Waits until a page has stopped changing. */
import type { Page } from 'playwright-core'

/** Colours in transition are not the final colours. Endless animations cannot be finished. */
export function finishTransitions() {
  for (const change of document.getAnimations()) {
    if (Number.isFinite(change.effect?.getComputedTiming().endTime)) change.finish()
  }
}

/** Switches the page to another theme immediately. */
export async function showTheme(page: Page, theme: string) {
  await page.evaluate((shown) => void (document.documentElement.dataset['theme'] = shown), theme)
  await page.evaluate(finishTransitions)
}
