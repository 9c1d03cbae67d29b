/** The feeds of the catalog. Each calls the service that the native API calls. */
import type { Context } from '../../context'
import { listBookAuthors } from '../../catalog/books/metadata/service'
import type { BookView } from '../../catalog/books/model'
import { listBooks, listBooksByIds, listBooksOfSeries } from '../../catalog/books/service'
import { listLabels } from '../../catalog/labels/service'
import { listLibraries } from '../../catalog/libraries/service'
import {
  getSeries,
  listMatchingFacets,
  listSeriesByIds,
  searchSeries,
} from '../../catalog/series/service'
import { PageQuery, parsePaging } from '../../platform/http/pagination'
import { shape, type Static, text } from '../../platform/http/shapes'
import type { Viewer } from '../../accounts/permissions/model'
import { listShelf, type ShelfName } from '../../reading/progress/shelves/service'
import { listWantToRead } from '../../reading/want-to-read/service'
import { type Entry, type FeedKind, feedTypes } from './atom'
import { buildBookEntry, type BuildHref, buildSeriesEntry } from './entries'
import type { FeedRequest, Listing } from './feed-response'

export const FeedQuery = shape(PageQuery)
type FeedQuery = Static<typeof FeedQuery>
export const SearchQuery = shape({ ...PageQuery, q: text(200) })

interface Section {
  path: string
  title: string
  summary: string
  kind: FeedKind
}

/** The start of the catalog, in the order in which readers show it. */
const sections: readonly Section[] = [
  {
    path: 'keep-reading',
    title: 'Keep reading',
    summary: 'Books you have begun',
    kind: 'acquisition',
  },
  {
    path: 'on-deck',
    title: 'On deck',
    summary: 'The next book of each series you read',
    kind: 'acquisition',
  },
  { path: 'want-to-read', title: 'Want to read', summary: 'Your list', kind: 'acquisition' },
  { path: 'new-books', title: 'New books', summary: 'Newest first', kind: 'acquisition' },
  { path: 'series?order=added', title: 'New series', summary: 'Newest first', kind: 'navigation' },
  { path: 'series', title: 'All series', summary: 'From A to Z', kind: 'navigation' },
  { path: 'libraries', title: 'Libraries', summary: 'Series by library', kind: 'navigation' },
  { path: 'genres', title: 'Genres', summary: 'Series by genre', kind: 'navigation' },
  { path: 'publishers', title: 'Publishers', summary: 'Series by publisher', kind: 'navigation' },
]

/** `startedAt`: of the server, because the start of the catalog changes with the program only. */
export function listSections(startedAt: Date, request: FeedRequest): Listing {
  const entries = sections.map(({ path, title, summary, kind }) =>
    buildSectionEntry(
      { name: path, title, summary, updatedAt: startedAt },
      {
        href: request.href(`/opds/${path}`),
        kind,
      },
    ),
  )
  return { title: 'Quire', kind: 'navigation', entries }
}

interface SectionText {
  /** Unique within the catalog. */
  name: string
  title: string
  summary: string
  updatedAt: Date
}

/** UUID of the namespace of sections. */
const sectionNamespace = '5b0cb2a4-2f0c-5a3e-9d6c-6d5a4f0f2f55'

const buildSectionEntry = (
  { name, title, summary, updatedAt }: SectionText,
  { href, kind }: { href: string; kind: FeedKind },
): Entry => ({
  id: Bun.randomUUIDv5(name, sectionNamespace),
  title,
  updatedAt,
  summary,
  links: [{ rel: 'subsection', href, type: feedTypes[kind] }],
})

export async function listLibrarySections(
  ctx: Context,
  viewer: Viewer,
  { href }: FeedRequest,
): Promise<Listing> {
  const libraries = await listLibraries(ctx, viewer, false)
  const entries = libraries.map(({ id, name, updatedAt, seriesCount }) => ({
    id,
    title: name,
    updatedAt,
    summary: formatSeriesCount(seriesCount),
    links: [
      { rel: 'subsection', href: href(`/opds/series?libraryId=${id}`), type: feedTypes.navigation },
    ],
  }))
  return { title: 'Libraries', kind: 'navigation', entries }
}

const formatSeriesCount = (count: number) => `${count} series`

