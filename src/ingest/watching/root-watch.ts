/** One root that is watched: by events where they work, else by looking now and then. */
import type { Watched } from '../../catalog/libraries/condition'
import type { WalkOrder } from '../scanning/walk/walk'
import type { Listener } from './listener'
import type { Looks } from './looks'
import type { WatchNews, WatchOrder } from './watch.worker'

export interface RootTiming {
  pollMs: number
  /** Events are not trusted alone: so often a root is looked at although it is watched. */
  checkMs: number
  /** Until events are tried again, where what stood in their way may pass. */
  retryMs: number
  /** The same, where it hardly will. */
  retryLateMs: number
  /** How often to make sure that the folder is still the one that is watched. */
  lookEveryMs: number
}

export interface RootOrder {
  id: string
  place: WalkOrder
  timing: RootTiming
  fileSystem?: number | undefined
}

export interface Means {
  listener: Listener
  looks: Looks
}

/** What a root tells. */
export interface Ears {
  /** Must not throw, like those below. */
  settled(watched: Watched): void
  dirty(): void
  failed(error: unknown): void
  /** `news`: a scan is yet to see what lies there. */
  compare(signature: string): Promise<'known' | 'news' | 'never_scanned'>
}

export class RootWatch {
  readonly #order: RootOrder
  readonly #means: Means
  readonly #ears: Ears
  readonly #over = new AbortController()
  /** What was told to be news, and needs not be told again while it stays the same. */
  #told: string | undefined
  #isFirst = true
  #isLooking = false
  /** What was asked for during a look came too late for it. */
  #isAskedAgain = false
  #everyMs = 0
  #lookTimer: ReturnType<typeof setTimeout> | undefined
  #settleTimer: ReturnType<typeof setTimeout> | undefined

  constructor(order: RootOrder, means: Means, ears: Ears) {
    this.#order = order
    this.#means = means
    this.#ears = ears
  }

  begin(afterMs = 0) {
    this.#settleTimer = setTimeout(() => this.#settle(), afterMs)
  }

  /** Nothing is told any more. */
  stop() {
    this.#over.abort()
    clearTimeout(this.#lookTimer)
    clearTimeout(this.#settleTimer)
    this.#means.listener.forget(this.#order.id)
  }

  get #isOver() {
    return this.#over.signal.aborted
  }

  #settle() {
    const { id, place, timing, fileSystem } = this.#order
    const order: WatchOrder = {
      root: place.root,
      excluded: [...place.excluded],
      lookEveryMs: timing.lookEveryMs,
      ...(fileSystem !== undefined && { fileSystem }),
    }
    this.#means.listener.listen(id, order, (news) => this.#hear(news))
  }

  #hear(news: WatchNews) {
    if (this.#isOver) return
    const { pollMs, checkMs, retryMs, retryLateMs } = this.#order.timing
    if (news === 'dirty') {
      this.#told = undefined
      return this.#ears.dirty()
    }
    if (news === 'watching') {
      this.#ears.settled({ mode: 'events', reason: null })
      return this.#lookFrom(checkMs)
    }
    this.#ears.settled({ mode: 'polling', reason: news.unfit })
    // What is tried again in vain has been looked at.
    if (this.#everyMs !== pollMs) this.#lookFrom(pollMs)
    const afterMs = news.mayPass ? retryMs : retryLateMs
    this.#settleTimer = setTimeout(() => this.#settle(), afterMs)
  }

  /** Looks now, because what happened just before may have gone unheard, and then so often. */
  #lookFrom(everyMs: number) {
    this.#everyMs = everyMs
    void this.#lookOnAndOn()
  }

  async #lookOnAndOn() {
    clearTimeout(this.#lookTimer)
    await this.#look()
    if (this.#isOver) return
    clearTimeout(this.#lookTimer)
    this.#lookTimer = setTimeout(() => void this.#lookOnAndOn(), this.#everyMs)
  }

  async #look() {
    this.#isAskedAgain = this.#isLooking
    // One that hangs must not become many that hang.
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const signature = await this.#means.looks.look(this.#order.place, this.#over.signal)
      const standing = await this.#ears.compare(signature)
      if (this.#isOver) return
      // What was never scanned waits until somebody asks for it, or something happens.
      const waits = standing === 'never_scanned' && this.#isFirst
      if (standing !== 'known' && !waits && signature !== this.#told) this.#ears.dirty()
      this.#told = standing === 'known' ? undefined : signature
      this.#isFirst = false
    } catch (error) {
      if (!this.#isOver) this.#ears.failed(error)
    } finally {
      this.#isLooking = false
    }
    if (this.#isAskedAgain && !this.#isOver) await this.#look()
  }
}
