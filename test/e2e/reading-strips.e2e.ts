/** Books that are one long strip, cut into pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import { writeWebtoon } from './library'
import { openRoomWith, type Room, untilShown } from './reading-room'

const patience = 60_000
let room: Room

beforeAll(async () => {
  const write = async (library: string) => {
    for (const name of ['Opened', 'Kept']) await writeWebtoon(library, name)
  }
  room = await openRoomWith({ series: 2, books: 2, write })
}, 120_000)

afterAll(() => room?.close())

const settingsOf = (page: Page) => page.getByRole('complementary', { name: 'Reading settings' })

test(
  'a long strip that was cut into pages opens as one, until somebody wants it otherwise',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Opened'))
    expect(await page.locator('main [data-page]').count()).toBe(3)
    await page.keyboard.press('a')
    const paged = settingsOf(page).getByRole('radio', { name: 'Paged' })
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/preferences') && answer.request().method() === 'PATCH',
    )
    await paged.check()
    await untilShown(page, [1])
    await saved
    await page.reload()
    await untilShown(page, [1])
    await seen.context.close()
  },
  patience,
)

test(
  'a long strip stays at its place within a page when settings take of its width',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Kept'))
    await page.locator('main [data-page="3"]').waitFor({ state: 'attached' })
    const middle = () =>
      page.evaluate(() => {
        const strip = document.querySelector('main > div')!
        const { top, height } = strip.querySelector('[data-page]')!.getBoundingClientRect()
        const box = strip.getBoundingClientRect()
        return (box.top + box.height / 2 - top) / height
      })
    const begun = await middle()
    await page.evaluate(() => document.querySelector('main > div')!.scrollTo({ top: 2_000 }))
    await until(async () => (await middle()) > begun + 0.2, 'it is scrolled')
    const before = await middle()
    // The place is told with the next frame, or the one after it.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    await page.keyboard.press('a')
    await settingsOf(page).waitFor()
    const isNarrower = () =>
      page.evaluate(() => document.querySelector('main [data-page]')!.clientWidth < 700)
    await until(isNarrower, 'it is narrower')
    await until(async () => Math.abs((await middle()) - before) < 0.02, 'the place is the same')
    await seen.context.close()
  },
  patience,
)