export async function listGenreSections(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
  { href }: FeedRequest,
): Promise<Listing> {
  const paging = parsePaging(query)
  const { data, total } = await listLabels(ctx, viewer, 'genre', { search: undefined, paging })
  const entries = data.map(({ id, name, seriesCount, createdAt }) => ({
    id,
    title: name,
    updatedAt: createdAt,
    summary: formatSeriesCount(seriesCount ?? 0),
    links: [
      {
        rel: 'subsection',
        href: href(`/opds/series?genre=${encodeURIComponent(name)}`),
        type: feedTypes.navigation,
      },
    ],
  }))
  return { title: 'Genres', kind: 'navigation', entries, paging, total }
}

/** The hundred publishers with the most series. */
export async function listPublisherSections(
  ctx: Context,
  viewer: Viewer,
  { href }: FeedRequest,
  startedAt: Date,
): Promise<Listing> {
  const [facet] = await listMatchingFacets(ctx, viewer, { facets: ['publisher'] })
  const entries = (facet?.values ?? []).flatMap(({ value, count }) =>
    typeof value === 'string'
      ? buildSectionEntry(
          {
            name: `publisher ${value}`,
            title: value,
            summary: formatSeriesCount(count),
            updatedAt: startedAt,
          },
          { href: href(`/opds/series?publisher=${encodeURIComponent(value)}`), kind: 'navigation' },
        )
      : [],
  )
  return { title: 'Publishers', kind: 'navigation', entries }
}

export async function listShelfFeed(
  ctx: Context,
  viewer: Viewer,
  { title, shelf, query }: { title: string; shelf: ShelfName; query: FeedQuery },
  { href }: FeedRequest,
): Promise<Listing> {
  const { data, total } = await listShelf(ctx, viewer, shelf, query)
  const entries = await buildBookEntries(ctx, viewer, data, { href, withSeries: true })
  return { title, kind: 'acquisition', entries, paging: parsePaging(query), total }
}

/** In the user's order. Series lead to their books. */
export async function listWantToReadFeed(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
  { href }: FeedRequest,
): Promise<Listing> {
  const { data, total } = await listWantToRead(ctx, viewer, query)
  const books = await listBooksByIds(
    ctx,
    viewer,
    data.flatMap(({ bookId }) => bookId ?? []),
  )
  const series = await listSeriesByIds(
    ctx,
    viewer,
    data.flatMap(({ seriesId, bookId }) => (bookId === null && seriesId !== null ? seriesId : [])),
  )
  const bookEntries = await buildBookEntries(ctx, viewer, books, { href, withSeries: true })
  const known = new Map<string, Entry>([
    ...bookEntries.map((entry) => [entry.id, entry] as const),
    ...series.map((one) => [one.id, buildSeriesEntry(one, href)] as const),
  ])
  const entries = data.flatMap(({ bookId, seriesId }) => known.get(bookId ?? seriesId!) ?? [])
  return { title: 'Want to read', kind: 'acquisition', entries, paging: parsePaging(query), total }
}

export async function listBooksFeed(
  ctx: Context,
  viewer: Viewer,
  { seriesId, query }: { seriesId: string; query: FeedQuery },
  { href }: FeedRequest,
): Promise<Listing> {
  const { metadata } = await getSeries(ctx, viewer, seriesId)
  const { data, total } = await listBooksOfSeries(ctx, viewer, seriesId, query)
  const entries = await buildBookEntries(ctx, viewer, data, { href, withSeries: false })
  return { title: metadata.title, kind: 'acquisition', entries, paging: parsePaging(query), total }
}

/** The first page begins with the best matching series. */
export async function listSearchFeed(
  ctx: Context,
  viewer: Viewer,
  { q, ...query }: Static<typeof SearchQuery>,
  { href }: FeedRequest,
): Promise<Listing> {
  const title = `Search: ${q}`
  if (q.trim() === '') return { title, kind: 'acquisition', entries: [] }
  const paging = parsePaging(query)
  const series = paging.page === 1 ? await searchSeries(ctx, viewer, { query: q }) : []
  const { data, total } = await listBooks(ctx, viewer, { ...query, search: q })
  const entries = [
    ...series.map((one) => buildSeriesEntry(one, href)),
    ...(await buildBookEntries(ctx, viewer, data, { href, withSeries: true })),
  ]
  return { title, kind: 'acquisition', entries, paging, total }
}

async function buildBookEntries(
  ctx: Context,
  viewer: Viewer,
  books: readonly BookView[],
  { href, withSeries }: { href: BuildHref; withSeries: boolean },
): Promise<Entry[]> {
  const ids = books.map(({ id }) => id)
  const authors = await listBookAuthors(ctx, viewer, ids)
  return books.map((book) =>
    buildBookEntry(book, href, { authors: authors.get(book.id) ?? [], withSeries }),
  )
}
