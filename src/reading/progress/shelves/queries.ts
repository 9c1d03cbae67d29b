/** Code shared by the shelf queries, each of which returns one page of book IDs and the total. */
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { books } from '../../../catalog/books/schema'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { series } from '../../../catalog/series/schema'
import type { Db } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'

export interface ShelfFilter {
  libraryId?: string | undefined
  seriesId?: string | undefined
}

export type Shelf = (
  db: Db,
  viewer: Viewer,
  within: ShelfFilter,
  paging: Paging,
) => Promise<Found<string>>

export const matchesSeriesFilter = (viewer: Viewer, { libraryId, seriesId }: ShelfFilter) =>
  and(
    isSeriesVisibleTo(viewer),
    libraryId === undefined ? undefined : eq(series.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(series.id, seriesId),
  )

export const matchesBookFilter = ({ libraryId, seriesId }: ShelfFilter) =>
  and(
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
  )

export const countRows = () => sql<number>`count(*)`.mapWith(Number)

export const toPage = (rows: { id: string }[], counted: { total: number } | undefined) => ({
  data: rows.map(({ id }) => id),
  total: counted?.total ?? 0,
})
