/** Presses keys before the page can render the effect, as on a slow machine. */
import type { Page } from 'playwright-core'

interface Keys {
  /** Number of pixels to scroll the text first, before the reader saves its position. */
  scroll?: number
}

/** Presses all keys within one task of the page. */
export const pressAtOnce = (page: Page, keys: readonly string[], { scroll }: Keys = {}) =>
  page.evaluate(
    ({ pressed, top }) => {
      const text = document.querySelector<HTMLElement & { containerPosition: number }>(
        'quire-paginator',
      )
      if (text && top !== undefined) text.containerPosition = top
      for (const key of pressed) {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
      }
    },
    { pressed: keys, top: scroll },
  )

/** Returns the focused element after the key was handled and before the next frame. */
export const getFocusAfter = (page: Page, key: string) =>
  page.evaluate(async (pressed) => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    for (let step = 0; step < 10; step++) await Promise.resolve()
    return document.activeElement?.getAttribute('aria-label')
  }, key)
