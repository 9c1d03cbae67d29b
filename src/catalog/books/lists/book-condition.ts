/** What each field of a condition means for a book. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import {
  compileBooleanTest,
  compileInstantTest,
  compileNumberTest,
  compileMultiValueTest,
  compileTextTest,
  type TextTest,
  compileUuidTest,
  mapTestValue,
} from '../../../platform/query/sql-condition'
import { Refusal } from '../../../errors'
import { compileCondition, type Fields } from '../../../platform/query/condition'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { foldText } from '../../../platform/lib/text'
import { libraryRoots } from '../../libraries/schema'
import { bookProgress } from '../../../reading/progress/schema'
import { wantToRead } from '../../../reading/want-to-read/schema'
import { series } from '../../series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { authorTest } from './by-person'
import { type BookCondition, bookFieldKinds, type BookListBody } from './model'
import type { BookFilter } from '../queries'
import { bookMetadata, books } from '../schema'
import { seriesMessages } from '../../series/messages'

/** The SQL of a condition for this viewer, in a statement that reads `books`. */
export const bookCondition = (viewer: Viewer, condition: BookCondition): SQL =>
  compileCondition(condition, bookFieldKinds, fieldsFor(viewer))

/** What a list is asked by, put together. */
export const filterOf = (
  viewer: Viewer,
  { condition, fullTextSearch }: BookListBody,
): BookFilter => ({
  search: fullTextSearch ?? undefined,
  condition: condition ? bookCondition(viewer, condition) : undefined,
})

function fieldsFor(viewer: Viewer): Fields<typeof bookFieldKinds> {
  const { userId } = viewer
  return {
    libraryId: (test) => compileUuidTest(books.libraryId, test),
    seriesId: (test) => compileUuidTest(books.seriesId, test),
    genre: (test) => labelTest(genres, seriesGenres, test),
    tag: (test) => labelTest(tags, seriesTags, test),
    author: authorTest,
    status: (test) => compileTextTest(ofSeries('status'), test),
    readingDirection: (test) => compileTextTest(ofSeries('readingDirection'), test),
    ageRating: (test) => compileNumberTest(ofSeries('ageRating'), test),
    title: (test) => compileTextTest(books.title, test),
    titleSort: (test) => compileTextTest(wide(bookMetadata.titleSort), test),
    summary: (test) => compileTextTest(wide(bookMetadata.summary), test),
    publisher: (test) => compileTextTest(wide(bookMetadata.publisher), test),
    imprint: (test) => compileTextTest(wide(bookMetadata.imprint), test),
    language: (test) => compileTextTest(wide(bookMetadata.languageIso), test),
    bookType: (test) => compileTextTest(wide(bookMetadata.bookType), test),
    format: (test) => compileTextTest(books.format, test),
    finding: (test) => compileTextTest(books.finding, test),
    path: (test) => compileTextTest(machinePath(viewer), test),
    readStatus: (test) => compileTextTest(readStatus(userId), test),
    hasError: (test) => compileBooleanTest(sql`${books.finding} is not null`, test),
    wantToRead: (test) => compileBooleanTest(isWanted(userId), test),
    pageCount: (test) => compileNumberTest(books.pageCount, test),
    fileSize: (test) => compileNumberTest(books.size, test),
    volume: (test) => compileNumberTest(books.volume, test),
    chapter: (test) => compileNumberTest(books.chapter, test),
    year: (test) => compileNumberTest(wide(bookMetadata.year), test),
    dateAdded: (test) => compileInstantTest(books.createdAt, books.createdAt, test),
    dateRead: (test) =>
      compileInstantTest(
        mine(sql`${bookProgress.updatedAt}`, userId),
        bookProgress.updatedAt,
        test,
      ),
  }
}

/** What is said of the whole series holds for each of its books. */
export const ofSeries = (column: 'status' | 'readingDirection' | 'ageRating') =>
  sql`(select ${series[column]} from ${series} where ${series.id} = ${books.seriesId})`

export const wide = (column: Column) =>
  sql`(select ${column} from ${bookMetadata} where ${bookMetadata.n} = ${books.n})`

/** Where files lie on the server is asked only by those who run it. */
function machinePath({ permissions }: Viewer) {
  if (!permissions.has('libraries:write')) {
    throw new Refusal('forbidden', seriesMessages.path_needs_permission())
  }
  return sql`((select ${libraryRoots.path} from ${libraryRoots}
    where ${libraryRoots.id} = ${books.rootId}) || '/' || ${books.relativePath})`
}

/** A book is filed under what its series is filed under. */
function labelTest(
  labels: typeof genres | typeof tags,
  links: typeof seriesGenres | typeof seriesTags,
  test: TextTest,
): SQL {
  return compileMultiValueTest(mapTestValue(test, foldText), (one) => {
    const fits = one ? compileTextTest(labels.nameKey, one) : sql`1 = 1`
    return sql`(${books.seriesId} in (select ${links.seriesId} from ${links} where ${links.labelId} in
      (select ${labels.id} from ${labels} where ${fits})))`
  })
}

const mine = (value: SQL, userId: string) => sql`(select ${value} from ${bookProgress}
  where ${bookProgress.userId} = ${userId} and ${bookProgress.bookId} = ${books.id})`

/** Users have a row only for what they opened. */
export function readStatus(userId: string): SQL {
  const { completed, started } = bookProgress
  const word = sql`case when ${completed} then 'read' when ${started} then 'in_progress'
    else 'unread' end`
  return sql`coalesce(${mine(word, userId)}, 'unread')`
}

const isWanted = (userId: string) => sql`exists (select 1 from ${wantToRead}
  where ${wantToRead.userId} = ${userId} and ${wantToRead.bookId} = ${books.id})`
