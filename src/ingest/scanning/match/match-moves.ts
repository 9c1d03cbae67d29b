/**
 * Matches files to books, strongest evidence first and without guessing, and orders moves that
 * depend on each other. Pure.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'

export interface Place {
  rootId: string
  path: string
}

/** A file whose location had no book, or a book with different content. */
export interface Arrival extends Place {
  size: number
  modifiedAtMs: number
  directory: string | null
  content: string
  /** The book currently at this location. */
  n: number | undefined
  /**
   * This scan created a book for the file before it was interrupted. The file is still matched but
   * not moved.
   */
  isSettled?: boolean
}

/** A book whose content is no longer at its location. */
export interface MovableBook extends Place {
  n: number
  libraryId: string
  size: number
  directory: string | null
  content: string
  /** Earlier locations as returned by `buildPlaceKey`. Absent if no query was needed. */
  formerPlaces?: ReadonlySet<string>
}

export interface Move<Book extends MovableBook = MovableBook> {
  file: Arrival
  book: Book
  /** Temporary location of a displaced book. */
  from?: Place
  /** Whether the book that is currently at the file's location is visible to users. */
  isVisible?: boolean
}

type Matchable = Arrival | MovableBook
type Key = (one: Matchable) => string

const lastNames = (count: number) => (one: Matchable) => one.path.split('/').slice(-count).join('/')
const archiveKey: Key = ({ directory, size }) => `${directory ?? ''} ${size}`
const hasDirectory = ({ directory }: Matchable) => directory !== null

/**
 * All candidates have identical content. A key is used only if exactly one file and one book have
 * it.
 */
const matchSteps: { key: Key; appliesTo?: (one: Matchable) => boolean }[] = [
  { key: (one) => `${archiveKey(one)} ${one.path}`, appliesTo: hasDirectory },
  { key: (one) => `${archiveKey(one)} ${lastNames(3)(one)}`, appliesTo: hasDirectory },
  { key: (one) => `${archiveKey(one)} ${lastNames(2)(one)}`, appliesTo: hasDirectory },
  { key: (one) => `${archiveKey(one)} ${lastNames(1)(one)}`, appliesTo: hasDirectory },
  { key: archiveKey, appliesTo: hasDirectory },
  { key: ({ path }) => path },
  { key: lastNames(3) },
  { key: lastNames(2) },
  { key: lastNames(1) },
  { key: () => '' },
]

export function matchMoves<Book extends MovableBook>(
  arrivals: readonly Arrival[],
  movable: readonly Book[],
): Move<Book>[] {
  const booksByContent = Map.groupBy(movable, ({ content }) => content)
  const filesByContent = Map.groupBy(arrivals, ({ content }) => content)
  const moves: Move<Book>[] = []
  for (const [content, files] of filesByContent) {
    for (const move of matchSameContent(files, booksByContent.get(content) ?? [])) moves.push(move)
  }
  return moves
}

function matchSameContent<Book extends MovableBook>(files: Arrival[], books: Book[]): Move<Book>[] {
  const [file, book] = [files[0], books[0]]
  // The usual case. It occurs thousands of times when a folder is renamed.
  if (files.length === 1 && books.length === 1)
    return file!.isSettled ? [] : [{ file: file!, book: book! }]
  const moves: Move<Book>[] = []
  const left = { files: new Set(files), books: new Set(books) }
  for (const step of [matchFormerPlaces<Book>, ...matchSteps.map(matchByKey<Book>)]) {
    if (left.books.size === 0) break
    for (const move of step(left)) {
      left.files.delete(move.file)
      left.books.delete(move.book)
      if (!move.file.isSettled) moves.push(move)
    }
  }
  return moves
}

interface Unmatched<Book extends MovableBook> {
  files: ReadonlySet<Arrival>
  books: ReadonlySet<Book>
}

const matchByKey =
  <Book extends MovableBook>({ key, appliesTo = () => true }: (typeof matchSteps)[number]) =>
  ({ files, books }: Unmatched<Book>): Move<Book>[] => {
    const booksBy = Map.groupBy([...books].filter(appliesTo), key)
    return [...Map.groupBy([...files].filter(appliesTo), key)].flatMap(([value, some]) => {
      const candidates = booksBy.get(value) ?? []
      return some.length === 1 && candidates.length === 1
        ? [{ file: some[0]!, book: candidates[0]! }]
        : []
    })
  }

