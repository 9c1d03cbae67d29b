import { and, asc, count, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { numberColumns } from '../books/numbers/book-names'
import { bookVisibleTo } from '../books/book-visibility'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { libraries, libraryRoots } from '../libraries/schema'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { duplicateDismissals } from './schema'

export interface DuplicateFilter {
  libraryId?: string | undefined
  dismissed: boolean
}

export interface GroupRow {
  hash: string
  copies: number
  totalSize: number
  largest: number
  isSameFile: boolean
  dismissedAt: Date | null
}

/** Uses only the index, because most books exist only once and do not need further checks. */
const isShared = sql`${books.contentHash} in (select ${books.contentHash} from ${books}
  where ${books.contentHash} is not null group by ${books.contentHash} having count(*) > 1)`

const castToNumber = (term: SQL) => sql<number>`${term}`.mapWith(Number)

const totalSize = sql`sum(${books.size})`
const largest = sql`max(${books.size})`
const moreThanOne = sql`count(*) > 1`

function selectGroups(db: Db, viewer: Viewer, { libraryId, dismissed }: DuplicateFilter) {
  const touches = sql`sum(case when ${books.libraryId} = ${libraryId ?? ''} then 1 else 0 end) > 0`
  return db
    .select({
      hash: sql<string>`${books.contentHash}`.as('hash'),
      copies: count().as('copies'),
      totalSize: castToNumber(totalSize).as('total_size'),
      largest: castToNumber(largest).as('largest'),
      // Files without an archive directory have a hash of the whole file.
      differing: sql`case when min(${books.contentHash}) like 'file:%' then 0
        when count(${books.directoryHash}) < count(*) then 1
        else count(distinct ${books.directoryHash}) + count(distinct ${books.size}) - 2 end`
        .mapWith(Number)
        .as('differing'),
      dismissedAt: sql<Date | null>`max(${duplicateDismissals.createdAt})`
        .mapWith(duplicateDismissals.createdAt)
        .as('dismissed_at'),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(duplicateDismissals, eq(duplicateDismissals.sharedKey, books.contentHash))
    .where(
      and(
        isShared,
        bookVisibleTo(viewer),
        (dismissed ? isNotNull : isNull)(duplicateDismissals.id),
      ),
    )
    .groupBy(books.contentHash)
    .having(libraryId === undefined ? moreThanOne : sql`${moreThanOne} and ${touches}`)
}

/** Lists groups by reclaimable size, largest first. Too slow for the main thread. */
export async function listDuplicateGroups(
  heavy: Db,
  viewer: Viewer,
  filter: DuplicateFilter,
  { offset, pageSize }: Paging,
): Promise<GroupRow[]> {
  const rows = await selectGroups(heavy, viewer, filter)
    .orderBy(sql`${totalSize} - ${largest} desc`, asc(books.contentHash))
    .limit(pageSize)
    .offset(offset)
  return rows.map(({ differing, ...row }) => ({ ...row, isSameFile: differing === 0 }))
}

export async function countDuplicateGroups(heavy: Db, viewer: Viewer, filter: DuplicateFilter) {
  const [row] = await heavy
    .select({ total: count() })
    .from(selectGroups(heavy, viewer, filter).as('grouped'))
  return row!.total
}

/** Lists the oldest books of each group. */
export function listMembers(
  heavy: Db,
  viewer: Viewer,
  hashes: readonly string[],
  mostOfEach: number,
) {
  const place = sql<number>`row_number() over (
    partition by ${books.contentHash} order by ${books.createdAt}, ${books.id})`
  const ranked = heavy.$with('ranked').as(
    heavy
      .select({ bookN: sql<number>`${books.n}`.as('book_n'), place: place.as('place') })
      .from(books)
      .innerJoin(series, eq(series.id, books.seriesId))
      .where(and(inArray(books.contentHash, [...hashes]), bookVisibleTo(viewer))),
  )
  return heavy
    .with(ranked)
    .select({
      hash: sql<string>`${books.contentHash}`,
      id: books.id,
      title: books.title,
      seriesId: books.seriesId,
      seriesName: series.title,
      ...numberColumns,
      libraryId: books.libraryId,
      libraryName: libraries.name,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
      fileFormat: books.format,
      fileSize: books.size,
      pageCount: books.pageCount,
      createdAt: books.createdAt,
    })
    .from(ranked)
    .innerJoin(books, eq(books.n, ranked.bookN))
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(lte(ranked.place, mostOfEach))
    .orderBy(asc(books.contentHash), asc(ranked.place))
}

/** Returns the hash that the book shares with its duplicates, or undefined if it has none. */
export async function findSharedHash(db: Db, viewer: Viewer, bookId: string) {
  const [book] = await db
    .select({ hash: books.contentHash })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(books.id, bookId), bookVisibleTo(viewer)))
  if (!book || book.hash === null) return undefined
  const equal = await db
    .select({ id: books.id })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(books.contentHash, book.hash), bookVisibleTo(viewer)))
    .limit(2)
  return equal.length > 1 ? book.hash : undefined
}

export async function insertDismissal(tx: Tx, values: typeof duplicateDismissals.$inferInsert) {
  await tx.insert(duplicateDismissals).values(values).onConflictDoNothing()
}

/** Returns false if the group was not dismissed. */
export async function deleteDismissal(tx: Tx, sharedKey: string): Promise<boolean> {
  const deleted = await tx
    .delete(duplicateDismissals)
    .where(eq(duplicateDismissals.sharedKey, sharedKey))
    .returning({ id: duplicateDismissals.id })
  return deleted.length > 0
}
