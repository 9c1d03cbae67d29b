import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { matchesFinding } from '../../../catalog/books/scanned/findings'
import { books } from '../../../catalog/books/schema'
import { bookVisibleTo } from '../../../catalog/books/book-visibility'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { series } from '../../../catalog/series/schema'
import type { Viewer } from '../../../accounts/permissions/model'

export interface ReanalyzeFilter {
  libraryId?: string | undefined
  seriesId?: string | undefined
  bookIds?: readonly string[] | undefined
  seriesIds?: readonly string[] | undefined
  /** Only books with findings, optionally of one code. */
  findings?: { code: string | undefined } | undefined
}

/** Lists the next books that the viewer can see, ordered by number. */
export const listBooksToReanalyze = (
  db: Db,
  viewer: Viewer,
  { libraryId, seriesId, bookIds, seriesIds, findings }: ReanalyzeFilter,
  { after, limit }: { after: number; limit: number },
): Promise<{ n: number; libraryId: string }[]> =>
  db
    .select({ n: books.n, libraryId: books.libraryId })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        gt(books.n, after),
        bookVisibleTo(viewer),
        libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
        seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
        bookIds && inIds(books.id, bookIds),
        seriesIds && inIds(books.seriesId, seriesIds),
        findings && isNotNull(books.finding),
        findings?.code === undefined ? undefined : matchesFinding(findings.code),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
