/** Searches providers for one series, and matches it without asking. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { withText, type Message } from '../../../platform/messages/message'
import type { MetadataProvider } from '../../providers/provider'
import { matchingMessages } from '../messages'
import type {
  AutoMatchBody,
  AutoMatchView,
  SearchBody,
  SearchTitleQuery,
  SearchTitleView,
  SearchView,
} from '../model'
import type { RankedCandidate } from '../../matching/model'
import { groupSameWorks } from '../../matching/same-work'
import { buildSearchTerms } from '../../matching/read-series-name'
import { listLibraryProviders, requireProvider } from '../provider-access'
import { listOffers } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryMatching } from '../queries'
import { buildCandidateView } from './candidate-view'
import { type Found, findCandidates } from './find-candidates'
import { loadSeriesToMatch, type SeriesToMatch } from './local-series'
import { applyMetadata } from './apply-metadata'

/** Asks the providers of the library, or one, at the same time. */
export async function searchForSeries(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { pluginId, query }: SearchBody,
): Promise<SearchView> {
  const series = await loadSeriesToMatch(ctx.db, viewer, seriesId)
  const { libraryId } = series.stored.series
  const providers =
    pluginId === undefined
      ? await listLibraryProviders(ctx, libraryId)
      : [await requireProvider(ctx, pluginId)]
  const results = await findInProviders(ctx, providers, series, { query })
  const offers = new Map(
    (await listOffers(ctx.db, seriesId)).map((one) => [one.provider, one.externalId]),
  )
  const all = results
    .flatMap((found) => found.ranked.map((ranked) => ({ found, ranked })))
    .toSorted((a, b) => b.ranked.score - a.ranked.score)
  const candidates = all.map(({ found, ranked }) =>
    buildCandidateView(ctx, { found, ranked, series, offeredId: offers.get(found.provider.name) }),
  )
  const decision = pickDecision(results)
  return {
    query: query ?? series.local.title,
    candidates,
    works: groupSameWorks(all.map(toFoundWork)),
    problems: results.flatMap(({ provider, problem }) =>
      problem
        ? [
            {
              pluginId: provider.id,
              provider: provider.name,
              problem: withText(problem),
            },
          ]
        : [],
    ),
    decision: { mayApply: decision.mayApply, because: withText(decision.because) },
    isNeverMatched: series.isExcluded,
  }
}

const toFoundWork = ({
  found,
  ranked: { candidate },
}: {
  found: Found
  ranked: RankedCandidate
}) => ({
  provider: found.provider.name,
  candidate,
  crossReferences: found.works.get(candidate.externalId)?.crossReferences ?? [],
})

/** The first text that a provider would be asked for. Asks no provider. */
export async function getSearchTitle(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { pluginId }: SearchTitleQuery,
): Promise<SearchTitleView> {
  await requireProvider(ctx, pluginId)
  const { local } = await loadSeriesToMatch(ctx.db, viewer, seriesId)
  const originalTitle = local.title
  const searchTitle = buildSearchTerms(local)[0] ?? originalTitle
  return { originalTitle, searchTitle, rulesApplied: searchTitle === originalTitle ? 0 : 1 }
}

async function findInProviders(
  ctx: Context,
  providers: readonly MetadataProvider[],
  series: SeriesToMatch,
  { query }: { query?: string | undefined },
): Promise<Found[]> {
  const { threshold } = (await findLibraryMatching(ctx.db, series.stored.series.libraryId)) ?? {}
  const options = { isUrgent: true, query, threshold: threshold ?? undefined }
  return Promise.all(
    providers.map((provider) =>
      findCandidates(ctx, provider, series.forProvider(provider), options),
    ),
  )
}

/** The first provider that is certain decides. */
const pickDecision = (results: readonly Found[]) =>
  results.find(({ decision }) => decision.mayApply)?.decision ??
  results.find(({ decision }) => decision.choice !== null)?.decision ??
  results[0]?.decision ?? { mayApply: false, because: matchingMessages.no_providers() }

/** Applies the best work without asking if it is certain. */
export async function matchAutomatically(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { pluginId, query }: AutoMatchBody,
): Promise<AutoMatchView> {
  const series = await loadSeriesToMatch(ctx.db, viewer, seriesId)
  const nothing = {
    success: false,
    appliedFields: [],
    skippedFields: [],
    changeSetId: null,
    coverId: null,
  }
  const refuse = (message: Message): AutoMatchView => ({
    ...nothing,
    ...withText(message),
    externalUrl: null,
    matchedResult: null,
  })
  if (series.isExcluded) return refuse(matchingMessages.never())
  const providers =
    pluginId === undefined
      ? await listLibraryProviders(ctx, series.stored.series.libraryId)
      : [await requireProvider(ctx, pluginId)]
  const results = await findInProviders(ctx, providers, series, { query: query ?? undefined })
  const found = results.find(({ decision }) => decision.mayApply)
  if (!found) {
    const problem = results.find((one) => one.problem)?.problem
    return refuse(problem ?? pickDecision(results).because)
  }
  const ranked = found.ranked.find(
    ({ candidate }) => candidate.externalId === found.decision.choice,
  )!
  const applied = await applyMetadata(ctx, viewer, seriesId, {
    pluginId: found.provider.id,
    externalId: ranked.candidate.externalId,
  })
  return {
    ...applied,
    externalUrl: ranked.candidate.siteUrl,
    matchedResult: buildCandidateView(ctx, { found, ranked, series, offeredId: undefined }),
  }
}
