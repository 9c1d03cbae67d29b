import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import {
  correctPlaceCounts,
  correctTotals,
  findWrongPlaceCounts,
  findWrongTotals,
} from './count-queries'

const labelsPerSlice = 100
const maxRounds = 5

/**
 * Corrects wrong counts. Call this after series or libraries have been trashed, restored or
 * deleted, for example by a scan.
 */
export async function recountLabels(ctx: Context): Promise<void> {
  for (const kind of ['genre', 'tag'] as const) {
    await correctAll(ctx, {
      find: (db) => findWrongPlaceCounts(db, kind),
      correct: (tx, wrongCounts) => correctPlaceCounts(tx, kind, wrongCounts),
    })
    await correctAll(ctx, {
      find: (db) => findWrongTotals(db, kind),
      correct: (tx, wrongCounts) => correctTotals(tx, kind, wrongCounts),
    })
  }
}

interface Correction<Wrong> {
  find(db: Db): Promise<Wrong[]>
  correct(tx: Tx, wrongCounts: readonly Wrong[]): Promise<void>
}

/**
 * Counts outside of transactions. Counts that change in the meantime are corrected in the next
 * round. Counts that are still wrong after `maxRounds` are left for the next call.
 */
async function correctAll<Wrong>(ctx: Context, { find, correct }: Correction<Wrong>) {
  for (let round = 1; round <= maxRounds; round += 1) {
    const wrongCounts = await find(ctx.heavy)
    if (wrongCounts.length === 0) return
    for (const slice of splitIntoSlices(wrongCounts, labelsPerSlice)) {
      await ctx.write((tx) => correct(tx, slice))
    }
  }
}
