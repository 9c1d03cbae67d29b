/** Whether a folder could become the root of a library, before anything is stored. */
import type { Context } from '../../../context'
import { type CheckedFolder, checkFolders, refuseOverlap } from './folders'
import { listOtherRoots } from '../queries'

/**
 * Refuses it as adding it would.
 * @param libraryId the library that is to have it: its own folders are not in the way
 */
export async function checkNewRoot(
  ctx: Context,
  path: string,
  libraryId?: string,
): Promise<CheckedFolder> {
  const [folder] = await checkFolders([path], ctx.config.data_dir)
  if (!folder) throw new Error('what was neither refused nor found')
  await refuseOverlap([folder], await listOtherRoots(ctx.db, libraryId))
  return folder
}
