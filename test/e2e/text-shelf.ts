/** A library of e-books, opened in the reader. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, startQuire, waitUntil, waitUntilScanned, type Visit } from './harness'
import { createSignedInVisits } from './signed-in'
import { buildParagraphs, makeTinyEpub } from './tiny-epub'

type Epub = Parameters<typeof makeTinyEpub>[0]

export type TextShelf = Awaited<ReturnType<typeof openTextShelf>>

interface SavedBookmark {
  id: string
  locator: { href: string; locations: { progression: number } }
}

/**
 * Simulates a person who looks at the text, for longer than the delays before a position is reported
 * and saved. Playwright's clock would need scripts, which the frames of books block.
 */
const lookMs = 1_500

interface Kept {
  locator: { locations: { totalProgression: number } }
}

/** Opens a shelf in which each book is the only one of a series with the same title. */
export async function openTextShelf(books: readonly Epub[]) {
  const library = mkdtempSync(join(tmpdir(), 'quire-e2e-text-'))
  for (const book of books) {
    mkdirSync(join(library, book.title))
    writeFileSync(join(library, book.title, `${book.title} v1.epub`), makeTinyEpub(book))
  }
  const quire = await startQuire({ library })
  const browser = await openBrowser()
  const signedIn = createSignedInVisits(browser, quire)
  const seen = await signedIn()
  await waitUntilScanned(seen, quire, books.length)
  const answer = await seen.context.request.get(`${quire.url}/api/v1/books?pageSize=100`)
  const { data } = (await answer.json()) as { data: { id: string; seriesName: string }[] }
  const ids = new Map(data.map(({ id, seriesName }) => [seriesName, id]))
  await seen.context.close()
  const listBookmarks = (name: string) => `${quire.url}/api/v1/books/${ids.get(name)}/bookmarks`
  return {
    quire,
    browser,
    signedIn,
    idOf: (name: string) => ids.get(name)!,
    async open({ page }: Visit, name: string, at = quire.url) {
      await page.goto(`${at}/read/${ids.get(name)}`)
      await page.getByRole('slider', { name: 'Position in the book' }).waitFor()
    },
    async marksOf({ context }: Visit, name: string) {
      const listed = await context.request.get(listBookmarks(name))
      return ((await listed.json()) as { data: SavedBookmark[] }).data
    },
    /** Waits until the server has saved the position on the screen. */
    async untilKept({ page, context }: Visit, name: string) {
      const address = `${quire.url}/api/v1/books/${ids.get(name)}/progression`
      const line = page.getByRole('slider', { name: 'Position in the book' })
      const isSaved = async () => {
        const kept = await context.request.get(address)
        if (kept.status() !== 200) return false
        const { locator } = (await kept.json()) as Kept
        const { totalProgression } = locator.locations
        return Math.round(totalProgression * 1000) === Number(await line.inputValue())
      }
      await waitUntil(isSaved, 'the place is kept')
    },
    /**
     * Looks at the text for a while, then saves the position in a different book. Positions are sent
     * in reading order, so nothing of the book before is waiting afterwards.
     */
    async saveElsewhere(reader: Visit, name: string) {
      await Bun.sleep(lookMs)
      await this.open(reader, name)
      await waitUntilVisible(reader.page, 'Chapter 1, paragraph 1')
      await turnPage(reader.page)
      await this.untilKept(reader, name)
    },
    /** Deletes bookmarks that a previous attempt may have left. */
    async forgetMarks(reader: Visit, name: string) {
      for (const { id } of await this.marksOf(reader, name)) {
        const headers = { origin: quire.url }
        await reader.context.request.delete(`${listBookmarks(name)}/${id}`, { headers })
      }
    },
    async close() {
      await browser.close()
      await quire.close()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

/** Makes a book of three chapters with forty numbered paragraphs each. */
export function makeSimpleBook(title: string): Epub {
  const chapters = [1, 2, 3].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: `<h1>Chapter ${chapter}</h1>${buildParagraphs(chapter, 40)}<p>The lantern of chapter ${chapter}.</p>`,
  }))
  return { title, chapters }
}

/** Returns the frame of the book, or undefined while the next section is loading. */
export const bookFrame = (page: Page) =>
  page.frames().find((each) => each.url().includes('/resources/'))

/**
 * Evaluates a function in the visible section of the book. Returns undefined if none is loaded.
 */
export const evaluateInBook = async <Value>(page: Page, ask: () => Value) =>
  bookFrame(page)
    ?.evaluate(ask)
    // The frame may be replaced during the evaluation.
    .catch(() => undefined)

/** Lists the paragraphs that start on the screen, such as "Chapter 2, paragraph 7". */
export async function listVisible(page: Page): Promise<string[]> {
  const frame = bookFrame(page)
  if (!frame) return []
  const listParagraphs = () => {
    const { x } = window.frameElement!.getBoundingClientRect()
    return [...document.querySelectorAll('p')]
      .filter((paragraph) => {
        const [first] = paragraph.getClientRects()
        return first && first.left + x >= 0 && first.left + x < window.top!.innerWidth
      })
      .map((paragraph) => paragraph.textContent?.split('.')[0] ?? '')
  }
  // There is no frame between two chapters.
  return frame.evaluate(listParagraphs).catch(() => [])
}

export const waitUntilVisible = (page: Page, words: string) =>
  waitUntil(async () => (await listVisible(page)).includes(words), `${words} is on the screen`)

/** Turns the page once and waits until different text is visible. */
export async function turnPage(page: Page, key = 'ArrowRight') {
  const before = String(await listVisible(page))
  await page.keyboard.press(key)
  await waitUntil(async () => {
    const now = await listVisible(page)
    return now.length > 0 && String(now) !== before
  }, 'the page turns')
}
