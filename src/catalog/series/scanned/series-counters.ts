/** Updates the counters of series. Call this in the same transaction that changes the books. */
import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { books, runKinds } from '../../books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { series, seriesMetadata } from '../schema'
import { manualKeyStart } from './create-series'

/**
 * Recomputes the counters of these series from their present books, and moves series to or from the
 * trash. A series that comes from a folder or was created by a user is trashed with its last book.
 * Any series is restored when it has a book. Unchanged rows are not written.
 */
export async function refreshSeriesCounters(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return
  const now = sql.param(new Date(), series.updatedAt)
  const counts = selectCounts(tx, seriesIds)
  const trashedAt = sql`case
    when ${counts.presentBooks} > 0 then null
    when ${counts.folder} is not null or ${series.groupKey} like ${`${manualKeyStart}%`}
      then coalesce(${series.trashedAt}, ${now})
    else ${series.trashedAt} end`
  await tx
    .with(counts)
    .update(series)
    .set({
      bookCount: sql`${counts.presentBooks}`,
      volumesOwned: sql`${counts.presentVolumes}`,
      localMaxChapter: sql`${counts.maxChapter}`,
      localMaxVolume: sql`${counts.maxVolume}`,
      trashedAt,
      updatedAt: sql`${now}`,
    })
    .from(counts)
    .where(
      and(
        eq(series.id, counts.countedId),
        or(
          sql`${series.bookCount} <> ${counts.presentBooks}`,
          sql`${series.volumesOwned} <> ${counts.presentVolumes}`,
          sql`${series.localMaxChapter} is distinct from ${counts.maxChapter}`,
          sql`${series.localMaxVolume} is distinct from ${counts.maxVolume}`,
          sql`(${series.trashedAt} is null) <> ((${trashedAt}) is null)`,
        ),
      ),
    )
}

/**
 * Whether the book is part of the regular numbering. Annuals, specials and collected editions are
 * numbered separately.
 */
const isInRun = inArray(books.numberKind, runKinds)

function selectCounts(tx: Tx, seriesIds: readonly string[]) {
  return tx.$with('counted').as(
    tx
      .select({
        countedId: sql<string>`${series.id}`.as('counted_id'),
        folder: sql`${seriesMetadata.path}`.as('folder'),
        presentBooks: count(books.id).as('present_books'),
        presentVolumes:
          sql`coalesce(sum(case when ${books.numberKind} = 'volume' and ${books.volume} is not null
            and ${books.chapter} is null then coalesce(${books.volumeEnd}, ${books.volume}) - ${books.volume} + 1 end), 0)`.as(
            'present_volumes',
          ),
        maxChapter:
          sql`max(case when ${isInRun} then coalesce(${books.chapterEnd}, ${books.chapter}) end)`.as(
            'max_chapter',
          ),
        maxVolume: sql`max(case when ${books.numberKind} in ('volume', 'chapter')
            then coalesce(${books.volumeEnd}, ${books.volume}) end)`.as('max_volume'),
      })
      .from(series)
      .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
      .leftJoin(books, and(eq(books.seriesId, series.id), isNull(books.trashedAt)))
      .where(inIds(series.id, seriesIds))
      .groupBy(series.id, seriesMetadata.path),
  )
}
