import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { requireLibrary } from '../../../catalog/libraries/service'
import { scanMessages } from '../messages'
import type { ScanView } from '../model'
import { findLiveScan, updateLiveScan } from '../queries'
import { getScan, type ScanIds } from '../service'
import { buildScanKey, publishScanEnd } from './enqueue'

/** Cancels the scan of a library that is waiting or running. */
export async function cancelLiveScan(ctx: Context, viewer: Viewer, id: string) {
  await requireLibrary(ctx, viewer, id)
  const live = await findLiveScan(ctx.db, id)
  if (!live) throw new Refusal('conflict', scanMessages.not_running())
  await cancelScan(ctx, viewer, { id, scanId: live.id })
}

/**
 * Stops the scan's Workers immediately, whichever process runs them. Changes written so far are
 * kept.
 */
export async function cancelScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await getScan(ctx, viewer, ids)
  const now = ctx.clock.now()
  const ended = { status: 'cancelled', cancelRequestedAt: now, completedAt: now } as const
  const wasLive = await ctx.write((tx) => updateLiveScan(tx, ids.scanId, ended))
  if (!wasLive) throw new Refusal('conflict', scanMessages.already_ended())
  await ctx.queue.cancel(buildScanKey(ids.id))
  const scan = await getScan(ctx, viewer, ids)
  publishScanEnd(ctx, scan)
  return scan
}
