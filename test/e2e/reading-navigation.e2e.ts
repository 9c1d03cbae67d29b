/** Navigation in the page reader: on a phone, by keyboard, and at the ends of a book. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { createFingers } from './touch'
import { walkByTab } from './focus'
import { waitForBox, waitUntil } from './harness'
import { waitUntilQuiet } from './quiet'
import { openShelf, pressKey, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 60_000
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
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(names)
}, 120_000)

afterAll(() => shelf?.close())

const getPanel = (page: Page, name: string) => page.getByRole('complementary', { name })

/** Compares elements, not names, because a button and its panel have the same name. */
const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement)

describe('a setting changed at the last moment is saved', () => {
  const isPaper = async (page: Page) => {
    await page.keyboard.press('a')
    const paper = getPanel(page, 'Reading settings').getByRole('radio', { name: 'Paper' })
    await paper.waitFor()
    return paper.isChecked()
  }

  test.each(['Escaped', 'Closed'])(
    '%s',
    async (name) => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await page.goto(`${shelf.quire.url}/library`)
      await page.waitForSelector('[data-cover]')
      await shelf.open(seen, shelf.bookOf(name))
      await page.keyboard.press('a')
      const paper = getPanel(page, 'Reading settings').getByRole('radio', { name: 'Paper' })
      await paper.check()
      if (name === 'Closed') await page.close()
      else {
        await page.keyboard.press('Escape')
        await paper.waitFor({ state: 'detached' })
        await page.keyboard.press('Escape')
        await page.waitForURL((url) => !url.pathname.includes('/read/'))
      }
      const other = await shelf.signedIn()
      await waitUntil(async () => {
        await shelf.open(other, shelf.bookOf(name, 2))
        return isPaper(other.page)
      }, 'the colour is kept')
      await seen.context.close()
      await other.context.close()
    },
    timeoutMs,
  )
})

describe('on a phone', () => {
  test(
    'taps and swipes lead past the last page, back, and on to the next book',
    async () => {
      const seen = await shelf.signedIn(phone)
      const { page } = seen
      const hand = await createFingers(seen)
      await shelf.open(seen, shelf.bookOf('Ends'), '?page=12')
      await waitUntilShown(page, [12])
      await hand.tap([370, 420])
      const end = page.getByText(/End of book|Finished/)
      await end.waitFor()
      await page.getByText(/^Book 1 of \d+$/).waitFor()
      await hand.tap([20, 420])
      await waitUntilShown(page, [12])
      await hand.tap([370, 420])
      await end.waitFor()
      await hand.move([
        [60, 500],
        [330, 500],
      ])
      await waitUntilShown(page, [12])
      await hand.tap([370, 420])
      await end.waitFor()
      await hand.tap([370, 420])
      await page.waitForURL((url) => url.pathname.endsWith(shelf.bookOf('Ends', 2).id))
      await waitUntilShown(page, [1])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'a page chosen in the overview is shown immediately, without pairs',
    async () => {
      const seen = await shelf.signedIn(phone)
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Chosen'))
      await page.getByRole('button', { name: 'Reading settings' }).click()
      const settings = getPanel(page, 'Reading settings')
      await settings.waitFor()
      expect(await settings.getByText('Shift page pairs').count()).toBe(0)
      await settings.getByRole('radio', { name: 'Double' }).check()
      await settings.getByText('Shift page pairs').waitFor()
      await settings.getByRole('radio', { name: 'Auto' }).first().check()
      await settings.getByText('Shift page pairs').waitFor({ state: 'detached' })
      // The page is visible next to its settings.
      const { height } = await waitForBox(page.locator('main img[alt^="Page "]'))
      expect(height).toBeGreaterThan(150)
      await page.getByRole('button', { name: 'All pages' }).click()
      await getPanel(page, 'All pages').getByRole('button', { name: '4', exact: true }).click()
      await getPanel(page, 'All pages').waitFor({ state: 'detached' })
      await waitUntilShown(page, [4])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'the incognito notice fits the screen',
    async () => {
      const seen = await shelf.signedIn(phone)
      await shelf.open(seen, shelf.bookOf('Secret'), '?incognito=true')
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
    timeoutMs,
  )
})

describe('with the keyboard only', () => {
  test(
    'the focus moves into panels, is always visible, and returns',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Keyboard shortcuts'))
      for (const name of ['Reading settings', 'All pages', 'Keyboard shortcuts']) {
        await page.getByRole('button', { name, exact: true }).focus()
        await page.keyboard.press('Space')
        await getPanel(page, name).waitFor()
        await waitUntil(() => hasFocus(getPanel(page, name)), `the focus is in ${name}`)
        expect(await walkByTab(page, 12)).toEqual([])
        await page.keyboard.press('Escape')
        await getPanel(page, name).waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).focus()
      await page.keyboard.press('Enter')
      await getPanel(page, 'Keyboard shortcuts').waitFor()
      await waitUntil(() => hasFocus(getPanel(page, 'Keyboard shortcuts')), 'the focus is inside')
      await page.keyboard.press('Escape')
      const button = page.getByRole('button', { name: 'Keyboard shortcuts', exact: true })
      await waitUntil(() => hasFocus(button), 'it is back')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'Enter toggles the bars, and Space turns pages after a mouse click',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Bars'))
      await waitUntilShown(page, [1])
      await page.keyboard.press('Enter')
      await page.locator('header').waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await getPanel(page, 'Reading settings').waitFor()
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await getPanel(page, 'Reading settings').waitFor({ state: 'detached' })
      await pressKey(page, ' ', [2, 3])
      await seen.context.close()
    },
    timeoutMs,
  )
})

test(
  'turning from the cover to a pair loads no page again',
  async () => {
    const seen = await shelf.signedIn()
    const { page, requests } = seen
    await shelf.open(seen, shelf.bookOf('Once'))
    await waitUntilShown(page, [1])
    await pressKey(page, 'ArrowRight', [2, 3])
    await pressKey(page, 'ArrowRight', [4, 5])
    await pressKey(page, 'ArrowRight', [6])
    await pressKey(page, 'ArrowRight', [7, 8])
    await waitUntilQuiet(seen)
    const pages = requests.filter((path) => /\/pages\/\d+(\?|$)/.test(path))
    const numbers = pages.map((path) => /\/pages\/(\d+)/.exec(path)![1])
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'after the last book, a link leads to the series',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const book = shelf.bookOf('Last', 2)
    await shelf.open(seen, book, '?page=12')
    await waitUntilShown(page, [11, 12])
    await page.keyboard.press('ArrowRight')
    await page.getByText('That’s the last book').waitFor()
    await page.getByRole('link', { name: 'Go to series' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(`/series/${book.seriesId}`))
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the page dialog waits for its number',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Once', 2))
    await page.keyboard.press('g')
    const field = page.getByRole('textbox', { name: 'Page, 1 to 12' })
    await waitUntil(() => hasFocus(field), 'it has the focus')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await waitUntilShown(page, [6])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a missing book shows an error with a way out',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await page.goto(`${shelf.quire.url}/read/00000000-0000-7000-8000-000000000000`)
    const words = page.getByRole('heading', { name: 'Book not found' })
    await words.waitFor()
    const leave = await waitForBox(page.getByRole('button', { name: 'Close book' }))
    const notice = await waitForBox(words)
    expect(leave.y + leave.height).toBeLessThan(notice.y)
    // The notice is centered horizontally.
    expect(Math.abs(notice.x + notice.width / 2 - 640)).toBeLessThan(60)
    await seen.context.close()
  },
  timeoutMs,
)
