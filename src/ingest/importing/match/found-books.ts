/**
 * Maps IDs in the other program to books on this server, in as little memory as possible. One
 * object per book would take twice as much.
 */
import type { KnownBook } from './book-index'

interface Found {
  /** The book data that merging needs. */
  book: Pick<KnownBook, 'id' | 'seriesId' | 'pageCount'>
  /** Page count in the other program. */
  pageCount: number | null
}

export class FoundBooks {
  readonly #places = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #seriesIds: string[] = []
  readonly #pageCounts: number[] = []
  readonly #otherPageCounts: (number | null)[] = []

  set(foreignId: string, { book, pageCount }: Found) {
    const place = this.#places.get(foreignId) ?? this.#ids.length
    this.#places.set(foreignId, place)
    this.#ids[place] = book.id
    this.#seriesIds[place] = book.seriesId
    this.#pageCounts[place] = book.pageCount
    this.#otherPageCounts[place] = pageCount
  }

  get(foreignId: string): Found | undefined {
    const place = this.#places.get(foreignId)
    if (place === undefined) return undefined
    const id = this.#ids[place]!
    const seriesId = this.#seriesIds[place]!
    const book = { id, seriesId, pageCount: this.#pageCounts[place]! }
    return { book, pageCount: this.#otherPageCounts[place]! }
  }
}
