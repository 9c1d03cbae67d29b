/** Translates series condition fields to SQL. */
import { and, type Column, ne, type SQL, sql } from 'drizzle-orm'
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
import { bookMetadata, books } from '../../books/schema'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { compileListTest } from '../../item-lists/list-visibility'
import { collectionTables } from '../../collections/schema'
import { foldName } from '../../../accounts/users/names/fold-name'
import { buildSortKey } from '../../../platform/lib/text/sort-key'
import { foldText } from '../../../platform/lib/text/fold-text'
import { externalIds } from '../../metadata/schema'
import { seriesProgress } from '../../../reading/progress/schema'
import { ratings } from '../../../reading/ratings/schema'
import { wantToRead } from '../../../reading/want-to-read/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { heldTagId } from '../../../accounts/permissions/restriction-rules'
import { sharingSetTags, sharingTags } from '../../sharing-tags/schema'
import { personKey } from '../series-people'
import { people, series, seriesMetadata, seriesPeople } from '../schema'
import { appFieldKinds, type SeriesCondition, seriesFieldKinds } from './model'
import { seriesMessages } from '../messages'

const fieldKinds = { ...seriesFieldKinds, ...appFieldKinds }

/** Compiles a condition to SQL for this viewer. The statement must select from `series`. */
export const seriesCondition = (viewer: Viewer, condition: SeriesCondition): SQL =>
  compileCondition(condition, fieldKinds, buildFieldTests(viewer))

/**
 * Like `seriesCondition`, for statements that test all series, such as counts. The user's progress
 * is read once for all series instead of once for each.
 */
export const allSeriesCondition = (viewer: Viewer, condition: SeriesCondition): SQL =>
  compileCondition(condition, fieldKinds, {
    ...buildFieldTests(viewer),
    readStatus: (test) => compileReadStatus(viewer.userId, test),
  })

function compileReadStatus(userId: string, test: TextTest): SQL {
  const { booksRead, booksInProgress, seriesId } = seriesProgress
  const isAmong = (fits: SQL) => sql`(${series.id} in (select ${seriesId} from ${seriesProgress}
    where ${seriesProgress.userId} = ${userId} and ${fits}))`
  const begun = sql`(${booksRead} > 0 or ${booksInProgress} > 0)`
  // The alias `counted` is needed because the outer statement also selects from `series`.
  const read = sql`(${booksRead} > 0 and ${booksRead} >= (select counted.book_count
    from ${series} as counted where counted.id = ${seriesId}))`
  const conditions = {
    read: isAmong(read),
    in_progress: isAmong(sql`${begun} and not ${read}`),
    unread: sql`(not ${isAmong(begun)})`,
  }
  return compileWordTest(getSeriesReadStatus(userId), conditions, test)
}

function buildFieldTests(viewer: Viewer): Fields<typeof fieldKinds> {
  const { userId } = viewer
  return {
    libraryId: (test) => compileUuidTest(series.libraryId, test),
    inCollection: (test) => compileListTest(viewer, collectionTables, { itemId: series.id, test }),
    genre: (test) => compileLabelTest(genres, seriesGenres, test),
    tag: (test) => compileLabelTest(tags, seriesTags, test),
    sharingTag: (test) => compileSharingTest(viewer, test),
    status: (test) => compileTextTest(series.status, test),
    publisher: (test) => compileTextTest(series.publisher, test),
    imprint: (test) => compileTextTest(selectFromMetadata(seriesMetadata.imprint), test),
    language: (test) => compileTextTest(series.language, test),
    readingDirection: (test) => compileTextTest(series.readingDirection, test),
    title: (test) => compileTextTest(series.title, test),
    titleSort: (test) => compileTextTest(selectFromMetadata(seriesMetadata.titleSort), test),
    summary: (test) => compileTextTest(selectFromMetadata(seriesMetadata.summary), test),
    readStatus: (test) => compileTextTest(getSeriesReadStatus(userId), test),
    author: compileAuthorTest,
    sortName: compileSortNameTest,
    role: compileRoleTest,
    id: (test) => compileUuidTest(series.id, test),
    bookSubject: compileBookSubjectTest,
    path: (test) => compileTextTest(machinePath(viewer), test),
    completion: (test) => compileBooleanTest(isComplete, test),
    hasExternalSourceId: (test) => compileBooleanTest(hasExternalId, test),
    isTracked: (test) => compileBooleanTest(sql`${series.tracked}`, test),
    wantToRead: (test) => compileBooleanTest(isWanted(userId), test),
    favorite: (test) => compileBooleanTest(hasOwn(userId, sql`${ratings.favorite}`), test),
    hasUserRating: (test) =>
      compileBooleanTest(hasOwn(userId, sql`${ratings.rating} is not null`), test),
    userRating: (test) => compileNumberTest(ownRating(userId), test),
    communityRating: (test) => compileNumberTest(series.rating, test),
    ageRating: (test) => compileNumberTest(series.ageRating, test),
    year: (test) => compileNumberTest(series.year, test),
    bookCount: (test) => compileNumberTest(series.bookCount, test),
    unreadCount: (test) => compileNumberTest(unread(userId), test),
    dateAdded: (test) => compileInstantTest(series.createdAt, series.createdAt, test),
    dateUpdated: (test) => compileInstantTest(series.updatedAt, series.updatedAt, test),
    dateRead: (test) => compileInstantTest(lastRead(userId), seriesProgress.lastReadAt, test),
  }
}

