import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { descending } from '../../platform/db/columns'
import { inIds, inNumbers } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import type { Paging, Sort } from '../../platform/http/pagination'
import { libraries, libraryRoots } from '../libraries/schema'
import { bookProgress } from '../../reading/progress/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import { series } from '../series/schema'
import { thumbnails } from '../../artwork/thumbnails/schema'
import type { Viewer } from '../../accounts/permissions/model'
import type { BookSortKey } from './lists/book-sorts'
import { matchesSearch, orderNamed } from './lists/search-words'
import { matchesFinding } from './scanned/findings'
import { titleKeyStart } from './book-sort-key'
import type { NumberKind } from './numbers/number-kind'
import { bookContents, bookMetadata, books, type StoredPage } from './schema'
import {
  bookVisibleAlone,
  bookVisibleTo,
  bookAndSeriesVisibleTo,
  fewBooksVisibleAlone,
} from './book-visibility'

export interface BookFilter {
  libraryId?: string | undefined
  seriesId?: string | undefined
  readStatus?: 'unread' | 'in_progress' | 'read' | undefined
  search?: string | undefined
  /**
   * Books found by series and number or words, in addition to those that contain all words. Best
   * first.
   */
  named?: readonly string[] | undefined
  hasError?: boolean | undefined
  finding?: string | undefined
  numberKind?: NumberKind | 'none' | undefined
  /** A compiled condition: see `platform/query/condition.ts`. */
  condition?: SQL | undefined
}

