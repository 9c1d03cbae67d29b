/** A library whose books are saved in the browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeBalloon, makeMokuro, makeMokuroPage } from '../support/make/mokuro'
import { makePdf } from '../support/make/pdf'
import { writeVolumes } from './generate-library'
import { visit, type Visit } from './harness'
import { type Book, openShelfWith } from './reading-shelf'
import { buildParagraphs, makeTinyEpub } from './tiny-epub'

const volumePages = 8

/** Opens a shelf with a comic of two volumes, of which the first has text, a PDF and an e-book. */
export async function openOfflineShelf(basePath = '') {
  const shelf = await openShelfWith({
    basePath,
    ownSessions: true,
    series: 3,
    books: 4,
    async write(library) {
      await writeVolumes(library, 'Tides', volumePages)
      writeFileSync(join(library, 'Tides', 'Tides v1.mokuro'), makeMokuro([spokenPage]))
      const write = (name: string, file: string, content: Uint8Array) => {
        mkdirSync(join(library, name))
        writeFileSync(join(library, name, file), content)
      }
      write('Lantern', 'Lantern v1.epub', novel)
      write('Report', 'Report v1.pdf', makePdf({ texts: ['One', 'Two', 'Three'] }))
    },
  })
  const { quire } = shelf
  const headers = { origin: new URL(quire.url).origin }
  return {
    ...shelf,
    /** Sends an API request as the user of a visit. */
    send: ({ context }: Visit, method: string, path: string, data?: object) =>
      context.request.fetch(`${quire.url}/api/v1${path}`, {
        method,
        headers,
        ...(data && { data }),
      }),
    async deleteProgress({ context }: Visit, { id }: Book) {
      await context.request.delete(`${quire.url}/api/v1/books/${id}/progress`, { headers })
    },
    async countEvents({ context }: Visit, { id }: Book) {
      const query = `bookId=${id}&limit=100`
      const answer = await context.request.get(`${quire.url}/api/v1/user/read-history?${query}`)
      const { entries } = (await answer.json()) as { entries: unknown[] }
      return entries.length
    },
  }
}

const spokenPage = makeMokuroPage('page-004.jpg', makeBalloon('海は', '広い'))

export type OfflineShelf = Awaited<ReturnType<typeof openOfflineShelf>>

const novel = makeTinyEpub({
  title: 'Lantern',
  chapters: [1, 2, 3].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: `<h1>Chapter ${chapter}</h1>${buildParagraphs(chapter, 30)}`,
    head: '<link rel="stylesheet" href="book.css"/>',
  })),
  files: { 'OEBPS/book.css': 'h1 { color: rgb(1, 2, 3) }' },
})

/** Opens a signed-in page with the service worker. Requests to a stopped server may fail. */
export async function openDevice(shelf: OfflineShelf, screen: Parameters<typeof visit>[2] = {}) {
  const seen = await shelf.signedIn({ hasServiceWorker: true, mayBreakRules: true, ...screen })
  await seen.page.goto(`${shelf.quire.url}/`)
  await waitUntilControlled(seen.page)
  return seen
}

export async function waitUntilControlled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The worker is registered once the page is idle, or at the first input.
  await page.mouse.move(20, 20)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

export async function openSaveDialog({ page }: Visit, url: string) {
  await page.goto(url)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save for offline…' }).click()
  return page.getByRole('dialog', { name: 'Save for offline' })
}

/** Saves a book through its menu, and waits until it is complete. */
export async function saveOffline(shelf: OfflineShelf, seen: Visit, bookId: string) {
  const before = await countComplete(seen.page)
  const dialog = await openSaveDialog(seen, `${shelf.quire.url}/book/${bookId}`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await waitUntilComplete(seen.page, before + 1)
}

/** Waits for up to two minutes, because the whole interface is also saved with a book. */
export async function waitUntilComplete(page: Page, count: number) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await Bun.sleep(100)) {
    if ((await countComplete(page)) === count) return
  }
  throw new Error(`waited in vain: ${count} books are saved`)
}

/** Counts the complete records, because the current page may not show the saved books. */
const countComplete = async (page: Page) =>
  (await listRecords(page)).filter(({ stopped, total }) => total > 0 && stopped === null).length

interface SavedRecord {
  bookId: string
  done: number
  total: number
  stopped: string | null
}

export const listRecords = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes(' book '))
    const found = await Promise.all(
      names.map(async (name) => {
        const record = await (await caches.open(name)).match(`${name.split(' ')[1]}saved-book`)
        return record ? ((await record.json()) as SavedRecord) : undefined
      }),
    )
    return found.filter((record) => record !== undefined)
  })

export const listCacheNames = (page: Page) => page.evaluate(() => caches.keys())
