import { and, type Column, isNull, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../platform/db/dialect'
import { inIds } from '../../platform/db/sql'
import type { Viewer } from '../../accounts/permissions/model'
import { series } from '../series/schema'
import { libraries } from './schema'

/**
 * The condition that keeps a viewer inside the libraries opened to them, and out of those in the
 * trash. Part of every read of a library, a series, a book and all that hangs on them.
 */
export function isVisibleTo(viewer: Viewer, libraryId: Column | SQL): SQL | undefined {
  // `not in` the few that are trashed: `in` the others would tempt SQLite to gather all their rows and
  // sort them, where a page is a short walk along an index.
  const present = sql`${libraryId} not in (select ${libraries.id} from ${libraries} where ${libraries.trashedAt} is not null)`
  return and(present, isOpenTo(viewer, libraryId))
}

/** The library is open to the viewer, in the trash or not. Used by the trash itself. */
export const isOpenTo = ({ libraryIds }: Viewer, libraryId: Column | SQL): SQL | undefined =>
  libraryIds === 'all' ? undefined : inIds(libraryId, libraryIds)

/** The viewer sees everything, so cached statements can be shared. */
export const seesEverything = ({ libraryIds }: Viewer) => libraryIds === 'all'

/** Not in the trash, and in a library open to the viewer. Part of every read of a series. */
export const isSeriesVisibleTo = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isVisibleTo(viewer, series.libraryId))!

/**
 * The same for a walk in the order of an index. Without the plus sign SQLite reads library by library,
 * which nearly all series pass, and then sorts them all.
 */
export const seriesVisibleInOrder = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), isVisibleTo(viewer, unindexedLibrary))!

const unindexedLibrary = dialect === 'sqlite' ? sql`+${series.libraryId}` : sql`${series.libraryId}`
