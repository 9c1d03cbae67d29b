/** Uploaded pictures of series and books that are deleted for good. */
import { inArray, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import { covers } from './schema'

/** Names of their files, to be removed when the rows are gone. */
export async function uploadsOf(
  db: Db,
  { seriesIds, bookIds }: { seriesIds: readonly string[]; bookIds: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .select({ fileName: covers.fileName })
    .from(covers)
    .where(or(inArray(covers.seriesId, [...seriesIds]), inArray(covers.bookId, [...bookIds])))
  return rows.map(({ fileName }) => fileName)
}
