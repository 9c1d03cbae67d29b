/**
 * Global search: the best few matches of each kind, each with the reason for the match. Filters of
 * lists belong to the modules of those lists.
 */
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import { invalid } from '../../errors'
import { foldText } from '../../platform/lib/text/fold-text'
import { buildQueryTokens } from '../../platform/lib/text/search-tokens'
import { buildSortKey } from '../../platform/lib/text/sort-key'
import { seesEverything } from '../libraries/library-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import {
  type FoundBook,
  type FoundLabel,
  type FoundList,
  type FoundSeries,
  type Match,
  type SearchKind,
  searchKinds,
  type SearchQuery,
  type SearchView,
} from './model'
import { findBooksBySeriesAndWords } from '../books/lists/named-search'
import { collectionKind } from '../collections/service'
import type { ListKind } from '../item-lists/list-kind'
import { searchLists } from '../item-lists/service'
import { readingListKind } from '../reading-lists/service'
import { findNumberedBooks } from '../books/numbers/numbered-search'
import { listNumberedSearches } from '../books/numbers/parse-numbered-search'
import { findFewPeople } from './people'
import { hasWords, rankBooks, rankSeries } from './ranking'
import {
  findAlternateTitles,
  findBooksByWords,
  findCredits,
  findFirstWithSeries,
  findLabels,
  findSeriesByTitleStart,
  findSeriesByWords,
  findHitsByIds,
  type Scope,
  type SeriesHit,
  type SeriesWords,
  within,
} from './queries'
import { correctTokens } from './spelling'
import { valueMessages, requestMessages } from '../../platform/messages/common'

const fewDefault = 5

interface SearchRequest {
  q: string
  tokens: string[]
  limit: number
}

export async function searchAll(
  ctx: Context,
  viewer: Viewer,
  query: SearchQuery,
): Promise<SearchView> {
  const tokens = buildQueryTokens(query.q)
  const found = await searchFor(ctx, viewer, query, tokens)
  if (tokens.length === 0 || !isEmpty(found)) return { ...found, corrected: null }
  for (const corrected of await correctTokens(ctx, viewer, tokens)) {
    const q = corrected.join(' ')
    const near = await searchFor(ctx, viewer, { ...query, q }, corrected)
    if (!isEmpty(near)) return { ...near, corrected: q }
  }
  return { ...found, corrected: null }
}

type Hits = Omit<SearchView, 'corrected'>

const isEmpty = (hits: Hits) => Object.values(hits).every(({ length }) => length === 0)

async function searchFor(
  ctx: Context,
  viewer: Viewer,
  { q, kinds, limit, libraryId }: SearchQuery,
  tokens: string[],
): Promise<Hits> {
  const db = ctx.replica
  const scope: Scope = { viewer, libraryId }
  const asked = { q, tokens, limit: Number(limit ?? fewDefault) }
  const wanted = parseKinds(kinds)
  const when = async <Row>(kind: SearchKind, find: () => Promise<Row[]>) =>
    wanted.has(kind) && mayFind(viewer, kind) && asked.tokens.length > 0 ? find() : []
  const [series, books, people, genres, tags, collections, readLists] = await Promise.all([
    when('series', () => findSeriesOrNumbered(db, scope, asked)),
    when('books', () => findBooks(db, scope, asked)),
    when('people', () => findFewPeople(db, viewer, { q, libraryId, limit: asked.limit })),
    when('genres', () => findLabelHits(db, scope, 'genre', asked)),
    when('tags', () => findLabelHits(db, scope, 'tag', asked)),
    when('collections', () => findListHits(db, scope, collectionKind, asked)),
    when('readLists', () => findListHits(db, scope, readingListKind, asked)),
  ])
  return { series, books, people, genres, tags, collections, readLists }
}

function mayFind({ permissions }: Viewer, kind: SearchKind): boolean {
  if (kind === 'books') return permissions.has('books:read')
  if (kind === 'collections') return permissions.has('collections:read')
  return kind !== 'readLists' || permissions.has('readlists:read')
}

function parseKinds(given: string | undefined): ReadonlySet<SearchKind> {
  const words = (given ?? '').split(',').flatMap((word) => word.trim() || [])
  if (words.length === 0) return new Set(searchKinds)
  const named = words.map((word) => {
    const kind = searchKinds.find((known) => known === word)
    if (kind) return kind
    const message = valueMessages.several_of({ values: searchKinds.join(', ') })
    throw invalid(requestMessages.query_invalid(), [{ path: 'kinds', message }])
  })
  return new Set(named)
}

/**
 * Finds series. If there are none, searches without the book number: `nova patrol 12` finds the
 * series `Nova Patrol`.
 */
