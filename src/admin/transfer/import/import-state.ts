import { isUuid } from '../../../platform/http/shapes'
import type { BookLine, Line } from '../line-kinds'
import type { MatchedBook } from './match-books'

export interface ImportReport {
  books: number
  /** Paths, titles or identities of books that do not exist here. Their user data is kept. */
  waiting: string[]
  /** Number of lines that were imported or already known. */
  lines: number
  lists: number
  /** Names of users in the export that have no account here, with their number of lines. */
  withoutAccount: Map<string, number>
  /** Names of smart lists whose condition is unknown to this version. */
  unknownLists: string[]
  /** Number of settings for libraries that do not exist here. */
  withoutLibrary: number
}

/** A book or series of the export. */
export type Place =
  | { isHere: true; kind: 'book' | 'series'; id: string }
  /** `identity`: key under which user data is kept until a scan finds the item. */
  | { isHere: false; identity: string }

export class ImportState {
  readonly report: ImportReport = {
    books: 0,
    waiting: [],
    lines: 0,
    lists: 0,
    withoutAccount: new Map(),
    unknownLists: [],
    withoutLibrary: 0,
  }
  /** IDs of reading profiles here, keyed by account and by ID in the export. */
  readonly profileIds = new Map<string, string>()
  /** Series whose progress changed, by user. */
  readonly changedSeries = new Map<string, Set<string>>()
  readonly #users: ReadonlyMap<string, string>
  readonly #nameOf: ReadonlyMap<string, string>
  readonly #books = new Map<string, MatchedBook | { identity: string }>()
  readonly #series = new Map<string, string>()

  /**
   * `users` maps IDs in the export to IDs of accounts here. Other users are not imported. `nameOf`
   * maps the IDs of users who have no account here to their names.
   */
  constructor(users: ReadonlyMap<string, string>, nameOf: ReadonlyMap<string, string>) {
    this.#users = users
    this.#nameOf = nameOf
  }

  /** Returns the account, or undefined for a user that is not imported. Counts the line. */
  findUser(exported: string): string | undefined {
    const id = this.#users.get(exported)
    if (id !== undefined) {
      this.report.lines++
      return id
    }
    const name = this.#nameOf.get(exported)
    const { withoutAccount } = this.report
    if (name !== undefined) withoutAccount.set(name, (withoutAccount.get(name) ?? 0) + 1)
    return undefined
  }

  /** Groups the lines by account. */
  groupByUser(lines: readonly Line[]): Map<string, Line[]> {
    const groups = new Map<string, Line[]>()
    for (const line of lines) {
      const userId = this.findUser(line.user)
      if (userId === undefined) continue
      const known = groups.get(userId)
      if (known) known.push(line)
      else groups.set(userId, [line])
    }
    return groups
  }

  addBook(line: BookLine, found: MatchedBook | undefined) {
    this.#books.set(line.id, found ?? { identity: line.identity })
    if (found && line.series !== null && !this.#series.has(line.series)) {
      this.#series.set(line.series, found.seriesId)
    }
    if (found) this.report.books++
    else this.report.waiting.push(line.path ?? (line.title || line.identity))
  }

  /** A series whose ID does not exist here corresponds to the series that contains its books. */
  addSeries(id: string, isHere: boolean) {
    if (isHere) this.#series.set(id, id)
  }

  findBook(id: string): MatchedBook | undefined {
    const book = this.#books.get(id)
    return book && 'seriesId' in book ? book : undefined
  }

  /**
   * Returns undefined for a book that is not listed in the export, and for a series whose ID is not
   * valid.
   */
  findPlace(kind: 'book' | 'series', exported: string): Place | undefined {
    if (kind === 'series') {
      const id = this.#series.get(exported)
      if (id !== undefined) return { isHere: true, kind, id }
      return isUuid(exported) ? { isHere: false, identity: exported } : undefined
    }
    const book = this.#books.get(exported)
    if (!book) return undefined
    return 'identity' in book
      ? { isHere: false, identity: book.identity }
      : { isHere: true, kind, id: book.id }
  }

  markSeries(userId: string, seriesId: string) {
    const known = this.changedSeries.get(userId)
    if (known) known.add(seriesId)
    else this.changedSeries.set(userId, new Set([seriesId]))
  }
}
