/** Keys pressed before anything that they do can be drawn: what holds then holds on a slow machine, too. */
import type { Page } from 'playwright-core'

interface Keys {
  /** Scrolls the text so far first, in pixels: the reader has not yet told where one is. */
  scroll?: number
}

/** All within one moment of the page's. */
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

/** What has the focus when the very next key comes: after what was asked for is drawn, before a frame of it. */
export const focusedAfter = (page: Page, key: string) =>
  page.evaluate(async (pressed) => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    for (let step = 0; step < 10; step++) await Promise.resolve()
    return document.activeElement?.getAttribute('aria-label')
  }, key)
