/** The lists of the catalog. Each calls the same service as the native API. */
import type { Viewer } from '../../../accounts/permissions/model'
import { listBookFacts } from '../../../catalog/books/metadata/service'
import type { BookFacts } from '../../../catalog/books/metadata/metadata-view'
import type { BookView } from '../../../catalog/books/model'
import { listBooks, listBooksByIds, listBooksOfSeries } from '../../../catalog/books/service'
import { getCollection, listCollectionSeries } from '../../../catalog/collections/service'
import { getReadingList, listReadingListBooks } from '../../../catalog/reading-lists/service'
import { getSeries, listSeriesByIds, searchSeries } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import { PageQuery, parsePaging } from '../../../platform/http/pagination'
import { shape, type Static, text } from '../../../platform/http/shapes'
import { listShelf, type ShelfName } from '../../../reading/progress/shelves/service'
import { listWantToRead } from '../../../reading/want-to-read/service'
import type { BookItem, Group, Item, Listing } from './listing'
import { formatFullTitle, formatTitle } from './titles'

export const FeedQuery = shape(PageQuery)
export type FeedQuery = Static<typeof FeedQuery>
export const SearchQuery = shape({ ...PageQuery, q: text(200) })

interface Shelf {
  path: string
  title: string
  shelf: ShelfName
}

export const shelves: readonly Shelf[] = [
  { path: 'keep-reading', title: 'Keep reading', shelf: 'in-progress' },
  { path: 'on-deck', title: 'On deck', shelf: 'on-deck' },
  { path: 'new-books', title: 'New books', shelf: 'recently-added' },
]

export async function listShelfBooks(
  ctx: Context,
  viewer: Viewer,
  { title, shelf }: Shelf,
  query: FeedQuery,
): Promise<Listing> {
  const { data, total } = await listShelf(ctx, viewer, shelf, query)
  const items = await buildBookItems(ctx, viewer, data, { withSeries: true })
  return { title, holds: 'books', items, paging: parsePaging(query), total }
}

const groupSize = '10'

/** Lists the first books of each shelf that is not empty. */
export async function listGroups(ctx: Context, viewer: Viewer): Promise<Group[]> {
  const groups = await Promise.all(
    shelves.map(async (shelf) => ({
      ...(await listShelfBooks(ctx, viewer, shelf, { pageSize: groupSize })),
      path: shelf.path,
    })),
  )
  return groups.filter(({ items }) => items.length > 0)
}

/**
 * Lists the series and books that the user wants to read, in the order chosen by the user. Series
 * link to their books.
 */
export async function listCatalogWantToRead(
  ctx: Context,
  viewer: Viewer,
  query: FeedQuery,
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
  const known = new Map<string, Item>([
    ...(await buildBookItems(ctx, viewer, books, { withSeries: true })).map(
      (item) => [item.book.id, item] as const,
    ),
    ...series.map((one) => [one.id, { kind: 'series', series: one }] as const),
  ])
  const items = data.flatMap(({ bookId, seriesId }) => known.get(bookId ?? seriesId!) ?? [])
  return { title: 'Want to read', holds: 'books', items, paging: parsePaging(query), total }
}

/** Lists the books in the order of the reading list. */
export async function listCatalogReadingList(
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: FeedQuery,
): Promise<Listing> {
  const { name: title } = await getReadingList(ctx, viewer, id)
  const { data, total } = await listReadingListBooks(ctx, viewer, id, query)
  const items = await buildBookItems(ctx, viewer, data, { withSeries: true })
  return { title, holds: 'books', items, paging: parsePaging(query), total }
}

/** Lists the series in the order of the collection. */
export async function listCatalogCollection(
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: FeedQuery,
): Promise<Listing> {
  const { name: title } = await getCollection(ctx, viewer, id)
  const { data, total } = await listCollectionSeries(ctx, viewer, id, query)
  const items = data.map((series) => ({ kind: 'series' as const, series }))
  return { title, holds: 'lists', items, paging: parsePaging(query), total }
}

export async function listSeriesBooks(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  query: FeedQuery,
): Promise<Listing> {
  const { data, total } = await listBooksOfSeries(ctx, viewer, seriesId, query)
  const items = await buildBookItems(ctx, viewer, data, { withSeries: false })
  // The series is loaded only if the page is empty, because loading it takes longer than loading
  // the rest of the list.
  const title = data[0]?.seriesName ?? (await getSeries(ctx, viewer, seriesId)).metadata.title
  return { title, holds: 'books', items, paging: parsePaging(query), total }
}

/** The first page starts with the series that match best. */
export async function listFound(
  ctx: Context,
  viewer: Viewer,
  { q, ...query }: Static<typeof SearchQuery>,
): Promise<Listing> {
  const title = `Search: ${q}`
  if (q.trim() === '') return { title, holds: 'books', items: [] }
  const paging = parsePaging(query)
  const series = paging.page === 1 ? await searchSeries(ctx, viewer, { query: q }) : []
  const { data, total } = await listBooks(ctx, viewer, { ...query, search: q })
  const items = [
    ...series.map((one) => ({ kind: 'series', series: one }) as const),
    ...(await buildBookItems(ctx, viewer, data, { withSeries: true })),
  ]
  return { title, holds: 'books', items, paging, total }
}

const noFacts: BookFacts = {
  people: [],
  publisher: null,
  language: null,
  issued: null,
  subjects: [],
}

export async function buildBookItems(
  ctx: Context,
  viewer: Viewer,
  books: readonly BookView[],
  { withSeries }: { withSeries: boolean },
): Promise<BookItem[]> {
  const ids = books.map(({ id }) => id)
  const facts = await listBookFacts(ctx, viewer, ids)
  return books.map((book) => {
    const title = formatTitle(book)
    const fullTitle = formatFullTitle(book, title)
    return {
      kind: 'book',
      book,
      facts: facts.get(book.id) ?? noFacts,
      title: withSeries ? fullTitle : title,
      fullTitle,
    }
  })
}
