/** Deletes the reading data of all purged books. */
import { inArray } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { keptCompletions, keptEvents, keptProgress } from './schema'

const rowsAtOnce = 500

/** Deletes slices in separate transactions, so that other writes are not blocked. */
export async function deleteKeptReading(ctx: Pick<Context, 'write'>) {
  await ctx.write(async (tx) => {
    await tx.delete(keptProgress)
  })
  for (const table of [keptEvents, keptCompletions] as const) {
    while (await ctx.write((tx) => deleteSome(tx, table)));
  }
}

/** Deletes a slice of rows. Returns false if there were none. */
async function deleteSome(
  tx: Tx,
  table: typeof keptEvents | typeof keptCompletions,
): Promise<boolean> {
  const some = tx.select({ id: table.id }).from(table).limit(rowsAtOnce)
  const deleted = await tx.delete(table).where(inArray(table.id, some)).returning({ id: table.id })
  return deleted.length > 0
}
