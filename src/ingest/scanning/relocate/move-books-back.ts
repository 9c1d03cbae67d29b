/**
 * Moves a book back when a file reappears at its original location. If the book had taken the
 * location of a copy, the copy gets that location back. Works only within one library.
 */
import { type BookByContent, findFormerPlaces } from '../../../catalog/books/scanned/book-moves'
import { isDisplaced, getLastPath } from '../../../platform/lib/path-names'
import type { ArrivalSearch } from '../match/arrivals'
import { buildPlaceKey, type Move } from '../match/match-moves'
import type { Run } from '../run'

type BookMove = Move<BookByContent>

export async function moveBooksBack(
  { ctx, library }: Run,
  { booksByContent, changedContents }: ArrivalSearch,
  moves: readonly BookMove[],
): Promise<BookMove[]> {
  const leaving = new Set(moves.map(({ book }) => book.n))
  const copyByMove = new Map<BookMove, BookByContent>()
  const copies = new CopiesByPlace(booksByContent)
  for (const move of moves) {
    const { file, book } = move
    if (file.n !== undefined || book.libraryId !== library.id || !isDisplaced(book.path)) continue
    const place = buildPlaceKey({ rootId: book.rootId, path: getLastPath(book.path) })
    const copy = copies.find(book.content, place)
    if (copy && !leaving.has(copy.n) && !changedContents.has(place)) copyByMove.set(move, copy)
  }
  const formerPlaces = await findFormerPlaces(
    ctx.db,
    [...copyByMove.values()].map(({ n }) => n),
  )
  const formerKeys = new Set(formerPlaces.map((place) => `${place.n} ${buildPlaceKey(place)}`))
  return moves.flatMap((move) => {
    const copy = copyByMove.get(move)
    const isReturn = copy !== undefined && formerKeys.has(`${copy.n} ${buildPlaceKey(move.file)}`)
    return isReturn ? swapPlaces(move, copy) : [move]
  })
}

/** Indexes books with the same content by location, because thousands of them may be identical. */
class CopiesByPlace {
  readonly #books: ArrivalSearch['booksByContent']
  readonly #byPlace = new Map<string, Map<string, BookByContent>>()

  constructor(books: ArrivalSearch['booksByContent']) {
    this.#books = books
  }

  find(content: string, place: string): BookByContent | undefined {
    const known = this.#byPlace.get(content)
    if (known) return known.get(place)
    const equal = this.#books.get(content) ?? []
    const byPlace = new Map(equal.map((one) => [buildPlaceKey(one), one]))
    this.#byPlace.set(content, byPlace)
    return byPlace.get(place)
  }
}

const swapPlaces = ({ file, book }: BookMove, copy: BookByContent): BookMove[] => [
  { file, book: copy },
  { file: copy, book },
]
