/**
 * Which book a file is that was not there before: the strongest evidence first, and no guess. Pure, and
 * in steps: there may be a million of each.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { groupInSteps, inSteps } from '../../../platform/db/yield'

export interface Place {
  rootId: string
  path: string
}

/** A file whose content belonged to another book, or to none. */
export interface Arrival extends Place {
  size: number
  modifiedAtMs: number
  directory: string | null
  content: string
  /** The book that stands at this place. */
  n: number | undefined
  /** It was found before in this very scan: it counts as a claim, and is settled. */
  isSettled?: boolean
}

/** A book whose content is not where it was. */
export interface Displaced extends Place {
  n: number
  libraryId: string
  size: number
  directory: string | null
  content: string
  /** Where it lay in former times, as `keyOf` says; left out: nobody had to ask. */
  former?: ReadonlySet<string>
}

export interface Move<Book extends Displaced = Displaced> {
  file: Arrival
  book: Book
  /** Where the book stands meanwhile, when it had to make room. */
  from?: Place
  /** At this place stood a book that everybody saw. */
  isVisible?: boolean
}

type Known = Arrival | Displaced
type Key = (one: Known) => string

const names = (count: number) => (one: Known) => one.path.split('/').slice(-count).join('/')
const whole: Key = ({ directory, size }) => `${directory ?? ''} ${size}`
const isWhole = ({ directory }: Known) => directory !== null

/** The content is equal for all of them already. What two share decides nothing. */
const keys: { key: Key; asks?: (one: Known) => boolean }[] = [
  { key: (one) => `${whole(one)} ${one.path}`, asks: isWhole },
  { key: (one) => `${whole(one)} ${names(3)(one)}`, asks: isWhole },
  { key: (one) => `${whole(one)} ${names(2)(one)}`, asks: isWhole },
  { key: (one) => `${whole(one)} ${names(1)(one)}`, asks: isWhole },
  { key: whole, asks: isWhole },
  { key: ({ path }) => path },
  { key: names(3) },
  { key: names(2) },
  { key: names(1) },
  { key: () => '' },
]

export async function match<Book extends Displaced>(
  arrivals: readonly Arrival[],
  displaced: readonly Book[],
): Promise<Move<Book>[]> {
  const booksOf = await groupInSteps(displaced, ({ content }) => content)
  const filesOf = await groupInSteps(arrivals, ({ content }) => content)
  const moves: Move<Book>[] = []
  for await (const slice of inSteps([...filesOf])) {
    for (const [content, files] of slice) {
      for (const move of matchEqual(files, booksOf.get(content) ?? [])) moves.push(move)
    }
  }
  return moves
}

function matchEqual<Book extends Displaced>(files: Arrival[], books: Book[]): Move<Book>[] {
  const [file, book] = [files[0], books[0]]
  // As it nearly always is, and thousands of times when a folder gets another name.
  if (files.length === 1 && books.length === 1)
    return file!.isSettled ? [] : [{ file: file!, book: book! }]
  const moves: Move<Book>[] = []
  const left = { files: new Set(files), books: new Set(books) }
  for (const step of [returned<Book>, ...keys.map(alike<Book>)]) {
    if (left.books.size === 0) break
    for (const move of step(left)) {
      left.files.delete(move.file)
      left.books.delete(move.book)
      if (!move.file.isSettled) moves.push(move)
    }
  }
  return moves
}

interface Left<Book extends Displaced> {
  files: ReadonlySet<Arrival>
  books: ReadonlySet<Book>
}

const alike =
  <Book extends Displaced>({ key, asks = () => true }: (typeof keys)[number]) =>
  ({ files, books }: Left<Book>): Move<Book>[] => {
    const booksBy = Map.groupBy([...books].filter(asks), key)
    return [...Map.groupBy([...files].filter(asks), key)].flatMap(([value, some]) => {
      const those = booksBy.get(value) ?? []
      return some.length === 1 && those.length === 1 ? [{ file: some[0]!, book: those[0]! }] : []
    })
  }

