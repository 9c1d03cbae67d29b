/**
 * Keeps saved books in sync with the server: access, changed files and the copy of the interface.
 * Runs only in browsers with saved books.
 */
import { ApiError, api, readResponse } from '../../api/client'
import { buildUrl } from '../../api/client'
import { session } from '../session/session'
import { whenIdle } from '../browser/when-idle'
import { getBookCache, shellCache, userCache } from './cache-names'
import { findOfflineUser, lockSavedBooks, type OfflineUser, storeOfflineUser } from './offline-user'
import { trySavedCopies } from './offline-start'
import { Interrupted } from './saving/download-files'
import { continueSaving, stopSaving } from './saving/save-queue'
import {
  refreshSavedBooks,
  removeAllSaved,
  removeBooksOfOthers,
  removeSavedBook,
  type SavedBook,
  storeRecord,
} from './saved-books'
import { updateShellCopy } from './shell-copy'

let startedFor: string | undefined

/**
 * Removes the saved books of other users and updates those of this user. Called at each start and
 * sign-in.
 */
export async function keepSavedBooks(user: OfflineUser) {
  if (startedFor === user.id) return
  startedFor = user.id
  // Comes first: if the server becomes unreachable, another user's books must not open.
  if ((await findOfflineUser())?.id !== user.id) await lockSavedBooks()
  await removeBooksOfOthers(user.id)
  const records = await refreshSavedBooks(user.id)
  if (records.length === 0) {
    await caches.delete(userCache)
    await caches.delete(shellCache)
    return
  }
  await storeOfflineUser(user)
  trySavedCopies()
  session.watch(() => void lockWithoutSession())
  whenIdle(() => void updateAll(user.id, records).catch(() => undefined))
}

async function lockWithoutSession() {
  const { state } = session.get()
  if (state !== 'expired' && state !== 'signedOut') return
  startedFor = undefined
  await stopSaving()
  await lockSavedBooks()
}

/** Called when the server has no session. */
export async function lockIfSignedOut() {
  if (session.get().state === 'signedOut') await lockSavedBooks()
}

/** Stops saving and removes everything saved, for example after signing out. */
export async function removeAfterSignOut() {
  await stopSaving()
  await removeAllSaved()
}

async function updateAll(userId: string, records: readonly SavedBook[]) {
  for (const record of records) {
    await updateBook(userId, record).catch(ignoreFault)
  }
  await updateShellCopy(new AbortController().signal).catch(ignoreFault)
  await continueSaving(userId)
}

/** Ignores temporary failures, so that the other books are still updated, removed or saved. */
function ignoreFault(error: unknown) {
  if (error instanceof ApiError ? error.status >= 500 : error instanceof Interrupted) return
  throw error
}

/** Checks for changes. The requests also renew the saved data: see service-worker/main.ts. */
async function updateBook(userId: string, record: SavedBook) {
  const { bookId } = record
  const path = { params: { path: { id: bookId } } }
  try {
    const { book, hasTextBeside } = await readResponse(api.GET('/api/v1/books/{id}', path))
    const isSame =
      book.fileHash === record.book.fileHash &&
      (!hasTextBeside || (await hasCurrentText(userId, bookId)))
    if (!isSame) await markChanged(userId, record)
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error
    await removeSavedBook(userId, bookId)
    return
  }
  if (record.book.fileFormat === 'epub') await fetch(buildUrl(`api/v1/books/${bookId}/progression`))
}

/**
 * Whether the saved text of a comic is current. Its text file may be added or changed after the
 * comic was saved.
 */
async function hasCurrentText(userId: string, bookId: string) {
  const url = buildUrl(`api/v1/books/${bookId}/pages/1/text`)
  const saved = await caches.match(url, {
    cacheName: getBookCache(userId, bookId),
    ignoreVary: true,
  })
  if (!saved) return false
  const current = await fetch(url)
  // One page is enough, because its ETag contains the version of the whole text file.
  return !current.ok || current.headers.get('etag') === saved.headers.get('etag')
}

/** Queues a changed book to be saved again, unless it was removed in the meantime. */
async function markChanged(userId: string, record: SavedBook) {
  if (!(await caches.has(getBookCache(userId, record.bookId)))) return
  await storeRecord(userId, { ...record, stopped: 'interrupted' })
}
