/** Saves reading progress on the server, now or once it is reachable again. */
import { buildUrl } from '../../api/client'
import { toast } from '../../components/feedback/toast'
import { t } from '../../i18n/i18n'
import { session, expireSession } from '../session/session'
import { fromStorage } from '../browser/storage'
import { createStore } from '../store'
import { noteLastPosition } from '../offline/last-position'
import { getServerTime, isClockMeasured, readClocks, updateServerClock } from './server-clock'
import {
  type PendingProgress,
  type NewProgress,
  type Outcome,
  ProgressQueue,
} from './progress-queue'
import { buildProgressKey } from './has-pending-progress'

export type { NewProgress } from './progress-queue'

/** Whether some progress could not be sent yet. */
export const hasUnsavedProgress = createStore(false)

const listeners = new Set<() => void>()

/** Calls `listener` whenever the server has accepted progress. Returns the unsubscribe function. */
export function onProgressSaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One queue per user, because a different user may sign in here. */
const queues = new Map<string, ProgressQueue>()

function queueNow(): ProgressQueue | undefined {
  const now = session.get()
  return now.state === 'signedIn' ? getQueue(now.user.id) : undefined
}

function getQueue(userId: string): ProgressQueue {
  const queue = queues.get(userId) ?? createQueue(userId)
  queues.set(userId, queue)
  return queue
}

const createQueue = (userId: string) =>
  new ProgressQueue({
    ...storedAs(buildProgressKey(userId)),
    send,
    readClocks,
    getServerTime,
    onLost: () => toast(t('Couldn’t save reading progress')),
  })

interface Saving {
  /**
   * The user who was reading. A different user may have signed in since, and must not receive this
   * progress.
   */
  readerId: string
  /** Whether the page may be about to close. */
  isLeaving: boolean
}

export function saveProgress(place: NewProgress, { readerId, isLeaving }: Saving) {
  const queue = getQueue(readerId)
  const kept = queue.add(place)
  noteLastPosition(readerId, place, getServerTime(readClocks()))
  // After session expiry, progress waits for the same user to sign in.
  if (queue !== queueNow()) return
  if (isLeaving && isClockMeasured()) void queue.sendAtOnce(kept)
  else void deliverProgress()
}

export const isProgressPending = (book: string) => queueNow()?.isWaiting(book) ?? false

/** Returns the last position in a book that has not been sent to the server yet. */
export const findPendingPosition = (book: string) => queueNow()?.findLast(book)

const firstWaitMs = 2_000
const longestWaitMs = 60_000
let waitMs = firstWaitMs
let again: ReturnType<typeof setTimeout> | undefined

let delivering: Promise<void> | undefined
let isAskedAgain = false

/**
 * Sends all queued progress and retries later on failure. Makes one attempt at a time: outside the
 * server's network, requests hang until they time out, and each page turn would start another.
 */
export function deliverProgress(): Promise<void> {
  isAskedAgain = true
  delivering ??= deliverWhileAsked().finally(() => (delivering = undefined))
  return delivering
}

async function deliverWhileAsked() {
  while (isAskedAgain) {
    isAskedAgain = false
    if (!(await attemptDelivery())) return
  }
}

/** Returns false if delivery will be retried later. */
async function attemptDelivery(): Promise<boolean> {
  const queue = queueNow()
  if (!queue) return true
  clearTimeout(again)
  // The clock may have been corrected since the network was lost.
  const isClockKnown = isClockMeasured() && !hasUnsavedProgress.get()
  const isReachable = isClockKnown || (await measureClock())
  // A different user may have signed in since.
  const isDone = isReachable && queue === queueNow() && (await queue.deliver())
  hasUnsavedProgress.set(!isDone)
  if (isDone) waitMs = firstWaitMs
  else {
    again = setTimeout(() => void deliverProgress(), waitMs)
    waitMs = Math.min(longestWaitMs, waitMs * 2)
  }
  return isDone
}

let watching: Promise<void> | undefined

/** Sends queued progress now, and whenever the session changes or the browser is online again. */
export const watchProgress = () => (watching ??= beginWatching())

async function beginWatching() {
  addEventListener('online', () => void deliverProgress())
  session.watch(() => void deliverProgress())
  await deliverProgress()
}

/** Returns false if the server is unreachable. */
async function measureClock(): Promise<boolean> {
  const alive = await fetchOrUndefined(buildUrl('health/live'), { cache: 'no-store' })
  if (!alive?.ok) return false
  updateServerClock(alive.headers.get('date'))
  return true
}

async function send(place: PendingProgress): Promise<Outcome> {
  const answer = await fetchOrUndefined(buildUrl(`api/v1/books/${place.book}/${place.as}`), {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildBody(place)),
  })
  if (!answer) return 'unreachable'
  updateServerClock(answer.headers.get('date'))
  const outcome = getOutcome(answer)
  if (outcome === 'signedOut') expireSession()
  if (outcome === 'taken') for (const listener of listeners) listener()
  return outcome
}

const answerMs = 30_000

/** Returns undefined if the server is unreachable. Repeating a request is harmless. */
async function fetchOrUndefined(address: string, init: RequestInit) {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) })
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error
    return undefined
  }
}

function buildBody({ as, body, at, happenedAt = at }: PendingProgress) {
  const time = new Date(happenedAt).toISOString()
  return as === 'progress' ? { ...body, happenedAt: time } : { ...body, modified: time }
}

/** Missing books may return, and conflicts, overload and server errors are temporary. */
const passing = new Set([404, 408, 409, 412, 423, 425, 429])

function getOutcome({ status, headers }: Response): Outcome {
  // A captive portal answers everything with 200.
  const isJson = (headers.get('content-type') ?? '').includes('json')
  const isOurs = status === 204 || isJson
  if (status < 400) return isOurs ? 'taken' : 'unreachable'
  if (status === 401) return 'signedOut'
  // The response comes from a proxy whose server does not respond.
  if (status >= 502 && status <= 504 && !isJson) return 'unreachable'
  return status >= 500 || passing.has(status) ? 'failed' : 'refused'
}

/** Returns the storage of a queue. If it is blocked, the queue stays in memory. */
const storedAs = (key: string) => ({
  read: () => fromStorage((storage) => storage.getItem(key)) ?? null,
  write: (text: string | null) =>
    fromStorage((storage) => {
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      return true
    }) ?? false,
})
