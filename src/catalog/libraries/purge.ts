import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { libraries } from './schema'

/** For good; only from the trash. False when it is not there. */
export async function deleteTrashedLibrary(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(libraries)
    .where(and(eq(libraries.id, id), isNotNull(libraries.trashedAt)))
    .returning({ id: libraries.id })
  return deleted.length > 0
}
