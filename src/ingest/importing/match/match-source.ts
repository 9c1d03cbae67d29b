/** Matches all books of a source, and with them its series and libraries. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Db } from '../../../platform/db/store'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import type { ForeignBook, OpenSource } from '../neutral-form'
import { addName, type ImportReport } from '../merge/report'
import { compareContent } from './compare-content'
import type { BookIndex } from './book-index'
import { loadBookIndex } from './known-book-queries'
import { FolderMap, type FolderMapping, guessFolder, restBelow } from './map-folders'
import { FoundBooks } from './found-books'
import {
  type BookMatch,
  listPossible,
  matchForeignBook,
  buildBookTail,
} from './match-foreign-books'
import { buildPathTail } from './book-names'
import { PlaceLists } from './place-lists'

export interface MatchedSource {
  folders: FolderMapping[]
  /** Books on this server by ID in the other program. */
  books: Pick<FoundBooks, 'get'>
  /** Books that are not on this server, or that have several possible matches, by ID. */
  others: ReadonlyMap<string, { book: ForeignBook; outcome: 'waiting' | 'ambiguous' }>
  /** Series on this server by ID in the other program: the one with most of the books. */
  series: ReadonlyMap<string, string>
  /**
   * All series on this server that contain, or may contain, a book of the series in the other
   * program.
   */
  possibleSeries: ReadonlyMap<string, ReadonlySet<string>>
  /** Number of the newest book on this server at the time of matching. */
  lastNumber: number
  /**
   * For each library on this server, the libraries of the other program whose books it contains.
   */
  libraries: ReadonlyMap<string, ReadonlySet<string>>
}

interface MatchChoice {
  /** Folder mappings that a person chose. */
  chosen: readonly FolderMapping[]
  report: ImportReport
  /** The user who imports into their own account. Only books that this user can see are matched. */
  viewer?: Viewer | undefined
}

/** Also fills in the folders and books of the report. */
export async function matchSource(
  db: Db,
  source: OpenSource,
  { chosen, report, viewer }: MatchChoice,
): Promise<MatchedSource> {
  const index = await loadBookIndex(db, viewer)
  const tailCounts = await countTails(source)
  const folders = chooseFolders(source, tailCounts.paths, { index, chosen, report })
  const options = { index, folders: new FolderMap(folders), tailCounts }
  const found = new Found()
  for (const book of source.books()) {
    await yieldToEventLoop()
    const match = await compareContent(matchForeignBook(book, options), book)
    found.add(book, match)
    countMatch(report, book, match)
  }
  const matched = found.toMatched()
  const series = new Map(matched.series)
  for (const name of source.seriesNames?.() ?? []) {
    const id = index.findSeries(name)
    if (id !== undefined && !series.has(name.foreignId)) series.set(name.foreignId, id)
  }
  return { ...matched, series, folders, lastNumber: index.lastNumber }
}

/**
 * The books of a source are read here and again for matching, because keeping all of them would
 * take a lot of memory.
 */
async function countTails(source: OpenSource): Promise<TailCounts> {
  const counts = new TailCounts()
  for (const book of source.books()) {
    await yieldToEventLoop()
    counts.add(book)
  }
  return counts
}

interface Choice {
  index: BookIndex
  chosen: readonly FolderMapping[]
  report: ImportReport
}

function chooseFolders(
  { libraries }: OpenSource,
  paths: readonly string[],
  { index, chosen, report }: Choice,
): FolderMapping[] {
  const folders = [...chosen]
  const map = new FolderMap(chosen)
  for (const root of new Set(libraries.flatMap((library) => library.paths))) {
    const below = paths.filter((path) => restBelow(root, path) !== undefined)
    const known = map.translate(root)
    const guess = guessFolder(root, below, index)
    if (known !== undefined) report.folders.push({ ...guess, to: known })
    else {
      report.folders.push(guess)
      if (guess.to !== null) folders.push({ from: root, to: guess.to })
    }
  }
  return folders
}

function countMatch({ books }: ImportReport, book: ForeignBook, match: BookMatch) {
  books.total++
  const name = book.path ?? `${book.seriesTitle} ${book.number ?? ''}`.trim()
  if (match.outcome === 'found') books.found[match.by] = (books.found[match.by] ?? 0) + 1
  else {
    books[match.outcome]++
    addName(match.outcome === 'waiting' ? books.missing : books.unclear, name)
  }
}

class Found {
  readonly #books = new FoundBooks()
  readonly #others = new Map<string, { book: ForeignBook; outcome: 'waiting' | 'ambiguous' }>()
  readonly #votes = new Map<string, Map<string, number>>()
  readonly #possibleSeries = new Map<string, Set<string>>()
  readonly #libraries = new Map<string, Set<string>>()

  add(foreign: ForeignBook, match: BookMatch) {
    const { foreignId, pageCount, seriesId, libraryId } = foreign
    if (seriesId !== null) {
      const possible = this.#possibleSeries.get(seriesId) ?? new Set()
      for (const book of listPossible(match)) possible.add(book.seriesId)
      this.#possibleSeries.set(seriesId, possible)
    }
    if (match.outcome !== 'found') {
      this.#others.set(foreignId, { book: foreign, outcome: match.outcome })
      return
    }
    const { book } = match
    this.#books.set(foreignId, { book, pageCount })
    if (seriesId !== null) {
      const votes = this.#votes.get(seriesId) ?? new Map<string, number>()
      this.#votes.set(seriesId, votes.set(book.seriesId, (votes.get(book.seriesId) ?? 0) + 1))
    }
    const libraries = this.#libraries.get(book.libraryId) ?? new Set()
    this.#libraries.set(book.libraryId, libraries.add(libraryId ?? ''))
  }

  toMatched(): Omit<MatchedSource, 'folders' | 'lastNumber'> {
    const series = [...this.#votes].map(([foreignId, votes]) => {
      const [first] = [...votes].toSorted((one, other) => other[1] - one[1])
      return [foreignId, first![0]] as const
    })
    return {
      books: this.#books,
      others: this.#others,
      series: new Map(series),
      possibleSeries: this.#possibleSeries,
      libraries: this.#libraries,
    }
  }
}

type NamedBook = Pick<ForeignBook, 'path' | 'fileStem'>

/** Counts how often each combination of file name and folder occurs in a source. */
class TailCounts {
  readonly paths: string[] = []
  readonly #ofPaths = new PlaceLists((place, tail) => buildPathTail(this.paths[place]!) === tail)
  /** Counts of books without a path. */
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
