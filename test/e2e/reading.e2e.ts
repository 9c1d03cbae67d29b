/** Reading pages in a real Chromium, against the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accessibilityProblems, until } from './harness'
import { openRoom, press, type Room, untilProgress, untilShown } from './reading-room'

const patience = 60_000
let room: Room

/** Each test has a series of its own, for settings are kept with it. */
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
  room = await openRoom(names)
}, 120_000)

afterAll(() => room?.close())

describe('turning pages', () => {
  test(
    'pairs lie beside each other, the cover and a wide page alone',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Page transition'))
      await untilShown(page, [1])
      await press(page, 'ArrowRight', [2, 3])
      await press(page, ' ', [4, 5])
      await press(page, 'PageDown', [6])
      await press(page, 'ArrowRight', [7, 8])
      await press(page, 'ArrowLeft', [6])
      await press(page, 'End', [11, 12])
      await press(page, 'd', [12])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'taps and swipes go the way of the book; a tap in the middle hides the bars',
    async () => {
      const seen = await room.signedIn({ width: 1000, height: 800 })
      const { page } = seen
      await room.open(seen, room.bookOf('Tapped'), '?page=2')
      await untilShown(page, [2, 3])
      await page.mouse.click(900, 400)
      await untilShown(page, [4, 5])
      await page.mouse.click(60, 400)
      await untilShown(page, [2, 3])
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor({ state: 'detached' })
      await page.mouse.click(500, 400)
      await page.locator('header').waitFor()
      await seen.context.close()
    },
    patience,
  )

  test(
    'books that are read leftwards turn with the left arrow, and stay so',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Leftwards'), '?page=2')
      await press(page, 'r', [3, 2])
      await press(page, 'ArrowLeft', [5, 4])
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await page.getByText('← Right to left', { exact: true }).waitFor()
      const other = await room.signedIn()
      await room.open(other, room.bookOf('Leftwards', 2), '?page=2')
      await untilShown(other.page, [3, 2])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'a shift of the pairs is kept with the book',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Shifted'), '?page=2')
      await untilShown(page, [2, 3])
      await press(page, 's', [2])
      await press(page, 'ArrowRight', [3, 4])
      const { id } = room.bookOf('Shifted')
      await until(async () => {
        const answer = await seen.context.request.get(
          `${room.quire.url}/api/v1/books/${id}/reader-settings`,
        )
        return (await answer.text()).includes('[2]')
      }, 'the shift is kept')
      await page.reload()
      await untilShown(page, [3, 4])
      await press(page, 'ArrowLeft', [2])
      await press(page, 's', [2, 3])
      await seen.context.close()
    },
    patience,
  )
})

describe('the place', () => {
  test(
    'is there on the next device',
    async () => {
      const seen = await room.signedIn()
      const book = room.bookOf('Resumed')
      await room.open(seen, book)
      await press(seen.page, 'ArrowRight', [2, 3])
      await press(seen.page, 'ArrowRight', [4, 5])
      await untilProgress(room, seen, book, 5)
      const other = await room.signedIn({ width: 390, height: 844 })
      await room.open(other, book)
      await untilShown(other.page, [5])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'is kept when the page is left at once',
    async () => {
      const seen = await room.signedIn()
      const book = room.bookOf('Resumed', 2)
      await room.open(seen, book)
      await press(seen.page, 'ArrowRight', [2, 3])
      await seen.page.goto(`${room.quire.url}/library`)
      await untilProgress(room, seen, book, 3)
      await seen.context.close()
    },
    patience,
  )

  test(
    'is not kept incognito',
    async () => {
      const seen = await room.signedIn()
      const book = room.bookOf('Secret')
      await room.open(seen, book, '?incognito=true')
      await seen.page.getByText('Incognito').waitFor()
      await press(seen.page, 'ArrowRight', [2, 3])
      await press(seen.page, 'End', [11, 12])
      await Bun.sleep(1_500)
      expect(await room.progressOf(seen, book)).toBeNull()
      await seen.context.close()
    },
    patience,
  )

  test(
    'after the last page: the next book opens by a second gesture only',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      const [first, second] = [room.bookOf('Ending'), room.bookOf('Ending', 2)]
      await room.open(seen, first, '?page=11')
      await page.keyboard.press('ArrowRight')
      await page.getByText('End of book').waitFor()
      expect(page.url()).toContain(first.id)
      await page.keyboard.press('ArrowRight')
      await page.waitForURL((url) => url.pathname.endsWith(second.id))
      await untilShown(page, [1])
      const isRead = async () => (await room.progressOf(seen, first))?.completed === true
      await until(isRead, 'the first one is read')
      await seen.context.close()
    },
    patience,
  )
})

