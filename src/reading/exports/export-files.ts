/** Finds and deletes export files in the storage. */
import type { Context } from '../../context'
import { getStorage } from '../../platform/storage/open-storage'
import { isUnfinished } from '../../platform/storage/storage'

export const exportsFolder = 'exports'

export const getExportKey = ({ id, format }: { id: string; format: string }) =>
  `${exportsFolder}/${id}.${format}`

/** Newer files are kept, because they may still be written. */
const graceMs = 24 * 3_600_000
const maxListed = 1000

export interface OldFile {
  key: string
  /**
   * The first part of the file name, which is the ID of the export unless the file has another
   * origin.
   */
  id: string
  isUnfinished: boolean
}

/** Lists files that have not changed for a day, at most 1000 of them. */
export async function listOldFiles(ctx: Context): Promise<OldFile[]> {
  const storage = getStorage(ctx.config)
  const until = ctx.clock.now().getTime() - graceMs
  const old: OldFile[] = []
  for await (const keys of storage.list(exportsFolder)) {
    for (const key of keys) {
      const found = await storage.head(key)
      if (!found || found.changedAt.getTime() >= until) continue
      const id = key.slice(exportsFolder.length + 1).split('.')[0]!
      old.push({ key, id, isUnfinished: isUnfinished(key) })
      if (old.length >= maxListed) return old
    }
  }
  return old
}

export const deleteExportFile = ({ config }: Context, key: string) => getStorage(config).delete(key)
