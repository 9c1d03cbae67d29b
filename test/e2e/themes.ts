/** Switches themes and ends transitions, so that checks see the final colors. */
import type { Page } from 'playwright-core'

/** Finishes all transitions and animations, except endless ones, which cannot be finished. */
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
