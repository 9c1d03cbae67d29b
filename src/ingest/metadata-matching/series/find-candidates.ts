/** Searches a provider for a series and ranks what it returns. */
import type { Context } from '../../../context'
import type { SendOptions } from '../../../platform/outgoing/model'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { Message } from '../../../platform/messages/message'
import type { Decision, LocalSeries, RankedCandidate } from '../../matching/model'
import { decideMatch, rankCandidates } from '../../matching/rank'
import { buildSearchTerms } from '../../matching/read-series-name'
import type { ProviderMatch, SendRequest, Work } from '../../providers/model'
import type { Provider } from '../../providers/provider'
import { createSender } from '../provider-access'
import { rememberWork } from './known-works'

export interface Found {
  provider: Provider
  /** Best first. */
  ranked: RankedCandidate[]
  decision: Decision
  /** Why the provider gave no result. */
  problem?: Message
  /** By external id. */
  works: ReadonlyMap<string, Work>
}

export interface LocalWork {
  local: LocalSeries
  /** Ids of the series in the catalog of the provider, from its files, its name and people. */
  knownIds: readonly string[]
  /** Of editions, for providers that know them. */
  isbns: readonly string[]
  /** Works that a user excluded. */
  excludedIds: ReadonlySet<string>
}

interface SearchOptions extends SendOptions {
  /** Replaces the terms that are built from the series. */
  query?: string | undefined
  threshold?: number | undefined
}

const maxCandidates = 10

/** Never throws a `ProviderError`: the problem is part of the result. */
export async function findCandidates(
  ctx: Context,
  provider: Provider,
  { local, knownIds, isbns, excludedIds }: LocalWork,
  { query, threshold, ...options }: SearchOptions,
): Promise<Found> {
  const send = createSender(ctx, provider, options)
  try {
    if (query !== undefined) {
      const matches = await findByQuery(send, provider, { local, query })
      return rankMatches(ctx, provider, { local, knownIds, excludedIds }, { matches, threshold })
    }
    const known = await findKnown(send, provider, { local, knownIds, isbns })
    const matches = known.length > 0 ? known : await searchTerms(send, provider, local)
    // What was found by id or ISBN is known, whatever its title.
    const ids = [...knownIds, ...known.map(({ candidate }) => candidate.externalId)]
    return rankMatches(ctx, provider, { local, knownIds: ids, excludedIds }, { matches, threshold })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return createFailed(provider, error.userMessage)
  }
}

export const createFailed = (provider: Provider, problem: Message): Found => ({
  provider,
  ranked: [],
  works: new Map(),
  decision: decideMatch([]),
  problem,
})

/** Of a work, in the place of a title. */
const isLink = (query: string) => /^https?:\/\//i.test(query)

async function findByQuery(
  send: SendRequest,
  provider: Provider,
  { local, query }: { local: LocalSeries; query: string },
) {
  if (!isLink(query)) return searchTitle(send, provider, { local, title: query })
  const linkedId = provider.parseLink(query)
  return linkedId === undefined ? [] : getKnown(send, provider, [linkedId])
}

/** Two ids that contradict each other give two candidates, between which a person decides. */
async function findKnown(
  send: SendRequest,
  provider: Provider,
  { local, knownIds, isbns }: Pick<LocalWork, 'local' | 'knownIds' | 'isbns'>,
) {
  const known = await getKnown(send, provider, knownIds)
  if (known.length > 0) return known
  for (const isbn of isbns.slice(0, maxCandidates)) {
    known.push(...(await provider.search(send, { title: local.title, isbn, limit: maxCandidates })))
  }
  // Editions of one work.
  return [...new Map(known.map((match) => [match.candidate.externalId, match])).values()]
}

async function searchTerms(send: SendRequest, provider: Provider, local: LocalSeries) {
  for (const title of buildSearchTerms(local)) {
    const matches = await searchTitle(send, provider, { local, title })
    if (matches.length > 0) return matches
  }
  return []
}

/** The works with these ids that exist. */
async function getKnown(send: SendRequest, provider: Provider, ids: readonly string[]) {
  const known: ProviderMatch[] = []
  for (const id of ids.slice(0, maxCandidates)) {
    const match = await getIfExists(send, provider, id)
    if (match) known.push(match)
  }
  return known
}

async function getIfExists(send: SendRequest, provider: Provider, id: string) {
  try {
    return await provider.get(send, id)
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not_found') return undefined
    throw error
  }
}

function searchTitle(
  send: SendRequest,
  provider: Provider,
  { local, title }: { local: LocalSeries; title: string },
) {
  const isProse = local.kind === 'book'
  return provider.search(send, { title, limit: maxCandidates, ...(isProse && { format: 'prose' }) })
}

function rankMatches(
  ctx: Context,
  provider: Provider,
  { local, knownIds, excludedIds }: Omit<LocalWork, 'isbns'>,
  { matches, threshold }: { matches: readonly ProviderMatch[]; threshold: number | undefined },
): Found {
  const works = new Map<string, Work>()
  for (const { candidate, work } of matches) {
    if (!work) continue
    works.set(candidate.externalId, work)
    rememberWork(ctx, { provider: provider.name, externalId: candidate.externalId, work })
  }
  const candidates = matches.map(({ candidate }) => candidate).slice(0, maxCandidates)
  const ranked = rankCandidates(local, candidates, new Set(knownIds))
  const allowed = ranked.filter(({ candidate }) => !excludedIds.has(candidate.externalId))
  return { provider, ranked, works, decision: decideMatch(allowed, threshold) }
}
