/**
 * SQL conditions for the series that a viewer can see. They are in this module because labels need
 * them as well.
 */
import { and, type Column, isNull, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../platform/db/dialect'
import { inIds } from '../../platform/db/sql'
import type { Viewer } from '../../accounts/permissions/model'
import { listHidingTags } from '../../accounts/permissions/restriction-rules'
import { series } from '../series/schema'
import { sharingSetTags } from '../sharing-tags/schema'
import { isLibraryVisibleTo } from './library-visibility'

/**
 * Requires that the series is not in the trash, its library is accessible and the viewer's
 * restrictions allow it. Part of every query of series.
 */
export const isSeriesVisibleTo = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isLibraryVisibleTo(viewer, series.libraryId), isAllowedFor(viewer))!

/**
 * Like `isSeriesVisibleTo`, for queries that walk a sort index. Without the plus sign, SQLite would
 * read library by library, although nearly all series match, and then sort the result.
 */
export const seriesVisibleInOrder = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isLibraryVisibleTo(viewer, unindexedLibrary), isAllowedFor(viewer))!

const unindexedLibrary = dialect === 'sqlite' ? sql`+${series.libraryId}` : sql`${series.libraryId}`

interface Marks {
  ageRating: Column | SQL
  sharingSet: Column | SQL
}

/**
 * Requires that age rating and sharing tags allow the viewer to see the series. Implements the rule
 * in `permissions/restriction-rules.ts`. The tag sets are looked up in the same statement, so that
 * newly stored sets are not missed.
 */
export function isAllowedFor(
  { restrictions }: Viewer,
  { ageRating, sharingSet }: Marks = series,
): SQL | undefined {
  if (!restrictions) return undefined
  const { ageLimit, hidesUnrated, deniedTagIds, whitelists } = restrictions
  return and(
    ageLimit === null ? undefined : isOfAge(ageRating, ageLimit, hidesUnrated),
    deniedTagIds.length === 0
      ? undefined
      : sql`${sharingSet} not in ${selectSetsWith(listHidingTags(deniedTagIds))}`,
    ...whitelists.map((tagIds) => sql`${sharingSet} in ${selectSetsWith(tagIds)}`),
  )
}

interface Counts extends Marks {
  libraryId: Column | SQL
}

/** Matches rows with counts of series that the viewer can see. The age rating -1 means none. */
export const isCountedFor = (viewer: Viewer, { libraryId, ageRating, sharingSet }: Counts): SQL =>
  and(
    isLibraryVisibleTo(viewer, libraryId),
    isAllowedFor(viewer, { ageRating: sql`nullif(${ageRating}, -1)`, sharingSet }),
  )!

const isOfAge = (ageRating: Column | SQL, limit: number, hidesUnrated: boolean): SQL =>
  hidesUnrated
    ? sql`${ageRating} <= ${limit}`
    : sql`(${ageRating} is null or ${ageRating} <= ${limit})`

const selectSetsWith = (tagIds: readonly string[]) =>
  sql`(select ${sharingSetTags.setId} from ${sharingSetTags} where ${inIds(sharingSetTags.tagId, tagIds)})`
