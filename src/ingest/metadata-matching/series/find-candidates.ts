/** Searches a provider for a series and ranks the results. */
import type { Context } from '../../../context'
import type { SendOptions } from '../../../platform/outgoing/model'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { LocalSeries } from '../../matching/model'
import { decideMatch, rankCandidates } from '../../matching/rank'
import { buildSearchTerms } from '../../matching/read-series-name'
import type { ProviderMatch, SeriesQuery, Work } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'
import { rememberWork } from '../targets/known-works'
import { createFailed, type FindOptions, type Found } from '../targets/target'

export interface LocalWork {
  local: LocalSeries
  /** Provider IDs of the series, from its files, its name and users. */
  knownIds: readonly string[]
  /** ISBNs of editions, for providers that support them. */
  isbns: readonly string[]
  /** Works excluded by a user. */
  excludedIds: ReadonlySet<string>
}

const maxCandidates = 10

/** Finds and ranks works. Errors of the provider are part of the result and are not thrown. */
export async function findCandidates(
  ctx: Context,
  provider: MetadataProvider,
  { local, knownIds, isbns, excludedIds }: LocalWork,
  { query, threshold, ...options }: FindOptions,
): Promise<Found> {
  const asked = { provider, options }
  try {
    if (query !== undefined) {
      const matches = await findByQuery(asked, { local, query })
      return rankMatches(ctx, provider, { local, knownIds, excludedIds }, { matches, threshold })
    }
    const known = await findKnown(asked, { local, knownIds, isbns })
    const matches = known.length > 0 ? known : await searchTerms(asked, local)
    // A work found by ID or ISBN is a match regardless of its title.
    const ids = [...knownIds, ...known.map(({ candidate }) => candidate.externalId)]
    return rankMatches(ctx, provider, { local, knownIds: ids, excludedIds }, { matches, threshold })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return createFailed(provider, error.userMessage)
  }
}

interface Asked {
  provider: MetadataProvider
  options: SendOptions
}

const search = ({ provider, options }: Asked, query: SeriesQuery) => provider.search(query, options)

/** Returns true for a link to a work, which a user can enter instead of a title. */
const isLink = (query: string) => /^https?:\/\//i.test(query)

async function findByQuery(asked: Asked, { local, query }: { local: LocalSeries; query: string }) {
  if (!isLink(query)) return searchTitle(asked, { local, title: query })
  const linkedId = asked.provider.parseLink(query)
  return linkedId === undefined ? [] : getKnown(asked, [linkedId])
}

/** Finds works by ID or ISBN. Returns several if IDs contradict, so that a person can decide. */
async function findKnown(
  asked: Asked,
  { local, knownIds, isbns }: Pick<LocalWork, 'local' | 'knownIds' | 'isbns'>,
) {
  const known = await getKnown(asked, knownIds)
  if (known.length > 0) return known
  for (const isbn of isbns.slice(0, maxCandidates)) {
    known.push(...(await search(asked, { title: local.title, isbn, limit: maxCandidates })))
  }
  // Several ISBNs may belong to editions of the same work.
  return [...new Map(known.map((match) => [match.candidate.externalId, match])).values()]
}

async function searchTerms(asked: Asked, local: LocalSeries) {
  for (const title of buildSearchTerms(local)) {
    const matches = await searchTitle(asked, { local, title })
    if (matches.length > 0) return matches
  }
  return []
}

/** Returns the works with these IDs that exist. */
async function getKnown(asked: Asked, ids: readonly string[]) {
  const known: ProviderMatch[] = []
  for (const id of ids.slice(0, maxCandidates)) {
    const match = await getIfExists(asked, id)
    if (match) known.push(match)
  }
  return known
}

async function getIfExists(asked: Asked, id: string) {
  try {
    return await asked.provider.get(id, asked.options)
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not_found') return undefined
    throw error
  }
}

function searchTitle(asked: Asked, { local, title }: { local: LocalSeries; title: string }) {
  const isProse = local.kind === 'book'
  return search(asked, { title, limit: maxCandidates, ...(isProse && { format: 'prose' }) })
}

function rankMatches(
  ctx: Context,
  provider: MetadataProvider,
  { local, knownIds, excludedIds }: Omit<LocalWork, 'isbns'>,
  { matches, threshold }: { matches: readonly ProviderMatch[]; threshold: number | undefined },
): Found {
  const works = new Map<string, Work>()
  for (const { candidate, work } of matches) {
    if (!work) continue
    works.set(candidate.externalId, work)
    const { externalId } = candidate
    rememberWork(ctx, { kind: 'series', provider: provider.name, externalId, work })
  }
  const candidates = matches.map(({ candidate }) => candidate).slice(0, maxCandidates)
  const ranked = rankCandidates(local, candidates, new Set(knownIds))
  const allowed = ranked.filter(({ candidate }) => !excludedIds.has(candidate.externalId))
  return { provider, ranked, works, decision: decideMatch(allowed, threshold) }
}
