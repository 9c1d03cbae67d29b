/** The source of each field of a series, and what files and path have for it besides. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { describeFieldSource, type SourceValues } from '../../metadata/candidates'
import { lookBeside } from '../../sidecars/service'
import { fullSeriesOf } from '../full-series'
import { seriesMessages } from '../messages'
import { type CollectedMetadata, collectFileMetadata } from './collect-metadata'
import type { SeriesSourcesView } from './edit-model'
import { placeOfSeries, seriesOffer } from './from-file'
import { addPathMetadata, type LocatedMetadata } from './path-metadata'
import { type SeriesField, seriesFieldTable, seriesLockOf, seriesState } from './series-fields'
import { getStored } from './service'
import { renderMessage } from '../../../platform/messages/message'

export async function getSeriesSources(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<SeriesSourcesView> {
  const { sources, locks, values } = seriesState(await getStored(ctx.db, viewer, id))
  const [collected] = await collectFileMetadata(ctx.db, [id])
  const [located] = collected ? await addPathMetadata(ctx.db, [collected]) : []
  const others = located ? sourceValues(located) : []
  const shown: Record<string, unknown> = { ...values, ...(await shownParts(ctx, viewer, id)) }
  const describe = (name: SeriesField) => {
    const lock = seriesLockOf(name)
    const isLocked = lock !== undefined && locks.includes(lock)
    return describeFieldSource(
      name,
      { value: shown[name], source: sources[name], isLocked },
      others,
    )
  }
  return {
    seriesId: id,
    fields: (Object.keys(seriesFieldTable) as SeriesField[]).map(describe),
    files: await listSidecars(ctx, collected),
  }
}

/** In the form in which an edit takes them. */
async function shownParts({ db }: Context, viewer: Viewer, id: string) {
  const full = await fullSeriesOf(db, viewer, id)
  if (!full) throw notFound(seriesMessages.not_found())
  return {
    genres: full.genres.map(({ name }) => name),
    tags: full.tags.map(({ name }) => name),
    alternateTitles: full.alternateTitles.map(({ label, title }) => ({ label, title })),
    externalLinks: full.externalLinks.map(({ sourceName, url }) => ({ sourceName, url })),
    externalIds: full.externalIds.map(({ source, externalId, externalUrl }) => ({
      source,
      externalId,
      externalUrl,
    })),
    externalRatings: full.externalRatings.map(({ sourceName, rating }) => ({ sourceName, rating })),
  }
}

/** Of a correction, of each file, and of the path. */
function sourceValues(located: LocatedMetadata): SourceValues[] {
  const files = located.files.map((file) => ({
    source: file.source,
    offer: { ...seriesOffer(file), ...labelsIn(file) },
  }))
  const { corrected: source, fromPath } = located
  const corrected = source === undefined ? [] : [{ source, offer: { title: fromPath.title } }]
  return [
    ...corrected,
    ...files,
    ...combinedParts(located),
    { source: 'path', offer: { ...fromPath } },
  ]
}

const labelsIn = ({ genres, tags }: CollectedMetadata['files'][number]) => ({
  genres: genres.length > 0 ? genres : null,
  tags: tags.length > 0 ? tags : null,
})

/** Titles and links come from all files together: no file alone tells which belong to the series. */
const combinedParts = ({ partSources, ...located }: LocatedMetadata): SourceValues[] =>
  (['alternateTitles', 'externalLinks'] as const).flatMap((name) => {
    const source = partSources[name]
    return source ? [{ source, offer: { [name]: located[name] } }] : []
  })

async function listSidecars({ db }: Context, collected: CollectedMetadata | undefined) {
  const place = collected && placeOfSeries(collected.groupKey)
  if (!place) return []
  const beside = (await lookBeside(db, [place])).ofFolder(place)
  return beside.map(({ name, kind, finding }) => ({
    name,
    kind,
    problem: finding ? renderMessage(finding.message) : null,
  }))
}
