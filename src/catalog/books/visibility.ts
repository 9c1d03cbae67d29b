/**
 * The condition for the books that a viewer sees: neither the book nor its series is in the trash, and
 * the library is open to the viewer. Part of every read of a book. One rule, in several forms, because
 * each statement is fast with another one.
 */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { isVisibleTo, isSeriesVisibleTo } from '../libraries/access'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { books } from './schema'

/** Needs a join of `series`. */
export const bookVisibleTo = (viewer: Viewer): SQL =>
  and(isNull(books.trashedAt), isNull(series.trashedAt), isVisibleTo(viewer, books.libraryId))!

/** The same by the series' columns: SQLite then does not collect the books of whole libraries first. */
export const bookAndSeriesVisibleTo = (viewer: Viewer): SQL =>
  and(isNull(books.trashedAt), isSeriesVisibleTo(viewer))!

/** The same without a join of `series`: takes a third of the time when all books are counted. */
export const bookVisibleAlone = (viewer: Viewer): SQL =>
  and(
    isNull(books.trashedAt),
    sql`${books.seriesId} not in (select ${series.id} from ${series} where ${series.trashedAt} is not null)`,
    isVisibleTo(viewer, books.libraryId),
  )!

/** The same for few books or those of one series: reads only their series. */
export const fewBooksVisibleAlone = (viewer: Viewer): SQL =>
  and(
    isNull(books.trashedAt),
    sql`exists (select 1 from ${series} where ${series.id} = ${books.seriesId} and ${series.trashedAt} is null)`,
    isVisibleTo(viewer, books.libraryId),
  )!
