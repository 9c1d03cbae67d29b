/** Waits until a page has stopped changing. */
import type { Page } from 'playwright-core'

/** Colors in transition are not the final colors. Endless animations cannot be finished. */
export function finishTransitions() {
  for (const change of document.getAnimations()) {
    if (Number.isFinite(change.effect?.getComputedTiming().endTime)) change.finish()
  }
}

/** Switches the page to a different theme immediately. */
export async function showTheme(page: Page, theme: string) {
  await page.evaluate((shown) => void (document.documentElement.dataset['theme'] = shown), theme)
  await page.evaluate(finishTransitions)
}
