/**
 * Undoes a grouping change, even after scans. Files may have moved in the meantime: a book whose
 * series had not been chosen manually joins the series of its file.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import {
  chooseAutomatically,
  chooseSeries,
  refreshAssignments,
} from '../../../catalog/books/scanned/assign-chosen-series'
import { setMergedInto } from '../../../catalog/series/scanned/create-series'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { copyRemovedState, removeCopies } from './copy-user-state'
import { manualGroupingMessages } from './messages'
import type { GroupingChangeView } from './model'
import {
  type ChangeRow,
  findGroupingChange,
  findExistingSeries,
  insertCopies,
  listBooksThatJoined,
  listCopiedState,
  listGroupedBooks,
  listMergesInto,
  listSourceSeries,
  markGroupingUndone,
} from './queries'
import { requireSameSharing } from './require-sharing'
import { publishGrouping, recountGrouping, refreshGrouping } from './publish-grouping'
import { getChange } from './service'

/** Undoes the change in one transaction, and then recounts the library. */
export async function undoGrouping(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<GroupingChangeView> {
  const libraryId = await ctx.write(async (tx) => {
    const row = await findGroupingChange(tx, viewer, id)
    if (!row) throw notFound(manualGroupingMessages.change_not_found())
    requireUndoable(row)
    const undoneBy = viewer.proof.kind === 'system' ? null : viewer.userId
    // Another process may be undoing the change at the same time.
    if (!(await markGroupingUndone(tx, id, { undoneBy, undoneAt: ctx.clock.now() })))
      throw new Refusal('conflict', manualGroupingMessages.already_undone())
    await restoreGrouping(ctx, tx, viewer, row.change)
    return row.change.libraryId
  })
  await recountGrouping(ctx, libraryId)
  return getChange(ctx.db, viewer, id)
}

function requireUndoable({ change, blockingTitle: title }: ChangeRow) {
  if (change.undoneAt) throw new Refusal('conflict', manualGroupingMessages.already_undone())
  if (title === null) return
  throw new Refusal('conflict', manualGroupingMessages.later_change({ title }))
}

async function restoreGrouping(ctx: Context, tx: Tx, viewer: Viewer, change: ChangeRow['change']) {
  const { libraryId } = change
  const now = ctx.clock.now()
  const sources = await listSourceSeries(tx, [change.id])
  const returnedIds = sources.filter(({ isPutAway }) => isPutAway).map(({ seriesId }) => seriesId)
  await restoreMerges(tx, sources)
  const books = await restoreBooks(tx, viewer, { changeId: change.id, now })
  if (books.length === 0 && returnedIds.length === 0)
    throw new Refusal('conflict', manualGroupingMessages.nothing_to_undo())
  const moves = books.map(({ from, seriesId }) => ({ fromId: from, toId: seriesId }))
  await requireSameSharing(tx, viewer, moves)
  // Books of new files that a scan added to a merged series.
  const joined = await listBooksThatJoined(tx, returnedIds)
  await refreshAssignments(
    tx,
    joined.map(({ n }) => n),
    now,
  )
  const copies = await restoreCopies(tx, change)
  const touched = [
    ...new Set([
      ...books.flatMap(({ from, seriesId }) => [from, seriesId]),
      ...joined.flatMap((book) => [book.seriesId, book.scannedSeriesId]),
      ...returnedIds,
    ]),
  ]
  await refreshGrouping(ctx, tx, touched)
  await publishGrouping(ctx, tx, {
    libraryId,
    appeared: returnedIds,
    touched,
    copies,
    books: books.map(({ id, seriesId }) => ({ bookId: id, seriesId })),
  })
}

/**
 * Removes the copies that the change created, unless users have changed them since. Returns all of
 * them, including those that are kept. Data that other merged series also have is copied again from
 * those series.
 */
async function restoreCopies(tx: Tx, { id, targetId }: ChangeRow['change']) {
  const copies = await listCopiedState(tx, id)
  if (targetId === null) return copies
  const removed = await removeCopies(tx, targetId, copies)
  for (const { seriesId, changeId } of await listMergesInto(tx, targetId)) {
    const added = await copyRemovedState(tx, { fromId: seriesId, toId: targetId }, removed)
    await insertCopies(tx, changeId, added)
  }
  return copies
}

/** Unmerges series. Those merged before the change are merged into their earlier target again. */
async function restoreMerges(tx: Tx, sources: Awaited<ReturnType<typeof listSourceSeries>>) {
  const merged = sources.filter(({ isPutAway }) => isPutAway)
  const existing = await findExistingSeries(
    tx,
    merged.flatMap(({ mergedBefore }) => mergedBefore ?? []),
  )
  const byTarget = Map.groupBy(merged, ({ mergedBefore }) =>
    mergedBefore !== null && existing.has(mergedBefore) ? mergedBefore : null,
  )
  for (const [before, some] of byTarget) {
    const ids = some.map(({ seriesId }) => seriesId)
    await setMergedInto(tx, ids, before)
  }
}

/**
 * Skips books that are no longer where the change put them. A book whose file has moved to a
 * different library never joins a series of the old library.
 */
async function restoreBooks(
  tx: Tx,
  viewer: Viewer,
  { changeId, now }: { changeId: string; now: Date },
) {
  const moved = (await listGroupedBooks(tx, viewer, changeId)).filter(
    ({ seriesId, toId }) => seriesId === toId,
  )
  const existing = await findExistingSeries(
    tx,
    moved.map(({ fromId }) => fromId),
  )
  const chosen = moved.filter(
    ({ wasChosen, fromId, libraryId }) =>
      wasChosen && existing.get(fromId)?.libraryId === libraryId,
  )
  for (const [fromId, books] of Map.groupBy(chosen, (book) => book.fromId)) {
    const ns = books.map(({ n }) => n)
    await chooseSeries(tx, ns, fromId, now)
  }
  const kept = new Set(chosen)
  const automatic = moved.filter((book) => !kept.has(book)).map(({ n }) => n)
  const assigned = await chooseAutomatically(tx, automatic, now)
  return moved.map((book) => ({
    id: book.id,
    from: book.seriesId,
    seriesId: kept.has(book) ? book.fromId : (assigned.get(book.n) ?? book.seriesId),
  }))
}
