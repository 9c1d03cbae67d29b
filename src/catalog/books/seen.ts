/**
 * Which books a viewer sees: those that are not in the trash, nor their series, in the libraries opened
 * to him. Part of every read of a book. One rule, in the forms that different statements are quick with.
 */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { visibleTo } from '../libraries/access'
import { series } from '../series/schema'
import { seenBy } from '../series/seen'
import type { Viewer } from '../../accounts/users/model'
import { books } from './schema'

/** Needs `series` in the statement: a book is never seen without its series. */
export const bookSeenBy = (viewer: Viewer): SQL =>
  and(isNull(books.trashedAt), isNull(series.trashedAt), visibleTo(viewer, books.libraryId))!

/** The same, read off the series: then SQLite does not gather the books of whole libraries first. */
export const bookSeenBySeries = (viewer: Viewer): SQL =>
  and(isNull(books.trashedAt), seenBy(viewer))!

/** The same without `series` in the statement: a third of the time when all books are counted. */
export const bookSeenAlone = (viewer: Viewer): SQL =>
  and(
    isNull(books.trashedAt),
    sql`${books.seriesId} not in (select ${series.id} from ${series} where ${series.trashedAt} is not null)`,
    visibleTo(viewer, books.libraryId),
  )!

/** The same for few books, or those of one series: only their series are looked at. */
export const fewBooksSeenAlone = (viewer: Viewer): SQL =>
  and(
    isNull(books.trashedAt),
    sql`exists (select 1 from ${series} where ${series.id} = ${books.seriesId} and ${series.trashedAt} is null)`,
    visibleTo(viewer, books.libraryId),
  )!
