/**
 * What rooms announce. `on` reacts once, in the process where it happened; `follow` hears it in every
 * process of the installation, with a number that grows: for live views and for caches.
 */
import { inTurn } from '../db/in-turn'
import type { Store } from '../db/store'
import type { Log } from '../log/log'

export type Happening = { timestamp?: string } & (
  | { type: 'library_created' | 'library_updated' | 'library_deleted'; libraryId: string }
  | {
      type: 'series_created' | 'series_updated' | 'series_deleted'
      libraryId: string
      seriesId: string
    }
  | {
      type: 'series_metadata_updated'
      libraryId: string
      seriesId: string
      fieldsUpdated: string[]
      pluginId?: string
    }
  | { type: 'series_bulk_purged'; libraryId: string; count: number }
  | {
      type: 'book_created' | 'book_deleted'
      libraryId: string
      seriesId: string
      bookId: string
    }
  | {
      type: 'book_updated'
      libraryId: string
      seriesId: string
      bookId: string
      fields?: string[]
    }
  | {
      type: 'cover_updated'
      entityType: 'series' | 'book'
      entityId: string
      libraryId: string
    }
  | {
      type: 'scan_progress'
      libraryId: string
      scanId: string
      status: string
      phase: string | null
      filesProcessed: number
      filesTotal: number
    }
  /** Seen only by the user whose reading it is. */
  | { type: 'read_progress_updated'; userId: string; bookId: string; seriesId: string }
  | { type: 'want_to_read_updated'; userId: string }
  | { type: 'preferences_updated'; userId: string }
  | { type: 'bookmarks_updated'; userId: string; bookId: string }
  /** Rights, sessions or the account changed: what is remembered of the user is stale. Never shown. */
  | { type: 'user_changed'; userId: string }
)

export type HappeningType = Happening['type']
export type HappeningOf<Type extends HappeningType> = Extract<Happening, { type: Type }>

export interface Numbered {
  id: number
  happening: Happening & { timestamp: string }
}

type Local = (happening: Happening) => void | Promise<void>
type Follower = (numbered: Numbered) => void

/** PostgreSQL carries at most 8,000 bytes in one notification. */
const maxPayloadBytes = 7900
const channel = 'quire_events'

export class Bus {
  readonly #store: Store
  readonly #log: Log
  readonly #locals = new Map<HappeningType, Set<Local>>()
  readonly #followers = new Set<Follower>()
  /** Over several connections a later announcement could overtake an earlier one. */
  readonly #turns = inTurn()
  #unlisten: (() => Promise<void>) | undefined

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#log = log
  }

  /** Begins to hear what all processes announce. */
  async open() {
    this.#unlisten = await this.#store.listen(channel, (payload) => this.#heard(payload))
  }

  async close() {
    await this.#unlisten?.()
    this.#followers.clear()
    this.#locals.clear()
  }

  /** Call it after the commit. Returns at once; a listener that fails is logged and harms no other. */
  announce(happening: Happening) {
    for (const local of this.#locals.get(happening.type) ?? []) {
      void this.#guarded(async () => local(happening))
    }
    void this.#guarded(() => this.#turns(() => this.#publish(happening)))
  }

  on<Type extends HappeningType>(
    type: Type,
    heard: (happening: HappeningOf<Type>) => void | Promise<void>,
  ) {
    const locals = this.#locals.get(type) ?? new Set()
    this.#locals.set(type, locals.add(heard as Local))
    return () => locals.delete(heard as Local)
  }

  follow(heard: Follower) {
    this.#followers.add(heard)
    return () => this.#followers.delete(heard)
  }

  async #publish(happening: Happening) {
    const id = await this.#store.nextEventId()
    const timestamp = happening.timestamp ?? new Date().toISOString()
    const payload = JSON.stringify({ id, happening: { ...happening, timestamp } })
    if (Buffer.byteLength(payload) > maxPayloadBytes) {
      throw new Error(`a ${happening.type} is too large to be announced`)
    }
    await this.#store.notify(channel, payload)
  }

  #heard(payload: string) {
    const numbered = JSON.parse(payload) as Numbered
    for (const follower of this.#followers) {
      void this.#guarded(async () => follower(numbered))
    }
  }

  async #guarded(task: () => Promise<unknown>) {
    try {
      await task()
    } catch (error) {
      this.#log.error({ err: error }, 'an announcement was lost')
    }
  }
}
