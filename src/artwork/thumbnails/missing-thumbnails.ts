/** Finds thumbnails whose files are missing, so that they can be recreated. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context'
import { isAbsent, listNames } from '../../platform/lib/optional-files'
import { getThumbnailsFolder } from './thumbnail-paths'
import { deleteThumbnails, listCheckedShards, listMadeInShard, saveCheckedShards } from './queries'

const shards = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * File system timestamps are coarse, so a folder that changed more recently than this may change
 * again without getting a new modification time.
 */
const settledAfterMs = 60_000

/**
 * Deletes the rows of missing files. Lists only folders that changed since they were last checked.
 */
export async function deleteRowsWithoutFile(ctx: Context, signal: AbortSignal) {
  const folder = getThumbnailsFolder(ctx.config)
  const checked = await listCheckedShards(ctx.db)
  const mtimes = await Promise.all(shards.map((shard) => getMtimeMs(join(folder, shard))))
  const settled: { shard: string; checkedMtimeMs: number }[] = []
  for (const [number, shard] of shards.entries()) {
    if (signal.aborted) return
    const mtimeMs = mtimes[number]
    if (mtimeMs !== undefined && checked.get(shard) === mtimeMs) continue
    await checkShard(ctx, folder, shard)
    if (mtimeMs !== undefined && Math.abs(ctx.clock.now().getTime() - mtimeMs) > settledAfterMs) {
      settled.push({ shard, checkedMtimeMs: mtimeMs })
    }
  }
  if (settled.length > 0) await ctx.writeBulk((tx) => saveCheckedShards(tx, settled))
}

async function checkShard(ctx: Context, folder: string, shard: string) {
  const made = await listMadeInShard(ctx.heavy, shard)
  if (made.length === 0) return
  const present = new Set(await listNames(join(folder, shard)))
  const missing = made.filter((id) => !present.has(`${id}.webp`))
  if (missing.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, missing))
}

/** Returns undefined if the folder does not exist. */
async function getMtimeMs(folder: string): Promise<number | undefined> {
  try {
    return (await stat(folder)).mtimeMs
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
