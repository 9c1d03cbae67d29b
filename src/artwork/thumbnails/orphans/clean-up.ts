/**
 * Finds and deletes orphaned pictures: thumbnails and uploaded covers without a row. Pictures of
 * items in the trash, and covers that are kept for purged items, have a row and are kept.
 */
import type { Context } from '../../../context'
import { isAbsent } from '../../../platform/lib/optional-files'
import { getStorage } from '../../../platform/storage/open-storage'
import { isUnfinished } from '../../../platform/storage/storage'
import { isUuid } from '../../../platform/http/shapes'
import { thumbnailsFolder, uploadedCoversFolder } from '../picture-keys'
import { deleteThumbnails, listExistingOwners } from '../queries'

type OrphanKind = 'thumbnail' | 'cover'

interface OrphanedFile {
  /** Relative to the data folder, or the key in the bucket. */
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
  for await (const keys of getStorage(ctx.config).list(thumbnailsFolder)) {
    run.signal?.throwIfAborted()
    const ofShards = keys.filter((key) => /^thumbnails\/[0-9a-f]{2}\/[^/]+$/.test(key))
    await cleanUpThumbnails(run, ofShards)
  }
  await cleanUpUploads(run)
  return run.result
}

/** Deletes uploaded images without a row, such as those of a deleted list. */
async function cleanUpUploads(run: Run) {
  const { ctx, signal } = run
  // The row of a recent upload may not have been stored yet.
  const untilMs = ctx.clock.now().getTime() - staleAgeMs
  for await (const keys of getStorage(ctx.config).list(uploadedCoversFolder)) {
    signal?.throwIfAborted()
    const ids = keys.map((key) => getName(key).split('.')[0]!)
    const existing = await listExistingOwners(ctx.heavy, ids.filter(isUuid))
    for (const [place, key] of keys.entries()) {
      const id = ids[place]!
      if (!isUuid(id) || existing.has(id)) continue
      await removeFile(run, { key, untilMs, kind: 'cover', id })
    }
  }
}

async function cleanUpThumbnails(run: Run, keys: string[]) {
  const { ctx, dryRun } = run
  const ids = keys.map(parseOwnerId).filter((id) => id !== undefined)
  const existing = await listExistingOwners(ctx.heavy, ids)
  for (const key of keys) {
    const owner = parseOwnerId(key)
    if (owner ? existing.has(owner) : !isUnfinished(key)) continue
    // A decoder may still be writing a recent temporary file.
    const untilMs = owner ? Infinity : ctx.clock.now().getTime() - staleAgeMs
    const id = owner ?? null
    await removeFile(run, { key, untilMs, kind: 'thumbnail', id })
  }
  const gone = ids.filter((id) => !existing.has(id))
  if (!dryRun && gone.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, gone))
}

const getName = (key: string) => key.slice(key.lastIndexOf('/') + 1)
const parseOwnerId = (key: string) => /^([0-9a-f-]{36})\.webp$/.exec(getName(key))?.[1]

interface Orphan {
  key: string
  /** Files written later are skipped. */
  untilMs: number
  kind: OrphanKind
  id: string | null
}

/** A file that is already gone is not a failure. */
async function removeFile({ ctx, dryRun, result }: Run, orphan: Orphan): Promise<void> {
  const { key, untilMs, kind, id } = orphan
  const storage = getStorage(ctx.config)
  try {
    const found = await storage.head(key)
    if (!found || found.changedAt.getTime() > untilMs) return
    const { bytes: sizeBytes } = found
    if (!dryRun) await storage.delete(key)
    if (kind === 'cover') result.coversDeleted++
    else result.thumbnailsDeleted++
    result.bytesFreed += sizeBytes
    if (result.files.length >= maxFiles) return
    result.files.push({ path: key, sizeBytes, fileType: kind, entityId: id })
  } catch (error) {
    if (isAbsent(error)) return
    const { code = 'error' } = error as { code?: string }
    result.failures++
    // Error messages do not reveal the path of the data directory.
    if (result.errors.length < maxErrors) result.errors.push(`${getName(key)}: ${code}`)
  }
}
