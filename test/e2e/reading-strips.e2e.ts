/** Books such as webtoons, which are one long strip cut into pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { writeWebtoon } from './generate-library'
import { openShelfWith, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  const write = async (library: string) => {
    for (const name of ['Opened', 'Kept']) await writeWebtoon(library, name)
  }
  shelf = await openShelfWith({ series: 2, books: 2, write })
}, 120_000)

afterAll(() => shelf?.close())

const getSettings = (page: Page) => page.getByRole('complementary', { name: 'Reading settings' })

test(
  'a long strip opens in strip mode until the user changes it',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Opened'))
    expect(await page.locator('main [data-page]').count()).toBe(3)
    await page.keyboard.press('a')
    const paged = getSettings(page).getByRole('radio', { name: 'Paged' })
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/preferences') && answer.request().method() === 'PATCH',
    )
    await paged.check()
    await waitUntilShown(page, [1])
    await saved
    await page.reload()
    await waitUntilShown(page, [1])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'keeps the position within a page when the settings panel narrows the strip',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Kept'))
    await page.locator('main [data-page="3"]').waitFor({ state: 'attached' })
    const getMiddle = () =>
      page.evaluate(() => {
        const strip = document.querySelector('main > div')!
        const { top, height } = strip.querySelector('[data-page]')!.getBoundingClientRect()
        const box = strip.getBoundingClientRect()
        return (box.top + box.height / 2 - top) / height
      })
    const begun = await getMiddle()
    await page.evaluate(() => document.querySelector('main > div')!.scrollTo({ top: 2_000 }))
    await waitUntil(async () => (await getMiddle()) > begun + 0.2, 'it is scrolled')
    const before = await getMiddle()
    // The position is reported one or two frames later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    await page.keyboard.press('a')
    await getSettings(page).waitFor()
    const isNarrower = () =>
      page.evaluate(() => document.querySelector('main [data-page]')!.clientWidth < 700)
    await waitUntil(isNarrower, 'it is narrower')
    await waitUntil(
      async () => Math.abs((await getMiddle()) - before) < 0.02,
      'the place is the same',
    )
    await seen.context.close()
  },
  timeoutMs,
)
