/** Updates the ledger after scans: for new books, and when books move to another series. */
import { aliasedTable, and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { libraries } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { scanProgress } from '../../scanning/model'
import { updateAcquiredReleasesJob } from '../model'
import { isOwned } from '../rules/announcement-rules'
import { releases, releaseSeen, seriesAliases } from '../schema'
import { setReleaseState } from './ledger-queries'
import { deleteKeepingOthers, findLeader } from './record-releases'
import { loadOwnedNumbers, refreshLatestKnown } from './series-numbers'

const rowsAtOnce = 200

/** Returns a function that stops the updates. */
export function startUpdatingAcquired(ctx: Context): () => void {
  const unsubscribes = [
    ctx.bus.subscribe(scanProgress, async ({ libraryId, status }) => {
      if (status === 'completed') await enqueueUpdate(ctx, libraryId)
    }),
    ctx.bus.subscribeToGaps(async () => {
      const rows = await ctx.db.select({ id: libraries.id }).from(libraries)
      for (const { id } of rows) await enqueueUpdate(ctx, id)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

async function enqueueUpdate(ctx: Context, libraryId: string) {
  const [first] = await listAnnounced(ctx.db, libraryId, { afterId: undefined, limit: 1 })
  if (!first) return
  const options = { key: `acquired:${libraryId}`, again: true }
  await ctx.write((tx) => ctx.queue.enqueue(tx, updateAcquiredReleasesJob, { libraryId }, options))
}

const listAnnounced = (
  db: Context['db'],
  libraryId: string,
  { afterId, limit }: { afterId: string | undefined; limit: number },
) =>
  db
    .select({ release: releases })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(
      and(
        eq(series.libraryId, libraryId),
        eq(releases.state, 'announced'),
        eq(releases.isStateManual, false),
        isNull(releases.joinedTo),
        afterId === undefined ? undefined : gt(releases.id, afterId),
      ),
    )
    .orderBy(asc(releases.id))
    .limit(limit)

/**
 * Marks announced releases as acquired if their numbers are now in the library. Omits releases
 * whose state was set by a user.
 */
export async function updateAcquired(ctx: Context, libraryId: string, signal: AbortSignal) {
  let afterId: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const rows = await listAnnounced(ctx.heavy, libraryId, { afterId, limit: rowsAtOnce })
    if (rows.length === 0) return
    afterId = rows.at(-1)!.release.id
    const ids = [...new Set(rows.map(({ release }) => release.seriesId))]
    const owned = await loadOwnedNumbers(ctx.heavy, ids)
    const acquired = rows.filter(({ release }) => isOwned(release, owned.get(release.seriesId)!))
    if (acquired.length === 0) continue
    await ctx.write((tx) =>
      setReleaseState(
        tx,
        acquired.map(({ release }) => release.id),
        { state: 'marked_acquired', isStateManual: false },
      ),
    )
  }
}

/** Moves the aliases and releases of a series to the series that its books have moved to. */
export async function moveReleases(
  ctx: Context,
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  if ((await tx.$count(series, eq(series.id, toId))) === 0) return
  const aliases = await tx.select().from(seriesAliases).where(eq(seriesAliases.seriesId, fromId))
  for (const { id: _, ...alias } of aliases) {
    await tx
      .insert(seriesAliases)
      .values({ ...alias, seriesId: toId })
      .onConflictDoNothing()
  }
  await tx.delete(seriesAliases).where(eq(seriesAliases.seriesId, fromId))
  await deleteKeepingOthers(ctx, tx, await listTwins(tx, fromId, toId))
  const moved = await tx
    .update(releases)
    .set({ seriesId: toId })
    .where(eq(releases.seriesId, fromId))
    .returning()
  for (const row of moved) if (row.joinedTo === null) await joinMoved(tx, row)
  await refreshLatestKnown(ctx, tx, [toId])
}

/** Lists releases of `fromId` that `toId` also has, from the same source or with the same hash. */
async function listTwins(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const twins = aliasedTable(releases, 'twins')
  const isSame = or(
    and(
      eq(twins.sourceId, releases.sourceId),
      eq(twins.externalReleaseId, releases.externalReleaseId),
    ),
    eq(twins.infoHash, releases.infoHash),
  )
  const rows = await tx
    .selectDistinct({ id: releases.id })
    .from(releases)
    .innerJoin(twins, and(eq(twins.seriesId, toId), isSame))
    .where(eq(releases.seriesId, fromId))
  return rows.map(({ id }) => id)
}

async function joinMoved(tx: Tx, row: typeof releases.$inferSelect) {
  const leader = row.state === 'announced' ? await findLeader(tx, row) : undefined
  if (!leader) return
  const { id: joinedTo, state, isStateManual } = leader
  const values = { joinedTo, state, isStateManual }
  await tx.update(releases).set(values).where(eq(releases.joinedTo, row.id))
  await tx.update(releases).set(values).where(eq(releases.id, row.id))
  await tx.delete(releaseSeen).where(eq(releaseSeen.releaseId, row.id))
}