/** Where only one of them has ever been, it is the one that comes back. */
function returned<Book extends Displaced>({ files, books }: Left<Book>): Move<Book>[] {
  const known = [...books].flatMap((book) =>
    [keyOf(book), ...(book.former ?? [])].map((place) => ({ book, place })),
  )
  const booksBy = Map.groupBy(known, ({ place }) => place)
  const moves = [...files].flatMap((file) => {
    const those = new Set(booksBy.get(keyOf(file))?.map(({ book }) => book))
    return those.size === 1 ? [...those].map((book) => ({ file, book })) : []
  })
  const claims = Map.groupBy(moves, ({ book }) => book)
  return moves.filter(({ book }) => claims.get(book)!.length === 1)
}

/** Moves that hang together because one takes the place that another leaves. */
export interface Chain<Book extends Displaced = Displaced> {
  moves: Move<Book>[]
  /** A book whose place was taken while its own content was not found anywhere. */
  homeless: { n: number; from: Place; to: Place } | undefined
  /** The place from which the last of them came, and which nobody took; undefined: they went round. */
  left: Place | undefined
  /** One that goes elsewhere later, and whose place is wanted now. */
  aside?: { n: number; from: Place; to: Place }
}

/**
 * The same in pieces of at most so many moves, each of which may be stored by itself once those before it
 * are: the places that it takes are free then.
 */
export function piecesOf<Book extends Displaced>(chain: Chain<Book>, most: number): Chain<Book>[] {
  const { moves, homeless, left } = chain
  if (moves.length <= most) return [chain]
  const goesRound = left === undefined
  const pieces: Chain<Book>[] = []
  for (const piece of splitIntoSlices(moves, most)) {
    pieces.push({ moves: piece, homeless: undefined, left: undefined })
  }
  const [first, last] = [pieces[0]!, pieces.at(-1)!]
  first.homeless = homeless
  last.left = left
  if (goesRound) {
    const end = last.moves.pop()!
    const { n, rootId, path } = end.book
    const to = besides(end.book, n)
    first.aside = { n, from: { rootId, path }, to }
    last.moves.push({ ...end, from: to })
  }
  return pieces
}

export async function chainsOf<Book extends Displaced>(
  moves: readonly Move<Book>[],
): Promise<Chain<Book>[]> {
  const moveTo = new Map<string, Move<Book>>()
  const vacated = new Set<string>()
  for await (const slice of inSteps(moves)) {
    for (const move of slice) {
      moveTo.set(keyOf(move.file), move)
      vacated.add(keyOf(move.book))
    }
  }
  const done = new Set<Move>()
  const follow = (first: Move<Book>): Chain<Book> => {
    const chain: Move<Book>[] = []
    let next: Move<Book> | undefined = first
    let left: Place | undefined
    while (next && !done.has(next)) {
      done.add(next)
      chain.push(next)
      left = next.book
      next = moveTo.get(keyOf(left))
    }
    if (next) left = undefined
    const { n } = first.file
    const isHomeless = n !== undefined && left !== undefined
    const homeless = isHomeless ? { n, from: first.file, to: besides(first.file, n) } : undefined
    return { moves: chain, homeless, left }
  }
  // Chains begin where nobody moved away; what is left after them goes round.
  const chains: Chain<Book>[] = []
  for await (const slice of inSteps(moves)) {
    for (const move of slice) if (!vacated.has(keyOf(move.file))) chains.push(follow(move))
  }
  for await (const slice of inSteps(moves)) {
    for (const move of slice) if (!done.has(move)) chains.push(follow(move))
  }
  return chains
}

/** Where a book stands whose place another one has: no file has such a path. */
const besides = ({ rootId, path }: Place, n: number): Place => ({ rootId, path: `${path}//${n}` })

export const keyOf = ({ rootId, path }: Place) => `${rootId}/${path}`
