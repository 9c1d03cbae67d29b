/** Fonts of e-books in Chromium: which files are loaded, and that late ones keep the position. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { bookFrame, openTextShelf, type TextShelf, turnPage, waitUntilVisible } from './text-shelf'
import { buildParagraphs } from './tiny-epub'

const timeoutMs = 60_000
let shelf: TextShelf

beforeAll(async () => {
  const bodies = [
    '<p>Upright. Text</p>',
    '<p>Leaning. <em>Words</em></p>',
    '<p>Extended. Erdős</p>',
    '<p>Again. <em>Words</em></p>',
  ]
  const italics = `<p>Leaning. <em>Words</em></p>${buildParagraphs(1, 60).replaceAll('tide', '<em>tide</em>')}`
  shelf = await openTextShelf([
    {
      title: 'Typefaces',
      chapters: bodies.map((html, index) => ({ title: `Chapter ${index + 1}`, html })),
    },
    { title: 'Late', chapters: [{ title: 'Chapter 1', html: italics }] },
  ])
}, 120_000)

afterAll(() => shelf?.close())

/** Returns the style of each loaded font of the visible section, and whether it is for all text. */
const listLoaded = (page: Page) =>
  bookFrame(page)
    ?.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ style, unicodeRange }) => `${style} ${unicodeRange.includes('10FFFF')}`)
        .join(),
    )
    // The frame may be replaced during the evaluation.
    .catch(() => undefined)

const waitUntilLoaded = (page: Page, fonts: string) =>
  waitUntil(async () => (await listLoaded(page)) === fonts, `the fonts are ${fonts}`)

test(
  'a section loads italics and extended Latin only if its text needs them',
  async () => {
    const seen = await shelf.signedIn()
    const { page } = seen
    const requested: string[] = []
    const fetched: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'fetch') fetched.push(request.url())
    })
    const count = (name: string) => requested.filter((url) => url.includes(name)).length
    await shelf.open(seen, 'Typefaces')
    await waitUntilVisible(page, 'Upright')
    await waitUntilLoaded(page, 'normal true')
    expect([count('newsreader-latin-wght-italic'), count('newsreader-latin-ext')]).toEqual([0, 0])
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'Leaning')
    await waitUntilLoaded(page, 'normal true,italic true')
    expect(count('newsreader-latin-ext')).toBe(0)
    await waitUntil(
      () => Promise.resolve(fetched.some((url) => url.includes('newsreader-latin-wght-italic'))),
      'italics are kept for the next sections',
    )
    const before = count('newsreader-latin-wght-italic')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'Extended')
    await waitUntilLoaded(page, 'normal true,italic true,normal false')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible(page, 'Again')
    expect(count('newsreader-latin-wght-italic')).toBe(before)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'italics that arrive late keep the first words of the page visible',
  async () => {
    // Chromium reports that scripts for the route below do not run in the frames of the book.
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/newsreader-latin-wght-italic*', async (route) => {
      await isReleased
      await route.continue()
    })
    await shelf.open(seen, 'Late')
    await waitUntilVisible(page, 'Leaning')
    await turnPage(page)
    await turnPage(page)
    const [first] = await listShown(page)
    release()
    await waitUntilLoaded(page, 'normal true,italic true')
    // Longer than the reader takes to lay out the text again.
    await page.waitForTimeout(500)
    expect(await listShown(page)).toContain(first!)
    await seen.context.close()
  },
  timeoutMs,
)

/** Lists the paragraphs of which a line is on the screen. */
async function listShown(page: Page) {
  const shown = await bookFrame(page)!.evaluate(() => {
    const { x } = window.frameElement!.getBoundingClientRect()
    const isShown = ({ left }: DOMRect) => left + x >= 0 && left + x < window.top!.innerWidth
    const paragraphs = [...document.querySelectorAll('p')]
    return paragraphs
      .filter((paragraph) => [...paragraph.getClientRects()].some(isShown))
      .map((paragraph) => paragraph.textContent?.split('.')[0] ?? '')
  })
  expect(shown.length).toBeGreaterThan(0)
  return shown
}
