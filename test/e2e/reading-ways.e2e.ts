/** What a reader stumbled over: on a phone, with keys alone, and at the ends of a book. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { fingers } from './fingers'
import { walkByTab } from './focus'
import { until } from './harness'
import { untilQuiet } from './quiet'
import { openRoom, press, type Room, untilShown } from './reading-room'

const patience = 60_000
const phone = { width: 390, height: 844 }
const names = [
  'Closed',
  'Escaped',
  'Ends',
  'Chosen',
  'Secret',
  'Keyboard shortcuts',
  'Bars',
  'Once',
  'Last',
]
let room: Room

beforeAll(async () => {
  room = await openRoom(names)
}, 120_000)

afterAll(() => room?.close())

const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

/** Itself: what opens a panel is called as the panel is. */
const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement)

describe('a setting that is changed at the last moment is kept', () => {
  const isPaper = async (page: Page) => {
    await page.keyboard.press('a')
    const paper = panel(page, 'Reading settings').getByRole('radio', { name: 'Paper' })
    await paper.waitFor()
    return paper.isChecked()
  }

  test.each(['Escaped', 'Closed'])(
    '%s',
    async (name) => {
      const seen = await room.signedIn()
      const { page } = seen
      await page.goto(`${room.quire.url}/library`)
      await page.waitForSelector('[data-cover]')
      await room.open(seen, room.bookOf(name))
      await page.keyboard.press('a')
      const paper = panel(page, 'Reading settings').getByRole('radio', { name: 'Paper' })
      await paper.check()
      if (name === 'Closed') await page.close()
      else {
        await page.keyboard.press('Escape')
        await paper.waitFor({ state: 'detached' })
        await page.keyboard.press('Escape')
        await page.waitForURL((url) => !url.pathname.includes('/read/'))
      }
      const other = await room.signedIn()
      await until(async () => {
        await room.open(other, room.bookOf(name, 2))
        return isPaper(other.page)
      }, 'the colour is kept')
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )
})

describe('on a phone', () => {
  test(
    'taps and swipes go past the last page, back from there, and on to the next book',
    async () => {
      const seen = await room.signedIn(phone)
      const { page } = seen
      const hand = await fingers(seen)
      await room.open(seen, room.bookOf('Ends'), '?page=12')
      await untilShown(page, [12])
      await hand.tap([370, 420])
      const end = page.getByText('End of book')
      await end.waitFor()
      await hand.tap([20, 420])
      await untilShown(page, [12])
      await hand.tap([370, 420])
      await end.waitFor()
      await hand.move([
        [60, 500],
        [330, 500],
      ])
      await untilShown(page, [12])
      await hand.tap([370, 420])
      await end.waitFor()
      await hand.tap([370, 420])
      await page.waitForURL((url) => url.pathname.endsWith(room.bookOf('Ends', 2).id))
      await untilShown(page, [1])
      await seen.context.close()
    },
    patience,
  )

  test(
    'a page that is chosen from all pages is seen at once; nothing is said of pairs',
    async () => {
      const seen = await room.signedIn(phone)
      const { page } = seen
      await room.open(seen, room.bookOf('Chosen'))
      await page.getByRole('button', { name: 'Reading settings' }).click()
      const settings = panel(page, 'Reading settings')
      await settings.waitFor()
      expect(await settings.getByText('Shift page pairs').count()).toBe(0)
      await settings.getByRole('radio', { name: 'Double' }).check()
      await settings.getByText('Shift page pairs').waitFor()
      await settings.getByRole('radio', { name: 'Auto' }).first().check()
      await settings.getByText('Shift page pairs').waitFor({ state: 'detached' })
      // The page is seen beside what changes it.
      expect((await page.locator('main img[alt^="Page "]').boundingBox())!.height).toBeGreaterThan(
        150,
      )
      await page.getByRole('button', { name: 'All pages' }).click()
      await panel(page, 'All pages').getByRole('button', { name: '4', exact: true }).click()
      await panel(page, 'All pages').waitFor({ state: 'detached' })
      await untilShown(page, [4])
      await seen.context.close()
    },
    patience,
  )

  test(
    'it is said as a whole that one reads incognito',
    async () => {
      const seen = await room.signedIn(phone)
      await room.open(seen, room.bookOf('Secret'), '?incognito=true')
      const chip = seen.page.getByText('Incognito')
      await chip.waitFor()
      expect(
        await chip.evaluate((it) => {
          const [own, title] = [
            it.getBoundingClientRect(),
            it.parentElement!.getBoundingClientRect(),
          ]
          return it.scrollWidth <= it.clientWidth && own.right <= title.right + 0.5
        }),
      ).toBe(true)
      await seen.context.close()
    },
    patience,
  )
})

describe('with keys alone', () => {
  test(
    'the focus goes into what opens, shows itself everywhere, and comes back',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Keyboard shortcuts'))
      for (const name of ['Reading settings', 'All pages', 'Keyboard shortcuts']) {
        await page.getByRole('button', { name, exact: true }).focus()
        await page.keyboard.press('Space')
        await panel(page, name).waitFor()
        await until(() => hasFocus(panel(page, name)), `the focus is in ${name}`)
        expect(await walkByTab(page, 12)).toEqual([])
        await page.keyboard.press('Escape')
        await panel(page, name).waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).focus()
      await page.keyboard.press('Enter')
      await panel(page, 'Keyboard shortcuts').waitFor()
      await until(() => hasFocus(panel(page, 'Keyboard shortcuts')), 'the focus is inside')
      await page.keyboard.press('Escape')
      const button = page.getByRole('button', { name: 'Keyboard shortcuts', exact: true })
      await until(() => hasFocus(button), 'it is back')
      await seen.context.close()
    },
    patience,
  )

  test(
    'Enter hides the bars and shows them; Space turns after a press by mouse',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Bars'))
      await untilShown(page, [1])
      await page.keyboard.press('Enter')
      await page.locator('header').waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await panel(page, 'Reading settings').waitFor()
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await panel(page, 'Reading settings').waitFor({ state: 'detached' })
      await press(page, ' ', [2, 3])
      await seen.context.close()
    },
    patience,
  )
})

