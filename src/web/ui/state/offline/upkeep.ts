/**
 * Keeps saved books in line with the server: who may see them, what has changed, the copy of the interface.
 * Runs only in browsers with saved books.
 */
import { ApiError, api, readResponse } from '../../api/client'
import { buildUrl } from '../../api/client'
import { session } from '../session/session'
import { whenIdle } from '../browser/when-idle'
import { shellCache, userCache } from './cache-names'
import { lockSavedBooks, type OfflineUser, storeOfflineUser } from './offline-user'
import { trySavedCopies } from './offline-start'
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

/** At each start and sign-in. */
export async function keepSavedBooks(user: OfflineUser) {
  if (startedFor === user.id) return
  startedFor = user.id
  // First of all: without the server, the books of another user must not open.
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

/** The server knows no session. */
export async function lockIfSignedOut() {
  if (session.get().state === 'signedOut') await lockSavedBooks()
}

/** After signing out. */
export async function removeAfterSignOut() {
  await stopSaving()
  await removeAllSaved()
}

async function updateAll(userId: string, records: readonly SavedBook[]) {
  const stop = new AbortController()
  for (const record of records) await updateBook(userId, record)
  await updateShellCopy(stop.signal)
  await continueSaving(userId)
}

/** The request also renews the saved data: see public/service-worker.js. */
async function updateBook(userId: string, record: SavedBook) {
  const { bookId } = record
  const path = { params: { path: { id: bookId } } }
  try {
    const { book } = await readResponse(api.GET('/api/v1/books/{id}', path))
    if (book.fileHash !== record.book.fileHash) {
      await storeRecord(userId, { ...record, stopped: 'interrupted' })
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error
    await removeSavedBook(userId, bookId)
    return
  }
  if (record.book.fileFormat === 'epub') await fetch(buildUrl(`api/v1/books/${bookId}/progression`))
}
