/** Deletes orphaned thumbnails. Thumbnails of books in the trash are kept. */
import { stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Context } from '../../context'
import { isAbsent, listNames } from '../../platform/lib/optional-files'
import { isUuid } from '../../platform/http/shapes'
import { getThumbnailsFolder, getUploadedCoversFolder } from './thumbnail-paths'
import { deleteThumbnails, listExistingOwners } from './queries'

export interface CleanUp {
  thumbnailsDeleted: number
  bytesFreed: number
  failures: number
  errors: string[]
}

const maxErrors = 20
const slice = 1000
/** Temporary files older than this are left over from a crashed decoder. */
const staleAgeMs = 3_600_000

/** With `dryRun`, only counts what would be deleted. */
export async function cleanUpThumbnails(ctx: Context, dryRun: boolean): Promise<CleanUp> {
  const result: CleanUp = { thumbnailsDeleted: 0, bytesFreed: 0, failures: 0, errors: [] }
  const folder = getThumbnailsFolder(ctx.config)
  for (const shard of await listNames(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    const names = await listNames(join(folder, shard))
    for (let start = 0; start < names.length; start += slice) {
      await cleanUpSlice(ctx, join(folder, shard), names.slice(start, start + slice), {
        dryRun,
        result,
      })
    }
  }
  await cleanUpUploads(ctx, { dryRun, result })
  return result
}

/** Deletes uploaded images without a row, such as those of a deleted list. */
async function cleanUpUploads(
  ctx: Context,
  { dryRun, result }: { dryRun: boolean; result: CleanUp },
) {
  const folder = getUploadedCoversFolder(ctx.config)
  const names = await listNames(folder)
  // The row of a recent upload may not have been stored yet.
  const until = ctx.clock.now().getTime() - staleAgeMs
  for (let start = 0; start < names.length; start += slice) {
    const some = names.slice(start, start + slice)
    const ids = some.map((name) => name.split('.')[0]!)
    const existing = await listExistingOwners(ctx.heavy, ids.filter(isUuid))
    for (const [place, name] of some.entries()) {
      const id = ids[place]!
      if (!isUuid(id) || existing.has(id)) continue
      await removeFile(join(folder, name), until, { dryRun, result })
    }
  }
}

async function cleanUpSlice(
  ctx: Context,
  folder: string,
  names: string[],
  { dryRun, result }: { dryRun: boolean; result: CleanUp },
) {
  const ids = names.map(parseOwnerId).filter((id) => id !== undefined)
  const existing = await listExistingOwners(ctx.heavy, ids)
  for (const name of names) {
    const owner = parseOwnerId(name)
    if (owner ? existing.has(owner) : !name.endsWith('.part')) continue
    // A decoder may still be writing a recent temporary file.
    const until = owner ? Infinity : ctx.clock.now().getTime() - staleAgeMs
    await removeFile(join(folder, name), until, { dryRun, result })
  }
  const gone = ids.filter((id) => !existing.has(id))
  if (!dryRun && gone.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, gone))
}

const parseOwnerId = (name: string) => /^([0-9a-f-]{36})\.webp$/.exec(name)?.[1]

/** Skips files written after `untilMs`. A file that is already gone is not a failure. */
async function removeFile(
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
    // Error messages do not reveal the path of the data directory.
    if (result.errors.length < maxErrors) result.errors.push(`${basename(path)}: ${code}`)
  }
}
