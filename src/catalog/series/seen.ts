import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../platform/db/dialect'
import { visibleTo } from '../libraries/access'
import type { Viewer } from '../../accounts/users/model'
import { series } from './schema'

/** Not in the trash, and in a library open to the viewer. Part of every read of a series. */
export const seenBy = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), visibleTo(viewer, series.libraryId))!

/**
 * The same for a walk in the order of an index. Without the plus sign SQLite would go library by
 * library, which nearly all series pass, and then sort them all.
 */
export const seenOnTheWay = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), visibleTo(viewer, unindexedLibrary))!

const unindexedLibrary = dialect === 'sqlite' ? sql`+${series.libraryId}` : sql`${series.libraryId}`
