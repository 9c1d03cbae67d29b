/**
 * Book lists, book order and visibility. Metadata is in metadata/ and files are in files/. Reading
 * progress belongs to the reading modules.
 */
import { extname, join } from 'node:path/posix'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import { notFound } from '../../errors'
import { type Found, parsePaging, type Sort, parseSort } from '../../platform/http/pagination'
import { requireLibrary } from '../libraries/service'
import { shuffleSeed } from '../series/lists/series-order'
import { getIdentity } from '../series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { isWorkOf, type Person } from './lists/by-person'
import { type BookSortKey, bookSortKeys } from './lists/book-sorts'
import type { BookListBody, BookMatchesQuery } from './lists/model'
import { prepareFilter } from './lists/smart-reading-lists'
import type { BookListQuery, BooksOfSeriesQuery, BookView, ReadProgressView } from './model'
import {
  type BookFilter,
  type BookPage,
  type BookRow,
  countBooks,
  findAdjacentIds,
  findBookIds,
  findBookRows,
  findFindings,
  findVisibleBook,
} from './queries'
import type { StoredFinding } from './schema'
import { findNamedBooks } from './lists/named-search'
import { bookMessages } from './messages'
import { findingWithText, withText } from '../../platform/messages/message'

/** Lists with a page size above this are read in a Worker. */
const quickRows = 100

