/** A library of comics with numbered pages, opened in the reader. */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, startQuire, waitUntilScanned, type Visit } from './harness'
import { writeVolumes } from './generate-library'
import { createSignedInVisits } from './signed-in'

export interface Book {
  id: string
  seriesId: string
  title: string
  readProgress: { currentPage: number; completed: boolean } | null
}

export type ReadingShelf = Awaited<ReturnType<typeof openShelfWith>>

/** Opens a shelf with two volumes of twelve pages per name. The sixth page is a double page. */
export function openShelf(names: readonly string[]) {
  return openShelfWith({
    series: names.length,
    books: names.length * 2,
    write: async (library) => {
      for (const name of names) await writeVolumes(library, name, 12)
    },
  })
}

interface Library {
  series: number
  books: number
  write(library: string): Promise<void>
  basePath?: string
  /** Each visit signs in separately, for tests that end sessions. */
  ownSessions?: boolean
}

export async function openShelfWith({
  series,
  books: count,
  write,
  basePath = '',
  ownSessions = false,
}: Library) {
  const library = mkdtempSync(join(tmpdir(), 'quire-e2e-reading-'))
  await write(library)
  const quire = await startQuire({ library, basePath })
  const browser = await openBrowser()
  const signedIn = createSignedInVisits(browser, quire, { ownSessions })
  const seen = await signedIn()
  await waitUntilScanned(seen, quire, series)
  const books = await waitUntilBooks(seen, quire.url, count)
  await seen.context.close()
  return {
    quire,
    library,
    browser,
    signedIn,
    bookOf: (name: string, volume = 1) =>
      books.filter(({ title }) => title.startsWith(name))[volume - 1]!,
    async open({ page }: Visit, book: Book, query = '') {
      await page.goto(`${quire.url}/read/${book.id}${query}`)
      await page.locator('img[alt^="Page "]').first().waitFor()
    },
    async progressOf({ context }: Visit, book: Book) {
      const answer = await context.request.get(`${quire.url}/api/v1/books/${book.id}/progress`)
      return answer.status() === 204 ? null : ((await answer.json()) as Book['readProgress'])
    },
    async close() {
      await browser.close()
      await quire.close()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

async function waitUntilBooks({ context }: Visit, url: string, count: number): Promise<Book[]> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await Bun.sleep(200)) {
    const answer = await context.request.get(`${url}/api/v1/books?pageSize=100&sort=title,asc`)
    const { data } = (await answer.json()) as { data: Book[] }
    if (data.length >= count) return data
  }
  throw new Error(`the scan did not find ${count} books`)
}

/** Lists the visible page numbers from left to right. */
const listVisiblePages = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main img[alt^="Page "]')]
      .map((image) => ({
        number: Number(/\d+/.exec(image.getAttribute('alt') ?? '')?.[0]),
        left: image.getBoundingClientRect().left,
      }))
      .toSorted((a, b) => a.left - b.left)
      .map(({ number }) => number),
  )

export async function waitUntilShown(page: Page, numbers: number[]) {
  const deadline = Date.now() + 20_000
  for (; Date.now() < deadline; await Bun.sleep(30)) {
    if (String(await listVisiblePages(page)) === String(numbers)) return
  }
  expect(await listVisiblePages(page)).toEqual(numbers)
}

export async function pressKey(page: Page, key: string, numbers: number[]) {
  await page.keyboard.press(key)
  await waitUntilShown(page, numbers)
}

export async function waitUntilProgress(room: ReadingShelf, seen: Visit, book: Book, page: number) {
  const deadline = Date.now() + 20_000
  for (; Date.now() < deadline; await Bun.sleep(100)) {
    if ((await room.progressOf(seen, book))?.currentPage === page) return
  }
  expect((await room.progressOf(seen, book))?.currentPage).toBe(page)
}
