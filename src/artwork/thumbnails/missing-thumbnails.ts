/** Finds thumbnails whose files are missing, so that they can be recreated. */
import type { Context } from '../../context'
import { getStorage } from '../../platform/storage/open-storage'
import type { FileStorage } from '../../platform/storage/storage'
import { getThumbnailKey, thumbnailsFolder } from './picture-keys'
import { deleteThumbnails, listCheckedShards, listMadeInShard, saveCheckedShards } from './queries'

const shards = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * File system timestamps are coarse, so a folder that changed more recently than this may change
 * again without getting a new modification time.
 */
const settledAfterMs = 60_000

/**
 * Deletes the rows of missing files. Lists only folders that changed since they were last checked,
 * or all folders if the storage does not record when a folder changed.
 */
export async function deleteRowsWithoutFile(ctx: Context, signal: AbortSignal) {
  const storage = getStorage(ctx.config)
  const checked = await listCheckedShards(ctx.db)
  const mtimes = await Promise.all(
    shards.map((shard) => storage.findFolderVersion(getFolder(shard))),
  )
  const settled: { shard: string; checkedMtimeMs: number }[] = []
  for (const [number, shard] of shards.entries()) {
    if (signal.aborted) return
    const mtimeMs = mtimes[number]
    if (mtimeMs !== undefined && checked.get(shard) === mtimeMs) continue
    await checkShard(ctx, storage, shard)
    if (mtimeMs !== undefined && Math.abs(ctx.clock.now().getTime() - mtimeMs) > settledAfterMs) {
      settled.push({ shard, checkedMtimeMs: mtimeMs })
    }
  }
  if (settled.length > 0) await ctx.writeBulk((tx) => saveCheckedShards(tx, settled))
}

const getFolder = (shard: string) => `${thumbnailsFolder}/${shard}`

async function checkShard(ctx: Context, storage: FileStorage, shard: string) {
  const made = await listMadeInShard(ctx.heavy, shard)
  if (made.length === 0) return
  const missing = new Set(made)
  for await (const keys of storage.list(getFolder(shard))) {
    const present = new Set(keys)
    for (const id of missing) if (present.has(getThumbnailKey(id))) missing.delete(id)
  }
  if (missing.size > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, [...missing]))
}
