/** J10: webtoons that were cut into slices of the shape of a page. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { buildTinyZip } from '../../.ci/tiny-zip'
import { findAccessibilityProblems, waitUntil } from './harness'
import { openShelfWith, type ReadingShelf, waitUntilShown } from './reading-shelf'
import { showTheme } from './themes'

const timeoutMs = 60_000
const [width, height] = [400, 640]
let shelf: ReadingShelf

/** One drawing for all slices: lines that cross every cut. */
const drawStrip = (pixels: number, hue: number) => {
  const lines = Array.from({ length: 12 }, (_none, index) => {
    const x = 20 + index * 32
    return `<path d="M${x} 0V${pixels}" stroke="hsl(${hue + index * 9} 70% ${20 + index * 5}%)" stroke-width="14"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${pixels}"><rect width="100%" height="100%" fill="hsl(${hue} 30% 90%)"/>${lines.join('')}</svg>`,
  )
}

/** Panels with white between them, where the strip is cut. */
const drawPanels = (slices: number, last: number) => {
  const pixels = (slices - 1) * height + last
  const panels = Array.from({ length: slices }, (_none, index) => {
    const tall = (index === slices - 1 ? last : height) - 120
    return `<rect x="40" y="${index * height + 60}" width="320" height="${tall}" fill="hsl(${index * 40} 40% 60%)"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${pixels}"><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>`,
  )
}

async function writeSlices(library: string, name: string, drawn: Record<string, Buffer>) {
  mkdirSync(join(library, name), { recursive: true })
  for (const [chapter, drawing] of Object.entries(drawn)) {
    const whole = await sharp(drawing).png().toBuffer()
    const { height: total } = await sharp(whole).metadata()
    const files: Record<string, Uint8Array> = {}
    for (let top = 0; top < total; top += height) {
      const slice = { left: 0, top, width, height: Math.min(height, total - top) }
      files[`${String(top).padStart(5, '0')}.jpg`] = await sharp(whole)
        .extract(slice)
        .jpeg()
        .toBuffer()
    }
    writeFileSync(join(library, name, `${name} c${chapter}.cbz`), buildTinyZip(files))
  }
}

beforeAll(async () => {
  const write = async (library: string) => {
    const strips = { 1: drawStrip(3_000, 10), 2: drawStrip(3_100, 90), 3: drawStrip(2_900, 200) }
    await writeSlices(library, 'Sliced', strips)
    await writeSlices(library, 'Running', { ...strips, 1: drawStrip(2_750, 20) })
    await writeSlices(library, 'Steady', { 1: drawStrip(2_800, 40) })
    await writeSlices(library, 'Blank', { 1: drawPanels(5, 400), 2: drawPanels(6, 400) })
    await writeSlices(library, 'Equal', { 1: drawPanels(5, height) })
  }
  shelf = await openShelfWith({ series: 5, books: 10, write })
}, 120_000)

afterAll(() => shelf?.close())

const countStripPages = (page: Page) => page.locator('main [data-page] >> nth=3').count()
const getScrollTop = (page: Page) =>
  page.evaluate(() => document.querySelector('main > div')!.scrollTop)

test(
  'slices with a drawing across the cuts open as a strip, without a question',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Sliced'))
    await page.locator('main [data-page="5"]').waitFor({ state: 'attached' })
    expect(await page.getByText('Is this a webtoon').count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'pages of equal size open as pages, without a question',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Equal'))
    await waitUntilShown(page, [1])
    expect(await countStripPages(page)).toBe(0)
    expect(await page.getByText('Is this a webtoon').count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'slices that are cut between panels are asked about once per series',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Blank'))
    const question = page.getByRole('status').filter({ hasText: 'Is this a webtoon' })
    await question.waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/preferences') && answer.request().method() === 'PATCH',
    )
    await question.getByRole('button', { name: 'Read as webtoon' }).click()
    await page.locator('main [data-page="5"]').waitFor({ state: 'attached' })
    await question.waitFor({ state: 'detached' })
    await saved
    await shelf.open(seen, shelf.bookOf('Blank', 2))
    await page.locator('main [data-page="6"]').waitFor({ state: 'attached' })
    expect(await question.count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the next chapter follows without an end page, and opens where it was shown',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const [first, second] = [shelf.bookOf('Running'), shelf.bookOf('Running', 2)]
    await shelf.open(seen, first)
    await page.locator('main h2', { hasText: 'Ch. 2' }).waitFor({ state: 'attached' })
    expect(await page.getByText('End of book').count()).toBe(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
    const below = await page.evaluate(() => {
      const strip = document.querySelector('main > div')!
      const next = strip.querySelector<HTMLElement>('h2 + div')!
      strip.scrollTo({ top: next.offsetTop + 150, behavior: 'instant' })
      return strip.scrollTop - next.offsetTop
    })
    await page.waitForURL((url) => url.pathname.endsWith(second.id))
    await page.locator('main [data-page="5"]').waitFor({ state: 'attached' })
    await waitUntil(
      async () => Math.abs((await getScrollTop(page)) - below) < 2,
      'the chapter stays where it was',
    )
    await waitUntil(
      async () => (await shelf.progressOf(seen, first))?.completed === true,
      'the first chapter is read',
    )
    await page.evaluate(() => document.querySelector('main > div')!.scrollTo({ top: 1_500 }))
    await waitUntil(
      async () => (await shelf.progressOf(seen, second))?.currentPage === 2,
      'the second chapter is being read',
    )
    await page.goBack()
    await page.waitForURL((url) => !url.pathname.startsWith('/read/'))
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the strip scrolls on its own at a speed, and stops at the end',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await shelf.open(seen, shelf.bookOf('Steady'))
    await page.locator('main [data-page="4"]').waitFor({ state: 'attached' })
    await page.keyboard.press('p')
    const bar = page.getByRole('region', { name: 'Scroll automatically' })
    await bar.waitFor()
    const before = await getScrollTop(page)
    await waitUntil(async () => (await getScrollTop(page)) > before, 'it scrolls')
    await showTheme(page, 'light')
    expect(await findAccessibilityProblems(page)).toEqual([])
    const speed = bar.getByRole('slider', { name: 'Speed' })
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/preferences') && answer.request().method() === 'PATCH',
    )
    await speed.fill('600')
    expect((await saved).status()).toBe(200)
    await bar.getByRole('button', { name: 'Stop' }).click()
    await bar.waitFor({ state: 'detached' })
    const stopped = await getScrollTop(page)
    await page.keyboard.press('p')
    await waitUntil(async () => (await getScrollTop(page)) > stopped, 'it scrolls again')
    await bar.waitFor({ state: 'detached' })
    await page.getByText('Finished', { exact: true }).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'J30: the large cover of a book is shown whole',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    await page.goto(`${shelf.quire.url}/book/${shelf.bookOf('Equal').id}`)
    const getShape = () =>
      page.evaluate(() => {
        const image = document.querySelector<HTMLImageElement>('main header img')
        if (!image?.complete || image.naturalWidth === 0) return undefined
        const { width: across, height: down } = image.getBoundingClientRect()
        return across / down
      })
    await waitUntil(async () => (await getShape()) !== undefined, 'the cover is loaded')
    expect(Math.abs((await getShape())! - width / height)).toBeLessThan(0.01)
    await seen.context.close()
  },
  timeoutMs,
)
