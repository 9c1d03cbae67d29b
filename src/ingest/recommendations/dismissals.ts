/** Recommendations that a user does not want. */
import type { Viewer } from '../../accounts/permissions/model'
import { listSeriesByIds } from '../../catalog/series/service'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Job } from '../../platform/jobs/job'
import { isUuid } from '../../platform/http/shapes'
import { foldText } from '../../platform/lib/text/fold-text'
import { findConnection } from '../connections/connections'
import { openOwner } from '../connections/plugin-lists/plugin-sign-in'
import { releasePlugin } from '../connections/plugin-lists/release-plugin'
import { recommendationMessages } from './messages'
import {
  type DismissBody,
  recommendationsUpdated,
  reportDismissalJob,
  type DismissalReport,
} from './model'
import { findOutsideWorks } from './outside/outside-views'
import { askOptional } from './outside/plugin-recommendations'
import { deleteRecommendationDismissals, insertRecommendationDismissal } from './queries'

/** Source of recommendations from the user's own libraries. */
export const librarySource = 'library'

/** Lists the IDs of the dismissed series in the user's own libraries. */
export const listDismissedSeries = (
  dismissals: readonly { source: string; externalId: string }[],
) => dismissals.filter(({ source }) => source === librarySource).map(({ externalId }) => externalId)

/**
 * Dismisses a work, which also hides all series with its title. Notifies the plugins that
 * recommended it.
 */
export async function dismissRecommendation(
  ctx: Context,
  viewer: Viewer,
  { externalId, reason }: { externalId: string } & DismissBody,
): Promise<{ dismissed: boolean }> {
  const { userId } = viewer
  const works = await findOutsideWorks(ctx, userId, externalId)
  const [series] = isUuid(externalId) ? await listSeriesByIds(ctx, viewer, [externalId]) : []
  const found = [
    ...works.map(({ connection, title }) => ({ source: connection.row.service, title })),
    ...(series ? [{ source: librarySource, title: series.metadata.title }] : []),
  ]
  if (found.length === 0) throw notFound(recommendationMessages.not_found())
  await ctx.write(async (tx) => {
    const createdAt = ctx.clock.now()
    for (const { source, title } of found) {
      const titleKey = foldText(title)
      const values = { userId, source, externalId, titleKey, createdAt }
      await insertRecommendationDismissal(tx, values)
    }
    for (const { connection } of works) {
      if (connection.service.kind !== 'plugin') continue
      const { id: connectionId } = connection.row
      const report = { connectionId, externalId, ...(reason && { reason }) }
      const key = `dismissal:${connectionId}:${externalId}`
      await ctx.queue.enqueue(tx, reportDismissalJob, report, { key })
    }
    tx.afterCommit(() => ctx.bus.publish(recommendationsUpdated, { userId }))
  })
  return { dismissed: true }
}

export async function reportDismissal(
  ctx: Context,
  { payload: { connectionId, ...params } }: Job<DismissalReport>,
  signal: AbortSignal,
) {
  const connection = await findConnection(ctx, connectionId)
  if (connection?.service.kind !== 'plugin' || !connection.row.enabled) return undefined
  const { plugin } = connection.service
  if (!plugin.isEnabled) return undefined
  try {
    const owner = await openOwner(ctx, plugin, connection.row)
    await askOptional(plugin, { method: 'recommendations/dismiss', params, owner, signal })
  } finally {
    await releasePlugin(ctx, connection)
  }
  return undefined
}

/** Undoes a dismissal. Does not notify plugins, because the protocol has no such request. */
export async function restoreRecommendation(
  ctx: Context,
  { userId }: Viewer,
  externalId: string,
): Promise<void> {
  await ctx.write(async (tx) => {
    const isDeleted = await deleteRecommendationDismissals(tx, { userId, externalId })
    if (!isDeleted) throw notFound(recommendationMessages.not_found())
    tx.afterCommit(() => ctx.bus.publish(recommendationsUpdated, { userId }))
  })
}
