/** Deletes the files of imports whose account was deleted or whose upload was interrupted. */
import { isUuid } from '../../../platform/http/shapes'
import type { Context } from '../../../context'
import { getStorage } from '../../../platform/storage/open-storage'
import { findImportIds } from '../merge/queries'

/** Files without an import are kept for this long, because a file is stored before its import. */
const keptMs = 86_400_000

const readId = (key: string) => key.split('/')[1] ?? ''

export async function deleteLostImportFiles(ctx: Context) {
  const storage = getStorage(ctx.config)
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  for await (const keys of storage.list('imports')) {
    const ids = [...new Set(keys.map(readId))].filter(isUuid)
    const known = await findImportIds(ctx.db, ids)
    for (const key of keys.filter((one) => ids.includes(readId(one)))) {
      if (known.has(readId(key))) continue
      const file = await storage.head(key)
      if (file && file.changedAt < before) await storage.delete(key)
    }
  }
}
