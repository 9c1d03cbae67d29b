/**
 * A book whose file was gone, and which took the place of a copy meanwhile, goes home when a file lies
 * there again; the copy gets its own place back. Only within one library.
 */
import { type BookByContent, findFormerPlaces } from '../../../catalog/books/scanned/moves'
import { isDisplaced, getLastPath } from '../../../platform/lib/path-names'
import type { Found } from '../match/arrivals'
import { keyOf, type Move } from '../match/moves'
import type { Run } from '../run'

type BookMove = Move<BookByContent>

export async function withComebacks(
  { ctx, library }: Run,
  { books, contents }: Found,
  moves: readonly BookMove[],
): Promise<BookMove[]> {
  const leaving = new Set(moves.map(({ book }) => book.n))
  const guestOf = new Map<BookMove, BookByContent>()
  const guests = new Guests(books)
  for (const move of moves) {
    const { file, book } = move
    if (file.n !== undefined || book.libraryId !== library.id || !isDisplaced(book.path)) continue
    const place = keyOf({ rootId: book.rootId, path: getLastPath(book.path) })
    const guest = guests.at(book.content, place)
    if (guest && !leaving.has(guest.n) && !contents.has(place)) guestOf.set(move, guest)
  }
  const former = await findFormerPlaces(
    ctx.db,
    [...guestOf.values()].map(({ n }) => n),
  )
  const homes = new Set(former.map((place) => `${place.n} ${keyOf(place)}`))
  return moves.flatMap((move) => {
    const guest = guestOf.get(move)
    const isHome = guest !== undefined && homes.has(`${guest.n} ${keyOf(move.file)}`)
    return isHome ? swapped(move, guest) : [move]
  })
}

/** Books of one content by their places; thousands may be equal. */
class Guests {
  readonly #books: Found['books']
  readonly #byPlace = new Map<string, Map<string, BookByContent>>()

  constructor(books: Found['books']) {
    this.#books = books
  }

  at(content: string, place: string): BookByContent | undefined {
    const known = this.#byPlace.get(content)
    if (known) return known.get(place)
    const equal = this.#books.get(content) ?? []
    const byPlace = new Map(equal.map((one) => [keyOf(one), one]))
    this.#byPlace.set(content, byPlace)
    return byPlace.get(place)
  }
}

const swapped = ({ file, book }: BookMove, guest: BookByContent): BookMove[] => [
  { file, book: guest },
  { file: guest, book },
]
