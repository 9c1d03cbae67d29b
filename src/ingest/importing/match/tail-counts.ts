/** Counts how often a source has each file name with its folder. */
import type { ForeignBook } from '../neutral-form'
import { buildPathTail } from './book-names'
import { buildBookTail } from './match-foreign-books'
import { PlaceLists } from './place-lists'

type NamedBook = Pick<ForeignBook, 'path' | 'fileStem'>

export class TailCounts {
  readonly paths: string[] = []
  readonly #ofPaths = new PlaceLists((place, tail) => buildPathTail(this.paths[place]!) === tail)
  /** Of books without a path. */
  readonly #others = new Map<string, number>()

  add(book: NamedBook) {
    const { path } = book
    const tail = buildBookTail(book)
    const place = path === null ? undefined : this.paths.push(path) - 1
    if (tail === undefined) return
    if (place === undefined) this.#others.set(tail, (this.#others.get(tail) ?? 0) + 1)
    else this.#ofPaths.add(tail, place)
  }

  get(tail: string): number {
    return this.#ofPaths.list(tail).length + (this.#others.get(tail) ?? 0)
  }
}
