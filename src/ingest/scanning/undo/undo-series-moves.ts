/**
 * Restores the earlier keys of moved series. First moves all of them to temporary keys, because one
 * series may now have the earlier key of another.
 */
import { leaveForeignSeries } from '../../../catalog/books/scanned/assign-chosen-series'
import { refreshSeriesProgressAndSearch } from '../../../reading/progress/refresh-series-and-progress'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import {
  findSeriesStatesByKey,
  findSeriesStates,
  moveSeries,
  displaceSeries,
} from '../../../catalog/series/scanned/move-series'
import { type ChangeRow, markChanges, listNextChanges } from '../journal/change-queries'
import { deleteEmptyNewSeries } from '../read/delete-empty-series'
import type { ScanRow } from '../queries'
import { runInSlices } from './undo-book-moves'
import { addUndoProgress } from './undo-queries'

const seriesPerSlice = 25
const kind = 'series_moved'

export async function undoSeriesMoves(ctx: Context, scan: ScanRow, signal: AbortSignal) {
  await runInSlices(ctx, signal, (tx) => setSeriesAside(tx, scan.id))
  await runInSlices(ctx, signal, (tx) => restoreSeriesSlice(ctx, tx, scan))
}

async function setSeriesAside(tx: Tx, scanId: string): Promise<boolean> {
  const slice = await listNextChanges(tx, scanId, { kind, undo: null, limit: seriesPerSlice })
  if (slice.length === 0) return false
  await displaceSeries(
    tx,
    slice.map(({ seriesId }) => seriesId),
  )
  await markChanges(
    tx,
    slice.map(({ id }) => id),
    'aside',
  )
  return true
}

async function restoreSeriesSlice(ctx: Context, tx: Tx, scan: ScanRow): Promise<boolean> {
  const scanId = scan.id
  const since = scan.startedAt ?? scan.createdAt
  const order = { kind, undo: 'aside', limit: seriesPerSlice, newestFirst: true } as const
  const slice = await listNextChanges(tx, scanId, order)
  if (slice.length === 0) return false
  const skipped: string[] = []
  for (const change of slice) {
    if (!(await restoreSeries(tx, change, { since, now: ctx.clock.now() }))) skipped.push(change.id)
  }
  await releaseBooks(tx, slice, ctx.clock.now())
  const done = slice.map(({ id }) => id).filter((id) => !skipped.includes(id))
  await markChanges(tx, done, 'done')
  await markChanges(tx, skipped, 'skipped')
  if (!(await addUndoProgress(tx, scanId, done.length, skipped.length))) {
    throw new Error('the undo has already ended')
  }
  return true
}

/**
 * Takes books out of these series if they were moved in manually but are now in a different
 * library.
 */
async function releaseBooks(tx: Tx, slice: readonly ChangeRow[], now: Date) {
  const seriesIds = slice.map(({ seriesId }) => seriesId)
  const joined = await leaveForeignSeries(tx, seriesIds, now)
  if (joined.length > 0) await refreshSeriesProgressAndSearch(tx, [...seriesIds, ...joined])
}

/**
 * Returns false if the series no longer exists or a different series has the old key. In the latter
 * case, the series keeps its current location.
 */
async function restoreSeries(
  tx: Tx,
  change: ChangeRow,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const { seriesId: id, libraryBefore, keyBefore, keyAfter, path, pathBefore } = change
  const [standing] = await findSeriesStates(tx, [id])
  if (!standing || libraryBefore === null || keyBefore === null || keyAfter === null) return false
  const holders = await findSeriesStatesByKey(tx, libraryBefore, [keyBefore])
  // Deletes series that the scan created with the old key and that are now empty.
  const holderIds = holders.map((one) => one.id)
  await deleteEmptyNewSeries(tx, holderIds, since)
  const isRestored = await isKeyFree(tx, libraryBefore, keyBefore)
  const keyBeforeScan = {
    id,
    libraryId: libraryBefore,
    groupKey: keyBefore,
    path: pathBefore ?? path,
  }
  const keyAfterScan = { id, libraryId: standing.libraryId, groupKey: keyAfter, path }
  if (isRestored) await moveSeries(tx, [keyBeforeScan], now)
  else if (await isKeyFree(tx, keyAfterScan.libraryId, keyAfter))
    await moveSeries(tx, [keyAfterScan], now)
  return isRestored
}

const isKeyFree = async (tx: Tx, libraryId: string, key: string) =>
  (await findSeriesStatesByKey(tx, libraryId, [key])).length === 0
