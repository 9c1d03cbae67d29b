/**
 * A hundred thousand series in a browser: few elements, the right titles, and the exact position.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'
import { fillDatabase, buildTitle } from './big-library'
import { openBrowser, type Quire, signIn, startQuire, visit } from './harness'

const count = 100_000
const timeoutMs = 60_000
/** Limit for DOM elements, which depends on the screen and not on the length of the list. */
const maxElements = 450
let quire: Quire
let browser: Browser

beforeAll(async () => {
  quire = await startQuire()
  await quire.whileStopped(async () => fillDatabase(join(quire.folder, 'data/quire.db'), count))
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
}, 60_000)

async function openLibrary() {
  const seen = await visit(browser, quire)
  await signIn(seen, quire)
  await seen.page.goto(`${quire.url}/library`)
  await seen.page.getByText('100,000 series', { exact: true }).waitFor()
  return seen
}

interface Shown {
  index: number
  title: string | undefined
}

/** Waits until all items in the viewport are loaded and returns them. */
const listVisible = (page: Page) =>
  waitUntil(async () => {
    const items = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-index]')]
        .filter((item) => {
          const { top, bottom } = item.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        })
        .map((item): Shown => ({
          index: Number(item.dataset['index']),
          title: item.querySelector('[data-cover] span:not([aria-hidden])')?.textContent,
        })),
    )
    return items.length > 0 && items.every(({ title }) => title) && items
  })

const buildExpected = (items: readonly Shown[]) =>
  items.map(({ index }) => ({ index, title: buildTitle(index, count) }))

const countElements = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('main *').length)

test(
  'a letter leads to its first series anywhere in the list',
  async () => {
    const { page, context, troubles } = await openLibrary()
    const strip = page.getByRole('slider')
    await strip.focus()
    for (const letter of ['m', 'z', 'b']) {
      await page.keyboard.press(letter)
      const first = Math.ceil((count * (letter.charCodeAt(0) - 97)) / 26)
      const items = await waitUntil(async () => {
        const shown = await listVisible(page)
        return shown.some(({ index }) => index === first) && shown
      })
      expect(items).toEqual(buildExpected(items))
      expect(await countElements(page)).toBeLessThan(maxElements)
    }
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'End goes to the last series and Home to the first',
  async () => {
    const { page, context, troubles } = await openLibrary()
    await page.focus('[data-index="0"] a')
    const getFocused = () =>
      page.evaluate(() => {
        const item = document.activeElement?.closest<HTMLElement>('[data-index]')
        return item ? Number(item.dataset['index']) : -1
      })
    await page.keyboard.press('End')
    await waitUntil(async () => (await getFocused()) === count - 1)
    const last = await listVisible(page)
    expect(last).toEqual(buildExpected(last))
    await page.keyboard.press('ArrowLeft')
    await waitUntil(async () => (await getFocused()) === count - 2)
    await page.keyboard.press('Home')
    await waitUntil(async () => (await getFocused()) === 0)
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'flinging through thousands of covers requests few images and keeps few elements',
  async () => {
    const seen = await openLibrary()
    const { page } = seen
    await listVisible(page)
    seen.requests.length = 0
    const most = await page.evaluate(async () => {
      let elementsAtMost = 0
      for (let step = 1; step <= 240; step++) {
        scrollTo(0, step * 2 * innerHeight)
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = document.querySelectorAll('main *').length
        elementsAtMost = Math.max(elementsAtMost, now)
      }
      return elementsAtMost
    })
    const items = await listVisible(page)
    expect(items).toEqual(buildExpected(items))
    expect(items[0]!.index).toBeGreaterThan(5_000)
    // Only covers that are visible when scrolling stops are requested.
    await waitUntil(() => page.locator('[data-cover] img').count())
    expect(seen.requests.filter((path) => path.includes('/thumbnail')).length).toBeLessThan(60)
    expect(seen.requests.filter((path) => path.includes('/series?')).length).toBeLessThan(10)
    expect(most).toBeLessThan(maxElements)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'Back restores the exact position far down',
  async () => {
    const { page, context } = await openLibrary()
    await listVisible(page)
    await page.evaluate(() => scrollTo(0, 2_345_678))
    const before = await waitUntil(async () => {
      const shown = await listVisible(page)
      return shown[0]!.index > 10_000 && shown
    })
    const place = await page.evaluate(() => scrollY)
    await page.locator(`[data-index="${before[9]!.index}"] a`).click()
    await page.locator('h1', { hasNotText: 'All libraries' }).waitFor()
    await page.goBack()
    await waitUntil(async () => (await page.evaluate(() => scrollY)) === place)
    expect(await listVisible(page)).toEqual(before)
    await context.close()
  },
  timeoutMs,
)
