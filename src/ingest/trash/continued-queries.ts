/** Queries for trashed books that a copy continues. */
import { and, asc, eq, gte, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookVisibleTo } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { isOpenTo } from '../../catalog/libraries/library-visibility'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import type { Db } from '../../platform/db/store'
import { copyMerges } from '../scanning/schema'

/** Time at which the book or its library was trashed. */
export const trashedAt = sql<Date>`coalesce(${books.trashedAt}, (select ${libraries.trashedAt}
  from ${libraries} where ${libraries.id} = ${books.libraryId}))`.mapWith(books.trashedAt)

/** The book that has continued this one since it was trashed. */
export const continuingBookId = sql<string | null>`(select ${copyMerges.toId} from ${copyMerges}
  where ${copyMerges.fromId} = ${books.id} and ${copyMerges.toId} <> ${copyMerges.fromId}
    and ${copyMerges.mergedAt} >= ${trashedAt})`

/** A person has separated the book from the copy that continued it. */
export const isSeparated = sql`exists (select 1 from ${copyMerges}
  where ${copyMerges.fromId} = ${books.id} and ${copyMerges.toId} = ${books.id})`

/** Returns null if the viewer cannot see the library of the continuing book. */
export const getVisibleContinuingBookId = (viewer: Viewer) =>
  sql<string | null>`(select continuing.id from books as continuing
    where continuing.id = ${continuingBookId}
      and ${isOpenTo(viewer, sql`continuing.library_id`) ?? sql`true`})`

/**
 * The file is missing, and the user data has been added to a copy that the viewer can see. Such a
 * book need not be restored.
 */
export const isContinuedBook = (viewer: Viewer): SQL =>
  and(
    isNotNull(books.missingSince),
    sql`exists (select 1 from books as continuing
      where continuing.id = ${continuingBookId} and continuing.trashed_at is null
        and ${isOpenTo(viewer, sql`continuing.library_id`) ?? sql`true`})`,
  )!

/** The series has books, all of which are continued. */
export const isContinuedSeries = (viewer: Viewer): SQL => {
  const isOfSeries = sql`${books.seriesId} = ${series.id}`
  return sql`(exists (select 1 from ${books} where ${isOfSeries})
    and not exists (select 1 from ${books} where ${isOfSeries} and ${not(isContinuedBook(viewer))}))`
}

/**
 * Finds the title and series title of the book that continues the first of these missing books.
 * Returns undefined if there is none that the viewer can see.
 */
export async function findContinuingBook(
  db: Db,
  viewer: Viewer,
  of: { bookId: string } | { seriesId: string },
) {
  const isAsked = 'bookId' in of ? eq(books.id, of.bookId) : eq(books.seriesId, of.seriesId)
  const [merge] = await db
    .select({ toId: copyMerges.toId })
    .from(copyMerges)
    .innerJoin(books, eq(books.id, copyMerges.fromId))
    .where(and(isAsked, isNotNull(books.missingSince), gte(copyMerges.mergedAt, books.trashedAt)))
    .orderBy(asc(books.n))
    .limit(1)
  if (!merge) return undefined
  const [row] = await db
    .select({ title: books.title, seriesTitle: series.title })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(and(eq(books.id, merge.toId), bookVisibleTo(viewer)))
  return row
}
