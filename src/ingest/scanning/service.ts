/** Starts and lists library scans. */
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import { requireLibrary, requireRoots } from '../../catalog/libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import type { ScanMode, ScanView } from './model'
import { buildScanView, enqueueScanOrConflict } from './lifecycle/enqueue'
import { findScan, listLiveScans, listScanRows } from './queries'
import { findUndoStates } from './undo/undo-queries'
import { scanMessages } from './messages'

export async function startScan(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  mode: ScanMode,
): Promise<ScanView> {
  const library = await requireLibrary(ctx, viewer, libraryId)
  if (!library.isActive) throw new Refusal('conflict', scanMessages.library_disabled())
  return enqueueScanOrConflict(ctx, { libraryId, mode, trigger: 'manual' })
}

/**
 * Enqueues a scan that treats the missing files as deleted. Called when a user confirms that they
 * are really gone.
 */
export async function confirmMissingFiles(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
): Promise<ScanView> {
  const { state } = await requireLibrary(ctx, viewer, libraryId)
  if (state === 'available') {
    throw new Refusal('conflict', scanMessages.nothing_to_confirm())
  }
  await requireRoots(ctx, libraryId)
  return enqueueScanOrConflict(ctx, {
    libraryId,
    mode: 'normal',
    trigger: 'manual',
    confirmed: state,
  })
}

export async function listScans(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  paging: Paging,
): Promise<Found<ScanView>> {
  await requireLibrary(ctx, viewer, libraryId)
  const { data, total } = await listScanRows(ctx.db, libraryId, paging)
  const ids = data.map(({ id }) => id)
  const undos = await findUndoStates(ctx.db, ids)
  return { data: data.map((scan) => buildScanView(scan, undos.get(scan.id))), total }
}

/** Lists the scans of all libraries that are waiting or running. */
export async function listActiveScans(ctx: Context, viewer: Viewer): Promise<ScanView[]> {
  return (await listLiveScans(ctx.db, viewer)).map((scan) => buildScanView(scan))
}

/** Lists queued and running scans, scans that ended after `since`, and scans with these IDs. */
export async function listRecentScans(
  ctx: Context,
  viewer: Viewer,
  wanted: { since: Date; ids: readonly string[] },
): Promise<ScanView[]> {
  const rows = await listLiveScans(ctx.db, viewer, wanted)
  const ended = rows.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id)
  const undos = ended.length > 0 ? await findUndoStates(ctx.db, ended) : new Map()
  return rows.map((scan) => buildScanView(scan, undos.get(scan.id)))
}

/** Returns the latest scan of a library, which may still be waiting or running. */
export async function getLatestScan(ctx: Context, viewer: Viewer, libraryId: string) {
  const { data } = await listScans(ctx, viewer, libraryId, { page: 1, pageSize: 1, offset: 0 })
  if (!data[0]) throw notFound(scanMessages.never_scanned())
  return data[0]
}

export interface ScanIds {
  id: string
  scanId: string
}

export async function getScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await requireLibrary(ctx, viewer, ids.id)
  const scan = await findScan(ctx.db, ids.id, ids.scanId)
  if (!scan) throw notFound(scanMessages.not_found())
  return buildScanView(scan, (await findUndoStates(ctx.db, [scan.id])).get(scan.id))
}
