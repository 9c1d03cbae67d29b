/** Corrects the counters of labels and deletes unused labels. */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { seesEverything } from '../libraries/library-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { namedAtMost } from './model'
import {
  correctPlaceCounts,
  correctTotals,
  findWrongPlaceCounts,
  findWrongTotals,
} from './count-queries'
import { deleteUnusedLabels, findUnusedLabels, type Kind } from './queries'

const labelsPerSlice = 100
const maxRounds = 5

/**
 * Corrects wrong counts. Call it when series or libraries were trashed, restored or deleted: after a scan,
 * after a library was trashed or restored.
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
 * Counts outside of transactions. A count that a writer changed in between is counted again in the
 * next round; one that changes in every round is corrected by the next call.
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

/** `dryRun` only reports what would be deleted. */
export async function cleanUpLabels(ctx: Context, viewer: Viewer, kind: Kind, dryRun: boolean) {
  // Restricted viewers delete none, because trashed or hidden series may have used the labels.
  const unused = seesEverything(viewer) ? await findUnusedLabels(ctx.heavy, kind) : []
  const names = dryRun ? unused.map(({ name }) => name) : await deleteSlice(ctx, kind, unused)
  return { deletedCount: names.length, deletedNames: names.slice(0, namedAtMost) }
}

/** Returns the names of labels that are still unused. */
async function deleteSlice(ctx: Context, kind: Kind, unused: { id: string; name: string }[]) {
  const names: string[] = []
  for (const slice of splitIntoSlices(unused, labelsPerSlice)) {
    const ids = slice.map(({ id }) => id)
    const gone = await ctx.write((tx) => deleteUnusedLabels(tx, kind, ids))
    names.push(...slice.filter(({ id }) => gone.has(id)).map(({ name }) => name))
  }
  return names
}
