/** Searches a provider for a book and ranks the results. */
import type { Context } from '../../../context'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { SendOptions } from '../../../platform/outgoing/model'
import { findNumberInWork, listSpellings, normalizeNumber } from '../../matching/books/part-number'
import { buildBookQuery, decideBook, rankBookCandidates } from '../../matching/books/rank-books'
import { rankParts } from '../../matching/books/rank-parts'
import { decisionMessages } from '../../matching/messages'
import type { LocalBook } from '../../matching/model'
import { decideMatch } from '../../matching/rank-candidates'
import type { BookCandidate, BookMatch, BookQuery, BookWork } from '../../providers/model'
import type { BookProvider, MetadataProvider } from '../../providers/provider'
import { rememberWork } from '../targets/known-works'
import { createFailed, type FindOptions, type Found } from '../targets/target'
import { fieldsOfAllEditions } from './book-values'

interface NamedBook {
  local: LocalBook
  /** Provider IDs of the book, from links in its file. */
  knownIds: readonly string[]
  /** IDs of the works that its series was matched with. */
  workIds: readonly string[]
  /** Books excluded by a user. */
  excludedIds: ReadonlySet<string>
}

interface Asked {
  provider: MetadataProvider
  books: BookProvider
  options: SendOptions
}

const maxCandidates = 10

/** Finds and ranks books. Errors of the provider are part of the result and are not thrown. */
export async function findBooks(
  ctx: Context,
  provider: MetadataProvider,
  named: NamedBook,
  { query, threshold, ...options }: FindOptions,
): Promise<Found> {
  const { books } = provider
  if (!books) return { provider, ranked: [], works: new Map(), decision: decideMatch([]) }
  const asked = { provider, books, options }
  try {
    const found = await ask(asked, named, { query, threshold })
    rememberAll(ctx, provider, found.matches)
    return found
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return createFailed(provider, error.userMessage)
  }
}

interface Wanted {
  query: string | undefined
  threshold: number | undefined
}

type FoundBooks = Found & { matches: readonly BookMatch[] }

/**
 * If the query is a link, uses only the books that it refers to. Without a query, tries the IDs in
 * the file first. In all other cases, or if the file has no valid ID, finds a part of the matched
 * series, or searches by ISBN and title, depending on the provider.
 */
async function ask(asked: Asked, named: NamedBook, wanted: Wanted): Promise<FoundBooks> {
  const { query, threshold } = wanted
  const isLinked = query !== undefined && /^https?:\/\//i.test(query)
  const linked = isLinked ? [asked.books.parseLink(query) ?? []].flat() : named.knownIds
  const known = query === undefined || isLinked ? await getKnown(asked, linked) : []
  if (known.length > 0 || isLinked) {
    return rankFound(asked, named, { matches: known, threshold, knownIds: linked })
  }
  if (asked.books.listParts) return findParts(asked, named, wanted)
  const matches = await searchBooks(asked, named.local, query)
  return rankFound(asked, named, { matches, threshold, knownIds: [] })
}

/** Gets the books with these IDs. Omits books that do not exist. */
async function getKnown({ books, options }: Asked, ids: readonly string[]) {
  const known: BookMatch[] = []
  for (const id of ids.slice(0, maxCandidates)) {
    try {
      known.push(await books.get(id, options))
    } catch (error) {
      if (!(error instanceof ProviderError && error.code === 'not_found')) throw error
    }
  }
  return known
}

