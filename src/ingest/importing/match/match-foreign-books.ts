/** Finds the book on this server that corresponds to a book of another program. Pure. */
import type { ForeignBook } from '../neutral-form'
import type { BookIndex, KnownBook } from './book-index'
import { buildPathTail } from './book-names'
import { type FolderMap, ignoresCase } from './map-folders'

/** The evidence, strongest first. */
export type Evidence = 'id' | 'path' | 'hash' | 'former_path' | 'name' | 'number'

export type BookMatch =
  | { outcome: 'found'; book: KnownBook; by: Evidence }
  | { outcome: 'ambiguous'; books: readonly KnownBook[] }
  | { outcome: 'waiting' }

/** Lists the books on this server that may be the same book. */
export function listPossible(match: BookMatch): readonly KnownBook[] {
  if (match.outcome === 'found') return [match.book]
  return match.outcome === 'ambiguous' ? match.books : []
}

type MatchedBook = Pick<
  ForeignBook,
  'path' | 'size' | 'partialMd5' | 'seriesTitle' | 'number' | 'isChapter' | 'hereId' | 'fileStem'
>

export interface MatchOptions {
  index: BookIndex
  folders: FolderMap
  /** Number of times that each result of `buildBookTail` occurs in the source. */
  tailCounts: Pick<ReadonlyMap<string, number>, 'get'>
}

export function matchForeignBook(book: MatchedBook, options: MatchOptions): BookMatch {
  const { index, folders } = options
  const same = book.hereId ? index.findById(book.hereId) : undefined
  if (same) return { outcome: 'found', book: same, by: 'id' }
  const mapped = book.path === null ? undefined : folders.translate(book.path)
  const atPath =
    mapped === undefined
      ? undefined
      : index.findByPath(mapped, { ignoresCase: ignoresCase(book.path!) })
  if (atPath) return { outcome: 'found', book: atPath, by: 'path' }
  const steps: [Evidence, () => readonly KnownBook[]][] = [
    ['hash', () => listByHash(book, index)],
    ['former_path', () => (mapped === undefined ? [] : index.listByFormerPath(mapped))],
    ['name', () => listByTail(book, options)],
    ['number', () => listByNumber(book, index)],
  ]
  for (const [by, list] of steps) {
    const found = list()
    if (found.length === 1) return { outcome: 'found', book: found[0]!, by }
    if (found.length > 1) return { outcome: 'ambiguous', books: found }
  }
  return { outcome: 'waiting' }
}

/**
 * Lists books by hash. The hash covers only samples, so the size must also be equal if the program
 * knows it.
 */
const listByHash = ({ size, partialMd5 }: MatchedBook, index: BookIndex) =>
  partialMd5 === null ? [] : index.listByHash(size, partialMd5)

/**
 * Lists books by file name and folder, which must be unique on both sides. If the source stores
 * only the name without its extension, the name must be unique in the source.
 */
function listByTail(book: MatchedBook, { index, tailCounts }: MatchOptions) {
  const { path, fileStem } = book
  const tail = buildBookTail(book)
  if (path === null && fileStem && (tailCounts.get(tail!) ?? 0) <= 1) {
    return index.listByStem(fileStem)
  }
  if (path === null || tail === undefined || (tailCounts.get(tail) ?? 0) > 1) return []
  const same = index.listByTail(path)
  return same.length === 1 ? same : []
}

export function buildBookTail({
  path,
  fileStem,
}: Pick<ForeignBook, 'path' | 'fileStem'>): string | undefined {
  if (path !== null) return buildPathTail(path)
  return fileStem ? fileStem.normalize('NFC').toLowerCase() : undefined
}

function listByNumber({ seriesTitle, number, isChapter }: MatchedBook, index: BookIndex) {
  if (number === null || seriesTitle === '') return []
  const found = index.listByNumber(seriesTitle, number)
  return isChapter ? found.filter(({ chapter }) => chapter === number) : found
}
