/** Reading pages in Chromium, with the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findAccessibilityProblems, type Visit, waitUntil } from './harness'
import {
  type Book,
  openShelf,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

/** Each test uses its own series, because settings are saved per series. */
const names = [
  'Page transition',
  'Leftwards',
  'Shifted',
  'Resumed',
  'Ending',
  'Scrolled',
  'Secret',
  'Looks',
  'Zoomed',
  'Tapped',
  'Finished',
]

beforeAll(async () => {
  shelf = await openShelf(names)
}, 120_000)

afterAll(() => shelf?.close())

describe('turning pages', () => {
  test(
    'shows pages in pairs, except cover and double pages',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Page transition'))
      await waitUntilShown(page, [1])
      await pressKey(page, 'ArrowRight', [2, 3])
      await pressKey(page, ' ', [4, 5])
      await pressKey(page, 'PageDown', [6])
      await pressKey(page, 'ArrowRight', [7, 8])
      await pressKey(page, 'ArrowLeft', [6])
      await pressKey(page, 'End', [11, 12])
      await pressKey(page, 'd', [12])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'taps and swipes follow the reading direction; a tap in the middle hides the bars',
    async () => {
      const seen = await shelf.signedIn({ width: 1000, height: 800 })
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Tapped'), '?page=2')
      await waitUntilShown(page, [2, 3])
      await page.mouse.click(900, 400)
      await waitUntilShown(page, [4, 5])
      await page.mouse.click(60, 400)
      await waitUntilShown(page, [2, 3])
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor({ state: 'detached' })
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor()
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'a right-to-left book turns with the left arrow, also after reopening',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Leftwards'), '?page=2')
      await pressKey(page, 'r', [3, 2])
      await pressKey(page, 'ArrowLeft', [5, 4])
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await page.getByText('← Right to left', { exact: true }).waitFor()
      const other = await shelf.signedIn()
      await shelf.open(other, shelf.bookOf('Leftwards', 2), '?page=2')
      await waitUntilShown(other.page, [3, 2])
      await seen.context.close()
      await other.context.close()
    },
    timeoutMs,
  )

  test(
    'a shifted pairing is saved for the book',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Shifted'), '?page=2')
      await waitUntilShown(page, [2, 3])
      await pressKey(page, 's', [2])
      await pressKey(page, 'ArrowRight', [3, 4])
      const { id } = shelf.bookOf('Shifted')
      await waitUntil(async () => {
        const answer = await seen.context.request.get(
          `${shelf.quire.url}/api/v1/books/${id}/reader-settings`,
        )
        return (await answer.text()).includes('[2]')
      }, 'the shift is kept')
      await page.reload()
      await waitUntilShown(page, [3, 4])
      await pressKey(page, 'ArrowLeft', [2])
      await pressKey(page, 's', [2, 3])
      await seen.context.close()
    },
    timeoutMs,
  )
})

/**
 * Saves the position in a different book. Leaving a book saves its position, and positions are sent
 * in reading order, so nothing of the book before is waiting afterwards.
 */
async function saveElsewhere(seen: Visit, book: Book, lastPages: number[]) {
  await shelf.open(seen, book)
  await pressKey(seen.page, 'End', lastPages)
  await waitUntilProgress(shelf, seen, book, 12)
}

