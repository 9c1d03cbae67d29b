import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import { sharingSetTags } from '../../catalog/sharing-tags/schema'
import { inIds } from '../../platform/db/sql'

export async function listTrashedLibraries(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ id: libraries.id })
    .from(libraries)
    .where(isNotNull(libraries.trashedAt))
  return new Set(rows.map(({ id }) => id))
}

export interface SeriesMarks {
  ageRating: number | null
  tagIds: string[]
}

/** Loads the properties that determine who can see these series. */
export async function loadMarks(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, SeriesMarks>> {
  const rows = await db
    .select({ id: series.id, ageRating: series.ageRating, tagId: sharingSetTags.tagId })
    .from(series)
    .leftJoin(sharingSetTags, eq(sharingSetTags.setId, series.sharingSet))
    .where(inIds(series.id, seriesIds))
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofSeries]) => [
      id,
      {
        ageRating: ofSeries[0]!.ageRating,
        tagIds: ofSeries.flatMap(({ tagId }) => tagId ?? []),
      },
    ]),
  )
}
