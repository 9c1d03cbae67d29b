/** Starts, shows, cancels, resumes and undoes runs. */
import { getProviderId } from '../../providers/providers'
import type { Viewer } from '../../../accounts/permissions/model'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { withText } from '../../../platform/messages/message'
import { matchingLogMessages, matchingMessages } from '../messages'
import { matchLibraryJob, refreshMetadataJob, undoMatchRunJob } from '../model'
import { requireProvider } from '../provider-access'
import type { ItemState, ItemView, RunView } from './run-model'
import {
  countItems,
  hasBooks,
  insertItems,
  type ListedItem,
  listItemRows,
  requeueItems,
} from './item-queries'
import {
  buildRunKey,
  findRun,
  hasClosedItems,
  hasRunningRun,
  insertRun,
  listRunRows,
  listVisibleSeriesIds,
  type RunRow,
  updateEndedRun,
} from './run-queries'
import { countWantedSeries } from './wanted-queries'

interface Wanted {
  pluginId?: string | undefined
}

/**
 * Starts a run that matches all series of the library that have no metadata from the given
 * provider, or from any provider if none is given. Also matches books if the viewer may change
 * them.
 */
export async function startLibraryRun(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { pluginId }: Wanted,
) {
  await requireLibrary(ctx, viewer, libraryId)
  const provider = pluginId === undefined ? null : (await requireProvider(ctx, pluginId)).name
  const wanted = { libraryId, provider, createdAfter: null }
  const count = await countWantedSeries(ctx.heavy, wanted)
  return ctx.write(async (tx) => {
    if (await hasRunningRun(tx, libraryId)) {
      throw new Refusal('conflict', matchingMessages.run_active())
    }
    const started = { userId: viewer.userId, includesBooks: mayWriteBooks(viewer) }
    const runId = await insertRun(tx, { ...wanted, ...started, createdAt: ctx.clock.now() })
    return enqueueRun(ctx, tx, { runId, count })
  })
}

export async function startSelectionRun(
  ctx: Context,
  viewer: Viewer,
  { pluginId, seriesIds }: Wanted & { seriesIds: readonly string[] },
) {
  const provider = pluginId === undefined ? null : (await requireProvider(ctx, pluginId)).name
  const ids = await listVisibleSeriesIds(ctx.db, viewer, seriesIds)
  return ctx.write(async (tx) => {
    const now = ctx.clock.now()
    const started = { userId: viewer.userId, includesBooks: mayWriteBooks(viewer) }
    const runId = await insertRun(tx, { ...started, provider, listedAt: now, createdAt: now })
    await insertItems(tx, runId, { kind: 'series', ids })
    return enqueueRun(ctx, tx, { runId, count: ids.length })
  })
}

export const mayWriteBooks = ({ permissions }: Viewer) => permissions.has('books:write')

export function refuseBooks(viewer: Viewer) {
  if (!mayWriteBooks(viewer)) throw new Refusal('forbidden', matchingMessages.books_forbidden())
}

async function enqueueRun(
  ctx: Context,
  tx: Tx,
  { runId, count }: { runId: string; count: number },
) {
  const jobId = await ctx.queue.enqueue(tx, matchLibraryJob, { runId }, { key: buildRunKey(runId) })
  ctx.log.info({ runId, series: count }, matchingLogMessages.run_started())
  return {
    success: true,
    ...withText(matchingMessages.started({ count })),
    runId,
    tasksEnqueued: 1,
    taskIds: jobId === undefined ? [] : [jobId],
  }
}

export async function requireRun(ctx: Context, viewer: Viewer, id: string): Promise<RunRow> {
  const run = await findRun(ctx.db, id, viewer)
  if (!run) throw notFound(matchingMessages.run_not_found())
  return run
}

export async function listRuns(
  ctx: Context,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
): Promise<Found<RunView>> {
  const { rows, total } = await listRunRows(ctx.db, viewer, { libraryId, paging })
  return { data: await buildRunViews(ctx, rows), total }
}

export async function getRun(ctx: Context, viewer: Viewer, id: string): Promise<RunView> {
  const [view] = await buildRunViews(ctx, [await requireRun(ctx, viewer, id)])
  return view!
}

async function buildRunViews(ctx: Context, rows: readonly RunRow[]): Promise<RunView[]> {
  if (rows.length === 0) return []
  const counted = await countItems(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, provider, message, ...run }) => ({
    id,
    libraryId: run.libraryId,
    pluginId: provider === null ? null : getProviderId(provider),
    isRefresh: run.isRefresh,
    state: run.state,
    problem: message && withText(message),
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
    undoRequestedAt: run.undoRequestedAt,
    undoneAt: run.undoneAt,
    counts: buildCounts(counted, { runId: id, isBook: 0 }),
    bookCounts: buildCounts(counted, { runId: id, isBook: 1 }),
  }))
}

