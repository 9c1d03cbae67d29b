/** The genres and tags for a page of series. */
import { asc } from 'drizzle-orm'
import { prepareStatement } from '../../platform/db/prepared'
import { encodeIds, inIdsPlaceholder } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { seesEverything } from '../libraries/library-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { countVisibleSeries } from './count-queries'
import type { LabelView } from './model'
import { getTables, type Kind } from './queries'

/** Lists labels keyed by series, sorted by name. Series without labels are absent. */
export async function listLabelsOfSeries(
  db: Db,
  viewer: Viewer,
  kind: Kind,
  seriesIds: readonly string[],
): Promise<Map<string, LabelView[]>> {
  const links = await selectLinks[kind](db, { ids: encodeIds(seriesIds) })
  if (links.length === 0) return new Map()
  // Loads each label only once, because series share most labels.
  const labelIds = [...new Set(links.map(({ labelId }) => labelId))]
  const [labels, counts] = await Promise.all([
    selectLabels[kind](db, { ids: encodeIds(labelIds) }),
    seesEverything(viewer) ? undefined : countVisibleSeries(db, viewer, kind, labelIds),
  ])
  const ranked = new Map(
    labels.map(({ id, seriesCount, createdAt }, rank) => {
      const figures = counts ? counts.get(id) : { seriesCount, createdAt }
      return [id, { rank, figures: figures ?? { seriesCount: 0, createdAt: new Date(0) } }]
    }),
  )
  return new Map(
    [...Map.groupBy(links, ({ seriesId }) => seriesId)].map(([seriesId, ofSeries]) => {
      const found = ofSeries.flatMap(({ labelId, name }) => {
        const label = ranked.get(labelId)
        return label ? [{ rank: label.rank, view: { id: labelId, name, ...label.figures } }] : []
      })
      return [seriesId, found.toSorted((a, b) => a.rank - b.rank).map(({ view }) => view)]
    }),
  )
}

const prepareLinks = (kind: Kind) =>
  prepareStatement(`${kind}_links`, (db) => {
    const { links } = getTables(kind)
    return db.select().from(links).where(inIdsPlaceholder(links.seriesId, 'ids'))
  })
const selectLinks = { genre: prepareLinks('genre'), tag: prepareLinks('tag') }

const prepareLabels = (kind: Kind) =>
  prepareStatement(`${kind}_labels`, (db) => {
    const { labels } = getTables(kind)
    return db
      .select()
      .from(labels)
      .where(inIdsPlaceholder(labels.id, 'ids'))
      .orderBy(asc(labels.nameKey))
  })
const selectLabels = { genre: prepareLabels('genre'), tag: prepareLabels('tag') }
