import { isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import { libraries } from '../../catalog/libraries/schema'

export async function listTrashedLibraries(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ id: libraries.id })
    .from(libraries)
    .where(isNotNull(libraries.trashedAt))
  return new Set(rows.map(({ id }) => id))
}
