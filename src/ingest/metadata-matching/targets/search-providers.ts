/**
 * Searches providers for a series or book, and applies the match automatically if it is certain.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { listOffers } from '../../../catalog/metadata/matching/match-decisions'
import type { Context } from '../../../context'
import { withText, type Message } from '../../../platform/messages/message'
import type { RankedCandidate } from '../../matching/model'
import { groupSameWorks } from '../../matching/group-same-works'
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
import { listLibraryProviders, requireProvider, requireProviderFor } from '../provider-access'
import { findLibraryMatching } from '../queries'
import { applyMetadata } from './apply-metadata'
import { buildCandidateView } from './candidate-view'
import type { Found, Matchable, Target } from './target'

interface Ranked {
  found: Found
  ranked: RankedCandidate
}

/** Queries one provider, or all of the library's providers in parallel. */
export async function searchProviders(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body: { pluginId, query } }: { id: string; body: SearchBody },
): Promise<SearchView> {
  const matchable = await target.load(ctx.db, viewer, id)
  const providers = await listAsked(ctx, target, matchable, pluginId)
  const results = await findInProviders(ctx, providers, matchable, query)
  const offers = await listOffers(ctx.db, matchable.matched)
  const all = results
    .flatMap((found) => found.ranked.map((ranked): Ranked => ({ found, ranked })))
    .toSorted((a, b) => b.ranked.score - a.ranked.score)
  const candidates = all.map(({ found, ranked }) => {
    const offered = offers.find(({ provider }) => provider === found.provider.name)
    return buildCandidateView(ctx, { found, ranked, matchable, offeredId: offered?.externalId })
  })
  const decision = pickDecision(results)
  return {
    query: query ?? matchable.title,
    candidates,
    works: groupSameWorks(all.map(toFoundWork)),
    problems: listProblems(results),
    decision: { mayApply: decision.mayApply, because: withText(decision.because) },
    isNeverMatched: matchable.isExcluded,
  }
}

const listProblems = (results: readonly Found[]) =>
  results.flatMap(({ provider: { id: pluginId, name: provider }, problem }) =>
    problem ? [{ pluginId, provider, problem: withText(problem) }] : [],
  )

async function listAsked(
  ctx: Context,
  target: Target,
  { libraryId }: Matchable,
  pluginId: string | undefined,
) {
  if (pluginId !== undefined) return [await requireProviderFor(ctx, libraryId, pluginId)]
  return (await listLibraryProviders(ctx, libraryId)).filter((one) => target.canAsk(one))
}

function toFoundWork({ found, ranked: { candidate } }: Ranked) {
  const work = found.works.get(candidate.externalId)
  return {
    provider: found.provider.name,
    candidate,
    crossReferences: (work && 'crossReferences' in work && work.crossReferences) || [],
  }
}

/**
 * Returns the title and the first search term that is built from it. Does not query any provider.
 */
export async function getSearchTitle(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, query: { pluginId } }: { id: string; query: SearchTitleQuery },
): Promise<SearchTitleView> {
  await requireProvider(ctx, pluginId)
  const { title: originalTitle, searchTitle } = await target.load(ctx.db, viewer, id)
  return { originalTitle, searchTitle, rulesApplied: searchTitle === originalTitle ? 0 : 1 }
}

async function findInProviders(
  ctx: Context,
  providers: readonly MetadataProvider[],
  matchable: Matchable,
  query: string | undefined,
): Promise<Found[]> {
  const { threshold } = (await findLibraryMatching(ctx.db, matchable.libraryId)) ?? {}
  const options = { isUrgent: true, query, threshold: threshold ?? undefined }
  return Promise.all(providers.map((provider) => matchable.find(ctx, provider, options)))
}

/**
 * Returns the first decision whose match is certain, or else the first one with a similar work, or
 * else the first one.
 */
const pickDecision = (results: readonly Found[]) =>
  results.find(({ decision }) => decision.mayApply)?.decision ??
  results.find(({ decision }) => decision.choice !== null)?.decision ??
  results[0]?.decision ?? { mayApply: false, because: matchingMessages.no_providers() }

/** Applies the best work if the match is certain. */
export async function matchAutomatically(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body: { pluginId, query } }: { id: string; body: AutoMatchBody },
): Promise<AutoMatchView> {
  const matchable = await target.load(ctx.db, viewer, id)
  if (matchable.isExcluded) return buildRefusal(matchingMessages.never())
  const providers = await listAsked(ctx, target, matchable, pluginId)
  const results = await findInProviders(ctx, providers, matchable, query ?? undefined)
  const found = results.find(({ decision }) => decision.mayApply)
  if (!found) {
    const problem = results.find((one) => one.problem)?.problem
    return buildRefusal(problem ?? pickDecision(results).because)
  }
  const { provider, decision, certainFields: fields } = found
  const ranked = found.ranked.find(({ candidate }) => candidate.externalId === decision.choice)!
  const { externalId, siteUrl } = ranked.candidate
  const body = { pluginId: provider.id, externalId, ...(fields && { fields: [...fields] }) }
  const applied = await applyMetadata(ctx, target, viewer, { id, body })
  return {
    ...applied,
    externalUrl: siteUrl,
    matchedResult: buildCandidateView(ctx, { found, ranked, matchable, offeredId: undefined }),
  }
}

const buildRefusal = (message: Message): AutoMatchView => ({
  success: false,
  ...withText(message),
  appliedFields: [],
  skippedFields: [],
  changeSetId: null,
  coverId: null,
  externalUrl: null,
  matchedResult: null,
})
