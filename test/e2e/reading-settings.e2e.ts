/** Every setting of the page reader takes effect. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { waitUntilQuiet } from './quiet'
import { openShelf, pressKey, type ReadingShelf, waitUntilShown } from './reading-shelf'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Cut', 'Coloured', 'Ahead', 'Moved', 'Strips', 'Sharp', 'Drawn', 'Told'])
}, 120_000)

afterAll(() => shelf?.close())

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Reading settings' }).click()
  const drawer = page.getByRole('complementary', { name: 'Reading settings' })
  await drawer.waitFor()
  return drawer
}

/** Sets a slider, as the arrow keys do. */
async function moveSlider(page: Page, name: string, value: number) {
  await page.getByRole('slider', { name, exact: true }).fill(String(value))
}

const getStyle = (page: Page, selector: string, property: string) =>
  page.evaluate(
    ([found, wanted]) =>
      getComputedStyle(document.querySelector(found!)!).getPropertyValue(wanted!),
    [selector, property],
  )

/** Returns the width of the image, including cropped borders, relative to the visible part. */
const getCroppedWidth = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector('main img[alt^="Page "]')!
    return image.clientWidth / image.parentElement!.parentElement!.clientWidth
  })

const spread = 'main [data-page] > div:not([aria-hidden=true])'

/** Records brief notices, which may disappear before the test can check for them. */
const recordNotices = (bar: Element) => {
  const texts = new Set<string>()
  const note = () => bar.querySelectorAll('span').forEach((each) => texts.add(each.innerText))
  new MutationObserver(note).observe(bar, { subtree: true, childList: true, characterData: true })
  return texts
}

test(
  'a shortcut shows its setting next to the title, even without a visible change',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Told'))
    const textsIn = await page.locator('header').evaluateHandle(recordNotices)
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
        'Reading direction: Top to bottom ↓',
      ],
      m: ['Reading mode: Paged', 'Reading mode: Continuous', 'Reading mode: Webtoon'],
    }
    for (const [key, words] of Object.entries(choices)) {
      for (const turn of words.keys()) {
        await page.keyboard.press(key)
        const countNotices = () =>
          textsIn.evaluate((texts, all) => all.filter((each) => texts.has(each)).length, words)
        await waitUntil(
          async () => (await countNotices()) === turn + 1,
          `${key} says what it chose`,
        )
      }
    }
    await page.locator('header').getByText('Mode:').waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

