/** Starts syncs on a schedule and a few minutes after reading. */
import { and, eq, exists, gt, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { removeSchedule } from '../../platform/jobs/schedules'
import { readProgressUpdated } from '../../reading/progress/model'
import { readingEvents } from '../../reading/progress/schema'
import { isSignedIn } from '../connections/connection-view'
import { findConnection, listAutomatic, syncSchedulePrefix } from '../connections/connections'
import { syncsReading } from '../connections/services/connected-service'
import { syncLaterJob } from './model'
import { connections } from '../connections/schema'
import { findRunIn } from './queries'
import { enqueueSync } from './sync-runs'

const waitAfterReadingMs = 5 * 60_000
const pauseMs = 60_000
const maxUsers = 10_000

export async function enqueueScheduledSync(ctx: Context, tx: Tx, name: string): Promise<void> {
  const connectionId = name.slice(syncSchedulePrefix.length)
  const isThere = await enqueueIfUsable(ctx, tx, connectionId)
  if (!isThere) await removeSchedule(tx, name)
}

/**
 * Enqueues a sync unless the connection is disabled, not automatic or signed out, does not sync
 * reading, or has changes waiting for approval. Returns false if the connection no longer exists.
 */
export async function enqueueIfUsable(
  ctx: Context,
  tx: Tx,
  connectionId: string,
): Promise<boolean> {
  const connection = await findConnection(ctx, connectionId, tx)
  if (!connection) return false
  const { enabled, autoSync } = connection.row
  if (!enabled || !autoSync || !isSignedIn(connection.row)) return true
  if (!syncsReading(connection.service)) return true
  if (await findRunIn(tx, connectionId, ['waiting'])) return true
  await enqueueSync(ctx, tx, { connectionId })
  return true
}

/** Enqueues syncs when users read. Returns a function that ends the subscriptions. */
export function startSyncingAfterReading(ctx: Context): () => void {
  // Time when a sync was last requested, keyed by user. Limits the requests, because each page turn
  // is an event.
  const askedAtMs = new Map<string, number>()
  const unsubscribes = [
    ctx.bus.subscribe(readProgressUpdated, async ({ userId }) => {
      const nowMs = ctx.clock.now().getTime()
      if (nowMs - (askedAtMs.get(userId) ?? 0) < pauseMs) return
      if (askedAtMs.size >= maxUsers) askedAtMs.clear()
      askedAtMs.set(userId, nowMs)
      try {
        await enqueueLater(ctx, await listAutomatic(ctx.db, userId))
      } catch (error) {
        // Allows another request, because the bus repeats this call after an error.
        askedAtMs.delete(userId)
        throw error
      }
    }),
    ctx.bus.subscribeToGaps(async () => enqueueLater(ctx, await listReadSinceSync(ctx.db))),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

async function enqueueLater(ctx: Context, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return
  const runAt = new Date(ctx.clock.now().getTime() + waitAfterReadingMs)
  await ctx.write(async (tx) => {
    for (const { id: connectionId } of rows) {
      const key = `sync-later:${connectionId}`
      await ctx.queue.enqueue(tx, syncLaterJob, { connectionId }, { key, runAt })
    }
  })
}

/** Lists automatic connections whose user has read since the last sync. */
async function listReadSinceSync(db: Db): Promise<{ id: string }[]> {
  const since = db
    .select({ one: sql`1` })
    .from(readingEvents)
    .where(
      and(
        eq(readingEvents.userId, connections.userId),
        or(isNull(connections.lastSyncAt), gt(readingEvents.createdAt, connections.lastSyncAt)),
      ),
    )
  const rows = await db
    .select()
    .from(connections)
    .where(and(eq(connections.enabled, true), eq(connections.autoSync, true), exists(since)))
  return rows.filter(isSignedIn)
}
