/** Series in the form used by matching. */
import type { Viewer } from '../../../accounts/permissions/model'
import {
  suggestSeriesCover,
  withdrawSeriesCover,
} from '../../../artwork/covers/suggested/suggest-series-cover'
import { linkStorage, titleStorage } from '../../../catalog/metadata/part-storage'
import { filePartStorage, seriesEntity } from '../../../catalog/series/metadata/series-fields'
import { getStoredSeries } from '../../../catalog/series/metadata/service'
import type { Db } from '../../../platform/db/store'
import { matchingMessages } from '../messages'
import { findLibraryMatching } from '../queries'
import type { Match, Target } from '../targets/target'
import { loadSeriesToMatch } from './local-series'
import { preferTitle } from './preferred-title'
import { buildProposedValues } from './work-values'

export const seriesTarget: Target = {
  entity: seriesEntity,
  alwaysApplied: new Set(['externalIds']),
  load: loadSeriesToMatch,
  requireVisible: getStoredSeries,
  canAsk: ({ knowsSeries = true }) => knowsSeries,
  getWork: async (provider, externalId, options) => (await provider.get(externalId, options)).work,
  buildValues,
  suggestCover: suggestSeriesCover,
  withdrawCover: withdrawSeriesCover,
  explainKeptCover: () => matchingMessages.cover_kept(),
}

async function buildValues(
  db: Db,
  viewer: Viewer,
  id: string,
  { provider, externalId, work }: Match,
): Promise<Record<string, unknown>> {
  const { series } = await getStoredSeries(db, viewer, id)
  const current = {
    ageRating: series.ageRating,
    genres: (await filePartStorage.genres.load(db, id)) as string[],
    tags: (await filePartStorage.tags.load(db, id)) as string[],
    alternateTitles: await titleStorage.load(db, id),
    externalLinks: await linkStorage.load(db, id),
  }
  const { titleLanguage } = (await findLibraryMatching(db, series.libraryId)) ?? {}
  const titled = preferTitle(work, titleLanguage)
  return buildProposedValues(titled, { provider, externalId }, current)
}
