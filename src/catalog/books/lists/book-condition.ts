/** Translates book condition fields to SQL. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import {
  compileBooleanTest,
  compileInstantTest,
  compileNumberTest,
  compileMultiValueTest,
  compileTextTest,
  type TextTest,
  compileUuidTest,
  compileWordTest,
  mapTestValue,
} from '../../../platform/query/compile-comparison'
import { unnestTexts } from '../../../platform/db/sql'
import { Refusal } from '../../../errors'
import { compileCondition, type Fields } from '../../../platform/query/condition'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { compileListTest } from '../../item-lists/list-visibility'
import { readingListTables } from '../../reading-lists/schema'
import { foldText } from '../../../platform/lib/text/fold-text'
import { libraryRoots } from '../../libraries/schema'
import { covers } from '../../../artwork/covers/schema'
import { bookProgress } from '../../../reading/progress/schema'
import { ratings } from '../../../reading/ratings/schema'
import { wantToRead } from '../../../reading/want-to-read/schema'
import { series } from '../../series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { compileAuthorTest, compileRoleTest } from './by-person'
import { appFieldKinds, type BookCondition, bookFieldKinds, type BookListBody } from './model'
import type { BookFilter } from '../queries'
import { bookMetadata, books } from '../schema'
import { seriesMessages } from '../../series/messages'

const fieldKinds = { ...bookFieldKinds, ...appFieldKinds }

/** Compiles a condition to SQL for this viewer. The statement must select from `books`. */
export const bookCondition = (viewer: Viewer, condition: BookCondition): SQL =>
  compileCondition(condition, fieldKinds, buildFieldTests(viewer))

/**
 * Like `bookCondition`, for statements that test all books, such as counts. Facts of series and of
 * the user are looked up once for all books instead of once for each book.
 */
export const allBooksCondition = (viewer: Viewer, condition: BookCondition): SQL => {
  const { userId } = viewer
  return compileCondition(condition, fieldKinds, {
    ...buildFieldTests(viewer),
    status: (test) => isOfSeries(compileTextTest(series.status, test)),
    readingDirection: (test) => isOfSeries(compileTextTest(series.readingDirection, test)),
    ageRating: (test) => isOfSeries(compileNumberTest(series.ageRating, test)),
    readStatus: (test) => compileReadStatus(userId, test),
  })
}

const isOfSeries = (fits: SQL) =>
  sql`(${books.seriesId} in (select ${series.id} from ${series} where ${fits}))`

function compileReadStatus(userId: string, test: TextTest): SQL {
  const { completed, started } = bookProgress
  const conditions = {
    read: isOpened(userId, sql`${completed}`),
    in_progress: isOpened(userId, sql`${started} and not ${completed}`),
    unread: sql`(not ${isOpened(userId, sql`(${completed} or ${started})`)})`,
  }
  return compileWordTest(getBookReadStatus(userId), conditions, test)
}

const isOpened = (userId: string, condition: SQL) =>
  sql`(${books.id} in (select ${bookProgress.bookId} from ${bookProgress}
    where ${bookProgress.userId} = ${userId} and ${condition}))`

/** Combines a condition and search text into a filter. */
export const buildFilter = (
  viewer: Viewer,
  { condition, fullTextSearch }: BookListBody,
): BookFilter => ({
  search: fullTextSearch ?? undefined,
  condition: condition ? bookCondition(viewer, condition) : undefined,
})

