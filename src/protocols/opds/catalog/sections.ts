/**
 * The start page of the catalog, and the lists of libraries, genres, publishers, collections and
 * reading lists.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { listCollections } from '../../../catalog/collections/service'
import { listLabels } from '../../../catalog/labels/service'
import { listLibraries } from '../../../catalog/libraries/service'
import { listReadingLists } from '../../../catalog/reading-lists/service'
import { listMatchingFacets } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import { parsePaging } from '../../../platform/http/pagination'
import type { Holds, Listing, Section } from './listing'
import type { FeedQuery } from './lists'

type StartSection = Pick<Section, 'path' | 'title' | 'summary' | 'holds'>

/** In the order in which reading apps show them. */
const sections: readonly StartSection[] = [
  { path: 'keep-reading', title: 'Keep reading', summary: 'Books you have begun', holds: 'books' },
  {
    path: 'on-deck',
    title: 'On deck',
    summary: 'The next book of each series you read',
    holds: 'books',
  },
  { path: 'want-to-read', title: 'Want to read', summary: 'Your list', holds: 'books' },
  { path: 'collections', title: 'Collections', summary: 'Chosen series', holds: 'lists' },
  {
    path: 'reading-lists',
    title: 'Reading lists',
    summary: 'Chosen books in an order',
    holds: 'lists',
  },
  { path: 'new-books', title: 'New books', summary: 'Newest first', holds: 'books' },
  { path: 'series?order=added', title: 'New series', summary: 'Newest first', holds: 'lists' },
  { path: 'series', title: 'All series', summary: 'From A to Z', holds: 'lists' },
  { path: 'libraries', title: 'Libraries', summary: 'Series by library', holds: 'lists' },
  { path: 'genres', title: 'Genres', summary: 'Series by genre', holds: 'lists' },
  { path: 'publishers', title: 'Publishers', summary: 'Series by publisher', holds: 'lists' },
]

/**
 * `startedAt` is the time at which the server was started. It serves as the update time, because
 * only the title can change while the server runs.
 */
export function listSections(startedAt: Date, title: string): Listing {
  const items = sections.map(({ path, ...section }) =>
    buildSection({ name: path, path, ...section, updatedAt: startedAt }),
  )
  return { title, holds: 'lists', items }
}

interface NamedSection extends StartSection {
  /** Unique within the catalog. */
  name: string
  holds: Holds
  updatedAt: Date
  count?: number
}

/** Namespace for the UUIDs of sections. */
const sectionNamespace = '5b0cb2a4-2f0c-5a3e-9d6c-6d5a4f0f2f55'

const buildSection = ({ name, ...section }: NamedSection): Section => ({
  kind: 'section',
  id: Bun.randomUUIDv5(name, sectionNamespace),
  ...section,
})

export async function listLibrarySections(ctx: Context, viewer: Viewer): Promise<Listing> {
  const libraries = await listLibraries(ctx, viewer, false)
  const items = libraries.map(({ id, name, updatedAt, seriesCount }): Section => ({
    kind: 'section',
    id,
    title: name,
    updatedAt,
    ...describeSeries(seriesCount),
    path: `series?libraryId=${id}`,
  }))
  return { title: 'Libraries', holds: 'lists', items }
}

const describeSeries = (count: number) =>
  ({ summary: `${count} series`, count, holds: 'lists' }) as const

export async function listGenreSections(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
): Promise<Listing> {
  const paging = parsePaging(query)
  const { data, total } = await listLabels(ctx, viewer, 'genre', { search: undefined, paging })
  const items = data.map(({ id, name, seriesCount, createdAt }): Section => ({
    kind: 'section',
    id,
    title: name,
    updatedAt: createdAt,
    ...describeSeries(seriesCount ?? 0),
    path: `series?genre=${encodeURIComponent(name)}`,
  }))
  return { title: 'Genres', holds: 'lists', items, paging, total }
}

/** Lists the hundred publishers with the most series. */
export async function listPublisherSections(
  ctx: Context,
  viewer: Viewer,
  startedAt: Date,
): Promise<Listing> {
  const [facet] = await listMatchingFacets(ctx, viewer, { facets: ['publisher'] })
  const items = (facet?.values ?? []).flatMap(({ value, count }) =>
    typeof value === 'string'
      ? buildSection({
          name: `publisher ${value}`,
          title: value,
          ...describeSeries(count),
          updatedAt: startedAt,
          path: `series?publisher=${encodeURIComponent(value)}`,
        })
      : [],
  )
  return { title: 'Publishers', holds: 'lists', items }
}

export async function listCollectionSections(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
): Promise<Listing> {
  const { data, total } = await listCollections(ctx, viewer, query)
  const items = data.map(({ id, name, updatedAt, seriesCount, summary }): Section => ({
    kind: 'section',
    id,
    title: name,
    updatedAt,
    ...describeSeries(seriesCount),
    ...(summary && { summary }),
    path: `collections/${id}`,
  }))
  return { title: 'Collections', holds: 'lists', items, paging: parsePaging(query), total }
}

export async function listReadingListSections(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
): Promise<Listing> {
  const { data, total } = await listReadingLists(ctx, viewer, query)
  const items = data.map(({ id, name, updatedAt, bookCount, readCount, summary }): Section => ({
    kind: 'section',
    id,
    title: name,
    updatedAt,
    summary: summary ?? `${readCount} of ${bookCount} books read`,
    count: bookCount,
    holds: 'books',
    path: `reading-lists/${id}`,
  }))
  return { title: 'Reading lists', holds: 'lists', items, paging: parsePaging(query), total }
}
