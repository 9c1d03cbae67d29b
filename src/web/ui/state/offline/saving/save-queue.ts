/**
 * Saves books one after another. The records themselves form the queue: an incomplete book waits,
 * even after the browser is closed. Only one tab saves at a time.
 */
import { ApiError, type Schemas } from '../../../api/client'
import { session } from '../../session/session'
import { createStore } from '../../store'
import { getBookCache } from '../cache-names'
import { Interrupted, StorageFull } from './download-files'
import { storeOfflineUser, type OfflineUser } from '../offline-user'
import { saveBook } from './save-book'
import {
  createRecord,
  isSavedCompletely,
  refreshSavedBooks,
  removeSavedBook,
  type SavedBook,
  storeRecord,
} from '../saved-books'
import { deleteIncompleteShell, updateShellCopy } from '../shell-copy'
import { askToPersist, readSpace } from './storage-space'

/** The book that this tab is saving. */
export const savingNow = createStore<SavedBook | undefined>(undefined)

type Problem = 'full' | 'refused'
/** Listeners that notify the user of problems. */
const problemListeners = new Set<(problem: Problem, book: SavedBook) => void>()
export const onSavingProblem = (listener: (problem: Problem, book: SavedBook) => void) => {
  problemListeners.add(listener)
  return () => void problemListeners.delete(listener)
}

export interface Shortage {
  needed: number
  available: number
}

/** Returns undefined if there is enough space, or if the browser does not report it. */
export async function findShortage(
  books: readonly Schemas['Book'][],
): Promise<Shortage | undefined> {
  const space = await readSpace()
  const needed = books.reduce((sum, { fileSize }) => sum + fileSize, 0)
  if (!space || needed <= space.available) return undefined
  return { needed, available: space.available }
}

/** Adds books to the queue, except those that are already saved. */
export async function saveBooks(user: OfflineUser, books: readonly Schemas['Book'][]) {
  await askToPersist()
  try {
    await storeRequests(user, books)
  } finally {
    // Also cleans up after a storage-full error.
    await refreshSavedBooks(user.id)
  }
  void continueSaving(user.id)
}

async function storeRequests(user: OfflineUser, books: readonly Schemas['Book'][]) {
  await storeOfflineUser(user)
  const known = new Map((await refreshSavedBooks(user.id)).map((record) => [record.bookId, record]))
  for (const book of books) {
    const record = known.get(book.id)
    if (record && isSavedCompletely(record)) continue
    await storeRecord(user.id, { ...(record ?? createRecord(book)), stopped: 'interrupted' })
  }
}

class SavingStopped extends Error {
  /** Whether saving the other books stops too, for example because the user is signing out. */
  readonly areAll: boolean
  constructor(areAll: boolean) {
    super()
    this.areAll = areAll
  }
}

let running: Promise<void> | undefined
let current: { bookId: string; stop: AbortController; ended: Promise<boolean> } | undefined
let again: ReturnType<typeof setTimeout> | undefined
const againMs = 20_000

/**
 * Saves pending books. Resolves when none are left or when saving has to wait, for example because
 * the server is unreachable.
 */
export function continueSaving(userId: string): Promise<void> {
  clearTimeout(again)
  running ??= navigator.locks
    .request('quire-saving', () => saveAll(userId))
    .finally(() => (running = undefined))
  return running
}

async function saveAll(userId: string) {
  let isShellSaved = false
  // Requests by a different user would save what that user may see.
  while (isSignedIn(userId)) {
    const next = (await refreshSavedBooks(userId))
      .toSorted((one, other) => one.savedAt - other.savedAt)
      .find((record) => record.stopped === 'interrupted')
    if (!next) return
    const stop = new AbortController()
    const ended = saveNext(userId, next, { stop, isShellSaved })
    current = { bookId: next.bookId, stop, ended }
    if (!(await ended)) return
    isShellSaved = true
  }
}

function isSignedIn(userId: string) {
  const now = session.get()
  return now.state === 'signedIn' && now.user.id === userId
}

interface Attempt {
  stop: AbortController
  isShellSaved: boolean
}

/** Returns false if the other books must also wait. */
async function saveNext(userId: string, next: SavedBook, { stop, isShellSaved }: Attempt) {
  const { signal } = stop
  savingNow.set(next)
  try {
    if (!isShellSaved) await updateShellCopy(signal)
    await saveBook(next, { userId, signal, onProgress: (now) => savingNow.set(now) })
    return true
  } catch (error) {
    return await handleError(userId, next, signal.aborted ? signal.reason : error)
  } finally {
    current = undefined
    savingNow.set(undefined)
    await refreshSavedBooks(userId)
  }
}

/** Returns false if the other books must also wait. */
async function handleError(userId: string, record: SavedBook, error: unknown): Promise<boolean> {
  const { bookId } = record
  if (error instanceof SavingStopped) {
    if (!error.areAll) await markStopped(userId, bookId, 'cancelled')
    return !error.areAll
  }
  if (error instanceof Interrupted) {
    again = setTimeout(() => void continueSaving(userId), againMs)
    return false
  }
  if (isStorageFull(error)) {
    await deleteIncompleteShell()
    // If there is no space for its record, the book cannot be kept as incomplete.
    await markStopped(userId, bookId, 'full').catch(() => removeSavedBook(userId, bookId))
    tellProblem('full', record)
    return true
  }
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return false
  if (status === 403 || status === 404) await removeSavedBook(userId, bookId)
  else await markStopped(userId, bookId, 'cancelled')
  tellProblem('refused', record)
  if (error instanceof ApiError) return true
  throw error
}

const isStorageFull = (error: unknown) =>
  error instanceof StorageFull ||
  (error instanceof DOMException && error.name === 'QuotaExceededError')

function tellProblem(problem: Problem, book: SavedBook) {
  for (const listener of problemListeners) listener(problem, book)
}

async function markStopped(userId: string, bookId: string, stopped: SavedBook['stopped']) {
  const records = await refreshSavedBooks(userId)
  const record = records.find((each) => each.bookId === bookId)
  if (record) await storeRecord(userId, { ...record, stopped })
}

/** Cancels saving. The files saved so far are kept, and saving can be resumed. */
export async function cancelSaving(userId: string, bookId: string) {
  await stopSaving(bookId)
  // The book may still have been in the queue.
  await markStopped(userId, bookId, 'cancelled')
}

export async function removeBook(userId: string, bookId: string) {
  await stopSaving(bookId)
  await caches.delete(getBookCache(userId, bookId))
  await refreshSavedBooks(userId)
}

/** Stops saving the given book, or all books. */
export async function stopSaving(bookId?: string) {
  if (!current || (bookId !== undefined && current.bookId !== bookId)) return
  const { stop, ended } = current
  stop.abort(new SavingStopped(bookId === undefined))
  // Ignores errors, because the queue reports them.
  await ended.catch(() => false)
}
