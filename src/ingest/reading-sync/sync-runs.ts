/** Lets users start, view, approve and undo syncs. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { withText } from '../../platform/messages/message'
import { findHealth, isSignedIn } from '../connections/connection-view'
import { requireConnection, requireSyncing, updateConnection } from '../connections/connections'
import type { Connection } from '../connections/services/connected-service'
import { syncMessages } from './messages'
import {
  type SyncChangeView,
  syncReadingJob,
  type SyncPayload,
  type SyncRunView,
  type SyncStatusView,
} from './model'
import {
  type ChangeRow,
  findSyncRun,
  findRunIn,
  listChangePage,
  listRunPage,
  type RunRow,
  updateSyncRun,
} from './queries'

/** After this time, a request is considered lost. */
const maxWaitMs = 6 * 3_600_000

export async function startSync(ctx: Context, viewer: Viewer, pluginId: string) {
  const connection = await requireConnection(ctx, viewer, pluginId)
  requireSyncing(connection)
  const { id } = connection.row
  const taskId = await ctx.write((tx) => requireSync(ctx, tx, { connectionId: id }))
  return { taskId, ...withText(syncMessages.started()) }
}

async function requireSync(ctx: Context, tx: Tx, payload: SyncPayload): Promise<string> {
  const taskId = await enqueueSync(ctx, tx, payload)
  if (taskId === undefined) throw new Refusal('conflict', syncMessages.running())
  return taskId
}

export const getSyncKey = (connectionId: string) => `sync:${connectionId}`

/** Returns undefined if a sync of the connection is already queued or running. */
export async function enqueueSync(ctx: Context, tx: Tx, payload: SyncPayload) {
  const { connectionId } = payload
  const taskId = await ctx.queue.enqueue(tx, syncReadingJob, payload, {
    key: getSyncKey(connectionId),
  })
  if (taskId !== undefined)
    await updateConnection(tx, connectionId, { syncRequestedAt: ctx.clock.now() })
  return taskId
}

export async function getSyncStatus(
  ctx: Context,
  viewer: Viewer,
  pluginId: string,
): Promise<SyncStatusView> {
  const { row, service } = await requireConnection(ctx, viewer, pluginId)
  const waiting = await findRunIn(ctx.db, row.id, ['waiting'])
  return {
    pluginId: service.id,
    pluginName: service.name,
    connected: isSignedIn(row),
    enabled: row.enabled,
    healthStatus: findHealth(row),
    failureCount: row.lastError ? 1 : 0,
    lastSyncAt: row.lastSyncAt,
    lastSuccessAt: row.lastSuccessAt,
    syncing: isSyncing(ctx, row.syncRequestedAt),
    pendingPull: waiting?.pulled ?? null,
    pendingPush: waiting?.pushed ?? null,
  }
}

const isSyncing = (ctx: Context, requestedAt: Date | null) =>
  requestedAt !== null && ctx.clock.now().getTime() - requestedAt.getTime() < maxWaitMs

export async function listSyncRuns(
  ctx: Context,
  viewer: Viewer,
  { pluginId, paging }: { pluginId: string; paging: Paging },
): Promise<Found<SyncRunView>> {
  const { row } = await requireConnection(ctx, viewer, pluginId)
  const { data, total } = await listRunPage(ctx.db, row.id, paging)
  return { data: data.map(buildRunView), total }
}

const buildRunView = ({ error, connectionId: _, ...run }: RunRow): SyncRunView => ({
  ...run,
  error: error && withText(error),
})

interface RunOf {
  pluginId: string
  runId: string
}

async function requireRun(
  ctx: Context,
  viewer: Viewer,
  { pluginId, runId }: RunOf,
): Promise<{ connection: Connection; run: RunRow }> {
  const connection = await requireConnection(ctx, viewer, pluginId)
  const run = await findSyncRun(ctx.db, connection.row.id, runId)
  if (!run) throw notFound(syncMessages.run_not_found())
  return { connection, run }
}

export async function listSyncChanges(
  ctx: Context,
  viewer: Viewer,
  { paging, ...of }: RunOf & { paging: Paging },
): Promise<Found<SyncChangeView>> {
  const { run } = await requireRun(ctx, viewer, of)
  const { data, total } = await listChangePage(ctx.db, viewer, { runId: run.id, paging })
  return { data: data.map(buildChangeView), total }
}

function buildChangeView(row: ChangeRow): SyncChangeView {
  const { id, direction, externalId, seriesId, title, state, error } = row
  return {
    id,
    direction,
    externalId,
    seriesId,
    title,
    state,
    ...buildValues(row),
    error: error && withText(error),
  }
}

function buildValues({ pull, push }: ChangeRow) {
  const { chapters = null, volumes = null } = pull?.upTo ?? push?.change ?? {}
  const { count: books = 0, isWanted: wanted = false } = pull ?? {}
  const status = push?.change.status ?? null
  return { chapters, volumes, status, books, wanted, ...buildOpinion({ pull, push }) }
}

function buildOpinion({ pull, push }: Pick<ChangeRow, 'pull' | 'push'>) {
  const { score = null, notes = null } = (pull ? pull.opinion : push?.change) ?? {}
  return { score, notes: notes !== null }
}

export async function approveRun(ctx: Context, viewer: Viewer, of: RunOf) {
  const { connection, run } = await requireRun(ctx, viewer, of)
  requireSyncing(connection)
  const taskId = await ctx.write(async (tx) => {
    const current = await findSyncRun(tx, connection.row.id, run.id)
    if (current?.state !== 'waiting') throw new Refusal('conflict', syncMessages.not_waiting())
    await updateSyncRun(tx, run.id, { state: 'running' })
    return requireSync(ctx, tx, { connectionId: connection.row.id, approvedRunId: run.id })
  })
  return { taskId, ...withText(syncMessages.started()) }
}

export async function requestSyncUndo(ctx: Context, viewer: Viewer, of: RunOf) {
  const { connection, run } = await requireRun(ctx, viewer, of)
  requireSyncing(connection)
  const taskId = await ctx.write(async (tx) => {
    const current = await findSyncRun(tx, connection.row.id, run.id)
    if (current?.state !== 'done' && current?.state !== 'failed') {
      throw new Refusal('conflict', syncMessages.not_undoable())
    }
    await updateSyncRun(tx, run.id, { state: 'undoing' })
    return requireSync(ctx, tx, { connectionId: connection.row.id, undoneRunId: run.id })
  })
  return { taskId, ...withText(syncMessages.undo_started()) }
}
