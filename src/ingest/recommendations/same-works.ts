/** Recognizes series of the same work by their IDs at providers. */
import { and, like } from 'drizzle-orm'
import { externalIds } from '../../catalog/metadata/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'

/** IDs of a work, keyed by provider. */
export type WorkIds = ReadonlyMap<string, string>

/**
 * Lists the IDs of each series at providers. Ignores IDs from files, because they may identify a
 * single book.
 */
export async function listWorkIds(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, WorkIds>> {
  const found = new Map<string, Map<string, string>>()
  if (seriesIds.length === 0) return found
  const { seriesId, source, externalId } = externalIds
  const rows = await db
    .select({ seriesId, source, externalId })
    .from(externalIds)
    .where(and(inIds(seriesId, seriesIds), like(source, 'plugin:%')))
  for (const row of rows) {
    const ids = found.get(row.seriesId) ?? new Map<string, string>()
    found.set(row.seriesId, ids.set(row.source, row.externalId))
  }
  return found
}

/**
 * Returns undefined if no provider has IDs for both works. The first provider that has both IDs
 * decides.
 */
export function isSameWork(a: WorkIds, b: WorkIds): boolean | undefined {
  const shared = [...a].find(([source]) => b.has(source))
  return shared && b.get(shared[0]) === shared[1]
}

/** Returns the given series, except those that are the same work as one of `others`. */
export async function omitWorksOf(
  db: Db,
  seriesIds: readonly string[],
  others: readonly string[],
): Promise<Set<string>> {
  const known = await listWorkIds(db, [...seriesIds, ...others])
  const refused = new Set(
    others.flatMap((id) => [...(known.get(id) ?? [])].map((one) => one.join(' '))),
  )
  const isOpen = (id: string) =>
    [...(known.get(id) ?? [])].every((one) => !refused.has(one.join(' ')))
  return new Set(seriesIds.filter(isOpen))
}
