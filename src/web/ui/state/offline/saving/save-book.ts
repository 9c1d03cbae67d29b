/**
 * Saves one book: its pages or parts first, then its data, so that an incomplete book never looks
 * complete.
 */
import { ApiError, api, readResponse, type Schemas, buildUrl } from '../../../api/client'
import { shownAddress } from '../../../screens/read/text/engine/book/documents'
import {
  buildManifestUrl,
  buildThumbnailUrl,
  listDataUrls,
  listPageUrls,
  listPartUrls,
  listTextUrls,
  type PageSettings,
} from './book-files'
import { getBookCache } from '../cache-names'
import { downloadFiles, downloadMissing, Interrupted } from './download-files'
import { createRecord, isSavedCompletely, type SavedBook, storeRecord } from '../saved-books'

export interface SavingContext {
  userId: string
  signal: AbortSignal
  onProgress(record: SavedBook): void
}

/** The record is stored after this many files. */
const filesPerRecord = 20

/** Saves a book, continuing where an earlier attempt stopped. */
export async function saveBook(known: SavedBook, { userId, signal, onProgress }: SavingContext) {
  const { bookId } = known
  const detail = await askFor(() => loadBook(bookId, signal))
  const { book } = detail
  const { urls, changing = [], ...kind } = await askFor(() => listFiles(detail, signal))
  const data = [...listDataUrls(bookId, kind), ...changing]
  const cacheName = getBookCache(userId, bookId)
  const isSame = book.fileHash === known.book.fileHash
  // Pages from an earlier file do not belong to the current one.
  if (!isSame) await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  const done = await countSaved(cache, urls)
  const total = urls.length + data.length
  const start = isSame ? known : createRecord(book)
  let record: SavedBook = { ...start, book, done, total, missing: 0, stopped: 'interrupted' }
  await storeRecord(userId, record)
  let storing = Promise.resolve()
  const onFile = (file: { bytes: number; isMissing: boolean }) => {
    record = {
      ...record,
      done: record.done + 1,
      missing: record.missing + (file.isMissing ? 1 : 0),
      bytes: record.bytes + file.bytes,
    }
    onProgress(record)
    if (record.done % filesPerRecord === 0) storing = storing.then(storePresent)
  }
  // A book removed in the meantime, even by another tab, stays removed.
  const storePresent = async () => {
    if (await caches.has(cacheName)) await storeRecord(userId, record)
  }
  try {
    await downloadMissing({ cache, urls, signal, onFile })
    if (kind.isText) await saveAsHtml(cache, urls, signal)
    // Data can change, so it is always requested again.
    await downloadFiles({ cache, urls: data, signal, onFile })
    if (!(await isWhole({ cacheName, book, urls: [...urls, ...data], missing: record.missing }))) {
      await startAgain(userId, (record = createRecord(book)))
    }
    record = { ...record, savedAt: Date.now(), stopped: null }
  } finally {
    // The record shows how much has been saved, even after an error.
    await storing
    await storePresent()
  }
  return isSavedCompletely(record)
}

/** Deletes the saved files, which are unusable, and throws, so that saving starts again later. */
async function startAgain(userId: string, record: SavedBook) {
  await caches.delete(getBookCache(userId, record.bookId))
  await storeRecord(userId, record)
  throw new Interrupted(`${record.bookId} changed while it was saved`)
}

async function countSaved(cache: Cache, urls: readonly string[]) {
  const present = new Set((await cache.keys()).map(({ url }) => url))
  return urls.filter((url) => present.has(url)).length
}

async function loadBook(id: string, signal: AbortSignal) {
  const path = { params: { path: { id } }, signal }
  return readResponse(api.GET('/api/v1/books/{id}', path))
}

interface FilesOfBook {
  isText: boolean
  hasText: boolean
  urls: readonly string[]
  /** Files that can change while the book stays the same. */
  changing?: readonly string[]
}

async function listFiles(
  { book, hasTextBeside }: Schemas['BookDetail'],
  signal: AbortSignal,
): Promise<FilesOfBook> {
  const path = { params: { path: { id: book.id } }, signal }
  const pages = await readResponse(api.GET('/api/v1/books/{id}/pages', path))
  const thumbnail = buildThumbnailUrl(book.id)
  if (book.fileFormat === 'epub' && pages.length === 0) {
    const manifest = await loadManifest<Parameters<typeof listPartUrls>[1]>(book.id, signal)
    const urls = [thumbnail, buildManifestUrl(book.id), ...listPartUrls(book.id, manifest)]
    return { isText: true, hasText: true, urls }
  }
  const { settings } = await readResponse(api.GET('/api/v1/books/{id}/reader-settings', path))
  const pageSettings: PageSettings = {
    quality: settings['reader.quality'].value,
    fit: settings['reader.fit'].value,
    widePages: settings['reader.widePages'].value,
  }
  const device = { width: screen.width, height: screen.height, density: devicePixelRatio }
  const urls = [thumbnail, ...listPageUrls(pages, pageSettings, device)]
  if (book.fileFormat !== 'pdf') {
    const changing = hasTextBeside ? listTextUrls(pages) : []
    return { isText: false, hasText: hasTextBeside, urls, changing }
  }
  const { metadata } = await loadManifest<PdfManifest>(book.id, signal)
  const hasText = metadata['quire:hasText'] === true
  const texts = hasText ? listTextUrls(pages) : []
  return { isText: false, hasText, urls: [...urls, buildManifestUrl(book.id), ...texts] }
}

interface PdfManifest {
  metadata: { 'quire:hasText'?: boolean }
}

async function loadManifest<Manifest>(id: string, signal: AbortSignal): Promise<Manifest> {
  const answer = await fetch(buildManifestUrl(id), { cache: 'no-store', signal })
  if (!answer.ok) throw new ApiError(answer.status, undefined)
  return (await answer.json()) as Manifest
}

/** Also saves the HTML that the reader requests for sections that the browser cannot show. */
async function saveAsHtml(cache: Cache, urls: readonly string[], signal: AbortSignal) {
  for (const url of urls) {
    const saved = await cache.match(url)
    if (!saved?.headers.get('content-type')?.includes('xml')) continue
    const shown = await shownAddress(url, saved)
    if (shown === url) continue
    await downloadMissing({ cache, urls: [shown], signal, onFile: () => undefined })
  }
}

/** Throws `Interrupted` if the server is unreachable. A permanent rejection stays an error. */
async function askFor<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
    if (isPassing || error instanceof TypeError) throw new Interrupted()
    throw error
  }
}

interface Downloaded {
  cacheName: string
  /** The book when its files were listed. */
  book: Schemas['Book']
  urls: readonly string[]
  /** Number of files that the server could not deliver. */
  missing: number
}

/**
 * Returns false if files are missing because the book was removed and saved again in the meantime,
 * or if pages of two files are mixed because the book changed on the server. Returns true for a
 * removed book, so that it is not saved again.
 */
async function isWhole({ cacheName, book, urls, missing }: Downloaded): Promise<boolean> {
  if (!(await caches.has(cacheName))) return true
  // Reopened, because a cache that was deleted and recreated has the same name.
  const cache = await caches.open(cacheName)
  const present = new Set((await cache.keys()).map(({ url }) => url))
  // A book without a cover is complete.
  const absent = urls.filter((url) => !present.has(url) && !url.endsWith('/thumbnail'))
  const data = await cache.match(buildUrl(`api/v1/books/${book.id}`), { ignoreVary: true })
  const saved = data && ((await data.json()) as { book: Schemas['Book'] })
  return absent.length <= missing && saved?.book.fileHash === book.fileHash
}
