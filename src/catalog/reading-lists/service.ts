/** Reading lists: lists of books. Code shared with collections is in `item-lists`. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { inIds } from '../../platform/db/sql'
import { type Found, parsePaging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from '../item-lists/list-kind'
import { completeCondition } from '../item-lists/smart/named-lists'
import { type RoutedList, listItemIds } from '../item-lists/entries/items'
import type { ReadableList } from '../item-lists/readable-list'
import { getList, listLists, type ListView } from '../item-lists/service'
import { isOrderByHand, type ListsQuery, maxItems } from '../item-lists/model'
import {
  allBooksVisible,
  bookAndSeriesVisibleTo,
  bookVisibleAlone,
  fewBooksVisibleAlone,
} from '../books/book-visibility'
import { allBooksCondition } from '../books/lists/book-condition'
import { bookSortKeys } from '../books/lists/book-sorts'
import type { BookCondition } from '../books/lists/model'
import { bookMessages } from '../books/messages'
import { BookView } from '../books/model'
import { books } from '../books/schema'
import { bookProgress } from '../../reading/progress/schema'
import {
  getVisibleBook,
  listBooksByIds,
  listBooksMatching,
  listIdsOfBooksMatching,
} from '../books/service'
import { series } from '../series/schema'
import { readingListMessages } from './messages'
import { ReadingListBooksQuery, readingListsUpdated, ReadingListView } from './model'
import { countReadBooks, mapBegunBooks } from './queries'
import { readingListBooks, readingListTables } from './schema'

export const readingListKind: ListKind = {
  tables: readingListTables,
  isItemVisible: (viewer) => sql`exists (select 1 from ${books}
    join ${series} on ${series.id} = ${books.seriesId}
    where ${and(eq(books.id, readingListBooks.itemId), bookAndSeriesVisibleTo(viewer))})`,
  async findVisibleItems(db, viewer, ids) {
    const rows = await db
      .select({ id: books.id })
      .from(books)
      .where(and(inIds(books.id, ids), fewBooksVisibleAlone(viewer)))
    return rows.map(({ id }) => id)
  },
  itemId: books.id,
  selectVisible: (viewer) => sql`from ${books} where ${bookVisibleAlone(viewer)}`,
  selectAllVisible: (viewer) => sql`from ${books} where ${allBooksVisible(viewer)}`,
  isItemRead: ({ userId }) => sql`${books.id} in (select ${bookProgress.bookId} from ${bookProgress}
    where ${and(eq(bookProgress.userId, userId), eq(bookProgress.completed, true))})`,
  compileTest: (viewer, condition) =>
    allBooksCondition(viewer, completeCondition(condition) as BookCondition),
  listMatchingIds: (ctx, viewer, { condition, sort, limit }) =>
    listIdsOfBooksMatching(ctx, viewer, {
      body: { condition: completeCondition(condition) as BookCondition },
      sort: sort ?? 'series',
      limit,
    }),
  listField: 'inReadList',
  sortKeys: bookSortKeys,
  updated: readingListsUpdated,
  notFound: () => readingListMessages.not_found(),
  itemNotFound: () => bookMessages.not_found(),
}

async function buildReadingListViews(
  ctx: Context,
  viewer: Viewer,
  lists: readonly ListView[],
): Promise<ReadingListView[]> {
  const read = await countReadBooks(ctx.heavy, viewer, readingListKind, lists)
  return lists.map(({ itemCount, storedCondition: _condition, storedUpdatedAt: _at, ...list }) => ({
    ...list,
    bookCount: itemCount,
    readCount: read.get(list.id) ?? list.readCount,
  }))
}

export async function listReadingLists(
  ctx: Context,
  viewer: Viewer,
  query: ListsQuery & { itemId?: string },
): Promise<Found<ReadingListView>> {
  const { data, total } = await listLists(ctx, viewer, readingListKind, query)
  return { data: await buildReadingListViews(ctx, viewer, data), total }
}

export async function listReadingListsOfBook(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  query: ListsQuery,
) {
  await getVisibleBook(ctx, viewer, bookId)
  return listReadingLists(ctx, viewer, { ...query, itemId: bookId })
}

export async function getReadingList(ctx: Context, viewer: Viewer, id: string) {
  return buildReadingListView(ctx, viewer, await getList(ctx, viewer, readingListKind, id))
}

async function buildReadingListView(ctx: Context, viewer: Viewer, list: ListView) {
  const [view] = await buildReadingListViews(ctx, viewer, [list])
  return view!
}

/** Lists the books in list order, unless `sort` is given. */
export async function listReadingListBooks(
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: ReadingListBooksQuery,
): Promise<Found<BookView>> {
  const list = await getList(ctx, viewer, readingListKind, id)
  const sort = query.sort ?? getOrder(list)
  if (list.automatic || !isOrderByHand(sort)) {
    const key = isOrderByHand(sort) ? 'series' : sort
    return listBooksMatching(ctx, viewer, { body: isInList(id), query: { ...query, sort: key } })
  }
  const { pageSize: limit, offset } = parsePaging(query)
  const ids = await listItemIds(ctx, viewer, readingListKind, { listId: id, limit, offset })
  return { data: await listBooksByIds(ctx, viewer, ids), total: list.itemCount }
}

