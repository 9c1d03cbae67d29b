import { isNotNull } from 'drizzle-orm'
import type { Db } from '../db/store'
import { libraries } from '../libraries/schema'

export async function findTrashedLibraries(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ id: libraries.id })
    .from(libraries)
    .where(isNotNull(libraries.trashedAt))
  return new Set(rows.map(({ id }) => id))
}
