/** A page as it looks once nothing in it changes any more. */
import type { Page } from 'playwright-core'

/** Colours that are on their way are no colours of the page. */
export function finishChanges() {
  for (const change of document.getAnimations()) {
    if (change instanceof CSSTransition) change.finish()
  }
}

/** Shows the page in another theme, at once. */
export async function showTheme(page: Page, theme: string) {
  await page.evaluate((shown) => void (document.documentElement.dataset['theme'] = shown), theme)
  await page.evaluate(finishChanges)
}