test(
  'to look into a book that is read, is not to begin it anew',
  async () => {
    const seen = await room.signedIn()
    const book = room.bookOf('Finished')
    await seen.context.request.put(`${room.quire.url}/api/v1/books/${book.id}/progress`, {
      headers: { origin: room.quire.url },
      data: { currentPage: 12 },
    })
    await room.open(seen, book)
    await untilShown(seen.page, [1])
    await seen.page.keyboard.press('d')
    await Bun.sleep(1_500)
    expect(await room.progressOf(seen, book)).toMatchObject({ completed: true })
    await seen.context.close()
  },
  patience,
)

test(
  'a page named in the address is where the book opens once, not where a reload goes back to',
  async () => {
    const seen = await room.signedIn()
    const book = room.bookOf('Ending', 2)
    await room.open(seen, book, '?page=8')
    await untilShown(seen.page, [7, 8])
    await press(seen.page, 'ArrowRight', [9, 10])
    await untilProgress(room, seen, book, 10)
    await seen.page.reload()
    await untilShown(seen.page, [9, 10])
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

describe('a strip', () => {
  test(
    'is scrolled, keeps the place between the modes, and is read at its end',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      const book = room.bookOf('Scrolled')
      await room.open(seen, book, '?page=4')
      await untilShown(page, [4, 5])
      await page.keyboard.press('m')
      await page.locator('[data-page="12"]').waitFor({ state: 'attached' })
      await page.getByText('4 / 12').waitFor()
      await page.keyboard.press('End')
      await page.getByText('12 / 12').waitFor()
      await untilProgress(room, seen, book, 12)
      await page.keyboard.press('Home')
      await page.getByText('1 / 12').waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )
})

describe('the look', () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(
      `nothing lies over the pages at ${width} pixels, with settings open or not`,
      async () => {
        const seen = await room.signedIn({ width, height })
        const { page } = seen
        await room.open(seen, room.bookOf('Looks'), '?page=2')
        const overlap = () =>
          page.evaluate(() => {
            const box = document.querySelector('main img[alt^="Page "]')?.getBoundingClientRect()
            if (!box) return 'no page'
            return [...document.querySelectorAll('header, footer')]
              .map((bar) => bar.getBoundingClientRect())
              .some((bar) => bar.top < box.bottom - 1 && bar.bottom > box.top + 1)
          })
        expect(await overlap()).toBe(false)
        await page.keyboard.press('?')
        await page.getByRole('complementary', { name: 'Keyboard shortcuts' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('t')
        await page.getByRole('complementary', { name: 'All pages' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        await page.keyboard.press('a')
        await page.getByRole('complementary', { name: 'Reading settings' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        expect(seen.troubles).toEqual([])
        await seen.context.close()
      },
      patience,
    )
  }

  test(
    'zoom follows the pointer and is gone with the next page',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Zoomed'))
      await untilShown(page, [1])
      const widthOf = () =>
        page.evaluate(
          () => document.querySelector('main img[alt^="Page "]')!.getBoundingClientRect().width,
        )
      const before = await widthOf()
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
      await press(page, 'PageDown', [2, 3])
      expect(await widthOf()).toBeLessThan(before * 1.2)
      await seen.context.close()
    },
    patience,
  )
})
