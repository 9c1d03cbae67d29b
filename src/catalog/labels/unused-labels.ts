import type { Context } from '../../context'
import { splitIntoSlices } from '../../platform/lib/slices'
import { seesEverything } from '../libraries/library-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { namedAtMost } from './model'
import { deleteUnusedLabels, findUnusedLabels, type Kind } from './queries'

const labelsPerSlice = 100

/** With `dryRun`, only reports what would be deleted. */
export async function cleanUpLabels(ctx: Context, viewer: Viewer, kind: Kind, dryRun: boolean) {
  // Restricted viewers cannot delete any labels, because trashed or hidden series may have used
  // them.
  const unused = seesEverything(viewer) ? await findUnusedLabels(ctx.heavy, kind) : []
  const names = dryRun ? unused.map(({ name }) => name) : await deleteUnused(ctx, kind, unused)
  return { deletedCount: names.length, deletedNames: names.slice(0, namedAtMost) }
}

/** Deletes the labels that are still unused, and returns their names. */
async function deleteUnused(ctx: Context, kind: Kind, unused: { id: string; name: string }[]) {
  const names: string[] = []
  for (const slice of splitIntoSlices(unused, labelsPerSlice)) {
    const ids = slice.map(({ id }) => id)
    const gone = await ctx.write((tx) => deleteUnusedLabels(tx, kind, ids))
    names.push(...slice.filter(({ id }) => gone.has(id)).map(({ name }) => name))
  }
  return names
}
