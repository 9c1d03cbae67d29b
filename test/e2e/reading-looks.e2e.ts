/** Each setting of the page reader does what it says, in a real Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import { untilQuiet } from './quiet'
import { openRoom, press, type Room, untilShown } from './reading-room'

const patience = 60_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Cut', 'Coloured', 'Ahead', 'Moved', 'Strips', 'Sharp', 'Drawn', 'Told'])
}, 120_000)

afterAll(() => room?.close())

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Reading settings' }).click()
  const drawer = page.getByRole('complementary', { name: 'Reading settings' })
  await drawer.waitFor()
  return drawer
}

/** As arrows on the keyboard would. */
async function slide(page: Page, name: string, value: number) {
  await page.getByRole('slider', { name, exact: true }).fill(String(value))
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(
    ([found, wanted]) =>
      getComputedStyle(document.querySelector(found!)!).getPropertyValue(wanted!),
    [selector, property],
  )

/** How much wider the picture is than what is seen of it. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector('main img[alt^="Page "]')!
    return image.clientWidth / image.parentElement!.clientWidth
  })

const spread = 'main [data-page] > div:not([aria-hidden=true])'

/** Words that stay for a moment only: on a busy machine that is over before one looks. */
const everSaid = (bar: Element) => {
  const said = new Set<string>()
  const note = () => bar.querySelectorAll('span').forEach((each) => said.add(each.innerText))
  new MutationObserver(note).observe(bar, { subtree: true, childList: true, characterData: true })
  return said
}

test(
  'what a key chooses is said beside the title, even where the page looks the same',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Told'))
    const saidIn = await page.locator('header').evaluateHandle(everSaid)
    const choices = {
      f: [
        'Scaling: Fit screen',
        'Scaling: Fit width',
        'Scaling: Fit height',
        'Scaling: Original size',
      ],
      d: ['Page layout: Single', 'Page layout: Double', 'Page layout: Auto'],
      r: [
        'Reading direction: ← Right to left',
        'Reading direction: Left to right →',
        'Reading direction: Vertical ↓',
      ],
      m: ['Reading mode: Paged', 'Reading mode: Continuous', 'Reading mode: Webtoon'],
    }
    for (const [key, words] of Object.entries(choices)) {
      for (const turn of words.keys()) {
        await page.keyboard.press(key)
        const count = () =>
          saidIn.evaluate((said, all) => all.filter((each) => said.has(each)).length, words)
        await until(async () => (await count()) === turn + 1, `${key} says what it chose`)
      }
    }
    await page.locator('header').getByText('Mode:').waitFor({ state: 'detached' })
    await seen.context.close()
  },
  patience,
)

