/**
 * Fetches recommendations from a service or plugin for one user. Runs as a job, so that users never
 * wait for the service.
 */
import { and, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { findViewerOfUser } from '../../../accounts/users/viewer-of-user'
import { series } from '../../../catalog/series/schema'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import type { Job } from '../../../platform/jobs/job'
import type { Message } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { findConnection, requireUsable } from '../../connections/connections'
import {
  canRecommend,
  type Connection,
  getIdSource,
  syncsReading,
} from '../../connections/services/connected-service'
import { refuseTokens } from '../../connections/renew-tokens'
import { openOwner } from '../../connections/plugin-lists/plugin-sign-in'
import { releasePlugin } from '../../connections/plugin-lists/release-plugin'
import { buildExclusions } from '../../reading-sync/excluded-series'
import { recommendationsUpdated } from '../model'
import { recommendByAnilist } from './anilist-recommendations'
import {
  deleteOutsideRow,
  listOutsideSeeds,
  updateOutsideRow,
  upsertOutsideRow,
} from './outside-queries'
import type { OutsideWork } from './outside-work'
import { askOptional, recommendByPlugin } from './plugin-recommendations'

const maxSeeds = 20

/**
 * Returns whether the user wants recommendations from the service, which then receives what the
 * user has read. By default, only plugins that do not sync reading recommend works.
 */
export const isRecommending = ({ row, service }: Connection): boolean =>
  canRecommend(service) && row.enabled && (row.config.recommendations ?? !syncsReading(service))

export async function fetchRecommendations(
  ctx: Context,
  { payload: { connectionId } }: Job<{ connectionId: string }>,
  signal: AbortSignal,
) {
  const connection = await findConnection(ctx, connectionId)
  const viewer = connection && (await findViewerOfUser(ctx.db, connection.row.userId))
  if (!connection || !viewer) return undefined
  try {
    if (!isRecommending(connection) || !viewer.permissions.has('progress:read')) {
      await clearAtPlugin(ctx, connection, signal)
      return async (tx: Tx) => void (await deleteOutsideRow(tx, connectionId))
    }
    const result = await tryFetch(ctx, connection, viewer, signal)
    return (tx: Tx) => storeResult(ctx, tx, connection, result)
  } finally {
    await releasePlugin(ctx, connection)
  }
}

/** Asks the plugin to delete the data about the user's reading. */
async function clearAtPlugin(ctx: Context, { row, service }: Connection, signal: AbortSignal) {
  if (service.kind !== 'plugin' || !service.plugin.isEnabled) return
  try {
    const owner = await openOwner(ctx, service.plugin, row)
    const question = { method: 'recommendations/clear', params: {}, owner, signal }
    await askOptional(service.plugin, question)
  } catch (error) {
    signal.throwIfAborted()
    // Data stored here is deleted anyway, and the plugin's failure has already been recorded.
    if (!(error instanceof Refusal)) throw error
  }
}

type Result = { items: OutsideWork[] } | { error: Message }

async function tryFetch(
  ctx: Context,
  connection: Connection,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<Result> {
  try {
    requireUsable(connection)
    return { items: await fetchWorks(ctx, connection, viewer, signal) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Refusal)) throw error
    const isRefused = error instanceof ProviderError && error.code === 'unauthorized'
    const refusal = isRefused ? await refuseTokens(ctx, connection) : error
    return { error: refusal.userMessage }
  }
}

async function fetchWorks(
  ctx: Context,
  connection: Connection,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<OutsideWork[]> {
  const { row, service } = connection
  const kept = buildExclusions(row.config)
  if (service.kind === 'plugin') {
    const { plugin } = service
    const { libraryIds } = plugin
    const isIncluded: SQL | undefined = and(
      libraryIds && inIds(series.libraryId, libraryIds),
      ...kept,
    )
    return recommendByPlugin(ctx, { connection, plugin, viewer, isIncluded }, signal)
  }
  const seeds = await listOutsideSeeds(ctx.heavy, viewer, {
    source: getIdSource(service),
    isIncluded: and(...kept),
    limit: maxSeeds,
  })
  const numbered = seeds.filter(({ externalId }) => /^\d{1,9}$/.test(externalId))
  return recommendByAnilist(ctx, numbered, signal)
}

/** Stores the result. Keeps earlier results when the service fails. */
async function storeResult(ctx: Context, tx: Tx, { row }: Connection, result: Result) {
  const { id: connectionId, userId } = row
  const now = ctx.clock.now()
  if ('error' in result) {
    await updateOutsideRow(tx, connectionId, {
      error: result.error,
      triedAt: now,
      requestedAt: null,
    })
  } else {
    const { items } = result
    const times = { generatedAt: now, triedAt: now, requestedAt: null, error: null }
    await upsertOutsideRow(tx, { connectionId, userId, items, ...times })
  }
  tx.afterCommit(() => ctx.bus.publish(recommendationsUpdated, { userId }))
}
