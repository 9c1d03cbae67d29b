/** Scans that Quire starts itself: on schedule, at server start and when watched files change. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { getSetting } from '../../../platform/settings/settings'
import { enqueueScan } from './enqueue'
import { endScansWithoutJob, findLibraryToScan, listLibrariesToScanOnStart } from '../queries'
import { scanResultMessages } from '../messages'

/** Handles the schedule `scan:<libraryId>` in the transaction that advances the schedule. */
export async function enqueueScheduledScan(ctx: Context, tx: Tx, name: string) {
  const library = await findLibraryToScan(tx, name.slice('scan:'.length))
  if (!library?.isActive || !library.scanningEnabled) return
  await enqueueScan(ctx, tx, { libraryId: library.id, mode: library.scanMode, trigger: 'schedule' })
}

/**
 * Ends scans left over from an earlier process, then enqueues scans of all active libraries or,
 * without the setting `scan.on_start`, of those that are set to scan on start.
 */
export async function enqueueStartupScans(ctx: Context) {
  const messages = [scanResultMessages.interrupted()]
  const orphaned = { status: 'failed' as const, messages, completedAt: ctx.clock.now() }
  await ctx.write((tx) => endScansWithoutJob(tx, orphaned))
  const libraries = await listLibrariesToScanOnStart(ctx.db, await getSetting(ctx, 'scan.on_start'))
  if (libraries.length === 0) return
  await ctx.write(async (tx) => {
    for (const { id, mode } of libraries) {
      await enqueueScan(ctx, tx, { libraryId: id, mode, trigger: 'start' })
    }
  })
}

/** Called when watched files change. Returns false if a scan is already waiting or running. */
export async function enqueueWatchScan(ctx: Context, libraryId: string): Promise<boolean> {
  const payload = { libraryId, mode: 'normal', trigger: 'watch' } as const
  return (await ctx.write((tx) => enqueueScan(ctx, tx, payload))) !== undefined
}
