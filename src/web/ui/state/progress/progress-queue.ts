/**
 * Queue of reading progress to send, in reading order. Stored in this browser until the server
 * confirms it, so progress survives a lost network, a restart and a closed tab. All positions are
 * sent, because statistics are computed from them. Uses local storage instead of a database,
 * because local storage can be written synchronously while the page closes, even over plain HTTP.
 */
import type { ClockReading } from './event-time'

export interface PendingProgress {
  readonly book: string
  /** Endpoint: `progress` for a page, `progression` for a Readium locator. */
  readonly as: 'progress' | 'progression'
  readonly body: Readonly<Record<string, unknown>>
  /** Time of reading according to this device's clock, in milliseconds. */
  readonly at: number
  /** The values of all clocks at that time. */
  readonly clocks?: ClockReading
  /**
   * Time of reading according to the server's clock, in milliseconds. Set at the first attempt and
   * kept, so that the server recognizes a repeated request.
   */
  readonly happenedAt?: number
  /** Whether the book is finished with this entry. Later progress must not replace it. */
  readonly ends: boolean
  /** Number of failed attempts. */
  readonly failures: number
}

export type NewProgress = Omit<PendingProgress, 'at' | 'clocks' | 'happenedAt' | 'failures'>

/**
 * `unreachable` and `signedOut` affect the whole queue. `failed` affects this entry, which may be
 * retried.
 */
export type Outcome = 'taken' | 'failed' | 'refused' | 'unreachable' | 'signedOut'

interface Parts {
  read(): string | null
  /** Returns false if storage is blocked. */
  write(text: string | null): boolean
  send(place: PendingProgress): Promise<Outcome>
  readClocks(): ClockReading
  /** Returns the time on the server's clock, in milliseconds. */
  getServerTime(event: ClockReading): number
  /** Called when progress that the server has not accepted is dropped. */
  onLost(place: PendingProgress): void
}

/**
 * Maximum length of the queue. Beyond it, only the last position in each book and the entries that
 * finish a book are kept.
 */
const mostPlaces = 1_000
/**
 * A failing position is dropped only after both limits, because a server may be broken for days.
 */
const mostFailures = 30
const triedForMs = 7 * 24 * 3_600_000

