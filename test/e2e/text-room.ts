/** A library of e-books, opened for reading in a browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, signIn, startQuire, until, untilScanned, visit, type Visit } from './harness'
import { paragraphs, tinyEpub } from './tiny-epub'

type Epub = Parameters<typeof tinyEpub>[0]

export type TextRoom = Awaited<ReturnType<typeof openTextRoom>>

interface Mark {
  id: string
  locator: { href: string; locations: { progression: number } }
}

interface Kept {
  locator: { locations: { totalProgression: number } }
}

/** Each book is a series of its own, by its title. */
export async function openTextRoom(books: readonly Epub[]) {
  const library = mkdtempSync(join(tmpdir(), 'quire-e2e-text-'))
  for (const book of books) {
    mkdirSync(join(library, book.title))
    writeFileSync(join(library, book.title, `${book.title} v1.epub`), tinyEpub(book))
  }
  const quire = await startQuire({ library })
  const browser = await openBrowser()
  const signedIn = async (screen: Parameters<typeof visit>[2] = {}) => {
    const seen = await visit(browser, quire, screen)
    await signIn(seen, quire)
    return seen
  }
  const seen = await signedIn()
  await untilScanned(seen, quire, books.length)
  const answer = await seen.context.request.get(`${quire.url}/api/v1/books?pageSize=100`)
  const { data } = (await answer.json()) as { data: { id: string; seriesName: string }[] }
  const ids = new Map(data.map(({ id, seriesName }) => [seriesName, id]))
  await seen.context.close()
  const marksAt = (name: string) => `${quire.url}/api/v1/books/${ids.get(name)}/bookmarks`
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
      const listed = await context.request.get(marksAt(name))
      return ((await listed.json()) as { data: Mark[] }).data
    },
    /** Waits until the server knows the place that is on the screen. */
    async untilKept({ page, context }: Visit, name: string) {
      const address = `${quire.url}/api/v1/books/${ids.get(name)}/progression`
      const line = page.getByRole('slider', { name: 'Position in the book' })
      const isKept = async () => {
        const kept = await context.request.get(address)
        if (kept.status() !== 200) return false
        const { locator } = (await kept.json()) as Kept
        const { totalProgression } = locator.locations
        return Math.round(totalProgression * 1000) === Number(await line.inputValue())
      }
      await until(isKept, 'the place is kept')
    },
    /** What an attempt before this one may have left. */
    async forgetMarks(reader: Visit, name: string) {
      for (const { id } of await this.marksOf(reader, name)) {
        const headers = { origin: quire.url }
        await reader.context.request.delete(`${marksAt(name)}/${id}`, { headers })
      }
    },
    async close() {
      await browser.close()
      await quire.close()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

/** Three chapters of forty paragraphs that say where they stand. */
export function calmBook(title: string): Epub {
  const chapters = [1, 2, 3].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: `<h1>Chapter ${chapter}</h1>${paragraphs(chapter, 40)}<p>The lantern of chapter ${chapter}.</p>`,
  }))
  return { title, chapters }
}

/** The text of the book, which is a document of its own; none between two parts. */
export const bookFrame = (page: Page) =>
  page.frames().find((each) => each.url().includes('/resources/'))

/** Evaluates `ask` in the part of the book that is shown; undefined while no part is loaded. */
export const askBook = async <Value>(page: Page, ask: () => Value) =>
  bookFrame(page)
    ?.evaluate(ask)
    // The frame may be replaced while it is asked.
    .catch(() => undefined)

/** "Chapter 2, paragraph 7" of each paragraph whose beginning is on the screen. */
export async function visible(page: Page): Promise<string[]> {
  const frame = bookFrame(page)
  if (!frame) return []
  const look = () => {
    const { x } = window.frameElement!.getBoundingClientRect()
    return [...document.querySelectorAll('p')]
      .filter((paragraph) => {
        const [first] = paragraph.getClientRects()
        return first && first.left + x >= 0 && first.left + x < window.top!.innerWidth
      })
      .map((paragraph) => paragraph.textContent?.split('.')[0] ?? '')
  }
  // Between two chapters there is no frame to ask.
  return frame.evaluate(look).catch(() => [])
}

export const untilVisible = (page: Page, words: string) =>
  until(async () => (await visible(page)).includes(words), `${words} is on the screen`)

/** Turns once, and waits until other words stand on the screen. */
export async function turnPage(page: Page, key = 'ArrowRight') {
  const before = String(await visible(page))
  await page.keyboard.press(key)
  await until(async () => {
    const now = await visible(page)
    return now.length > 0 && String(now) !== before
  }, 'the page turns')
}