/** Lists the books whose covers make up the image of the list. */
export async function listFirstBooks(
  ctx: Context,
  viewer: Viewer,
  id: string,
  count: number,
): Promise<string[]> {
  const { data } = await listReadingListBooks(ctx, viewer, id, { pageSize: String(count) })
  return data.map((one) => one.id)
}

const getOrder = ({ ordered, sort }: Pick<ListView, 'ordered' | 'sort'>) =>
  ordered ? 'custom' : (sort ?? 'series')

const isInList = (value: string) => ({
  condition: { inReadList: { operator: 'is' as const, value } },
})

async function listAllIds(ctx: Context, viewer: Viewer, list: ListView): Promise<string[]> {
  const sort = getOrder(list)
  return sort === 'custom'
    ? listItemIds(ctx, viewer, readingListKind, { listId: list.id, limit: maxItems, offset: 0 })
    : listIdsOfBooksMatching(ctx, viewer, { body: isInList(list.id), sort, limit: maxItems })
}

/** Lists the IDs of all visible books in list order. */
export async function listReadingListIds(ctx: Context, viewer: Viewer, id: string) {
  return listAllIds(ctx, viewer, await getList(ctx, viewer, readingListKind, id))
}

/**
 * Returns the viewer's progress, and the first unread book, which is null if all books are read.
 */
export async function getReadingListProgress(ctx: Context, viewer: Viewer, id: string) {
  const states = await listReadStates(ctx, viewer, id)
  const next = states.find(({ isRead }) => !isRead)
  const [nextBook = null] = await listBooksByIds(ctx, viewer, next ? [next.bookId] : [])
  const readCount = states.filter(({ isRead }) => isRead).length
  return { bookCount: states.length, readCount, nextBook }
}

/** Lists all visible books in list order, with the viewer's progress. */
export async function listReadStates(ctx: Context, viewer: Viewer, id: string) {
  const list = await getList(ctx, viewer, readingListKind, id)
  const ids = await listAllIds(ctx, viewer, list)
  const begun = await mapBegunBooks(ctx.heavy, viewer, ids)
  return ids.map((bookId) => ({
    bookId,
    isBegun: begun.has(bookId),
    isRead: begun.get(bookId) === true,
  }))
}

/** Returns the books before and after a book in the list, and its position. */
export async function getAdjacentInList(
  ctx: Context,
  viewer: Viewer,
  { id, bookId }: { id: string; bookId: string },
) {
  const list = await getList(ctx, viewer, readingListKind, id)
  const ids = await listAllIds(ctx, viewer, list)
  const place = ids.indexOf(bookId)
  if (place === -1) throw notFound(bookMessages.not_found())
  const [prevId, nextId] = [ids[place - 1], ids[place + 1]]
  const neighbors = [prevId, nextId].filter((one) => one !== undefined)
  const views = await listBooksByIds(ctx, viewer, neighbors)
  const viewWith = (one: string | undefined) => views.find((view) => view.id === one) ?? null
  return {
    prev: viewWith(prevId),
    next: viewWith(nextId),
    position: place + 1,
    count: ids.length,
  }
}

export const routedReadingLists: RoutedList = {
  kind: readingListKind,
  path: '/readlists',
  entries: 'books',
  member: 'bookIds',
  tag: 'Reading lists',
  noun: 'a reading list',
  write: 'readlists:write',
  View: ReadingListView,
  remove: 'readlists:delete',
  buildView: buildReadingListView,
}

export const readableReadingLists: ReadableList = {
  routed: routedReadingLists,
  membershipPath: '/books/:id/readlists',
  plural: 'reading lists',
  item: 'a book',
  read: 'readlists:read',
  readItems: 'books:read',
  ItemView: BookView,
  ItemsQuery: ReadingListBooksQuery,
  list: listReadingLists,
  get: getReadingList,
  listItems: listReadingListBooks,
  listByItem: listReadingListsOfBook,
}
