/** Gives series the places back that they had before a scan moved them. They may want each other's. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { findByKey, findForRekey, rekey, setAside } from '../../../catalog/series/scanned/rekey'
import { type ChangeRow, markChanges, nextChanges } from '../journal/change-queries'
import { dropUntold } from '../read/drop-untold'
import type { ScanRow } from '../queries'
import { inSlices } from './undo-moves'
import { countUndone } from './undo-queries'

const rowsAtOnce = 25
const kind = 'series_moved'

export async function putSeriesBack(ctx: Context, scan: ScanRow, signal: AbortSignal) {
  await inSlices(ctx, signal, (tx) => liftSome(tx, scan.id))
  await inSlices(ctx, signal, (tx) => setSomeDown(ctx, tx, scan))
}

async function liftSome(tx: Tx, scanId: string): Promise<boolean> {
  const slice = await nextChanges(tx, scanId, { kind, undo: null, limit: rowsAtOnce })
  if (slice.length === 0) return false
  await setAside(
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

async function setSomeDown(ctx: Context, tx: Tx, scan: ScanRow): Promise<boolean> {
  const scanId = scan.id
  const since = scan.startedAt ?? scan.createdAt
  const order = { kind, undo: 'aside', limit: rowsAtOnce, lastFirst: true } as const
  const slice = await nextChanges(tx, scanId, order)
  if (slice.length === 0) return false
  const skipped: string[] = []
  for (const change of slice) {
    if (!(await setDown(tx, change, { since, now: ctx.now() }))) skipped.push(change.id)
  }
  const done = slice.map(({ id }) => id).filter((id) => !skipped.includes(id))
  await markChanges(tx, done, 'done')
  await markChanges(tx, skipped, 'skipped')
  if (!(await countUndone(tx, scanId, done.length, skipped.length))) {
    throw new Error('the undo was ended meanwhile')
  }
  return true
}

/** False when another series has its old place: then it stays where the scan had put it. */
async function setDown(
  tx: Tx,
  change: ChangeRow,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const { seriesId: id, libraryBefore, keyBefore, keyAfter, path, pathBefore } = change
  const [standing] = await findForRekey(tx, [id])
  if (!standing || libraryBefore === null || keyBefore === null || keyAfter === null) return false
  const inTheWay = await findByKey(tx, libraryBefore, [keyBefore])
  // One that the scan itself made for books which are back where they were.
  const made = inTheWay.map((one) => one.id)
  await dropUntold(tx, made, since)
  const isHome = await isFree(tx, libraryBefore, keyBefore)
  const home = { id, libraryId: libraryBefore, groupKey: keyBefore, path: pathBefore ?? path }
  const here = { id, libraryId: standing.libraryId, groupKey: keyAfter, path }
  if (isHome) await rekey(tx, [home], now)
  else if (await isFree(tx, here.libraryId, keyAfter)) await rekey(tx, [here], now)
  return isHome
}

const isFree = async (tx: Tx, libraryId: string, key: string) =>
  (await findByKey(tx, libraryId, [key])).length === 0