export class ProgressQueue {
  readonly #parts: Parts
  #places: readonly PendingProgress[] = []
  #isKept: boolean
  #running: Promise<boolean> | undefined
  /** Time of the last position that was sent in order. */
  #sentUntil = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#places = placesIn(parts.read())
    this.#isKept = true
  }

  get isEmpty() {
    return this.#load().length === 0
  }

  isWaiting(book: string) {
    return this.#load().some((place) => place.book === book)
  }

  /** Returns the last unsent position in a book. */
  findLast(book: string): PendingProgress | undefined {
    return this.#load().findLast((place) => place.book === book)
  }

  add(added: NewProgress): PendingProgress {
    const clocks = this.#parts.readClocks()
    const before = this.#load()
    const place = { ...added, at: findFreeTime(before, added, clocks.wallMs), clocks, failures: 0 }
    const places = [...before, place]
    this.#save(places.length > mostPlaces ? withoutPassed(places).slice(-mostPlaces) : places)
    return place
  }

  /** Sends the queue in order. Returns true if it is empty afterward. */
  async deliver(): Promise<boolean> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
    return this.#running
  }

  /**
   * Sends this position in parallel with the queue, because the page may close. The server orders
   * positions by time.
   */
  async sendAtOnce(place: PendingProgress) {
    const dated = this.#date(place)
    this.#handleOutcome(dated, await this.#parts.send(dated))
  }

  async #run() {
    const stuck = new Set<string>()
    for (;;) {
      const next = this.#load().find(({ book }) => !stuck.has(book))
      if (!next) return stuck.size === 0
      const dated = this.#date(next)
      const outcome = await this.#parts.send(dated)
      if (outcome === 'unreachable' || outcome === 'signedOut') return false
      if (!this.#handleOutcome(dated, outcome)) stuck.add(next.book)
      else this.#sentUntil = dated.happenedAt ?? 0
    }
  }

  /** Sets an entry's time, never before that of an earlier one: the queue is in reading order. */
  #date(place: PendingProgress): PendingProgress {
    if (place.happenedAt !== undefined) return place
    const places = this.#load()
    const index = places.findIndex((each) => isSame(each, place))
    const earlier = places.slice(0, Math.max(0, index)).map(({ happenedAt = 0 }) => happenedAt)
    const time = this.#parts.getServerTime(place.clocks ?? getOldReading(place))
    const known = Number.isFinite(time) ? time : place.at
    const dated = { ...place, happenedAt: Math.max(known, this.#sentUntil, ...earlier) }
    this.#save(places.map((each) => (isSame(each, place) ? dated : each)))
    return dated
  }

  /** Returns true if no retry is needed. */
  #handleOutcome(place: PendingProgress, outcome: Outcome) {
    if (outcome === 'unreachable' || outcome === 'signedOut') return false
    const failures = place.failures + 1
    const isDone = outcome !== 'failed' || (failures >= mostFailures && this.#isOld(place))
    if (isDone && outcome !== 'taken') this.#parts.onLost(place)
    this.#save(
      this.#load().flatMap((each) => {
        if (!isSame(each, place)) return [each]
        return isDone ? [] : [{ ...each, failures }]
      }),
    )
    return isDone
  }

  #isOld({ at }: PendingProgress) {
    return this.#parts.readClocks().wallMs - at > triedForMs
  }

  /** Reads the queue again, because another tab may have changed it. */
  #load() {
    if (this.#isKept) this.#places = placesIn(this.#parts.read())
    return this.#places
  }

  #save(places: readonly PendingProgress[]) {
    this.#places = places
    this.#isKept = this.#parts.write(places.length > 0 ? JSON.stringify(places) : null)
  }
}

/** Removes positions replaced by a later one in the same book, unless they finish the book. */
function withoutPassed(places: readonly PendingProgress[]) {
  const later = new Set<string>()
  const isLeft = ({ book, as, ends }: PendingProgress) => {
    const isPassed = later.has(`${as} ${book}`)
    later.add(`${as} ${book}`)
    return ends || !isPassed
  }
  return places.toReversed().filter(isLeft).toReversed()
}

/** Returns the clocks for an entry stored by an earlier version. */
const getOldReading = ({ at }: PendingProgress): ClockReading => ({
  wallMs: at,
  elapsedMs: 0,
  pageId: '',
  contact: null,
})

/**
 * Finds a time that is unique within the book, because it identifies the position. Clocks may be
 * coarse or stop.
 */
function findFreeTime(places: readonly PendingProgress[], added: NewProgress, at: number): number {
  const isTaken = places.some((place) => isSame(place, { ...added, at }))
  return isTaken ? findFreeTime(places, added, at + 1) : at
}

type Identity = Pick<PendingProgress, 'book' | 'as' | 'at'>
const isSame = (one: Identity, other: Identity) =>
  one.book === other.book && one.as === other.as && one.at === other.at

/** Later dates are not valid and would block the queue. */
const latestTime = 8e15

/** Ignores invalid stored data. */
function placesIn(text: string | null): PendingProgress[] {
  if (text === null) return []
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isPlace) : []
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return []
  }
}

function isPlace(found: unknown): found is PendingProgress {
  if (typeof found !== 'object' || found === null) return false
  const { book, as, body, at, happenedAt = 0 } = found as Partial<PendingProgress>
  return (
    typeof book === 'string' &&
    (as === 'progress' || as === 'progression') &&
    typeof body === 'object' &&
    body !== null &&
    typeof at === 'number' &&
    Math.abs(at) < latestTime &&
    Math.abs(happenedAt) < latestTime
  )
}
