/** SQL conditions for the series that a viewer can see. Here, because labels need them too. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../platform/db/dialect'
import type { Viewer } from '../../accounts/permissions/model'
import { series } from '../series/schema'
import { isVisibleTo } from './library-visibility'

/** Not in the trash, and in an accessible library. Part of every query of series. */
export const isSeriesVisibleTo = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isVisibleTo(viewer, series.libraryId))!

/**
 * For a walk along a sort index. Without the plus sign SQLite reads library by library, although
 * nearly all series match, and sorts the result.
 */
export const seriesVisibleInOrder = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isVisibleTo(viewer, unindexedLibrary))!

const unindexedLibrary = dialect === 'sqlite' ? sql`+${series.libraryId}` : sql`${series.libraryId}`
