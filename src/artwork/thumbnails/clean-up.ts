/** Removes pictures whose book or cover is gone. Pictures of books in the trash stay. */
import { stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Context } from '../../context'
import { isAbsent, listNames } from '../../platform/lib/missing-files'
import { thumbnailsFolder } from './place'
import { deleteThumbnails, listExistingOwners } from './queries'

export interface CleanUp {
  thumbnailsDeleted: number
  bytesFreed: number
  failures: number
  errors: string[]
}

const maxErrors = 20
const slice = 1000
/** Unfinished pictures of a decoder that died are litter after an hour. */
const litterAgeMs = 3_600_000

/** `dryRun`: counts only. */
export async function cleanUpThumbnails(ctx: Context, dryRun: boolean): Promise<CleanUp> {
  const result: CleanUp = { thumbnailsDeleted: 0, bytesFreed: 0, failures: 0, errors: [] }
  const folder = thumbnailsFolder(ctx.config)
  for (const shard of await listNames(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    const names = await listNames(join(folder, shard))
    for (let start = 0; start < names.length; start += slice) {
      await cleanUpSome(ctx, join(folder, shard), names.slice(start, start + slice), {
        dryRun,
        result,
      })
    }
  }
  return result
}

async function cleanUpSome(
  ctx: Context,
  folder: string,
  names: string[],
  { dryRun, result }: { dryRun: boolean; result: CleanUp },
) {
  const ids = names.map(ownerOf).filter((id) => id !== undefined)
  const existing = await listExistingOwners(ctx.heavy, ids)
  for (const name of names) {
    const owner = ownerOf(name)
    if (owner ? existing.has(owner) : !name.endsWith('.part')) continue
    // What a decoder is still writing is no litter yet.
    const until = owner ? Infinity : ctx.now().getTime() - litterAgeMs
    await remove(join(folder, name), until, { dryRun, result })
  }
  const gone = ids.filter((id) => !existing.has(id))
  if (!dryRun && gone.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, gone))
}

const ownerOf = (name: string) => /^([0-9a-f-]{36})\.webp$/.exec(name)?.[1]

/** Leaves what was written after this moment. What has gone by itself is neither removed nor a failure. */
async function remove(
  path: string,
  untilMs: number,
  { dryRun, result }: { dryRun: boolean; result: CleanUp },
): Promise<void> {
  try {
    const { size, mtimeMs } = await stat(path)
    if (mtimeMs > untilMs) return
    if (!dryRun) await unlink(path)
    result.thumbnailsDeleted++
    result.bytesFreed += size
  } catch (error) {
    if (isAbsent(error)) return
    const { code = 'error' } = error as { code?: string }
    result.failures++
    // The caller need not know where on the disk the data lies.
    if (result.errors.length < maxErrors) result.errors.push(`${basename(path)}: ${code}`)
  }
}
