import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { libraries } from '../../libraries/schema'
import { isSeriesVisibleTo } from '../../libraries/series-visibility'
import { series } from '../schema'
import { seriesEditions } from './schema'

export type EditionRow = typeof seriesEditions.$inferSelect

/** Finds the edition rows of these series, keyed by series ID. */
export async function findEditions(db: Db, seriesIds: readonly string[]) {
  const rows = await db
    .select()
    .from(seriesEditions)
    .where(inIds(seriesEditions.seriesId, seriesIds))
  return new Map(rows.map((row) => [row.seriesId, row]))
}

/** Lists the other series of the work that the viewer can see. */
export const listVisibleEditions = (db: Db, viewer: Viewer, { seriesId, workId }: EditionRow) =>
  db
    .select({
      seriesId: series.id,
      title: series.title,
      kind: seriesEditions.kind,
      language: series.language,
      year: series.year,
      libraryId: series.libraryId,
      libraryName: libraries.name,
      bookCount: series.bookCount,
    })
    .from(seriesEditions)
    .innerJoin(series, eq(series.id, seriesEditions.seriesId))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(
      and(
        eq(seriesEditions.workId, workId),
        ne(seriesEditions.seriesId, seriesId),
        isSeriesVisibleTo(viewer),
      ),
    )
    .orderBy(asc(series.sortKey), asc(series.id))

export const countEditions = (db: Db, workIds: readonly string[]) =>
  db.$count(seriesEditions, inIds(seriesEditions.workId, workIds))

export async function insertEdition(tx: Tx, row: typeof seriesEditions.$inferInsert) {
  await tx.insert(seriesEditions).values(row)
}

export async function updateEdition(
  tx: Tx,
  { seriesId, kind }: Pick<EditionRow, 'seriesId' | 'kind'>,
) {
  await tx.update(seriesEditions).set({ kind }).where(eq(seriesEditions.seriesId, seriesId))
}

export async function uniteWorks(tx: Tx, { from, to }: { from: string; to: string }) {
  await tx.update(seriesEditions).set({ workId: to }).where(eq(seriesEditions.workId, from))
}

export async function deleteEditions(tx: Tx, seriesIds: readonly string[]) {
  await tx.delete(seriesEditions).where(inArray(seriesEditions.seriesId, [...seriesIds]))
}

export const listSeriesOfWork = async (db: Db, workId: string) => {
  const rows = await db
    .select({ id: series.id, libraryId: series.libraryId })
    .from(seriesEditions)
    .innerJoin(series, eq(series.id, seriesEditions.seriesId))
    .where(eq(seriesEditions.workId, workId))
  return rows
}
