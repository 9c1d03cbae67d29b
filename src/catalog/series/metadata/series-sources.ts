/** The source of each series field, and the values from files and the path. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { describeFieldSource, type SourceValues } from '../../metadata/source-candidates'
import { loadSidecarIndex } from '../../sidecars/service'
import { buildFullSeries } from '../full-series'
import { seriesMessages } from '../messages'
import { type CollectedMetadata, collectFileMetadata } from './collect-metadata'
import type { SeriesSourcesView } from './edit-model'
import { getSeriesPosition, buildSeriesOffer } from './series-offer'
import { addPathMetadata, type LocatedMetadata } from './path-metadata'
import { type SeriesField, seriesFieldTable, seriesLockOf, seriesState } from './series-fields'
import { getStoredSeries } from './service'
import { withText } from '../../../platform/messages/message'
import { getItemSources, hasItemSources } from '../../metadata/item-sources'
import { findBestSource } from '../../metadata/source-priority'

export async function getSeriesSources(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<SeriesSourcesView> {
  const { sources, locks, values } = seriesState(await getStoredSeries(ctx.db, viewer, id))
  const [collected] = await collectFileMetadata(ctx.db, [id])
  const [located] = collected ? await addPathMetadata(ctx.db, [collected]) : []
  const others = located ? collectSourceValues(located) : []
  const shown: Record<string, unknown> = { ...values, ...(await listShownParts(ctx, viewer, id)) }
  const describe = (name: SeriesField) => {
    const lock = seriesLockOf(name)
    const isLocked = lock !== undefined && locks.includes(lock)
    const itemSources = getItemSources(name, sources)
    const source = sources[name] ?? findBestSource(Object.values(itemSources))
    const described = describeFieldSource(name, { value: shown[name], source, isLocked }, others)
    return { ...described, ...(hasItemSources(seriesFieldTable[name]) && { itemSources }) }
  }
  return {
    seriesId: id,
    fields: (Object.keys(seriesFieldTable) as SeriesField[]).map(describe),
    files: await listSidecarViews(ctx, collected),
  }
}

/** Lists the labels, titles, links, IDs and ratings in the form that edits accept. */
async function listShownParts({ db }: Context, viewer: Viewer, id: string) {
  const full = await buildFullSeries(db, viewer, id)
  if (!full) throw notFound(seriesMessages.not_found())
  return {
    genres: full.genres.map(({ name }) => name),
    tags: full.tags.map(({ name }) => name),
    alternateTitles: full.alternateTitles.map(({ label, title }) => ({ label, title })),
    externalLinks: full.externalLinks.map(({ sourceName, url, externalId }) => ({
      sourceName,
      url,
      externalId,
    })),
    externalIds: full.externalIds.map(({ source, externalId, externalUrl }) => ({
      source,
      externalId,
      externalUrl,
    })),
    externalRatings: full.externalRatings.map(({ sourceName, rating }) => ({ sourceName, rating })),
  }
}

/** Collects values from parsing rules, each file, and the path. */
function collectSourceValues(located: LocatedMetadata): SourceValues[] {
  const files = located.files.map((file) => ({
    source: file.source,
    offer: { ...buildSeriesOffer(file), ...listLabels(file) },
  }))
  const { corrected: source, fromPath } = located
  const corrected = source === undefined ? [] : [{ source, offer: { title: fromPath.title } }]
  return [
    ...corrected,
    ...files,
    ...combineParts(located),
    { source: 'path', offer: { ...fromPath } },
  ]
}

const listLabels = ({ genres, tags }: CollectedMetadata['files'][number]) => ({
  genres: genres.length > 0 ? genres : null,
  tags: tags.length > 0 ? tags : null,
})

/**
 * Combines titles and links from all files, because a single file does not show which of them
 * belong to the series.
 */
const combineParts = ({ partSources, ...located }: LocatedMetadata): SourceValues[] =>
  (['alternateTitles', 'externalLinks'] as const).flatMap((name) => {
    const source = partSources[name]
    return source ? [{ source, offer: { [name]: located[name] } }] : []
  })

async function listSidecarViews({ db }: Context, collected: CollectedMetadata | undefined) {
  const place = collected && getSeriesPosition(collected.groupKey)
  if (!place) return []
  const beside = (await loadSidecarIndex(db, [place])).listForFolder(place)
  return beside.map(({ name, kind, finding }) => ({
    name,
    kind,
    problem: finding && withText(finding.message),
  }))
}
