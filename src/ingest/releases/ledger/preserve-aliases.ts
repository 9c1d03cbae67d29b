/** Preserves the release aliases of purged series, and restores them with the books. */
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { registerItemKind } from '../../scanning/purged/item-kind'
import { seriesAliases } from '../schema'

type AliasRow = typeof seriesAliases.$inferSelect

/** Every process that purges or scans must call this. */
export const preserveAliases = () =>
  registerItemKind({
    kind: 'alias',
    of: ['series'],
    find: async (tx, _, ids) => {
      const rows = await tx.select().from(seriesAliases).where(inIds(seriesAliases.seriesId, ids))
      return rows.map((row) => ({ itemId: row.seriesId, userId: null, row }))
    },
    putBack: (_, tx, { id }, rows) => addAliases(tx, id, rows as AliasRow[]),
  })

/** Adds the aliases that the series does not have. */
async function addAliases(tx: Tx, seriesId: string, aliases: readonly AliasRow[]) {
  for (const { id: _, ...alias } of aliases) {
    await tx
      .insert(seriesAliases)
      .values({ ...alias, seriesId })
      .onConflictDoNothing()
  }
}
