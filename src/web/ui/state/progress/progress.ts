/** Where one read to, brought to the server whenever it can be: now, or when it is there again. */
import { addressOf } from '../../api/client'
import { toast } from '../../components/feedback/toast'
import { t } from '../../i18n/i18n'
import { session, sessionEnded } from '../session/session'
import { fromStorage } from '../browser/storage'
import { createStore } from '../store'
import { heardDate, serverTime } from './server-clock'
import { type KeptPlace, type NewPlace, type Outcome, PlaceQueue } from './progress-queue'
import { keyOfPlaces } from './pending-progress'

export type { NewPlace } from './progress-queue'

/** Something waits that could not be brought to the server. */
export const placesWait = createStore(false)

const listeners = new Set<() => void>()

/** Called whenever the server took a place. Returns how to stop. */
export function onPlaceTaken(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Each person's places wait apart: somebody else may sign in here. */
let last: { userId: string; queue: PlaceQueue } | undefined

function queueNow(): PlaceQueue | undefined {
  const now = session.get()
  if (now.state !== 'signedIn') return undefined
  if (last?.userId !== now.user.id) last = { userId: now.user.id, queue: queueOf(now.user.id) }
  return last.queue
}

const queueOf = (userId: string) =>
  new PlaceQueue({
    ...storedAs(keyOfPlaces(userId)),
    send,
    now: Date.now,
    onLost: () => toast(t('Reading progress could not be saved.')),
  })

/** `isLeaving`: the page may be gone the next moment. */
export function keepPlace(place: NewPlace, { isLeaving = false } = {}) {
  // The session may have ended a moment ago: the place waits for the sign-in of whoever read to it.
  const now = queueNow()
  const queue = now ?? last?.queue
  if (!queue) return
  const kept = queue.add(place)
  // Somebody else may have signed in since: it would become a place of theirs.
  if (isLeaving && now) void queue.sendAtOnce(kept)
  else void deliverPlaces()
}

export const isPlaceWaiting = (book: string) => queueNow()?.isWaiting(book) ?? false

const firstWaitMs = 2_000
const longestWaitMs = 60_000
let waitMs = firstWaitMs
let again: ReturnType<typeof setTimeout> | undefined

/** Brings all that waits to the server, and tries again later what cannot be brought now. */
export async function deliverPlaces() {
  const queue = queueNow()
  if (!queue) return
  clearTimeout(again)
  const isDone = await queue.deliver()
  placesWait.set(!isDone)
  if (isDone) waitMs = firstWaitMs
  else {
    again = setTimeout(() => void deliverPlaces(), waitMs)
    waitMs = Math.min(longestWaitMs, waitMs * 2)
  }
}

let watching: Promise<void> | undefined

/** Sends what waits from earlier, and from now on whatever waits when the way is open again. */
export const watchPlaces = () => (watching ??= beginWatching())

async function beginWatching() {
  addEventListener('online', () => void deliverPlaces())
  session.watch(() => void deliverPlaces())
  const alive = await asked(addressOf('health/live'), { cache: 'no-store' })
  if (alive) heardDate(alive.headers.get('date'))
  await deliverPlaces()
}

async function send(place: KeptPlace): Promise<Outcome> {
  const answer = await asked(addressOf(`api/v1/books/${place.book}/${place.as}`), {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(place)),
  })
  if (!answer) return 'unreachable'
  heardDate(answer.headers.get('date'))
  const outcome = outcomeOf(answer)
  if (outcome === 'signedOut') sessionEnded()
  if (outcome === 'taken') for (const listener of listeners) listener()
  return outcome
}

/** undefined where nobody answers. */
async function asked(address: string, init: RequestInit) {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

const bodyOf = ({ as, body, at }: KeptPlace) =>
  as === 'progress'
    ? { ...body, happenedAt: serverTime(at) }
    : { ...body, modified: serverTime(at) }

/** Conflicts, a server that is busy or has an accident: these may pass. */
const passing = new Set([408, 409, 412, 423, 425, 429])

function outcomeOf({ status, headers }: Response): Outcome {
  // A hotel's sign-in page answers everything with 200.
  const isOurs = status === 204 || (headers.get('content-type') ?? '').includes('json')
  if (status < 400) return isOurs ? 'taken' : 'unreachable'
  if (status === 401) return 'signedOut'
  return status >= 500 || passing.has(status) ? 'failed' : 'refused'
}

/** Where the browser keeps nothing, places wait in memory. */
const storedAs = (key: string) => ({
  read: () => fromStorage((storage) => storage.getItem(key)) ?? null,
  write: (text: string | null) =>
    fromStorage((storage) => {
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      return true
    }) ?? false,
})
