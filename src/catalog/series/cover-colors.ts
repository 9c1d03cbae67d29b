/** Dominant cover colors for a page of series, in a few queries. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { covers } from '../../artwork/covers/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { loadSidecarIndex, listPictures } from '../sidecars/service'
import { thumbnails } from '../../artwork/thumbnails/schema'
import { getSeriesPosition } from './metadata/series-offer'
import { series } from './schema'

/** Color of the first book's cover, which is the default cover. */
export const firstBookColor = sql<string | null>`(
  select ${thumbnails.color} from ${books}
  left join ${thumbnails} on ${thumbnails.ownerId} = ${books.id}
  where ${books.seriesId} = ${series.id} and ${books.trashedAt} is null
  order by ${books.sortKey}, ${books.id} limit 1)`

type SeriesCoverRow = Pick<typeof series.$inferSelect, 'id' | 'groupKey' | 'selectedCoverSource'>

/** Loads cover colors by series ID. Omits series that show the cover of their first book. */
export async function selectChosenColors(
  db: Db,
  all: readonly SeriesCoverRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const chosen = all.filter(({ selectedCoverSource }) => selectedCoverSource !== 'first_book')
  if (chosen.length === 0) return new Map()
  const owners = new Map([
    ...(await selectUploadedCovers(db, chosen)),
    ...(await selectFolderColors(db, chosen)),
  ])
  for (const { id, selectedCoverSource } of chosen) {
    const book = /^book:([0-9a-f-]{36})$/.exec(selectedCoverSource)?.[1]
    if (book) owners.set(id, book)
  }
  const colors = await listSeriesColors(db, [...owners.values()])
  return new Map([...owners].map(([id, owner]) => [id, colors.get(owner) ?? null]))
}

/**
 * Finds the cover of each series from its selected source: the selected cover, or else the newest.
 */
async function selectUploadedCovers(db: Db, chosen: readonly SeriesCoverRow[]) {
  const rows = await db
    .select({ id: covers.id, seriesId: series.id })
    .from(covers)
    .innerJoin(
      series,
      and(eq(series.id, covers.seriesId), eq(series.selectedCoverSource, covers.source)),
    )
    .where(
      inIds(
        series.id,
        chosen.map(({ id }) => id),
      ),
    )
    .orderBy(desc(covers.isSelected), desc(covers.createdAt), desc(covers.id))
  return rows.toReversed().map(({ id, seriesId }) => [seriesId, id] as const)
}

/** Finds the images in the series folders that are shown as covers. */
async function selectFolderColors(db: Db, chosen: readonly SeriesCoverRow[]) {
  const places = chosen.flatMap(({ id, groupKey, selectedCoverSource: source }) => {
    const place = /^file(:|$)/.test(source) ? getSeriesPosition(groupKey) : undefined
    return place ? [{ id, source, place }] : []
  })
  if (places.length === 0) return []
  const beside = await loadSidecarIndex(
    db,
    places.map(({ place }) => place),
  )
  return places.flatMap(({ id, source, place }) => {
    const pictures = listPictures(beside.listForFolder(place))
    const shown = pictures.find(({ name }) => source === `file:${name}`) ?? pictures[0]
    return shown ? [[id, shown.id] as const] : []
  })
}

async function listSeriesColors(db: Db, owners: readonly string[]) {
  const rows = await db
    .select({ id: thumbnails.ownerId, color: thumbnails.color })
    .from(thumbnails)
    .where(inIds(thumbnails.ownerId, owners))
  return new Map(rows.map(({ id, color }) => [id, color]))
}
