/** Where the value of each field comes from, and what else was said: for who edits it. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { lookBeside } from '../../sidecars/service'
import type { Viewer } from '../../../accounts/users/model'
import { type Said, sourceOfField } from './candidates'
import { getStored } from './edit'
import { placeOfSeries, seriesOffer } from './from-file'
import { fullSeriesOf } from '../full'
import { type Heard, hearFiles } from './heard'
import { hearPlaces, type Placed } from './place-words'
import { partNames } from './parts'
import type { SeriesLockName } from '../schema'
import { seriesLockOf } from './settle'
import type { SeriesSourcesView } from './sources-model'
import { metadataFields, valuesOf } from './write'
import { seriesMessages } from '../messages'

export async function getSeriesSources(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<SeriesSourcesView> {
  const stored = await getStored(ctx.db, viewer, id)
  const [heard] = await hearFiles(ctx.db, [id])
  const [placed] = heard ? await hearPlaces(ctx.db, [heard]) : []
  const said = placed ? saidOf(placed) : []
  const { sources, locks } = stored.metadata
  const hanging = await hangingOf(ctx, viewer, id)
  const values: Record<string, unknown> = { ...valuesOf(stored), ...hanging }
  const of = (field: string) =>
    sourceOfField(
      field,
      {
        value: values[field],
        source: sources[field],
        isLocked: locks.includes(seriesLockOf(field) as SeriesLockName),
      },
      said,
    )
  return {
    seriesId: id,
    fields: [...metadataFields, ...partNames, 'externalIds', 'externalRatings'].map(of),
    files: await filesOf(ctx, heard),
  }
}

/** In the form in which an edit takes them. */
async function hangingOf({ db }: Context, viewer: Viewer, id: string) {
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

/** What a correction says, each file that was asked, and the path. */
function saidOf(heard: Placed): Said[] {
  const files = heard.files.map((file) => ({
    source: file.source,
    offer: { ...seriesOffer(file), ...labelsIn(file) },
  }))
  const { corrected: source, fromPath } = heard
  const corrected = source === undefined ? [] : [{ source, offer: { title: fromPath.title } }]
  return [...corrected, ...files, ...together(heard), { source: 'path', offer: { ...fromPath } }]
}

const labelsIn = ({ genres, tags }: Heard['files'][number]) => ({
  genres: genres.length > 0 ? genres : null,
  tags: tags.length > 0 ? tags : null,
})

/** Titles and links are weighed over all files: no file alone says which belong to the series. */
const together = ({ partSources, ...heard }: Placed): Said[] =>
  (['alternateTitles', 'externalLinks'] as const).flatMap((name) => {
    const source = partSources[name]
    return source ? [{ source, offer: { [name]: heard[name] } }] : []
  })

async function filesOf({ db }: Context, heard: Heard | undefined) {
  const place = heard && placeOfSeries(heard.groupKey)
  if (!place) return []
  const beside = (await lookBeside(db, [place])).ofFolder(place)
  return beside.map(({ name, kind, finding }) => ({
    name,
    kind,
    problem: finding?.message ?? null,
  }))
}