describe('the reading position', () => {
  test(
    'is restored on another device',
    async () => {
      const seen = await shelf.signedIn()
      const book = shelf.bookOf('Resumed')
      await shelf.open(seen, book)
      await pressKey(seen.page, 'ArrowRight', [2, 3])
      await pressKey(seen.page, 'ArrowRight', [4, 5])
      await waitUntilProgress(shelf, seen, book, 5)
      const other = await shelf.signedIn({ width: 390, height: 844 })
      await shelf.open(other, book)
      await waitUntilShown(other.page, [5])
      await seen.context.close()
      await other.context.close()
    },
    timeoutMs,
  )

  test(
    'is saved when the page is left immediately',
    async () => {
      const seen = await shelf.signedIn()
      const book = shelf.bookOf('Resumed', 2)
      await shelf.open(seen, book)
      await pressKey(seen.page, 'ArrowRight', [2, 3])
      await seen.page.goto(`${shelf.quire.url}/library`)
      await waitUntilProgress(shelf, seen, book, 3)
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'is not saved incognito',
    async () => {
      const seen = await shelf.signedIn()
      const book = shelf.bookOf('Secret')
      await shelf.open(seen, book, '?incognito=true')
      await seen.page.getByText('Incognito').waitFor()
      await pressKey(seen.page, 'ArrowRight', [2, 3])
      await pressKey(seen.page, 'End', [11, 12])
      await saveElsewhere(seen, shelf.bookOf('Secret', 2), [11, 12])
      expect(await shelf.progressOf(seen, book)).toBeNull()
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'after the last page, the next book opens only with a second turn',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      const [first, second] = [shelf.bookOf('Ending'), shelf.bookOf('Ending', 2)]
      await shelf.open(seen, first, '?page=11')
      await page.keyboard.press('ArrowRight')
      await page.getByText(/End of book|Finished/).waitFor()
      expect(page.url()).toContain(first.id)
      // I15: the covers of the finished book and the next one.
      const covers = page.locator('main section[aria-live] img')
      await waitUntil(async () => (await covers.count()) === 2, 'both covers')
      await page.keyboard.press('ArrowRight')
      await page.waitForURL((url) => url.pathname.endsWith(second.id))
      await waitUntilShown(page, [1])
      const isCompleted = async () => (await shelf.progressOf(seen, first))?.completed === true
      await waitUntil(isCompleted, 'the first one is read')
      await seen.context.close()
    },
    timeoutMs,
  )
})

test(
  'opening a completed book does not start it again',
  async () => {
    const seen = await shelf.signedIn()
    const book = shelf.bookOf('Finished')
    await seen.context.request.put(`${shelf.quire.url}/api/v1/books/${book.id}/progress`, {
      headers: { origin: shelf.quire.url },
      data: { currentPage: 12 },
    })
    await shelf.open(seen, book)
    await waitUntilShown(seen.page, [1])
    await seen.page.keyboard.press('d')
    await saveElsewhere(seen, shelf.bookOf('Finished', 2), [12])
    expect(await shelf.progressOf(seen, book)).toMatchObject({ completed: true })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a page in the URL applies once, and a reload keeps the current page',
  async () => {
    const seen = await shelf.signedIn()
    const book = shelf.bookOf('Ending', 2)
    await shelf.open(seen, book, '?page=8')
    await waitUntilShown(seen.page, [7, 8])
    await pressKey(seen.page, 'ArrowRight', [9, 10])
    await waitUntilProgress(shelf, seen, book, 10)
    await seen.page.reload()
    await waitUntilShown(seen.page, [9, 10])
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I8: the minutes left in a book depend on the pace of the reader',
  async () => {
    const seen = await shelf.signedIn({ width: 700, height: 500 })
    const { page } = seen
    const me = await seen.context.request.get(`${shelf.quire.url}/api/v1/auth/me`)
    const { id } = (await me.json()) as { id: string }
    const pace = JSON.stringify({ secondsPerPage: 30, turns: 9 })
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`quire.pace.${id}`, pace],
    )
    await shelf.open(seen, shelf.bookOf('Looks', 2))
    await page.getByText('1 / 12 · 6 min left').waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

describe('strip mode', () => {
  test(
    'scrolls, keeps the position between modes, and completes at its end',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      const book = shelf.bookOf('Scrolled')
      await shelf.open(seen, book, '?page=4')
      await waitUntilShown(page, [4, 5])
      await page.keyboard.press('m')
      await page.locator('[data-page="12"]').waitFor({ state: 'attached' })
      await page.getByText('4 / 12').waitFor()
      await page.keyboard.press('End')
      await page.getByText('12 / 12').waitFor()
      await waitUntilProgress(shelf, seen, book, 12)
      await page.keyboard.press('Home')
      await page.getByText('1 / 12').waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )
})

describe('the layout', () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(
      `nothing covers the pages at ${width} pixels, with or without settings`,
      async () => {
        const seen = await shelf.signedIn({ width, height })
        const { page } = seen
        await shelf.open(seen, shelf.bookOf('Looks'), '?page=2')
        const getOverlap = () =>
          page.evaluate(() => {
            const box = document.querySelector('main img[alt^="Page "]')?.getBoundingClientRect()
            if (!box) return 'no page'
            return [...document.querySelectorAll('header, footer')]
              .map((bar) => bar.getBoundingClientRect())
              .some((bar) => bar.top < box.bottom - 1 && bar.bottom > box.top + 1)
          })
        expect(await getOverlap()).toBe(false)
        await page.keyboard.press('?')
        await page.getByRole('complementary', { name: 'Keyboard shortcuts' }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('t')
        await page.getByRole('complementary', { name: 'All pages' }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.keyboard.press('a')
        await page.getByRole('complementary', { name: 'Reading settings' }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        expect(seen.troubles).toEqual([])
        await seen.context.close()
      },
      timeoutMs,
    )
  }

  test(
    'a page keeps its size when the adjacent books arrive',
    async () => {
      const seen = await shelf.signedIn({ width: 700, height: 500 })
      const { page } = seen
      const asked = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      await page.route('**/adjacent*', async (route) => {
        asked.resolve()
        await released.promise
        await route.continue()
      })
      await shelf.open(seen, shelf.bookOf('Looks'), '?page=6')
      await waitUntilShown(page, [6])
      await asked.promise
      const getBox = () => page.locator('main img[alt^="Page "]').boundingBox()
      const before = await getBox()
      released.resolve()
      await page.getByRole('button', { name: 'Vol. 2', exact: false }).waitFor()
      expect(await getBox()).toEqual(before)
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'zoom follows the pointer and resets on the next page',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Zoomed'))
      await waitUntilShown(page, [1])
      const getWidth = () =>
        page.evaluate(
          () => document.querySelector('main img[alt^="Page "]')!.getBoundingClientRect().width,
        )
      const before = await getWidth()
      await page.mouse.move(640, 400)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -300)
      await page.keyboard.up('Control')
      await page.waitForFunction(
        (usual) =>
          document.querySelector('main img[alt^="Page "]')!.getBoundingClientRect().width >
          usual * 1.5,
        before,
      )
      await pressKey(page, 'PageDown', [2, 3])
      expect(await getWidth()).toBeLessThan(before * 1.2)
      await seen.context.close()
    },
    timeoutMs,
  )
})
