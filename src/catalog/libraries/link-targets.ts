/** Link targets of a root, as of the last scan. */
import { and, eq, inArray } from 'drizzle-orm'
import { dirname } from 'node:path'
import { splitIntoSlices } from '../../platform/lib/slices'
import type { Db, Tx } from '../../platform/db/store'
import { linkTargets } from './schema'

const rowsAtOnce = 500

/**
 * Returns true if a link in the root pointed to this file or to a folder above it. `path` must not
 * contain links.
 */
export async function isLinkTarget(db: Db, rootId: string, path: string): Promise<boolean> {
  const [row] = await db
    .select({ path: linkTargets.path })
    .from(linkTargets)
    .where(and(eq(linkTargets.rootId, rootId), inArray(linkTargets.path, listAncestors(path))))
    .limit(1)
  return row !== undefined
}

/** Includes the path itself. */
function listAncestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [path, ...listAncestors(parent)]
}

/** Writes only what has changed. */
export async function replaceLinkTargets(tx: Tx, rootId: string, paths: readonly string[]) {
  const rows = await tx.select().from(linkTargets).where(eq(linkTargets.rootId, rootId))
  const known = new Set(rows.map(({ path }) => path))
  const wanted = new Set(paths)
  const gone = [...known].filter((path) => !wanted.has(path))
  for (const slice of splitIntoSlices(gone, rowsAtOnce)) {
    const isGone = inArray(linkTargets.path, slice)
    await tx.delete(linkTargets).where(and(eq(linkTargets.rootId, rootId), isGone))
  }
  const added = [...wanted].filter((path) => !known.has(path))
  for (const slice of splitIntoSlices(added, rowsAtOnce)) {
    await tx.insert(linkTargets).values(slice.map((path) => ({ rootId, path })))
  }
}