/** Returns these books in the order of the IDs. Omits books that the viewer cannot see. */
export async function listBooksByIds(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<BookView[]> {
  if (ids.length === 0) return []
  const db = ids.length > quickRows ? ctx.heavy : ctx.db
  const rows = await findBookRows(db, viewer, ids)
  const findings = await listFindings(db, rows)
  const views = new Map(rows.map((row) => [row.book.id, buildBookView(viewer, row, findings)]))
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** Returns the row of a visible book and its root path, or throws. */
export async function getVisibleBook({ db }: Pick<Context, 'db'>, viewer: Viewer, id: string) {
  const found = await findVisibleBook(db, viewer, id)
  if (!found) throw notFound(bookMessages.not_found())
  return found
}

export async function getBookView(ctx: Context, viewer: Viewer, id: string): Promise<BookView> {
  const [found] = await listBooksByIds(ctx, viewer, [id])
  if (!found) throw notFound(bookMessages.not_found())
  return found
}

type ListQuery = Omit<BookListQuery, 'libraryId' | 'seriesId'> &
  Pick<BooksOfSeriesQuery, 'numberKind'> &
  BookFilterIds
interface BookFilterIds {
  libraryId?: string
  seriesId?: string
}

export async function listBooks(
  ctx: Context,
  viewer: Viewer,
  query: ListQuery,
  byDefault: BookSortKey = 'series',
) {
  const { libraryId, seriesId, readStatus, search, numberKind } = query
  const hasError = query.hasError === undefined ? undefined : query.hasError === 'true'
  const named = search && (await findNamedBooks(ctx.replica, viewer, search))
  const filter = {
    libraryId,
    seriesId,
    readStatus,
    search,
    hasError,
    numberKind,
    ...(named && { named }),
  }
  const sort = parseSort(query.sort, bookSortKeys, { key: byDefault, direction: 'asc' })
  const areNamedFirst = query.sort === undefined
  return listFilteredBooks(ctx, viewer, filter, { sort, paging: parsePaging(query), areNamedFirst })
}

export async function listBooksOfSeries(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  query: Omit<ListQuery, 'seriesId'>,
) {
  await getIdentity(ctx.db, viewer, seriesId)
  return listBooks(ctx, viewer, { ...query, seriesId }, 'natural')
}

export async function listBooksOfLibrary(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  query: Omit<ListQuery, 'libraryId'>,
) {
  await requireLibrary(ctx, viewer, libraryId)
  return listBooks(ctx, viewer, { ...query, libraryId })
}

/** Lists the books that match a condition and search text. */
export async function listBooksMatching(
  ctx: Context,
  viewer: Viewer,
  { body, query }: { body: BookListBody; query: BookMatchesQuery },
) {
  const filter = await prepareFilter(ctx, viewer, body)
  const sort = parseSort(query.sort, bookSortKeys, { key: 'series', direction: 'asc' })
  const areNamedFirst = query.sort === undefined
  return listFilteredBooks(ctx, viewer, filter, { sort, paging: parsePaging(query), areNamedFirst })
}

/** Lists the first books that match a condition, at most `limit`. */
export const listIdsOfBooksMatching = async (
  ctx: Context,
  viewer: Viewer,
  { body, sort, limit }: { body: BookListBody; sort: string | undefined; limit: number },
): Promise<string[]> =>
  findBookIds(ctx.heavy, viewer, await prepareFilter(ctx, viewer, body), {
    sort: parseSort(sort, bookSortKeys, { key: 'series', direction: 'asc' }),
    paging: { page: 1, pageSize: limit, offset: 0 },
    seed: shuffleSeed(viewer.userId, ctx.clock.now()),
  })

export async function listBooksOfPerson(
  ctx: Context,
  viewer: Viewer,
  person: Person,
  query: BookMatchesQuery,
) {
  const sort = parseSort(query.sort, bookSortKeys, { key: 'series', direction: 'asc' })
  return listFilteredBooks(
    ctx,
    viewer,
    { condition: isWorkOf(person) },
    { sort, paging: parsePaging(query) },
  )
}

export async function listFilteredBooks(
  ctx: Context,
  viewer: Viewer,
  filter: BookFilter,
  page: BookPage,
): Promise<Found<BookView>> {
  const db = isQuick(filter, page) ? ctx.db : ctx.replica
  const seed = shuffleSeed(viewer.userId, ctx.clock.now())
  const [ids, total] = await Promise.all([
    findBookIds(db, viewer, filter, { ...page, seed }),
    countBooks(db, viewer, filter),
  ])
  return { data: await listBooksByIds(ctx, viewer, ids), total }
}

/**
 * Returns true for a small page near the start of one series in its default order, which is read
 * directly from an index.
 */
const isQuick = (
  { seriesId, readStatus, search, hasError, numberKind, condition }: BookFilter,
  { sort, paging }: { sort: Sort<BookSortKey>; paging: { pageSize: number; offset: number } },
) =>
  seriesId !== undefined &&
  sort.key === 'natural' &&
  paging.pageSize <= quickRows &&
  paging.offset < 1000 &&
  [readStatus, search, hasError, numberKind, condition].every((filter) => filter === undefined)

export async function getAdjacentBooks(ctx: Context, viewer: Viewer, id: string) {
  const book = await getVisibleBook(ctx, viewer, id)
  const { prevId, nextId, position, count } = await findAdjacentIds(ctx.db, viewer, book)
  const ids = [prevId, nextId].filter((neighbor) => neighbor !== undefined)
  const views = await listBooksByIds(ctx, viewer, ids)
  const viewWith = (neighbor: string | undefined) =>
    views.find((view) => view.id === neighbor) ?? null
  return { prev: viewWith(prevId), next: viewWith(nextId), position, count }
}

type Findings = Map<number, StoredFinding[]>

/** Queries only books that have findings, because most have none. */
async function listFindings(db: Db, rows: BookRow[]): Promise<Findings> {
  const numbers = rows.flatMap(({ book }) => (book.finding === null ? [] : [book.n]))
  if (numbers.length === 0) return new Map()
  const found = await findFindings(db, numbers)
  return new Map(found.map(({ n, findings }) => [n, findings]))
}

function buildBookView(viewer: Viewer, row: BookRow, findings: Findings): BookView {
  const { book } = row
  return {
    id: book.id,
    seriesId: book.seriesId,
    seriesName: row.seriesName,
    libraryId: book.libraryId,
    libraryName: row.libraryName,
    title: book.title,
    titleSort: row.titleSort,
    number: parseNumber(row.number),
    volume: book.volume,
    volumeEnd: book.volumeEnd,
    chapter: book.chapter,
    chapterEnd: book.chapterEnd,
    numberKind: book.numberKind,
    numberFrom: book.numberFrom,
    numberTo: book.numberTo,
    summary: row.summary,
    path: getVisiblePath(viewer, row),
    fileFormat: book.format ?? getExtension(book.relativePath),
    fileSize: book.size,
    fileHash: book.fingerprint ?? '',
    koreaderHash: book.partialMd5,
    pageCount: book.pageCount,
    readingDirection: row.seriesDirection ?? row.libraryDirection,
    analyzed: book.analyzedAt !== null,
    ...getSoundness(book, findings.get(book.n) ?? []),
    deleted: book.trashedAt !== null,
    ...buildReading(row),
    coverColor: row.coverColor,
    createdAt: book.createdAt,
    updatedAt: book.updatedAt,
  }
}

/** Returns the path on the server, which only users who manage libraries may see. */
const getVisiblePath = ({ permissions }: Viewer, { rootPath, book }: BookRow) =>
  permissions.has('libraries:write') ? join(rootPath, book.relativePath) : null

function getSoundness({ finding }: BookRow['book'], findings: readonly StoredFinding[]) {
  const gravest = finding && (findings.find(({ code }) => code === finding) ?? findings[0])
  return {
    analysisError: gravest ? withText(gravest.message) : null,
    finding,
    findings: findings.map(findingWithText),
  }
}

const buildReading = ({ progress, wantedId }: BookRow) => ({
  readProgress: progress && buildReadProgress(progress),
  readCount: progress?.completions ?? 0,
  lastCompletedAt: progress?.lastCompletedAt ?? null,
  wantToRead: wantedId !== null,
})

/** Returns null if the book was never started or has since been marked as unread. */
function buildReadProgress(progress: NonNullable<BookRow['progress']>): ReadProgressView | null {
  const { userId, bookId, completed, startedAt, updatedAt } = progress
  if (!progress.started && !completed) return null
  return {
    id: Bun.randomUUIDv5(userId, bookId),
    userId,
    bookId,
    currentPage: progress.page,
    progressPercentage: progress.fraction,
    completed,
    startedAt,
    completedAt: completed ? progress.lastCompletedAt : null,
    updatedAt,
    movedFrom: progress.movedFrom,
  }
}

/** Parses numbers such as `1.5`; `Annual 2` is not a number. */
export const parseNumber = (number: string | null): number | null => {
  if (number === null || !/^-?\d{1,15}(\.\d{1,15})?$/.test(number.trim())) return null
  return Number(number)
}

const getExtension = (path: string) => extname(path).slice(1).toLowerCase()
