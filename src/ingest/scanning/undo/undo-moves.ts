/**
 * Puts the books back that a scan moved. They may want each other's places, so first it is settled which
 * of them can go back at all, then they are all lifted from their places, then each is set down.
 */
import {
  findHolder,
  findPlaces,
  type Placed,
  putBack,
  setAside,
} from '../../../catalog/books/scanned/put-back'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { refreshAllAround } from '../../../reading/progress/around'
import {
  type ChangeRow,
  findMovable,
  hasBegun,
  markChanges,
  nextChanges,
  pageOfMoves,
} from '../journal/change-queries'
import type { ScanRow } from '../queries'
import { breathe } from '../run'
import { countUndone, findExisting } from './undo-queries'

const rowsAtOnce = 50

export async function putMovesBack(ctx: Context, scan: ScanRow, signal: AbortSignal) {
  if (!(await hasBegun(ctx.db, scan.id))) await settleWhich(ctx, scan, signal)
  await inSlices(ctx, signal, (tx) => liftSome(tx, scan.id))
  await inSlices(ctx, signal, (tx) => setSomeDown(ctx, tx, scan.id))
}

/** Until there are none left. */
export async function inSlices(
  ctx: Context,
  signal: AbortSignal,
  doSome: (tx: Tx) => Promise<boolean>,
) {
  for (;;) {
    signal.throwIfAborted()
    if (!(await ctx.write(doSome))) return
    await breathe()
  }
}

/** Who stays may be in the way of another one, so it is asked until nobody more has to stay. */
async function settleWhich(ctx: Context, { id }: ScanRow, signal: AbortSignal) {
  for (let more = true; more;) {
    more = false
    for (let after = ''; ;) {
      signal.throwIfAborted()
      const slice = await pageOfMoves(ctx.db, id, { after, limit: rowsAtOnce })
      if (slice.length === 0) break
      after = slice.at(-1)!.id
      const staying = await ctx.write((tx) => leaveBlocked(tx, id, slice))
      more ||= staying > 0
      await breathe()
    }
  }
}

async function leaveBlocked(tx: Tx, scanId: string, slice: ChangeRow[]): Promise<number> {
  const books = await booksOf(tx, slice)
  const existing = await findExisting(
    tx,
    slice.flatMap(({ rootBefore }) => rootBefore ?? []),
  )
  const blocked: string[] = []
  for (const change of slice) {
    const { rootBefore, pathBefore } = change
    const bookId = change.bookId ?? ''
    const isThere = books.has(bookId) && rootBefore !== null && existing.has(rootBefore)
    if (!isThere || (await isTaken(tx, scanId, { rootBefore, pathBefore: pathBefore!, bookId }))) {
      blocked.push(change.id)
    }
  }
  if (blocked.length === 0) return 0
  await markChanges(tx, blocked, 'skipped')
  await count(tx, scanId, 0, blocked.length)
  return blocked.length
}

/** By a book that does not go away itself. */
async function isTaken(
  tx: Tx,
  scanId: string,
  { rootBefore, pathBefore, bookId }: { rootBefore: string; pathBefore: string; bookId: string },
) {
  const holder = await findHolder(tx, rootBefore, pathBefore)
  if (holder === undefined || holder === bookId) return false
  return !(await findMovable(tx, scanId, holder))
}

async function liftSome(tx: Tx, scanId: string): Promise<boolean> {
  const slice = await nextChanges(tx, scanId, { kind: 'moved', undo: null, limit: rowsAtOnce })
  if (slice.length === 0) return false
  const books = await booksOf(tx, slice)
  await setAside(
    tx,
    [...books.values()].map(({ n }) => n),
  )
  await markChanges(
    tx,
    slice.map(({ id }) => id),
    'aside',
  )
  return true
}

/** The last first: of a book that was moved twice the first place counts. */
async function setSomeDown(ctx: Context, tx: Tx, scanId: string): Promise<boolean> {
  const order = { kind: 'moved', undo: 'aside', limit: rowsAtOnce, lastFirst: true } as const
  const slice = await nextChanges(tx, scanId, order)
  if (slice.length === 0) return false
  const books = await booksOf(tx, slice)
  const existing = await findExisting(
    tx,
    slice.flatMap(({ seriesBefore }) => seriesBefore ?? []),
  )
  const touched = new Set<string>()
  for (const change of slice) {
    const book = books.get(change.bookId ?? '')
    if (!book) continue
    const { seriesBefore, libraryBefore, rootBefore, pathBefore } = change
    const home = seriesBefore !== null && existing.has(seriesBefore) ? seriesBefore : book.seriesId
    const standing = {
      libraryId: libraryBefore!,
      rootId: rootBefore!,
      relativePath: pathBefore!,
      seriesId: home,
      missingSince: change.missingBefore,
      trashedAt: change.trashedBefore,
    }
    await putBack(tx, book.n, standing, ctx.now())
    for (const id of [book.seriesId, home]) touched.add(id)
  }
  await refreshAllAround(tx, [...touched])
  await markChanges(
    tx,
    slice.map(({ id }) => id),
    'done',
  )
  await count(tx, scanId, slice.length, 0)
  return true
}

async function booksOf(tx: Tx, slice: readonly ChangeRow[]): Promise<Map<string, Placed>> {
  const found = await findPlaces(
    tx,
    slice.flatMap(({ bookId }) => bookId ?? []),
  )
  return new Map(found.map((book) => [book.id, book]))
}

async function count(tx: Tx, scanId: string, done: number, skipped: number) {
  if (!(await countUndone(tx, scanId, done, skipped))) {
    throw new Error('the undo was ended meanwhile')
  }
}
