import { type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'

/**
 * Builds an SQL condition: the book has a copy that is neither missing nor trashed. `inLibrary`
 * limits the libraries that may contain the copy.
 */
export const hasCopyIn = (inLibrary: (libraryId: SQL) => SQL | undefined) =>
  sql`exists (select 1 from books as equal
  join libraries as home on home.id = equal.library_id
  where equal.content_hash = ${books.contentHash} and equal.trashed_at is null
    and equal.missing_since is null and home.trashed_at is null
    and ${inLibrary(sql`equal.library_id`) ?? sql`true`})`

export const hasCopy = hasCopyIn(() => undefined)