/** Matches a file to the only book that was ever there, unless another file matches that book. */
function matchFormerPlaces<Book extends MovableBook>({
  files,
  books,
}: Unmatched<Book>): Move<Book>[] {
  const known = [...books].flatMap((book) =>
    [buildPlaceKey(book), ...(book.formerPlaces ?? [])].map((place) => ({ book, place })),
  )
  const booksBy = Map.groupBy(known, ({ place }) => place)
  const moves = [...files].flatMap((file) => {
    const candidates = new Set(booksBy.get(buildPlaceKey(file))?.map(({ book }) => book))
    return candidates.size === 1 ? [...candidates].map((book) => ({ file, book })) : []
  })
  const movesByBook = Map.groupBy(moves, ({ book }) => book)
  return moves.filter(({ book }) => movesByBook.get(book)!.length === 1)
}

/**
 * Moves that depend on each other: each book takes the location that the previous book leaves.
 */
export interface Chain<Book extends MovableBook = MovableBook> {
  moves: Move<Book>[]
  /** A book that loses its location although its own content was not found elsewhere. */
  displaced: { n: number; from: Place; to: Place } | undefined
  /** The location that the last book leaves empty. Undefined for a cycle. */
  vacated: Place | undefined
  /** A book that must leave its location before its own move is stored. */
  aside?: { n: number; from: Place; to: Place }
}

/**
 * Splits a chain into parts of at most `maxMoves`. Each part can be stored separately after the
 * preceding parts.
 */
export function splitChain<Book extends MovableBook>(
  chain: Chain<Book>,
  maxMoves: number,
): Chain<Book>[] {
  const { moves, displaced, vacated } = chain
  if (moves.length <= maxMoves) return [chain]
  const isCycle = vacated === undefined
  const pieces: Chain<Book>[] = []
  for (const piece of splitIntoSlices(moves, maxMoves)) {
    pieces.push({ moves: piece, displaced: undefined, vacated: undefined })
  }
  const [first, last] = [pieces[0]!, pieces.at(-1)!]
  first.displaced = displaced
  last.vacated = vacated
  if (isCycle) {
    const end = last.moves.pop()!
    const { n, rootId, path } = end.book
    const to = buildAsidePlace(end.book, n)
    first.aside = { n, from: { rootId, path }, to }
    last.moves.push({ ...end, from: to })
  }
  return pieces
}

export function buildChains<Book extends MovableBook>(moves: readonly Move<Book>[]): Chain<Book>[] {
  const moveTo = new Map<string, Move<Book>>()
  const vacatedKeys = new Set<string>()
  for (const move of moves) {
    moveTo.set(buildPlaceKey(move.file), move)
    vacatedKeys.add(buildPlaceKey(move.book))
  }
  const done = new Set<Move>()
  const followChain = (first: Move<Book>): Chain<Book> => {
    const chain: Move<Book>[] = []
    let next: Move<Book> | undefined = first
    let vacated: Place | undefined
    while (next && !done.has(next)) {
      done.add(next)
      chain.push(next)
      vacated = next.book
      next = moveTo.get(buildPlaceKey(vacated))
    }
    if (next) vacated = undefined
    const { n } = first.file
    const isDisplaced = n !== undefined && vacated !== undefined
    const displaced = isDisplaced
      ? { n, from: first.file, to: buildAsidePlace(first.file, n) }
      : undefined
    return { moves: chain, displaced, vacated }
  }
  // A chain starts at a location that no book leaves. The remaining moves form cycles.
  const chains: Chain<Book>[] = []
  for (const move of moves)
    if (!vacatedKeys.has(buildPlaceKey(move.file))) chains.push(followChain(move))
  for (const move of moves) if (!done.has(move)) chains.push(followChain(move))
  return chains
}

/** Builds a temporary location for a displaced book. No file can have this path. */
const buildAsidePlace = ({ rootId, path }: Place, n: number): Place => ({
  rootId,
  path: `${path}//${n}`,
})

export const buildPlaceKey = ({ rootId, path }: Place) => `${rootId}/${path}`
