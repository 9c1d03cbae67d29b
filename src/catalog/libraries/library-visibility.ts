import { and, type Column, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Viewer } from '../../accounts/permissions/model'
import { libraries } from './schema'

/**
 * Limits a query to libraries that the viewer can access and that are not in the trash. Part of
 * every query of libraries, series, books and their data.
 */
export function isLibraryVisibleTo(viewer: Viewer, libraryId: Column | SQL): SQL | undefined {
  // Excludes the few trashed libraries. With a list of the other libraries, SQLite would collect
  // and sort all their rows instead of walking an index for one page.
  const present = sql`${libraryId} not in (select ${libraries.id} from ${libraries} where ${libraries.trashedAt} is not null)`
  return and(present, isOpenTo(viewer, libraryId))
}

/** Matches libraries that the viewer has access to, even if they are in the trash. */
export const isOpenTo = ({ libraryIds }: Viewer, libraryId: Column | SQL): SQL | undefined =>
  libraryIds === 'all' ? undefined : inIds(libraryId, libraryIds)

/**
 * Returns true if the viewer is unrestricted. The result of a query is then the same for all such
 * viewers, so it can be shared and cached.
 */
export const seesEverything = ({ libraryIds, restrictions }: Viewer) =>
  libraryIds === 'all' && !restrictions
