/**
 * Queue of reading progress to send, in reading order. Stored in this browser until the server
 * confirms it, so progress survives a lost network, a restart and a closed tab.
 */

export interface PendingProgress {
  readonly book: string
  /** Endpoint: a page, or a Readium locator. */
  readonly as: 'progress' | 'progression'
  readonly body: Readonly<Record<string, unknown>>
  /** Time of reading by this device's clock, in milliseconds. */
  readonly at: number
  /** Finishes the book: later progress must not replace it. */
  readonly ends: boolean
  /** Number of failed attempts. */
  readonly failures: number
}

export type NewProgress = Omit<PendingProgress, 'at' | 'failures'>

/**
 * `unreachable` and `clearSession` affect the whole queue; `failed` affects this entry and may be
 * retried.
 */
export type Outcome = 'taken' | 'failed' | 'refused' | 'unreachable' | 'signedOut'

interface Parts {
  read(): string | null
  /** False if storage is blocked. */
  write(text: string | null): boolean
  send(place: PendingProgress): Promise<Outcome>
  now(): number
  /** Dropped without another attempt. */
  onLost(place: PendingProgress): void
}

/** Maximum queue length after months offline. */
const mostPlaces = 100
const mostFailures = 30

export class ProgressQueue {
  readonly #parts: Parts
  #places: readonly PendingProgress[] = []
  #isKept: boolean
  #running: Promise<boolean> | undefined

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

  add(added: NewProgress): PendingProgress {
    const place = { ...added, at: this.#parts.now(), failures: 0 }
    const others = this.#load().filter(
      ({ book, as, ends }) => book !== place.book || as !== place.as || (ends && !place.ends),
    )
    this.#save([...others, place].slice(-mostPlaces))
    return place
  }

  /** Sends the queue in order; true when it is empty. */
  async deliver(): Promise<boolean> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Sends in parallel because the page may close; the server orders by time. */
  async sendAtOnce(place: PendingProgress) {
    this.#handleOutcome(place, await this.#parts.send(place))
  }

  async #run() {
    const stuck = new Set<string>()
    for (;;) {
      const next = this.#load().find(({ book }) => !stuck.has(book))
      if (!next) return stuck.size === 0
      const outcome = await this.#parts.send(next)
      if (outcome === 'unreachable' || outcome === 'signedOut') return false
      if (!this.#handleOutcome(next, outcome)) stuck.add(next.book)
    }
  }

  /** True if no retry is needed. */
  #handleOutcome(place: PendingProgress, outcome: Outcome) {
    if (outcome === 'unreachable' || outcome === 'signedOut') return false
    const failures = place.failures + 1
    const isDone = outcome !== 'failed' || failures >= mostFailures
    if (isDone && outcome !== 'taken') this.#parts.onLost(place)
    this.#save(
      this.#load().flatMap((each) => {
        if (!isSame(each, place)) return [each]
        return isDone ? [] : [{ ...each, failures }]
      }),
    )
    return isDone
  }

  /** Another tab may have changed the queue. */
  #load() {
    if (this.#isKept) this.#places = placesIn(this.#parts.read())
    return this.#places
  }

  #save(places: readonly PendingProgress[]) {
    this.#places = places
    this.#isKept = this.#parts.write(places.length > 0 ? JSON.stringify(places) : null)
  }
}

const isSame = (one: PendingProgress, other: PendingProgress) =>
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
  const { book, as, body, at } = found as Partial<PendingProgress>
  return (
    typeof book === 'string' &&
    (as === 'progress' || as === 'progression') &&
    typeof body === 'object' &&
    body !== null &&
    typeof at === 'number' &&
    Math.abs(at) < latestTime
  )
}
