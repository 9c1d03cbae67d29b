/** What a series knows of its books, counted anew. Called in the transaction that changed the books. */
import { and, count, eq, isNull, max, or, sql } from 'drizzle-orm'
import { books } from '../../books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { series, seriesMetadata } from '../schema'

/**
 * Recomputes the counters of these series from their present books, and whether they are in the trash:
 * a series that came from a folder goes there with its last book, and any series comes back with one.
 * Rows in which nothing changes are not touched.
 */
export async function refreshSeries(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return
  const now = sql.param(new Date(), series.updatedAt)
  const counted = countBooks(tx, seriesIds)
  const trashedAt = sql`case
    when ${counted.presentBooks} > 0 then null
    when ${counted.folder} is not null then coalesce(${series.trashedAt}, ${now})
    else ${series.trashedAt} end`
  await tx
    .with(counted)
    .update(series)
    .set({
      bookCount: sql`${counted.presentBooks}`,
      volumesOwned: sql`${counted.presentVolumes}`,
      localMaxChapter: sql`${counted.maxChapter}`,
      localMaxVolume: sql`${counted.maxVolume}`,
      trashedAt,
      updatedAt: sql`${now}`,
    })
    .from(counted)
    .where(
      and(
        eq(series.id, counted.countedId),
        or(
          sql`${series.bookCount} <> ${counted.presentBooks}`,
          sql`${series.volumesOwned} <> ${counted.presentVolumes}`,
          sql`${series.localMaxChapter} is distinct from ${counted.maxChapter}`,
          sql`${series.localMaxVolume} is distinct from ${counted.maxVolume}`,
          sql`(${series.trashedAt} is null) <> ((${trashedAt}) is null)`,
        ),
      ),
    )
}

function countBooks(tx: Tx, seriesIds: readonly string[]) {
  return tx.$with('counted').as(
    tx
      .select({
        countedId: sql<string>`${series.id}`.as('counted_id'),
        folder: sql`${seriesMetadata.path}`.as('folder'),
        presentBooks: count(books.id).as('present_books'),
        presentVolumes:
          sql`count(case when ${books.volume} is not null and ${books.chapter} is null then 1 end)`.as(
            'present_volumes',
          ),
        maxChapter: max(books.chapter).as('max_chapter'),
        maxVolume: max(books.volume).as('max_volume'),
      })
      .from(series)
      .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
      .leftJoin(books, and(eq(books.seriesId, series.id), isNull(books.trashedAt)))
      .where(inIds(series.id, seriesIds))
      .groupBy(series.id, seriesMetadata.path),
  )
}