describe('page mode', () => {
  test(
    'crops empty borders, also on another device',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Cut'))
      await waitUntilShown(page, [1])
      expect(await getCroppedWidth(page)).toBe(1)
      await openSettings(page)
      await page.getByRole('switch', { name: 'Crop borders' }).click()
      // Only the page number is not background, so almost a fifth is cropped on each side.
      await waitUntil(async () => (await getCroppedWidth(page)) > 1.5, 'the borders are gone')
      const other = await shelf.signedIn()
      await shelf.open(other, shelf.bookOf('Cut', 2))
      await waitUntil(
        async () => (await getCroppedWidth(other.page)) > 1.5,
        'they are gone there, too',
      )
      await seen.context.close()
      await other.context.close()
    },
    timeoutMs,
  )

  test(
    'applies brightness, contrast, grayscale and inversion immediately',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Coloured'))
      await openSettings(page)
      await moveSlider(page, 'Brightness', 80)
      await moveSlider(page, 'Contrast', 120)
      await page.getByRole('switch', { name: 'Grayscale' }).click()
      await page.getByRole('switch', { name: 'Invert colors' }).click()
      await page.getByRole('radio', { name: 'Paper' }).check()
      await waitUntil(
        async () =>
          (await getStyle(page, spread, 'filter')) ===
          'brightness(0.8) contrast(1.2) grayscale(1) invert(1)',
        'the pictures are changed',
      )
      expect(await getStyle(page, 'main', 'background-color')).toBe('rgba(0, 0, 0, 0)')
      await page.getByRole('radio', { name: 'Continuous' }).check()
      await page.locator('main [data-page="2"]').waitFor()
      const strip = await page.evaluate(
        () => getComputedStyle(document.querySelector('main [data-page]')!.parentElement!).filter,
      )
      expect(strip).toBe('brightness(0.8) contrast(1.2) grayscale(1) invert(1)')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'dragging a slider is one change with the final value',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      const book = shelf.bookOf('Drawn')
      await shelf.open(seen, book)
      await openSettings(page)
      let saves = 0
      await page.route('**/api/v1/preferences?*', async (route) => {
        saves += route.request().method() === 'PATCH' ? 1 : 0
        await route.continue()
      })
      const slider = page.getByRole('slider', { name: 'Brightness' })
      // All steps run in one task, because a simulated drag would pause on a slow machine.
      await slider.evaluate((it: HTMLInputElement) => {
        for (let value = 100; value >= 40; value -= 5) {
          it.value = String(value)
          it.dispatchEvent(new Event('input', { bubbles: true }))
        }
      })
      await waitUntil(() => saves >= 2, 'it is kept')
      await waitUntilQuiet(seen)
      expect(await slider.inputValue()).toBe('40')
      // One request for the series, and one that deletes the setting of the book.
      expect(saves).toBe(2)
      await page.reload()
      await openSettings(page)
      await waitUntil(async () => (await slider.inputValue()) === '40', 'it is as it was left')
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'prefetches the configured number of pages',
    async () => {
      const seen = await shelf.signedIn()
      const { page, requests, context } = seen
      const book = shelf.bookOf('Ahead')
      await context.request.patch(
        `${shelf.quire.url}/api/v1/preferences?scope=book&id=${book.id}`,
        {
          headers: { origin: shelf.quire.url },
          data: { preferences: { 'reader.preload': 0, 'reader.spread': 'single' } },
        },
      )
      await shelf.open(seen, book)
      await waitUntilShown(page, [1])
      await waitUntilQuiet(seen)
      const listRequested = () => requests.filter((path) => /\/pages\/\d+(\?|$)/.test(path)).length
      expect(listRequested()).toBe(1)
      await openSettings(page)
      await moveSlider(page, 'Preload pages', 5)
      await waitUntil(() => listRequested() === 6, 'five more are fetched')
      await context.close()
    },
    timeoutMs,
  )

  test(
    'slides pages in from their side when enabled',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Moved'))
      await openSettings(page)
      await page.getByRole('radio', { name: 'Slide' }).check()
      await page.keyboard.press('Escape')
      await page.locator('main').focus()
      await pressKey(page, 'ArrowRight', [2, 3])
      expect(await page.locator(spread).getAttribute('data-turn')).toBe('from-right')
      await pressKey(page, 'ArrowLeft', [1])
      expect(await page.locator(spread).getAttribute('data-turn')).toBe('from-left')
      const still = await shelf.signedIn({ reducedMotion: true })
      await shelf.open(still, shelf.bookOf('Moved'), '?page=2')
      await pressKey(still.page, 'ArrowRight', [4, 5])
      expect(
        Number.parseFloat(await getStyle(still.page, spread, 'animation-duration')),
      ).toBeLessThan(0.001)
      await still.context.close()
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'replaces a scaled image by the original when zoomed',
    async () => {
      const seen = await shelf.signedIn({ width: 240, height: 400 })
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Sharp'), '?page=6')
      await waitUntilShown(page, [6])
      const getSource = () =>
        page.evaluate(() => document.querySelector('main img[alt^="Page "]')!.getAttribute('src'))
      expect(await getSource()).toContain('?width=')
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      await waitUntil(async () => !(await getSource())?.includes('?'), 'the whole picture is there')
      await seen.context.close()
    },
    timeoutMs,
  )
})

describe('strip mode', () => {
  test(
    'has the configured space between pages, and none for a webtoon',
    async () => {
      const seen = await shelf.signedIn()
      const { page } = seen
      await shelf.open(seen, shelf.bookOf('Strips'))
      await page.keyboard.press('m')
      await page.locator('main [data-page="2"]').waitFor({ state: 'attached' })
      await openSettings(page)
      const getGap = () =>
        page.evaluate(() => {
          const [one, two] = [...document.querySelectorAll('main [data-page]')].map((each) =>
            each.getBoundingClientRect(),
          )
          return Math.round(two!.top - one!.bottom)
        })
      expect(await getGap()).toBe(8)
      await moveSlider(page, 'Space between pages', 40)
      await waitUntil(async () => (await getGap()) === 40, 'there is more space')
      await page.getByRole('radio', { name: 'Webtoon' }).check()
      await waitUntil(async () => (await getGap()) === 0, 'there is no space')
      await seen.context.close()
    },
    timeoutMs,
  )
})