const selectFromMetadata = (column: Column) =>
  sql`(select ${column} from ${seriesMetadata} where ${seriesMetadata.n} = ${series.n})`

/** Selects the full path. Throws a `Refusal` for users who do not manage libraries. */
function machinePath({ permissions }: Viewer) {
  if (!permissions.has('libraries:write')) {
    throw new Refusal('forbidden', seriesMessages.path_needs_permission())
  }
  return selectFromMetadata(seriesMetadata.path)
}

function compileLabelTest(
  labels: typeof genres | typeof tags,
  links: typeof seriesGenres | typeof seriesTags,
  test: TextTest,
): SQL {
  return compileMultiValueTest(mapTestValue(test, foldText), (one) => {
    const fits = one ? compileTextTest(labels.nameKey, one) : sql`1 = 1`
    return sql`(${series.id} in (select ${links.seriesId} from ${links} where ${links.labelId} in
      (select ${labels.id} from ${labels} where ${fits})))`
  })
}

/** Rejects users who are not administrators: they must not learn how they are restricted. */
function compileSharingTest({ permissions }: Viewer, test: TextTest): SQL {
  if (!permissions.has('system:admin'))
    throw new Refusal('forbidden', seriesMessages.sharing_needs_permission())
  const { tagId, setId } = sharingSetTags
  return compileMultiValueTest(mapTestValue(test, foldName), (one) => {
    const name = one ? compileTextTest(sharingTags.nameKey, one) : undefined
    const fits = and(name, ne(sharingTags.id, heldTagId))
    return sql`(${series.sharingSet} in (select ${setId} from ${sharingSetTags} where ${tagId} in
      (select ${sharingTags.id} from ${sharingTags} where ${fits})))`
  })
}

const compileAuthorTest = (test: TextTest): SQL =>
  compileMultiValueTest(mapTestValue(test, personKey), (one) => {
    const fits = one ? compileTextTest(people.nameKey, one) : sql`1 = 1`
    return sql`(${series.id} in (select ${seriesPeople.seriesId} from ${seriesPeople}
      where ${seriesPeople.personId} in (select ${people.id} from ${people} where ${fits})))`
  })

const compileRoleTest = (test: TextTest): SQL =>
  compileMultiValueTest(test, (one) => {
    const fits = one ? compileTextTest(seriesPeople.role, one) : sql`1 = 1`
    return sql`(${series.id} in (select ${seriesPeople.seriesId} from ${seriesPeople} where ${fits}))`
  })

const compileBookSubjectTest = (test: TextTest): SQL =>
  compileMultiValueTest(test, (one) => {
    const fits = one ? compileTextTest(sql`texts.value`, one) : sql`1 = 1`
    return sql`(${series.id} in (select ${books.seriesId} from ${books}
      join ${bookMetadata} on ${bookMetadata.n} = ${books.n}
      cross join ${unnestTexts(bookMetadata.subjects)}
      where ${books.trashedAt} is null and ${fits}))`
  })

/** Uses the title for texts with digits, because sort keys encode numbers differently. */
function compileSortNameTest(test: TextTest): SQL {
  if ('value' in test && !/\d/.test(test.value) && buildSortKey(test.value) !== '')
    return compileTextTest(series.sortKey, mapTestValue(test, buildSortKey))
  const titleSort = selectFromMetadata(seriesMetadata.titleSort)
  return compileTextTest(sql`coalesce(nullif(${titleSort}, ''), ${series.title})`, test)
}

const mine = (value: SQL, userId: string) => sql`(select ${value} from ${seriesProgress}
  where ${seriesProgress.userId} = ${userId} and ${seriesProgress.seriesId} = ${series.id})`

/** Series that the user has never started have no progress row and are unread. */
export const getSeriesReadStatus = (userId: string): SQL => {
  const { booksRead, booksInProgress } = seriesProgress
  const word = sql`case
    when ${booksRead} > 0 and ${booksRead} >= ${series.bookCount} then 'read'
    when ${booksRead} > 0 or ${booksInProgress} > 0 then 'in_progress' else 'unread' end`
  return sql`coalesce(${mine(word, userId)}, 'unread')`
}

const unread = (userId: string) =>
  sql`(${series.bookCount} - coalesce(${mine(sql`${seriesProgress.booksRead}`, userId)}, 0))`

const lastRead = (userId: string) => mine(sql`${seriesProgress.lastReadAt}`, userId)

const isComplete = sql`(${series.totalVolumeCount} is not null
  and ${series.bookCount} >= ${series.totalVolumeCount})`

const hasExternalId = sql`exists (select 1 from ${externalIds}
  where ${externalIds.seriesId} = ${series.id})`

const isWanted = (userId: string) => sql`exists (select 1 from ${wantToRead}
  where ${wantToRead.userId} = ${userId} and ${wantToRead.seriesId} = ${series.id})`

const hasOwn = (userId: string, what: SQL) => sql`exists (select 1 from ${ratings}
  where ${ratings.userId} = ${userId} and ${ratings.seriesId} = ${series.id} and ${what})`

export const ownRating = (userId: string) => sql`(select ${ratings.rating} from ${ratings}
  where ${ratings.userId} = ${userId} and ${ratings.seriesId} = ${series.id})`
