/**
 * Books saved in this browser. Each has its own cache with its files and a record, so a book and
 * its record are removed in one step. Only one user's books are kept at a time.
 */
import type { Schemas } from '../../api/types'
import { createStore } from '../store'
import { getBookCache, listBookCaches, recordEntry, shellCache, userCache } from './cache-names'
import { forgetPositions } from './last-position'
import { forgetOtherIds, storeSavedIds } from './saved-ids'

export interface SavedBook {
  readonly bookId: string
  /** The book when it was saved. `fileHash` belongs to the file whose pages are saved. */
  readonly book: Schemas['Book']
  readonly savedAt: number
  /** Number of saved or missing files, and of all files. `total` is 0 until they are listed. */
  readonly done: number
  readonly total: number
  /** Number of files that the server cannot deliver, such as damaged pages. */
  readonly missing: number
  readonly bytes: number
  /** Why saving stopped. It resumes automatically only after `interrupted`. */
  readonly stopped: 'interrupted' | 'full' | 'cancelled' | null
}

export const isSavedCompletely = ({ done, total }: SavedBook) => total > 0 && done >= total

/** undefined if the caches have not been read yet. */
export const savedBooks = createStore<readonly SavedBook[] | undefined>(undefined)

export const createRecord = (book: Schemas['Book']): SavedBook => ({
  bookId: book.id,
  book,
  savedAt: Date.now(),
  done: 0,
  total: 0,
  missing: 0,
  bytes: 0,
  stopped: 'interrupted',
})

async function readRecord(name: string): Promise<SavedBook | undefined> {
  const found = await (await caches.open(name)).match(recordEntry)
  return found && ((await found.json()) as SavedBook)
}

export async function storeRecord(userId: string, record: SavedBook) {
  const cache = await caches.open(getBookCache(userId, record.bookId))
  await cache.put(recordEntry, Response.json(record))
  const others = savedBooks.get()?.filter(({ bookId }) => bookId !== record.bookId) ?? []
  savedBooks.set([...others, record])
}

/** Reads the caches and updates everything that depends on them. */
export async function refreshSavedBooks(userId: string): Promise<readonly SavedBook[]> {
  const mine = (await listBookCaches()).filter((each) => each.userId === userId)
  const found = await Promise.all(mine.map(({ name }) => readRecord(name)))
  const records = found.filter((record) => record !== undefined)
  // A cache without a record was being created when the browser closed.
  for (const [index, { name }] of mine.entries()) if (!found[index]) await caches.delete(name)
  const ids = records.map(({ bookId }) => bookId)
  savedBooks.set(records)
  storeSavedIds(userId, ids)
  forgetPositions(userId, ids)
  await tellWorker()
  return records
}

export async function removeSavedBook(userId: string, bookId: string) {
  await caches.delete(getBookCache(userId, bookId))
  await refreshSavedBooks(userId)
}

/** Removes the saved books of all other users, because this user must not see them. */
export async function removeBooksOfOthers(userId: string) {
  for (const each of await listBookCaches()) {
    if (each.userId !== userId) await caches.delete(each.name)
  }
  forgetOtherIds(userId)
  await tellWorker()
}

/** Removes everything saved for offline reading. Unsent progress is stored elsewhere and stays. */
export async function removeAllSaved() {
  for (const { name } of await listBookCaches()) await caches.delete(name)
  await caches.delete(userCache)
  await caches.delete(shellCache)
  forgetOtherIds(undefined)
  forgetPositions('', [])
  savedBooks.set([])
  await tellWorker()
}

/** Notifies the active worker, because the page has no controller after a forced reload. */
async function tellWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage('saved-books-changed')
}
