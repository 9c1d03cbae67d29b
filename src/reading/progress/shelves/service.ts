/** Shelves of the home page: books in progress, on deck, recently read and recently added. */
import type { BookView } from '../../../catalog/books/model'
import { listBooksByIds } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { type Found, parsePaging } from '../../../platform/http/pagination'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Viewer } from '../../../accounts/permissions/model'
import { findOnDeck } from './on-deck'
import type { ShelfFilter } from './queries'
import { addNewInSeries, findRecentlyAdded } from './recently-added'
import { findInProgress, findRecentlyRead } from './started-books'

const shelves = {
  'in-progress': findInProgress,
  'on-deck': findOnDeck,
  'recently-read': findRecentlyRead,
  'recently-added': findRecentlyAdded,
}
export type ShelfName = keyof typeof shelves

type Query = ShelfFilter & { page?: string; pageSize?: string }

export async function listShelf(
  ctx: Context,
  viewer: Viewer,
  name: ShelfName,
  query: Query,
): Promise<Found<BookView>> {
  const { data, total } = await shelves[name](
    ctx.replica,
    viewer,
    pickFilter(query),
    parsePaging(query),
  )
  const books = await listBooksByIds(ctx, viewer, data)
  const isRecent = name === 'recently-added' && books.length > 0
  return { data: isRecent ? await addNewInSeries(ctx.replica, viewer, books) : books, total }
}

const pickFilter = ({ libraryId, seriesId }: ShelfFilter): ShelfFilter => ({ libraryId, seriesId })

export async function listLibraryShelf(
  ctx: Context,
  viewer: Viewer,
  name: ShelfName,
  query: Query & { libraryId: string },
): Promise<Found<BookView>> {
  await requireLibrary(ctx, viewer, query.libraryId)
  return listShelf(ctx, viewer, name, query)
}