function buildFieldTests(viewer: Viewer): Fields<typeof fieldKinds> {
  const { userId } = viewer
  return {
    libraryId: (test) => compileUuidTest(books.libraryId, test),
    seriesId: (test) => compileUuidTest(books.seriesId, test),
    inReadList: (test) => compileListTest(viewer, readingListTables, { itemId: books.id, test }),
    genre: (test) => compileLabelTest(genres, seriesGenres, test),
    tag: (test) => compileLabelTest(tags, seriesTags, test),
    author: compileAuthorTest,
    role: compileRoleTest,
    subject: (test) => compileSubjectTest(test),
    hasSelectedCover: (test) => compileBooleanTest(hasCover(sql`${covers.isSelected}`), test),
    hasUnselectedCover: (test) => compileBooleanTest(hasCover(sql`not ${covers.isSelected}`), test),
    status: (test) => compileTextTest(selectFromSeries('status'), test),
    readingDirection: (test) => compileTextTest(selectFromSeries('readingDirection'), test),
    ageRating: (test) => compileNumberTest(selectFromSeries('ageRating'), test),
    title: (test) => compileTextTest(books.title, test),
    titleSort: (test) => compileTextTest(selectFromMetadata(bookMetadata.titleSort), test),
    summary: (test) => compileTextTest(selectFromMetadata(bookMetadata.summary), test),
    publisher: (test) => compileTextTest(selectFromMetadata(bookMetadata.publisher), test),
    imprint: (test) => compileTextTest(selectFromMetadata(bookMetadata.imprint), test),
    language: (test) => compileTextTest(selectFromMetadata(bookMetadata.languageIso), test),
    bookType: (test) => compileTextTest(selectFromMetadata(bookMetadata.bookType), test),
    format: (test) => compileTextTest(books.format, test),
    finding: (test) => compileTextTest(books.finding, test),
    path: (test) => compileTextTest(machinePath(viewer), test),
    readStatus: (test) => compileTextTest(getBookReadStatus(userId), test),
    hasError: (test) => compileBooleanTest(sql`${books.finding} is not null`, test),
    wantToRead: (test) => compileBooleanTest(isWanted(userId), test),
    favorite: (test) => compileBooleanTest(hasOwn(userId, sql`${ratings.favorite}`), test),
    hasUserRating: (test) =>
      compileBooleanTest(hasOwn(userId, sql`${ratings.rating} is not null`), test),
    userRating: (test) => compileNumberTest(ownRating(userId), test),
    pageCount: (test) => compileNumberTest(books.pageCount, test),
    fileSize: (test) => compileNumberTest(books.size, test),
    volume: (test) => compileNumberTest(books.volume, test),
    chapter: (test) => compileNumberTest(books.chapter, test),
    year: (test) => compileNumberTest(selectFromMetadata(bookMetadata.year), test),
    dateAdded: (test) => compileInstantTest(books.createdAt, books.createdAt, test),
    dateRead: (test) =>
      compileInstantTest(
        mine(sql`${bookProgress.updatedAt}`, userId),
        bookProgress.updatedAt,
        test,
      ),
  }
}

/** Selects a column of the book's series. */
export const selectFromSeries = (column: 'status' | 'readingDirection' | 'ageRating') =>
  sql`(select ${series[column]} from ${series} where ${series.id} = ${books.seriesId})`

export const selectFromMetadata = (column: Column) =>
  sql`(select ${column} from ${bookMetadata} where ${bookMetadata.n} = ${books.n})`

/** Builds SQL for the full path. Only users who manage libraries may query it. */
function machinePath({ permissions }: Viewer) {
  if (!permissions.has('libraries:write')) {
    throw new Refusal('forbidden', seriesMessages.path_needs_permission())
  }
  return sql`((select ${libraryRoots.path} from ${libraryRoots}
    where ${libraryRoots.id} = ${books.rootId}) || '/' || ${books.relativePath})`
}

/** Tests the genres or tags of the book's series. */
function compileLabelTest(
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

const compileSubjectTest = (test: TextTest): SQL =>
  compileMultiValueTest(test, (one) => {
    const fits = one ? compileTextTest(sql`texts.value`, one) : sql`1 = 1`
    return sql`(${books.n} in (select ${bookMetadata.n} from ${bookMetadata}
      cross join ${unnestTexts(bookMetadata.subjects)} where ${fits}))`
  })

const mine = (value: SQL, userId: string) => sql`(select ${value} from ${bookProgress}
  where ${bookProgress.userId} = ${userId} and ${bookProgress.bookId} = ${books.id})`

/** Books that the user has never opened have no progress row and are unread. */
export function getBookReadStatus(userId: string): SQL {
  const { completed, started } = bookProgress
  const word = sql`case when ${completed} then 'read' when ${started} then 'in_progress'
    else 'unread' end`
  return sql`coalesce(${mine(word, userId)}, 'unread')`
}

const isWanted = (userId: string) => sql`exists (select 1 from ${wantToRead}
  where ${wantToRead.userId} = ${userId} and ${wantToRead.bookId} = ${books.id})`

const hasCover = (what: SQL) => sql`exists (select 1 from ${covers}
  where ${covers.bookId} = ${books.id} and ${what})`

const hasOwn = (userId: string, what: SQL) => sql`exists (select 1 from ${ratings}
  where ${ratings.userId} = ${userId} and ${ratings.bookId} = ${books.id} and ${what})`

const ownRating = (userId: string) => sql`(select ${ratings.rating} from ${ratings}
  where ${ratings.userId} = ${userId} and ${ratings.bookId} = ${books.id})`