describe('turned pages', () => {
  test(
    'empty borders are cut, and stay cut on another device',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Cut'))
      await untilShown(page, [1])
      expect(await cut(page)).toBe(1)
      await openSettings(page)
      await page.getByRole('switch', { name: 'Crop borders' }).click()
      // The number stands in the middle of an even field: almost a fifth goes on each side.
      await until(async () => (await cut(page)) > 1.5, 'the borders are gone')
      const other = await room.signedIn()
      await room.open(other, room.bookOf('Cut', 2))
      await until(async () => (await cut(other.page)) > 1.5, 'they are gone there, too')
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'brightness, contrast, grey and dark change the pictures at once',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Coloured'))
      await openSettings(page)
      await slide(page, 'Brightness', 80)
      await slide(page, 'Contrast', 120)
      await page.getByRole('switch', { name: 'Grayscale' }).click()
      await page.getByRole('switch', { name: 'Invert colors' }).click()
      await page.getByRole('radio', { name: 'Paper' }).check()
      await until(
        async () =>
          (await styleOf(page, spread, 'filter')) ===
          'brightness(0.8) contrast(1.2) grayscale(1) invert(1)',
        'the pictures are changed',
      )
      expect(await styleOf(page, 'main', 'background-color')).toBe('rgba(0, 0, 0, 0)')
      await page.getByRole('radio', { name: 'Continuous' }).check()
      await page.locator('main [data-page="2"]').waitFor()
      const strip = await page.evaluate(
        () => getComputedStyle(document.querySelector('main [data-page]')!.parentElement!).filter,
      )
      expect(strip).toBe('brightness(0.8) contrast(1.2) grayscale(1) invert(1)')
      await seen.context.close()
    },
    patience,
  )

  test(
    'a slider that is drawn along is one change, and stays where it was let go',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      const book = room.bookOf('Drawn')
      await room.open(seen, book)
      await openSettings(page)
      let saves = 0
      await page.route('**/api/v1/preferences?*', async (route) => {
        saves += route.request().method() === 'PATCH' ? 1 : 0
        await route.continue()
      })
      const slider = page.getByRole('slider', { name: 'Brightness' })
      // In one go: on a slow machine a hand would rest between.
      await slider.evaluate((it: HTMLInputElement) => {
        for (let value = 100; value >= 40; value -= 5) {
          it.value = String(value)
          it.dispatchEvent(new Event('input', { bubbles: true }))
        }
      })
      await until(() => saves >= 2, 'it is kept')
      await untilQuiet(seen)
      expect(await slider.inputValue()).toBe('40')
      // One for the series and one that takes back what was said of the book.
      expect(saves).toBe(2)
      await page.reload()
      await openSettings(page)
      await until(async () => (await slider.inputValue()) === '40', 'it is as it was left')
      await seen.context.close()
    },
    patience,
  )

  test(
    'as many pages are fetched ahead as one wants',
    async () => {
      const seen = await room.signedIn()
      const { page, requests, context } = seen
      const book = room.bookOf('Ahead')
      await context.request.patch(`${room.quire.url}/api/v1/preferences?scope=book&id=${book.id}`, {
        headers: { origin: room.quire.url },
        data: { preferences: { 'reader.preload': 0, 'reader.spread': 'single' } },
      })
      await room.open(seen, book)
      await untilShown(page, [1])
      await untilQuiet(seen)
      const asked = () => requests.filter((path) => /\/pages\/\d+(\?|$)/.test(path)).length
      expect(asked()).toBe(1)
      await openSettings(page)
      await slide(page, 'Preload pages', 5)
      await until(() => asked() === 6, 'five more are fetched')
      await context.close()
    },
    patience,
  )

  test(
    'pages slide in from the side they come from, where one wants it',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Moved'))
      await openSettings(page)
      await page.getByRole('radio', { name: 'Slide' }).check()
      await page.keyboard.press('Escape')
      await page.locator('main').focus()
      await press(page, 'ArrowRight', [2, 3])
      expect(await page.locator(spread).getAttribute('data-turn')).toBe('from-right')
      await press(page, 'ArrowLeft', [1])
      expect(await page.locator(spread).getAttribute('data-turn')).toBe('from-left')
      const still = await room.signedIn({ reducedMotion: true })
      await room.open(still, room.bookOf('Moved'), '?page=2')
      await press(still.page, 'ArrowRight', [4, 5])
      expect(
        Number.parseFloat(await styleOf(still.page, spread, 'animation-duration')),
      ).toBeLessThan(0.001)
      await still.context.close()
      await seen.context.close()
    },
    patience,
  )

  test(
    'enlarged, a picture made for the screen is replaced by that of the file',
    async () => {
      const seen = await room.signedIn({ width: 240, height: 400 })
      const { page } = seen
      await room.open(seen, room.bookOf('Sharp'), '?page=6')
      await untilShown(page, [6])
      const address = () =>
        page.evaluate(() => document.querySelector('main img[alt^="Page "]')!.getAttribute('src'))
      expect(await address()).toContain('?width=')
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      await until(async () => !(await address())?.includes('?'), 'the whole picture is there')
      await seen.context.close()
    },
    patience,
  )
})

describe('strips', () => {
  test(
    'have the space between pages that one wants, and none as a webtoon',
    async () => {
      const seen = await room.signedIn()
      const { page } = seen
      await room.open(seen, room.bookOf('Strips'))
      await page.keyboard.press('m')
      await page.locator('main [data-page="2"]').waitFor({ state: 'attached' })
      await openSettings(page)
      const gap = () =>
        page.evaluate(() => {
          const [one, two] = [...document.querySelectorAll('main [data-page]')].map((each) =>
            each.getBoundingClientRect(),
          )
          return Math.round(two!.top - one!.bottom)
        })
      expect(await gap()).toBe(8)
      await slide(page, 'Space between pages', 40)
      await until(async () => (await gap()) === 40, 'there is more space')
      await page.getByRole('radio', { name: 'Webtoon' }).check()
      await until(async () => (await gap()) === 0, 'there is no space')
      await seen.context.close()
    },
    patience,
  )
})
