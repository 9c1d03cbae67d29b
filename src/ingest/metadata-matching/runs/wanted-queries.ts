/** Series and books that a run still has to match. */
import { and, asc, eq, gt, inArray, isNull, notExists, or, exists, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { externalIds, matchExclusions, metadataOffers } from '../../../catalog/metadata/schema'
import { series } from '../../../catalog/series/schema'
import type { Db } from '../../../platform/db/store'
import type { RunRow } from './run-queries'

type Wanted = Pick<RunRow, 'libraryId' | 'provider' | 'createdAfter'>

const hasOffer = (db: Db, isOwner: ReturnType<typeof eq>, provider: string | null) =>
  db
    .select({ one: sql`1` })
    .from(metadataOffers)
    .where(and(isOwner, provider === null ? undefined : eq(metadataOffers.provider, provider)))

const isExcluded = (db: Db, isOwner: ReturnType<typeof eq>) =>
  db
    .select({ one: sql`1` })
    .from(matchExclusions)
    .where(and(isOwner, eq(matchExclusions.provider, '*')))

/**
 * Builds an SQL condition for series in the run's library that are not excluded and have no
 * metadata from the run's provider, or from any provider if the run has none. If `createdAfter` is
 * set, includes only series that were created later.
 */
const isWantedBy = (db: Db, { libraryId, provider, createdAfter }: Wanted) =>
  and(
    eq(series.libraryId, libraryId!),
    isNull(series.trashedAt),
    createdAfter === null ? undefined : gt(series.createdAt, createdAfter),
    notExists(hasOffer(db, eq(metadataOffers.seriesId, series.id), provider)),
    notExists(isExcluded(db, eq(matchExclusions.seriesId, series.id))),
  )

/** Counts series. Pass the heavy database connection as `db`, because libraries can be large. */
export const countWantedSeries = (db: Db, wanted: Wanted) =>
  db.$count(series, isWantedBy(db, wanted))

interface Slice {
  afterId: string | undefined
  limit: number
}

/** Lists at most `limit` IDs after `afterId`, in order. */
export async function listWantedSeriesIds(db: Db, wanted: Wanted, { afterId, limit }: Slice) {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(isWantedBy(db, wanted), afterId === undefined ? undefined : gt(series.id, afterId)))
    .orderBy(asc(series.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Books for which providers can be queried. */
export interface AskedBooks {
  /** Formats of books to find by ISBN and title. */
  formats: 'all' | readonly string[]
  /**
   * Sources of external IDs, such as `plugin:metron`. If a series has an ID from one of them, its
   * issues or volumes can be found by number.
   */
  sources: readonly string[]
}

interface WantedBooks extends AskedBooks {
  /** undefined if `seriesId` is set, because a series belongs to a single library. */
  libraryId?: string
  seriesId?: string
  provider: string | null
  createdAfter: Date | null
}

function isAskedFor(db: Db, { formats, sources }: AskedBooks) {
  if (formats === 'all') return undefined
  const isMatched = db
    .select({ one: sql`1` })
    .from(externalIds)
    .where(and(eq(externalIds.seriesId, books.seriesId), inArray(externalIds.source, [...sources])))
  return or(
    formats.length > 0 ? inArray(books.format, [...formats]) : undefined,
    sources.length > 0 ? exists(isMatched) : undefined,
  )
}

const isBookWantedBy = (db: Db, wanted: WantedBooks) => {
  const { libraryId, seriesId, provider, createdAfter } = wanted
  return and(
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
    isNull(books.trashedAt),
    isNull(series.trashedAt),
    createdAfter === null ? undefined : gt(books.createdAt, createdAfter),
    isAskedFor(db, wanted),
    notExists(hasOffer(db, eq(metadataOffers.bookId, books.id), provider)),
    notExists(isExcluded(db, eq(matchExclusions.bookId, books.id))),
  )
}

/** Lists at most `limit` IDs after `afterId`, in order. */
export async function listWantedBookIds(db: Db, wanted: WantedBooks, { afterId, limit }: Slice) {
  const isAfter = afterId === undefined ? undefined : gt(books.id, afterId)
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(isBookWantedBy(db, wanted), isAfter))
    .orderBy(asc(books.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns whether there is any wanted book. Pass the heavy database connection as `db`. */
export async function hasWantedBooks(db: Db, wanted: WantedBooks): Promise<boolean> {
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(isBookWantedBy(db, wanted))
    .limit(1)
  return rows.length > 0
}
