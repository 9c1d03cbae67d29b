/** Corrects the counters of labels and deletes unused labels. */
import type { Context } from '../../context'
import { splitIntoSlices } from '../../platform/lib/slices'
import { seesEverything } from '../libraries/access'
import type { Viewer } from '../../accounts/permissions/model'
import { namedAtMost } from './model'
import {
  correctCounts,
  deleteUnusedLabels,
  findWrongCounts,
  findUnusedLabels,
  type Kind,
} from './queries'

const labelsPerSlice = 100
const maxRounds = 5

/** Corrects wrong counters. Call it after series or libraries were trashed, restored or deleted. */
export async function recountLabels(ctx: Context): Promise<void> {
  for (const kind of ['genre', 'tag'] as const) await recountAll(ctx, kind)
}

/**
 * Counts without blocking writers. A counter that changed in the meantime is counted again, at most
 * `maxRounds` times.
 */
async function recountAll(ctx: Context, kind: Kind) {
  for (let round = 1; round <= maxRounds; round += 1) {
    const miscounts = await findWrongCounts(ctx.heavy, kind)
    if (miscounts.length === 0) return
    for (const slice of splitIntoSlices(miscounts, labelsPerSlice)) {
      await ctx.write((tx) => correctCounts(tx, kind, slice))
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
