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

/**
 * Counts anew where the stored numbers are wrong. Call it when series or libraries went to the trash,
 * came back or were deleted: after a scan, after a library was trashed or restored.
 */
export async function recountLabels(ctx: Context): Promise<void> {
  for (const kind of ['genre', 'tag'] as const) await recountAll(ctx, kind)
}

/**
 * What is counted is counted beside the writers. A number that one of them changed in between is counted
 * again; one that is changed in every round is left to the next call.
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
  // Nobody knows any more whose series carried them: one of a library that is closed to the viewer may have.
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
