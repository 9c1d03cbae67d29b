/** Finds books in the wanted series that have a wanted number. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { iterateYielding, yieldToEventLoop } from '../../../platform/lib/yield'
import {
  type BookRow,
  booksAtOnce,
  findBooksByIds,
  findBooksOfIssues,
  findBooksOfSeries,
  findIssueIds,
  firstId,
} from './candidate-queries'
import { findNumber, toFoundBook } from './found-book'
import type { FoundBook } from './match-entry'

const seriesOfSlice = 200
const idsAtOnce = 500

export interface BookIndex {
  byId: Map<string, FoundBook>
  /** Keyed by series, `annual` (for annuals) and number. See `toNumberKey`. */
  byNumber: Map<string, FoundBook[]>
  /** Keyed by provider and ID. */
  byIssue: Map<string, FoundBook[]>
}

export const toNumberKey = (seriesId: string, number: string, isAnnual: boolean) =>
  `${seriesId} ${isAnnual ? 'annual' : ''} ${number}`

interface WantedBooks {
  seriesIds: readonly string[]
  /** Keyed by series. Books with other numbers are skipped while reading. */
  numbers: ReadonlyMap<string, ReadonlySet<string>>
  issueIds: ReadonlySet<string>
  /** IDs of books that the file contains, or that were chosen manually. */
  ids: ReadonlySet<string>
}

interface Numbered {
  row: BookRow
  number: string
  isAnnual: boolean
}

export async function findWantedBooks(
  ctx: Context,
  viewer: Viewer,
  wanted: WantedBooks,
): Promise<BookIndex> {
  const rows = await collectByNumber(ctx, viewer, wanted)
  const named = new Set(wanted.ids)
  for (const ids of splitIntoSlices([...wanted.issueIds], idsAtOnce)) {
    for (const { bookId } of await findBooksOfIssues(ctx.heavy, viewer, ids)) named.add(bookId)
  }
  for (const ids of splitIntoSlices([...named], idsAtOnce)) {
    for (const row of await findBooksByIds(ctx.heavy, viewer, ids)) {
      rows.set(row.id, { row, ...(findNumber(row) ?? { number: '', isAnnual: false }) })
      await yieldToEventLoop()
    }
  }
  return indexBooks(ctx, rows)
}

async function collectByNumber(ctx: Context, viewer: Viewer, wanted: WantedBooks) {
  const found = new Map<string, Numbered>()
  for (const seriesIds of splitIntoSlices(wanted.seriesIds, seriesOfSlice)) {
    for await (const row of iterateBooks(ctx, viewer, seriesIds)) {
      const numbered = findNumber(row)
      if (!numbered || !wanted.numbers.get(row.seriesId)?.has(numbered.number)) continue
      found.set(row.id, { row, ...numbered })
    }
  }
  return found
}

async function* iterateBooks(ctx: Context, viewer: Viewer, seriesIds: readonly string[]) {
  for (let after = firstId; ;) {
    const rows = await findBooksOfSeries(ctx.heavy, viewer, { seriesIds, after })
    for await (const slice of iterateYielding(rows, 50)) yield* slice
    if (rows.length < booksAtOnce) return
    after = rows.at(-1)!.id
  }
}

async function indexBooks(ctx: Context, rows: ReadonlyMap<string, Numbered>): Promise<BookIndex> {
  const index: BookIndex = { byId: new Map(), byNumber: new Map(), byIssue: new Map() }
  for (const slice of splitIntoSlices([...rows.values()], idsAtOnce)) {
    const ids = slice.map(({ row }) => row.id)
    const matched = Map.groupBy(await findIssueIds(ctx.heavy, ids), ({ bookId }) => bookId)
    for (const { row, number, isAnnual } of slice) {
      const pairs = (matched.get(row.id) ?? []).map(
        ({ provider, externalId }) => [provider, externalId] as const,
      )
      addBook(index, toFoundBook(row, number, pairs), isAnnual)
    }
    await yieldToEventLoop()
  }
  return index
}

function addBook({ byId, byNumber, byIssue }: BookIndex, book: FoundBook, isAnnual: boolean) {
  byId.set(book.id, book)
  const add = (index: Map<string, FoundBook[]>, key: string) => {
    const known = index.get(key)
    if (known) known.push(book)
    else index.set(key, [book])
  }
  if (book.number !== '') add(byNumber, toNumberKey(book.seriesId, book.number, isAnnual))
  for (const [provider, id] of book.issueIds) add(byIssue, `${provider} ${id}`)
}
