/** What the catalog knows about a series before it is matched. */
import type { Viewer } from '../../../accounts/permissions/model'
import { idStorage, linkStorage, titleStorage } from '../../../catalog/metadata/part-storage'
import { getStored } from '../../../catalog/series/metadata/service'
import type { Db } from '../../../platform/db/store'
import type { LocalSeries } from '../../matching/model'
import { findIdsInName } from '../../matching/name-ids'
import type { MetadataProvider } from '../../providers/provider'
import { listMatchExclusions } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryType, findMainFormat } from '../queries'
import type { LocalWork } from './find-candidates'

export type StoredSeries = Awaited<ReturnType<typeof getStored>>

export interface SeriesToMatch {
  stored: StoredSeries
  local: LocalSeries
  /** A user chose never to match it. */
  isExcluded: boolean
  /** The part that concerns one provider. */
  forProvider: (provider: MetadataProvider) => LocalWork
}

/** Excludes the series from all matching, or a work from that of one provider. */
export const anything = '*'

/** Throws if the viewer cannot see the series. */
export async function loadSeriesToMatch(
  db: Db,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesToMatch> {
  const stored = await getStored(db, viewer, seriesId)
  const ids = await idStorage.load(db, seriesId)
  const links = await linkStorage.load(db, seriesId)
  const named = findIdsInName(stored.metadata.path?.split(/[\\/]/).at(-1) ?? '')
  const excluded = await listMatchExclusions(db, seriesId)
  const local = await buildLocalSeries(db, stored)
  return {
    stored,
    local,
    isExcluded: excluded.some(({ provider }) => provider === anything),
    forProvider: ({ name, parseLink, knowsIsbns }) => ({
      local,
      isbns: named
        .filter(({ provider }) => provider === 'isbn' && knowsIsbns === true)
        .map((one) => one.externalId),
      knownIds: [
        ...new Set([
          ...ids.filter(({ source }) => source === `plugin:${name}`).map((one) => one.externalId),
          ...named.filter(({ provider }) => provider === name).map((one) => one.externalId),
          ...links.flatMap(({ url }) => parseLink(url) ?? []),
        ]),
      ],
      excludedIds: new Set(
        excluded.filter(({ provider }) => provider === name).map((one) => one.externalId),
      ),
    }),
  }
}

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
