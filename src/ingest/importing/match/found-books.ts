/** The books here by ID there, in as little memory as possible: one object each would take twice. */
import type { KnownBook } from './book-index'

interface Found {
  /** What merging needs to know of a book. */
  book: Pick<KnownBook, 'id' | 'seriesId' | 'pageCount'>
  /** Of the other program. */
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
