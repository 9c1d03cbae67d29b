/**
 * Finds and deletes orphaned pictures: thumbnails and uploaded covers without a row. Pictures of
 * items in the trash, and covers that are kept for purged items, have one and stay.
 */
import { stat, unlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Context } from '../../../context'
import { isAbsent, listNames } from '../../../platform/lib/optional-files'
import { isUuid } from '../../../platform/http/shapes'
import { getThumbnailsFolder, getUploadedCoversFolder } from '../thumbnail-paths'
import { deleteThumbnails, listExistingOwners } from '../queries'

type OrphanKind = 'thumbnail' | 'cover'

interface OrphanedFile {
  /** Relative to the data folder. */
  path: string
  sizeBytes: number
  fileType: OrphanKind
  entityId: string | null
}

export interface CleanUp {
  thumbnailsDeleted: number
  coversDeleted: number
  bytesFreed: number
  failures: number
  errors: string[]
  /** At most `maxFiles`. */
  files: OrphanedFile[]
}

const maxErrors = 20
const maxFiles = 1000
const slice = 1000
/** Temporary files older than this are left over from a crashed decoder. */
const staleAgeMs = 3_600_000

interface CleanUpOptions {
  /** Only count what would be deleted. */
  dryRun: boolean
  signal?: AbortSignal
}

interface Run extends CleanUpOptions {
  ctx: Context
  result: CleanUp
}

export async function cleanUpOrphans(ctx: Context, options: CleanUpOptions): Promise<CleanUp> {
  const counts = { thumbnailsDeleted: 0, coversDeleted: 0, bytesFreed: 0, failures: 0 }
  const run: Run = { ...options, ctx, result: { ...counts, errors: [], files: [] } }
  const folder = getThumbnailsFolder(ctx.config)
  for (const shard of await listNames(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    const names = await listNames(join(folder, shard))
    for (let start = 0; start < names.length; start += slice) {
      run.signal?.throwIfAborted()
      await cleanUpSlice(run, join(folder, shard), names.slice(start, start + slice))
    }
  }
  await cleanUpUploads(run)
  return run.result
}

/** Deletes uploaded images without a row, such as those of a deleted list. */
async function cleanUpUploads(run: Run) {
  const { ctx, signal } = run
  const folder = getUploadedCoversFolder(ctx.config)
  const names = await listNames(folder)
  // The row of a recent upload may not have been stored yet.
  const untilMs = ctx.clock.now().getTime() - staleAgeMs
  for (let start = 0; start < names.length; start += slice) {
    signal?.throwIfAborted()
    const some = names.slice(start, start + slice)
    const ids = some.map((name) => name.split('.')[0]!)
    const existing = await listExistingOwners(ctx.heavy, ids.filter(isUuid))
    for (const [place, name] of some.entries()) {
      const id = ids[place]!
      if (!isUuid(id) || existing.has(id)) continue
      await removeFile(run, { path: join(folder, name), untilMs, kind: 'cover', id })
    }
  }
}

async function cleanUpSlice(run: Run, folder: string, names: string[]) {
  const { ctx, dryRun } = run
  const ids = names.map(parseOwnerId).filter((id) => id !== undefined)
  const existing = await listExistingOwners(ctx.heavy, ids)
  for (const name of names) {
    const owner = parseOwnerId(name)
    if (owner ? existing.has(owner) : !name.endsWith('.part')) continue
    // A decoder may still be writing a recent temporary file.
    const untilMs = owner ? Infinity : ctx.clock.now().getTime() - staleAgeMs
    const id = owner ?? null
    await removeFile(run, { path: join(folder, name), untilMs, kind: 'thumbnail', id })
  }
  const gone = ids.filter((id) => !existing.has(id))
  if (!dryRun && gone.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, gone))
}

const parseOwnerId = (name: string) => /^([0-9a-f-]{36})\.webp$/.exec(name)?.[1]

interface Orphan {
  path: string
  /** Files written later are skipped. */
  untilMs: number
  kind: OrphanKind
  id: string | null
}

/** A file that is already gone is not a failure. */
async function removeFile({ ctx, dryRun, result }: Run, orphan: Orphan): Promise<void> {
  const { path, untilMs, kind, id } = orphan
  try {
    const { size, mtimeMs } = await stat(path)
    if (mtimeMs > untilMs) return
    if (!dryRun) await unlink(path)
    if (kind === 'cover') result.coversDeleted++
    else result.thumbnailsDeleted++
    result.bytesFreed += size
    if (result.files.length >= maxFiles) return
    const shown = relative(ctx.config.data_dir, path).replaceAll('\\', '/')
    result.files.push({ path: shown, sizeBytes: size, fileType: kind, entityId: id })
  } catch (error) {
    if (isAbsent(error)) return
    const { code = 'error' } = error as { code?: string }
    result.failures++
    // Error messages do not reveal the path of the data directory.
    if (result.errors.length < maxErrors) result.errors.push(`${basename(path)}: ${code}`)
  }
}