async function findSeriesOrNumbered(db: Db, scope: Scope, asked: SearchRequest) {
  const found = await findSeries(db, scope, asked)
  if (found.length > 0) return found
  const readings = [...new Set(listNumberedSearches(asked.q).map(({ words }) => words))].map(
    (words) => ({ ...asked, q: words, tokens: buildQueryTokens(words) }),
  )
  const place = await findFirstWithSeries(db, scope, readings.map(getSeriesWords))
  return place === undefined ? found : findSeries(db, scope, readings[place]!)
}

const getSeriesWords = (asked: SearchRequest): SeriesWords => ({
  key: buildSortKey(asked.q),
  tokens: isTooShort(asked) ? [] : asked.tokens,
})

/**
 * Finds titles that start with the text, then titles that contain the words, then matches in other
 * fields.
 */
async function findSeries(db: Db, scope: Scope, asked: SearchRequest): Promise<FoundSeries[]> {
  const { key, tokens } = getSeriesWords(asked)
  const [beginning, others] = await Promise.all([
    key === '' ? [] : findSeriesByTitleStart(db, scope, key, asked.limit),
    tokens.length === 0 ? [] : findSeriesByWords(db, scope, tokens),
  ])
  const known = new Set(beginning.map(({ id }) => id))
  const wanted = asked.limit - beginning.length
  const rest = wanted > 0 ? others.filter(({ id }) => !known.has(id)) : []
  const inOrder = await rankSeries(rest, asked.tokens)
  const best = [...beginning, ...inOrder].slice(0, asked.limit)
  return explainMatch(db, best, asked)
}

/** Returns true if every token is a single Latin letter or digit and matches too many titles. */
const isTooShort = ({ tokens }: SearchRequest) =>
  tokens.every((token) => /^[\p{ASCII}\p{Script=Latin}]$/u.test(token))

async function explainMatch(
  db: Db,
  hits: SeriesHit[],
  { tokens }: SearchRequest,
): Promise<FoundSeries[]> {
  const unclear = hits.filter(({ title }) => !hasWords(title, tokens)).map(({ id }) => id)
  const titles = unclear.length > 0 ? await findAlternateTitles(db, unclear) : []
  const credits = unclear.length > 0 ? await findCredits(db, unclear) : []
  return hits.map((hit) => {
    const own = <Row extends { seriesId: string }>(rows: Row[]) =>
      rows.filter(({ seriesId }) => seriesId === hit.id)
    const texts: [Match, string | null][] = [
      ['title', hit.title],
      ['titleSort', hit.titleSort],
      ...own(titles).map(({ title }): [Match, string] => ['alternateTitle', title]),
      ...own(credits).map(({ name }): [Match, string] => ['person', name]),
      ['publisher', hit.publisher],
    ]
    const found = texts.find(([, text]) => text !== null && hasWords(text, tokens))
    const [matched, text] = found ?? ['several', null]
    const { titleSort: _, publisher: __, ...shown } = hit
    return { ...shown, matched, matchedText: matched === 'title' ? null : text }
  })
}

/**
 * Finds books by series and number, then books whose own text contains the words. If neither finds
 * any, finds books whose series and own text contain the words together.
 */
async function findBooks(db: Db, scope: Scope, asked: SearchRequest): Promise<FoundBook[]> {
  if (isTooShort(asked)) return []
  const ids = await findNumberedBooks(db, within(scope.viewer, scope.libraryId), asked.q)
  const numbered = await findHitsByIds(db, scope, ids.slice(0, asked.limit))
  const known = new Set(numbered.map(({ id }) => id))
  const found = await findBooksByWords(db, scope, asked.tokens)
  const others = await rankBooks(
    found.filter(({ id }) => !known.has(id)),
    asked,
  )
  const rest = numbered.length + others.length > 0 ? others : await findDivided(db, scope, asked)
  return [
    ...numbered.map((book) => ({ ...book, matched: 'number' as const })),
    ...rest.map((book) => ({ ...book, matched: 'text' as const })),
  ].slice(0, asked.limit)
}

async function findDivided(db: Db, scope: Scope, { q, limit }: SearchRequest) {
  const ids = await findBooksBySeriesAndWords(db, within(scope.viewer, scope.libraryId), q)
  return findHitsByIds(db, scope, ids.slice(0, limit))
}

async function findLabelHits(
  db: Db,
  scope: Scope,
  kind: 'genre' | 'tag',
  { q, limit }: SearchRequest,
): Promise<FoundLabel[]> {
  const search = foldText(q.trim())
  if (search === '') return []
  const rows = await findLabels(db, scope, kind, { search, limit })
  const isStored = seesEverything(scope.viewer) && scope.libraryId === undefined
  return rows.map((row) => ({ ...row, seriesCount: isStored ? row.seriesCount : null }))
}

/** Lists belong to no library, so a search in one library finds none. */
async function findListHits(
  db: Db,
  { viewer, libraryId }: Scope,
  kind: ListKind,
  { q, limit }: SearchRequest,
): Promise<FoundList[]> {
  if (libraryId !== undefined) return []
  return searchLists(db, viewer, kind, { text: q.trim(), limit })
}