const noItems = { waiting: 0, applied: 0, review: 0, none: 0, failed: 0, skipped: 0 }

const buildCounts = (
  counted: Awaited<ReturnType<typeof countItems>>,
  { runId, isBook }: { runId: string; isBook: number },
): RunView['counts'] => ({
  ...noItems,
  ...Object.fromEntries(
    counted
      .filter((one) => one.runId === runId && one.isBook === isBook)
      .map((one) => [one.state, one.count]),
  ),
})

export async function listRunItems(
  ctx: Context,
  viewer: Viewer,
  { id, state, paging }: { id: string; state: ItemState | undefined; paging: Paging },
): Promise<Found<ItemView>> {
  await requireRun(ctx, viewer, id)
  const { rows, total } = await listItemRows(ctx.db, viewer, { runId: id, state, paging })
  return { data: rows.map(buildItemView), total }
}

const buildItemView = ({ item, seriesId, seriesTitle, bookTitle }: ListedItem): ItemView => ({
  id: item.id,
  seriesId,
  bookId: item.bookId,
  title: bookTitle ?? seriesTitle,
  seriesTitle,
  state: item.state,
  because: item.reason && withText(item.reason),
  pluginId: item.provider === null ? null : getProviderId(item.provider),
  externalId: item.externalId,
  changedFields: item.changedFields,
  candidates: item.candidates ?? [],
})

export async function cancelRun(ctx: Context, viewer: Viewer, id: string): Promise<RunView> {
  const { state } = await requireRun(ctx, viewer, id)
  if (state !== 'running') throw new Refusal('conflict', matchingMessages.run_finished())
  const isCanceled = await ctx.queue.cancel(buildRunKey(id))
  if (!isCanceled) throw new Refusal('conflict', matchingMessages.run_finished())
  return getRun(ctx, viewer, id)
}

/** Resumes an ended run with the items that are still pending and those that failed. */
export async function resumeRun(ctx: Context, viewer: Viewer, id: string): Promise<RunView> {
  const run = await requireRun(ctx, viewer, id)
  const { libraryId, isRefresh } = run
  await requireOpenLibraries(ctx, viewer, run)
  if (run.includesBooks && !isRefresh) refuseBooks(viewer)
  await ctx.write(async (tx) => {
    if (libraryId !== null && (await hasRunningRun(tx, libraryId))) {
      throw new Refusal('conflict', matchingMessages.run_active())
    }
    const changes = { state: 'running', message: null, finishedAt: null } as const
    if (!(await updateEndedRun(tx, id, changes))) throw await explainConflict(tx, id)
    await requeueItems(tx, id)
    await enqueueAgain(ctx, tx, { id, isRefresh })
  })
  return getRun(ctx, viewer, id)
}

export async function enqueueAgain(
  ctx: Context,
  tx: Tx,
  { id, isRefresh }: Pick<RunRow, 'id' | 'isRefresh'>,
) {
  const options = { key: buildRunKey(id), again: true }
  const type = isRefresh ? refreshMetadataJob : matchLibraryJob
  await ctx.queue.enqueue(tx, type, { runId: id }, options)
}

export async function requestUndo(ctx: Context, viewer: Viewer, id: string): Promise<RunView> {
  const run = await requireRun(ctx, viewer, id)
  if (run.state === 'running') throw new Refusal('conflict', matchingMessages.run_not_finished())
  await requireOpenLibraries(ctx, viewer, run)
  await ctx.write(async (tx) => {
    if (await hasBooks(tx, id)) refuseBooks(viewer)
    const changes = { undoRequestedAt: ctx.clock.now() }
    if (!(await updateEndedRun(tx, id, changes))) throw await explainConflict(tx, id)
    await ctx.queue.enqueue(tx, undoMatchRunJob, { runId: id }, { key: `undo-match:${id}` })
  })
  return getRun(ctx, viewer, id)
}

/** Throws if a selection contains series in libraries that the viewer can no longer access. */
async function requireOpenLibraries(ctx: Context, viewer: Viewer, { id, libraryId }: RunRow) {
  if (libraryId !== null || !(await hasClosedItems(ctx.db, viewer, id))) return
  throw new Refusal('forbidden', matchingMessages.run_closed())
}

async function explainConflict(tx: Tx, id: string) {
  const run = await findRun(tx, id)
  const message = run?.undoRequestedAt
    ? matchingMessages.already_undone()
    : matchingMessages.run_active()
  return new Refusal('conflict', message)
}
