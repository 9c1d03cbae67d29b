/** Loads the catalog data that is needed to match a series. */
import type { Viewer } from '../../../accounts/permissions/model'
import { idStorage, linkStorage, titleStorage } from '../../../catalog/metadata/part-storage'
import { getStoredSeries } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import type { LocalSeries } from '../../matching/model'
import { findIdsInName } from '../../matching/name-ids'
import { buildSearchTerms } from '../../matching/read-series-name'
import type { CrossReference } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'
import { listMatchExclusions } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryType, findMainFormat, listFileNames } from '../queries'
import { anything, type FindOptions, type Matchable } from '../targets/target'
import { findCandidates } from './find-candidates'

type StoredSeries = Awaited<ReturnType<typeof getStoredSeries>>

/** Throws if the viewer cannot see the series. */
export async function loadSeriesToMatch(
  db: Db,
  viewer: Viewer,
  seriesId: string,
): Promise<Matchable> {
  const stored = await getStoredSeries(db, viewer, seriesId)
  const matched = { kind: 'series', id: seriesId } as const
  const ids = await idStorage.load(db, seriesId)
  const links = await linkStorage.load(db, seriesId)
  const named = await listNamedIds(db, stored)
  const excluded = await listMatchExclusions(db, matched)
  const local = await buildLocalSeries(db, stored)
  const listNamed = (source: string) =>
    named.filter(({ provider }) => provider === source).map((one) => one.externalId)
  const listExcludedIds = ({ name }: MetadataProvider) =>
    new Set(excluded.filter(({ provider }) => provider === name).map((one) => one.externalId))
  const find = (ctx: Context, provider: MetadataProvider, options: FindOptions) => {
    const { name, parseLink, knowsIsbns } = provider
    const chosen = ids
      .filter(({ source }) => source === `plugin:${name}`)
      .map((one) => one.externalId)
    const known = [
      ...chosen,
      ...listNamed(name),
      ...links.flatMap(({ url }) => parseLink(url) ?? []),
    ]
    const work = {
      local,
      isbns: knowsIsbns === true ? listNamed('isbn') : [],
      knownIds: [...new Set(known)],
      chosenIds: new Set(chosen),
      excludedIds: listExcludedIds(provider),
    }
    return findCandidates(ctx, provider, work, options)
  }
  return {
    matched,
    libraryId: stored.series.libraryId,
    title: local.title,
    searchTitle: buildSearchTerms(local)[0] ?? local.title,
    isExcluded: excluded.some(({ provider }) => provider === anything),
    listExcludedIds,
    find,
  }
}

/** Finds IDs in the names of the series, its folder and its files. */
async function listNamedIds(db: Db, { series, metadata }: StoredSeries) {
  const folder = metadata.path?.split(/[\\/]/).at(-1) ?? ''
  const files = await listFileNames(db, series.id)
  const found = [series.title, folder, ...files].flatMap(findIdsInName)
  const distinct = new Map(found.map((one) => [toKey(one), one]))
  // Ignores ISBNs in file names, because they identify single books.
  const ofSeries = new Set([series.title, folder].flatMap(findIdsInName).map(toKey))
  return [...distinct.values()].filter((one) => one.provider !== 'isbn' || ofSeries.has(toKey(one)))
}

const toKey = ({ provider, externalId }: CrossReference) => `${provider} ${externalId}`

async function buildLocalSeries(db: Db, { series, metadata }: StoredSeries): Promise<LocalSeries> {
  const titles = await titleStorage.load(db, series.id)
  return {
    title: series.title,
    year: series.year,
    authors: [...new Set((metadata.authors ?? []).map(({ name }) => name))],
    kind: await findLibraryType(db, series.libraryId),
    format: await findMainFormat(db, series.id),
    publisher: series.publisher,
    bookCount: series.bookCount,
    maxVolume: series.localMaxVolume,
    maxChapter: series.localMaxChapter,
    aliases: titles.map(({ title }) => title).slice(0, maxAliases),
    language: series.language,
  }
}

const maxAliases = 20
