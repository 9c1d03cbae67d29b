/** Release aliases of series that are purged or return. */
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { seriesAliases } from '../schema'

export type AliasRow = typeof seriesAliases.$inferSelect

export const listAliasesOfSeries = (tx: Tx, seriesIds: readonly string[]): Promise<AliasRow[]> =>
  tx.select().from(seriesAliases).where(inIds(seriesAliases.seriesId, seriesIds))

/** Adds the aliases that the series does not have. */
export async function addAliases(tx: Tx, seriesId: string, aliases: readonly AliasRow[]) {
  for (const { id: _, ...alias } of aliases) {
    await tx
      .insert(seriesAliases)
      .values({ ...alias, seriesId })
      .onConflictDoNothing()
  }
}
