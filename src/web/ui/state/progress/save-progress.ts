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

/** Progress could not be sent yet. */
export const hasUnsavedProgress = createStore(false)

const listeners = new Set<() => void>()

/** Called whenever the server accepted progress. Returns the unsubscribe function. */
export function onProgressSaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One queue per user: another user may sign in here. */
let last: { userId: string; queue: ProgressQueue } | undefined

function queueNow(): ProgressQueue | undefined {
  const now = session.get()
  if (now.state !== 'signedIn') return undefined
  if (last?.userId !== now.user.id) last = { userId: now.user.id, queue: getQueue(now.user.id) }
  return last.queue
}

const getQueue = (userId: string) =>
  new ProgressQueue({
    ...storedAs(buildProgressKey(userId)),
    send,
    readClocks,
    getServerTime,
    onLost: () => toast(t('Couldn’t save reading progress.')),
  })

/** `isLeaving`: the page may close. */
export function saveProgress(place: NewProgress, { isLeaving = false } = {}) {
  // After session expiry, progress waits for the same user to sign in.
  const now = queueNow()
  const queue = now ?? last?.queue
  if (!queue || !last) return
  const kept = queue.add(place)
  noteLastPosition(last.userId, place, getServerTime(readClocks()))
  // Another user may be signed in now and must not receive this progress.
  if (isLeaving && now && isClockMeasured()) void queue.sendAtOnce(kept)
  else void deliverProgress()
}

export const isProgressPending = (book: string) => queueNow()?.isWaiting(book) ?? false

/** The last position in a book that the server does not know yet. */
export const findPendingPosition = (book: string) => queueNow()?.findLast(book)

const firstWaitMs = 2_000
const longestWaitMs = 60_000
let waitMs = firstWaitMs
let again: ReturnType<typeof setTimeout> | undefined

/** Sends all queued progress and retries later on failure. */
export async function deliverProgress() {
  const queue = queueNow()
  if (!queue) return
  clearTimeout(again)
  // The clock may have been corrected since the network was lost.
  const isClockKnown = isClockMeasured() && !hasUnsavedProgress.get()
  const isReachable = isClockKnown || (await measureClock())
  const isDone = isReachable && (await queue.deliver())
  hasUnsavedProgress.set(!isDone)
  if (isDone) waitMs = firstWaitMs
  else {
    again = setTimeout(() => void deliverProgress(), waitMs)
    waitMs = Math.min(longestWaitMs, waitMs * 2)
  }
}

let watching: Promise<void> | undefined

/** Sends queued progress now and whenever the browser is online again. */
export const watchProgress = () => (watching ??= beginWatching())

async function beginWatching() {
  addEventListener('online', () => void deliverProgress())
  session.watch(() => void deliverProgress())
  await deliverProgress()
}

/** False if the server cannot be reached. */
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

/** undefined if the server is unreachable. */
async function fetchOrUndefined(address: string, init: RequestInit) {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

function buildBody({ as, body, at, happenedAt = at }: PendingProgress) {
  const time = new Date(happenedAt).toISOString()
  return as === 'progress' ? { ...body, happenedAt: time } : { ...body, modified: time }
}

/** Missing books may return, and conflicts, overload and server errors pass. */
const passing = new Set([404, 408, 409, 412, 423, 425, 429])

function getOutcome({ status, headers }: Response): Outcome {
  // A captive portal answers everything with 200.
  const isOurs = status === 204 || (headers.get('content-type') ?? '').includes('json')
  if (status < 400) return isOurs ? 'taken' : 'unreachable'
  if (status === 401) return 'signedOut'
  return status >= 500 || passing.has(status) ? 'failed' : 'refused'
}

/** Memory fallback if storage is blocked. */
const storedAs = (key: string) => ({
  read: () => fromStorage((storage) => storage.getItem(key)) ?? null,
  write: (text: string | null) =>
    fromStorage((storage) => {
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      return true
    }) ?? false,
})
