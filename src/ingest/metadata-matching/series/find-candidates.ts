/** Searches a provider for a series and ranks the results. */
import type { Context } from '../../../context'
import type { SendOptions } from '../../../platform/outgoing/model'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { LocalSeries } from '../../matching/model'
import { decisionMessages } from '../../matching/messages'
import { decideMatch, lowestTitleScore, rankCandidates } from '../../matching/rank-candidates'
import { buildSearchTerms } from '../../matching/read-series-name'
import type { ProviderMatch, SeriesQuery, Work } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'
import { rememberWork } from '../targets/known-works'
import { createFailed, type FindOptions, type Found } from '../targets/target'

export interface LocalWork {
  local: LocalSeries
  /**
   * IDs that the series may have at the provider: from earlier matches, users, names, files and
   * links.
   */
  knownIds: readonly string[]
  /** The known IDs that come from earlier matches and users. */
  chosenIds: ReadonlySet<string>
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
  { local, knownIds, chosenIds, isbns, excludedIds }: LocalWork,
  { query, threshold, ...options }: FindOptions,
): Promise<Found> {
  const asked = { provider, options }
  try {
    if (query !== undefined) {
      const matches = await findByQuery(asked, { local, query })
      const found = rankMatches(
        ctx,
        provider,
        { local, knownIds, excludedIds },
        { matches, threshold },
      )
      return isLink(query) ? found : doubtOtherWork(found, knownIds)
    }
    const known = await findKnown(asked, { local, knownIds, isbns })
    const other = await findContradiction(asked, { local, known, chosenIds })
    const matches = known.length > 0 ? [...known, ...other] : await searchTerms(asked, local)
    // A work found by ID or ISBN is a match regardless of its title.
    const ids = [...knownIds, ...known.map(({ candidate }) => candidate.externalId)]
    const wanted = { local, knownIds: ids, excludedIds }
    const found = rankMatches(ctx, provider, wanted, { matches, threshold })
    return other.length > 0 ? contradict(found, other[0]!.candidate.title) : found
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return createFailed(provider, error.userMessage)
  }
}

/** Leaves the decision to a person, because the title belongs to a different work than the ID. */
const contradict = (found: Found, title: string): Found => ({
  ...found,
  decision: {
    ...found.decision,
    mayApply: false,
    because: decisionMessages.id_contradicts({ title }),
  },
})

/**
 * Leaves the decision to a person if a typed title leads to a work other than the ones whose IDs
 * the series has.
 */
function doubtOtherWork(found: Found, knownIds: readonly string[]): Found {
  const { choice, mayApply } = found.decision
  if (!mayApply || choice === null || knownIds.length === 0 || knownIds.includes(choice)) {
    return found
  }
  const chosen = found.ranked.find(({ candidate }) => candidate.externalId === choice)
  return contradict(found, chosen?.candidate.title ?? choice)
}

interface Contradictable {
  local: LocalSeries
  known: readonly ProviderMatch[]
  chosenIds: ReadonlySet<string>
}

/**
 * If an ID in a name or file contradicts the title, returns the work that the title clearly belongs
 * to. A title that does not belong to any other work may be a translation, so it is not a
 * contradiction.
 */
async function findContradiction(
  asked: Asked,
  { local, known, chosenIds }: Contradictable,
): Promise<ProviderMatch[]> {
  const isChosen = known.some(({ candidate }) => chosenIds.has(candidate.externalId))
  if (known.length === 0 || isChosen) return []
  const [best] = rankCandidates(
    local,
    known.map(({ candidate }) => candidate),
  ).toSorted((a, b) => b.titleScore - a.titleScore)
  if (best && best.titleScore >= lowestTitleScore) return []
  const named = await searchTerms(asked, local)
  const { choice, mayApply } = decideMatch(
    rankCandidates(
      local,
      named.map(({ candidate }) => candidate),
    ),
  )
  const isOther = mayApply && known.every(({ candidate }) => candidate.externalId !== choice)
  return isOther ? named.filter(({ candidate }) => candidate.externalId === choice) : []
}

interface Asked {
  provider: MetadataProvider
  options: SendOptions
}

const search = ({ provider, options }: Asked, query: SeriesQuery) => provider.search(query, options)

/** Returns whether the query is a URL. Users can enter a link to a work instead of a title. */
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

/** Gets the works with these IDs. Omits works that do not exist. */
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
  { local, knownIds, excludedIds }: Omit<LocalWork, 'isbns' | 'chosenIds'>,
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
