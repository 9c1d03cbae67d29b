/**
 * Changes the folders of a library without losing any books, and keeps the folders of different
 * libraries separate.
 */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { Viewer } from '../../../accounts/permissions/model'
import { Refusal } from '../../../errors'
import { type CheckedFolder, validateNoOverlap } from './check-folders'
import { deleteEmptyRoot, insertRoots, listOtherRoots, listRoots, moveRoot } from '../queries'
import { libraryMessages } from '../messages'

/**
 * Replaces the folders of a library. Kept folders keep their books. New folders replace removed
 * ones in order, so a library that moved to another disk keeps all its books. A removed folder
 * needs a replacement unless no book was ever found in it.
 */
export async function moveRoots(tx: Tx, libraryId: string, folders: readonly CheckedFolder[]) {
  const present = await listRoots(tx, [libraryId])
  const wanted = folders.map(({ path }, position) => ({ path, position }))
  const staying = new Map(present.map((root) => [root.path, root]))
  const leaving = present.filter(({ path }) => !wanted.some((folder) => folder.path === path))
  const added: { path: string; position: number }[] = []
  for (const { path, position } of wanted) {
    const stays = staying.get(path)
    const moved = stays ?? leaving.shift()
    if (!moved) added.push({ path, position })
    else await moveRoot(tx, moved.id, { path, position, device: stays ? stays.device : null })
  }
  await insertRoots(tx, libraryId, added)
  for (const { id, path } of leaving) {
    if (await deleteEmptyRoot(tx, id)) continue
    const message = libraryMessages.folder_in_use({ folder: path })
    throw new Refusal('conflict', message)
  }
}

interface SeparateFolders {
  viewer: Viewer
  folders: readonly CheckedFolder[]
  libraryId: string | undefined
}

/**
 * Writes only if no folder overlaps a folder of another library. The check needs disk access, which
 * must not happen inside a transaction, so it is repeated if other folders were added in the
 * meantime.
 */
export async function writeSeparately(
  ctx: Context,
  { viewer, folders, libraryId }: SeparateFolders,
  work: (tx: Tx) => Promise<void>,
) {
  for (let isWritten = false; !isWritten;) {
    const others = await listOtherRoots(ctx.db, libraryId)
    await validateNoOverlap(viewer, folders, others)
    isWritten = await ctx.write(async (tx) => {
      if (!Bun.deepEquals(await listOtherRoots(tx, libraryId), others)) return false
      await work(tx)
      return true
    })
  }
}