test(
  'a turn from the cover to a pair fetches no page anew',
  async () => {
    const seen = await room.signedIn()
    const { page, requests } = seen
    await room.open(seen, room.bookOf('Once'))
    await untilShown(page, [1])
    await press(page, 'ArrowRight', [2, 3])
    await press(page, 'ArrowRight', [4, 5])
    await press(page, 'ArrowRight', [6])
    await press(page, 'ArrowRight', [7, 8])
    await untilQuiet(seen)
    const pages = requests.filter((path) => /\/pages\/\d+(\?|$)/.test(path))
    const numbers = pages.map((path) => /\/pages\/(\d+)/.exec(path)![1])
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
    await seen.context.close()
  },
  patience,
)

test(
  'after the last book the way leads to its series',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    const book = room.bookOf('Last', 2)
    await room.open(seen, book, '?page=12')
    await untilShown(page, [11, 12])
    await page.keyboard.press('ArrowRight')
    await page.getByText('That’s the last book').waitFor()
    await page.getByRole('link', { name: 'Go to series' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(`/series/${book.seriesId}`))
    await seen.context.close()
  },
  patience,
)

test(
  'the question for a page waits for its number',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Once', 2))
    await page.keyboard.press('g')
    const field = page.getByRole('textbox', { name: 'Page, 1 to 12' })
    await until(() => hasFocus(field), 'it has the focus')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await untilShown(page, [6])
    await seen.context.close()
  },
  patience,
)

test(
  'a book that is not there says so, with the way out above it',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await page.goto(`${room.quire.url}/read/00000000-0000-7000-8000-000000000000`)
    const words = page.getByRole('heading', { name: 'Book not found' })
    await words.waitFor()
    const leave = (await page.getByRole('button', { name: 'Close book' }).boundingBox())!
    const said = (await words.boundingBox())!
    expect(leave.y + leave.height).toBeLessThan(said.y)
    // In the middle of the screen.
    expect(Math.abs(said.x + said.width / 2 - 640)).toBeLessThan(60)
    await seen.context.close()
  },
  patience,
)