/** Finds the rows of the given books that the viewer can see, in no particular order. */
export function findBookRows(db: Db, viewer: Viewer, ids: readonly string[]) {
  const ofUser = and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId))
  const wanted = and(eq(wantToRead.bookId, books.id), eq(wantToRead.userId, viewer.userId))
  return db
    .select({
      book: books,
      seriesName: series.title,
      seriesDirection: series.readingDirection,
      libraryName: libraries.name,
      libraryDirection: libraries.defaultReadingDirection,
      rootPath: libraryRoots.path,
      titleSort: bookMetadata.titleSort,
      number: bookMetadata.number,
      summary: bookMetadata.summary,
      progress: bookProgress,
      wantedId: wantToRead.id,
      coverColor: thumbnails.color,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .leftJoin(bookProgress, ofUser)
    .leftJoin(wantToRead, wanted)
    .leftJoin(thumbnails, eq(thumbnails.ownerId, books.id))
    .where(and(inIds(books.id, ids), bookVisibleTo(viewer)))
}
export type BookRow = Awaited<ReturnType<typeof findBookRows>>[number]

export function findFindings(db: Db, numbers: readonly number[]) {
  return db
    .select({ n: bookContents.n, findings: bookContents.findings })
    .from(bookContents)
    .where(inNumbers(bookContents.n, numbers))
}

export interface BookPage {
  sort: Sort<BookSortKey>
  paging: Paging
  /** Sorts books that were found by series and number or words before all others. */
  areNamedFirst?: boolean
}

export async function findBookIds(
  db: Db,
  viewer: Viewer,
  filter: BookFilter,
  { sort, paging, seed, areNamedFirst = false }: BookPage & { seed: number },
): Promise<string[]> {
  // SQLite does not reorder a cross join, so it walks the sort index and stops after one page.
  // PostgreSQL treats it as an inner join.
  const bySeries = sort.key === 'series' && !isNarrow(filter)
  const rows = await db
    .select({ id: sql<string>`${books.id}` })
    .from(bySeries ? sql`${series} cross join ${books}` : sql`${books} cross join ${series}`)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(
      and(
        eq(books.seriesId, series.id),
        buildCondition(
          viewer,
          filter,
          bySeries ? bookVisibleTo(viewer) : bookAndSeriesVisibleTo(viewer),
        ),
      ),
    )
    .orderBy(
      ...(areNamedFirst ? orderNamed(filter.named ?? []) : []),
      ...buildOrder(viewer, sort, seed),
    )
    .limit(paging.pageSize)
    .offset(paging.offset)
  return rows.map(({ id }) => id)
}

/**
 * Returns true if the filter is selective and has an index. Finding and sorting the few matches is
 * then faster than walking the sort index.
 */
const isNarrow = ({ search, finding, hasError, readStatus }: BookFilter) =>
  Boolean(search?.trim() || finding || hasError || (readStatus && readStatus !== 'unread'))

export async function countBooks(db: Db, viewer: Viewer, filter: BookFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(books)
    .where(
      buildCondition(
        viewer,
        filter,
        filter.seriesId ? fewBooksVisibleAlone(viewer) : bookVisibleAlone(viewer),
      ),
    )
  return row!.total
}

/** Builds a condition that a book is in a list, for a statement that reads only `books`. */
export const isInList = (viewer: Viewer, filter: BookFilter): SQL =>
  buildCondition(viewer, filter, bookVisibleAlone(viewer))!

/** Counts books by the first character of their title or of their series' sort key. */
export async function countFirstCharacters(
  db: Db,
  viewer: Viewer,
  filter: BookFilter,
  by: 'series' | 'title',
) {
  const first = by === 'series' ? sql`substr(${series.sortKey}, 1, 1)` : titleStart(1)
  return db.rows<{ first: string; total: number }>(sql`
    select first, cast(count(*) as integer) as total from (
      select ${first} as first from ${books} join ${series} on ${series.id} = ${books.seriesId}
      where ${isInList(viewer, filter)}) as begun
    group by first`)
}

/** Selects the title part of the sort key, or its first `length` characters. */
const titleStart = (length?: number) =>
  length === undefined
    ? sql`substr(${books.sortKey}, ${sql.raw(String(titleKeyStart))})`
    : sql`substr(${books.sortKey}, ${sql.raw(String(titleKeyStart))}, ${sql.raw(String(length))})`

function buildCondition(viewer: Viewer, filter: BookFilter, visible: SQL | undefined) {
  const { libraryId, seriesId, readStatus, search, hasError, finding, numberKind } = filter
  return and(
    visible,
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
    finding === undefined ? undefined : matchesFinding(finding),
    numberKind === undefined ? undefined : hasNumberKind(numberKind),
    hasError === undefined ? undefined : (hasError ? isNotNull : isNull)(books.finding),
    readStatus === undefined ? undefined : hasReadStatus(viewer, readStatus),
    search?.trim() ? matchesSearch(search, filter.named ?? []) : undefined,
    filter.condition,
  )
}

/** `none` selects books without a number. */
const hasNumberKind = (kind: NumberKind | 'none'): SQL =>
  kind === 'none' ? isNull(books.numberKind) : eq(books.numberKind, kind)

function hasReadStatus({ userId }: Viewer, status: 'unread' | 'in_progress' | 'read'): SQL {
  const { bookId, started, completed } = bookProgress
  const mine = sql`${bookProgress} where ${bookProgress.userId} = ${userId}`
  // Starts from the few opened books instead of all books.
  const openedWhere = (condition: SQL) =>
    sql`${books.id} in (select ${bookId} from ${mine} and ${condition})`
  if (status === 'read') return openedWhere(sql`${completed}`)
  if (status === 'in_progress') return openedWhere(sql`${started} and not ${completed}`)
  return sql`not exists (select 1 from ${mine} and ${bookId} = ${books.id}
    and (${started} or ${completed}))`
}

/** Always ends with the ID. Otherwise, the order of ties could differ from page to page. */
function buildOrder(viewer: Viewer, { key, direction }: Sort<BookSortKey>, seed: number): SQL[] {
  const way = direction === 'asc' ? asc : desc
  const nullable = (column: SQL | Parameters<typeof asc>[0]) =>
    direction === 'asc' ? sql`${column} asc nulls last` : descending(column)
  const lastRead = sql`(select ${bookProgress.updatedAt} from ${bookProgress}
    where ${bookProgress.bookId} = ${books.id} and ${bookProgress.userId} = ${viewer.userId})`
  const { year, month, day } = bookMetadata
  const terms: Record<BookSortKey, SQL[]> = {
    natural: [way(books.sortKey)],
    series: [way(series.sortKey), way(series.id), way(books.sortKey)],
    title: [way(titleStart())],
    created_at: [way(books.createdAt)],
    date_added: [way(books.createdAt)],
    release_date: [nullable(year), nullable(month), nullable(day)],
    chapter_number: [nullable(books.chapter), way(books.sortKey)],
    file_size: [way(books.size)],
    filename: [way(books.relativePath)],
    page_count: [way(books.pageCount)],
    last_read: [nullable(lastRead)],
    // The seed changes only once a day, so page 2 continues page 1.
    random: [sql`(${books.n} * cast(${seed} as bigint)) % 2147483647`],
  }
  return [...terms[key], way(books.id)]
}

/**
 * Finds the previous and next visible book of the series in natural order, the position of the
 * book, and the number of books.
 */
export async function findAdjacentIds(
  db: Db,
  viewer: Viewer,
  book: { id: string; seriesId: string; sortKey: string },
) {
  const sameKey = eq(books.sortKey, book.sortKey)
  const before = or(lt(books.sortKey, book.sortKey), and(sameKey, lt(books.id, book.id)))
  const after = or(gt(books.sortKey, book.sortKey), and(sameKey, gt(books.id, book.id)))
  const next = (beyond: SQL | undefined, way: typeof asc) =>
    db
      .select({ id: books.id })
      .from(books)
      .innerJoin(series, eq(series.id, books.seriesId))
      .where(and(eq(books.seriesId, book.seriesId), beyond, bookVisibleTo(viewer)))
      .orderBy(way(books.sortKey), way(books.id))
      .limit(1)
  const counted = db
    .select({
      position: sql`1 + coalesce(sum(case when ${before} then 1 else 0 end), 0)`.mapWith(Number),
      count: count(),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(books.seriesId, book.seriesId), bookVisibleTo(viewer)))
  const found = [next(before, desc), next(after, asc), counted] as const
  const [[prev], [following], [numbers]] = await Promise.all(found)
  return { prevId: prev?.id, nextId: following?.id, ...numbers! }
}

export async function findVisibleBook(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select({ book: books, rootPath: libraryRoots.path, followLinks: libraries.followLinks })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(and(eq(books.id, id), bookVisibleTo(viewer)))
  return row && { ...row.book, rootPath: row.rootPath, followLinks: row.followLinks }
}

export async function findPages(db: Db, n: number): Promise<StoredPage[]> {
  const { pages } = bookContents
  const [row] = await db.select({ pages }).from(bookContents).where(eq(bookContents.n, n))
  return row?.pages ?? []
}