/** Finds issues or volumes by number, which is possible only if their series is matched. */
async function findParts(
  { provider, books, options }: Asked,
  { local, workIds, excludedIds }: NamedBook,
  { query, threshold }: Wanted,
): Promise<FoundBooks> {
  const none = { provider, ranked: [], works: new Map<string, BookWork>(), matches: [] }
  if (workIds.length === 0) {
    const decision = { ...decideMatch([]), because: decisionMessages.series_first() }
    return { ...none, decision }
  }
  const given = findNumberInWork(local, books.parts ?? 'issues')
  const number = query === undefined ? given : normalizeNumber(query)
  if (number === undefined || number === '') {
    return { ...none, decision: { ...decideMatch([]), because: decisionMessages.no_number() } }
  }
  // Searches for the number as written, because some providers keep characters such as ½.
  const written = [query, local.number].find((one) => one && normalizeNumber(one) === number)
  const numbers = listSpellings(written ?? number)
  const matches: BookMatch[] = []
  for (const workId of workIds.slice(0, 2)) {
    matches.push(...(await books.listParts!({ workId, numbers, limit: maxCandidates }, options)))
  }
  const ranked = rankParts({ number, year: local.year }, listCandidates(matches))
  const allowed = ranked.filter(({ candidate }) => !excludedIds.has(candidate.externalId))
  const decision = decideMatch(allowed, threshold)
  // A number that a user typed is not evidence.
  const isCertain = query === undefined || given === number
  return {
    provider,
    ranked,
    works: mapWorks(matches),
    matches,
    decision: isCertain ? decision : { ...decision, mayApply: false },
  }
}

async function searchBooks({ books, options }: Asked, local: LocalBook, query?: string) {
  const search = (wanted: Omit<BookQuery, 'limit'>) =>
    books.search?.({ ...wanted, limit: maxCandidates }, options) ?? Promise.resolve([])
  if (query !== undefined) return search({ title: query })
  const { title, author } = buildBookQuery(local)
  const matches: BookMatch[] = []
  for (const isbn of local.isbns) {
    const found = await search({ title, isbn })
    matches.push(...found.map((one) => withIsbn(one, isbn, found.length)))
  }
  if (matches.length > 0 || title.trim() === '') return matches
  const named = await search({ title, ...(author !== undefined && { author }) })
  // The author's name may be spelled differently, so the title is tried alone.
  return named.length > 0 || author === undefined ? named : search({ title })
}

/** If the search by ISBN found a single book without ISBNs, adds the ISBN to the book. */
const withIsbn = ({ candidate, ...match }: BookMatch, isbn: string, count: number): BookMatch =>
  count === 1 && candidate.isbns.length === 0
    ? { ...match, candidate: { ...candidate, isbns: [isbn] } }
    : { ...match, candidate }

interface Ranking {
  matches: readonly BookMatch[]
  threshold: number | undefined
  knownIds: readonly string[]
}

function rankFound(
  { provider }: Asked,
  { local, excludedIds }: NamedBook,
  { matches, threshold, knownIds }: Ranking,
): FoundBooks {
  const ranked = rankBookCandidates(local, listCandidates(matches), new Set(knownIds))
  const allowed = ranked.filter(({ candidate }) => !excludedIds.has(candidate.externalId))
  const { isEditionKnown, ...decision } = decideBook(local, allowed, threshold)
  const isKnown = isEditionKnown || knownIds.includes(decision.choice ?? '')
  return {
    provider,
    ranked,
    works: mapWorks(matches),
    matches,
    decision,
    ...(!isKnown && { certainFields: fieldsOfAllEditions }),
  }
}

const listCandidates = (matches: readonly BookMatch[]): BookCandidate[] =>
  [...new Map(matches.map(({ candidate }) => [candidate.externalId, candidate])).values()].slice(
    0,
    maxCandidates,
  )

const mapWorks = (matches: readonly BookMatch[]) =>
  new Map(
    matches.flatMap(({ candidate, work }): [string, BookWork][] =>
      work ? [[candidate.externalId, work]] : [],
    ),
  )

function rememberAll(
  ctx: Context,
  { name: provider }: MetadataProvider,
  found: readonly BookMatch[],
) {
  for (const { candidate, work } of found) {
    if (!work) continue
    rememberWork(ctx, { kind: 'book', provider, externalId: candidate.externalId, work })
  }
}
