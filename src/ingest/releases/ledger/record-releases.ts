/** Records the releases listed by a source in the ledger, and deletes old ones. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { releaseAnnounced } from '../model'
import {
  decideState,
  isContained,
  type OwnedNumbers,
  type TrackingRules,
} from '../rules/announcement-rules'
import { releases, releaseSeen } from '../schema'
import { type ReleaseRow, setReleaseState } from './ledger-queries'
import { refreshLatestKnown } from './series-numbers'

const maxRowsOfSource = 20_000
/** Above this number of rows, even releases that are still listed are deleted. */
const mostRowsOfSource = 10 * maxRowsOfSource
const stillListedMs = 7 * 86_400_000
const keptMs = 180 * 86_400_000
const maxAheadMs = 3_600_000

export interface TrackedSeries {
  id: string
  libraryId: string
  rules: TrackingRules
  owned: OwnedNumbers
}

export type FoundRelease = Pick<
  ReleaseRow,
  | 'externalReleaseId'
  | 'infoHash'
  | 'title'
  | 'chapters'
  | 'volumes'
  | 'language'
  | 'groupOrUploader'
  | 'payloadUrl'
  | 'confidence'
  | 'releasedAt'
> & { series: TrackedSeries }

/**
 * Records releases in the given transaction. Sets `listedAt` of all given releases to `now`.
 * Returns the number of new rows.
 */
export async function recordReleases(
  ctx: Context,
  tx: Tx,
  {
    sourceId,
    found,
    now,
    isWhole = false,
  }: {
    sourceId: string
    found: readonly FoundRelease[]
    now: Date
    /**
     * Whether every item was compared with all tracked series. If so, stored releases of these
     * items for other series are misplaced.
     */
    isWhole?: boolean
  },
): Promise<number> {
  const known = await listKnown(tx, sourceId, found)
  const changed = new Set<string>()
  if (isWhole) for (const id of await ignoreMisplaced(tx, known, found)) changed.add(id)
  let added = 0
  for (const one of found) {
    const row = known.find(
      (stored) =>
        stored.seriesId === one.series.id &&
        ((stored.sourceId === sourceId && stored.externalReleaseId === one.externalReleaseId) ||
          (stored.infoHash !== null && stored.infoHash === one.infoHash)),
    )
    const stored = row ? await updateKnown(ctx, tx, row, { one, now }) : undefined
    const inserted = row ? undefined : await insertRelease(ctx, tx, { sourceId, one, now })
    if (inserted) known.push(inserted)
    if (inserted) added++
    if (inserted || stored) changed.add(one.series.id)
  }
  await refreshLatestKnown(ctx, tx, [...changed])
  return added
}

/**
 * Sets announced releases whose name no longer matches their series to `ignored`. Returns the IDs
 * of those series.
 */
async function ignoreMisplaced(
  tx: Tx,
  known: readonly ReleaseRow[],
  found: readonly FoundRelease[],
): Promise<string[]> {
  const homes = Map.groupBy(found, ({ externalReleaseId }) => externalReleaseId)
  const misplaced = known.filter(({ externalReleaseId, seriesId, state, isStateManual }) => {
    const isAtHome = homes.get(externalReleaseId)?.some((one) => one.series.id === seriesId) ?? true
    return !isAtHome && !isStateManual && state === 'announced'
  })
  const ids = misplaced.filter(({ joinedTo }) => joinedTo === null).map(({ id }) => id)
  await setReleaseState(tx, ids, { state: 'ignored', isStateManual: false })
  return misplaced.map(({ seriesId }) => seriesId)
}

const listKnown = async (tx: Tx, sourceId: string, found: readonly FoundRelease[]) => {
  if (found.length === 0) return []
  const hashes = found.flatMap(({ infoHash }) => infoHash ?? [])
  return tx
    .select()
    .from(releases)
    .where(
      or(
        and(
          eq(releases.sourceId, sourceId),
          inArray(
            releases.externalReleaseId,
            found.map(({ externalReleaseId }) => externalReleaseId),
          ),
        ),
        hashes.length > 0 ? inArray(releases.infoHash, hashes) : undefined,
      ),
    )
}

/**
 * Updates `listedAt`, and announces an ignored release if changed rules accept it. Returns true if
 * the state changed.
 */
async function updateKnown(
  ctx: Context,
  tx: Tx,
  row: ReleaseRow,
  { one, now }: { one: FoundRelease; now: Date },
): Promise<boolean> {
  await tx.update(releases).set({ listedAt: now }).where(eq(releases.id, row.id))
  const isOpen = row.state === 'ignored' && !row.isStateManual
  const { rules, owned } = one.series
  if (!isOpen || decideState(one, rules, owned) !== 'announced') return false
  await accept(ctx, tx, { row, one })
  return true
}

async function insertRelease(
  ctx: Context,
  tx: Tx,
  { sourceId, one, now }: { sourceId: string; one: FoundRelease; now: Date },
): Promise<ReleaseRow> {
  const { series, ...values } = one
  const [row] = await tx
    .insert(releases)
    .values({
      ...values,
      sourceId,
      seriesId: series.id,
      lastChapter: values.chapters.at(-1)?.end ?? null,
      lastVolume: values.volumes.at(-1)?.end ?? null,
      state: 'ignored',
      observedAt: clampObserved(values.releasedAt, now),
      listedAt: now,
      createdAt: now,
    })
    .returning()
  const isAccepted = decideState(one, series.rules, series.owned) === 'announced'
  if (isAccepted) await accept(ctx, tx, { row: row!, one })
  return row!
}

const clampObserved = (releasedAt: Date | null, now: Date) =>
  releasedAt && releasedAt.getTime() > now.getTime() + maxAheadMs
    ? new Date(now.getTime() + maxAheadMs)
    : now

/** Announces a release, or joins it to an existing announcement that covers its numbers. */
async function accept(ctx: Context, tx: Tx, { row, one }: { row: ReleaseRow; one: FoundRelease }) {
  const leader = await findLeader(tx, row)
  const now = ctx.clock.now()
  const announced = { joinedTo: null, state: 'announced' as const, announcedAt: now }
  const values = leader
    ? { joinedTo: leader.id, state: leader.state, isStateManual: leader.isStateManual }
    : { ...announced, observedAt: clampObserved(row.releasedAt, now) }
  await tx.update(releases).set(values).where(eq(releases.id, row.id))
  if (leader) return
  const { id: seriesId, libraryId } = one.series
  tx.afterCommit(() =>
    ctx.bus.publish(releaseAnnounced, { libraryId, seriesId, releaseId: row.id }),
  )
}

/**
 * Finds an announcement in the same language that covers all numbers of a release. Omits
 * announcements that the rules ignored.
 */
export async function findLeader(tx: Tx, row: ReleaseRow): Promise<ReleaseRow | undefined> {
  const last = row.lastChapter ?? row.lastVolume
  const column = row.lastChapter === null ? releases.lastVolume : releases.lastChapter
  const candidates = await tx
    .select()
    .from(releases)
    .where(
      and(
        eq(releases.seriesId, row.seriesId),
        isNull(releases.joinedTo),
        sql`${releases.id} <> ${row.id}`,
        sql`${column} >= ${last}`,
        row.language === null ? isNull(releases.language) : eq(releases.language, row.language),
        or(sql`${releases.state} <> 'ignored'`, eq(releases.isStateManual, true)),
      ),
    )
    .orderBy(asc(column), releases.id)
    .limit(200)
  return candidates.find((one) => isContained(row, one))
}

/** After an "unchanged" response, renews `listedAt` of the releases in the last full response. */
export async function renewListed(
  tx: Tx,
  { sourceId, since, now }: { sourceId: string; since: Date; now: Date },
) {
  await tx
    .update(releases)
    .set({ listedAt: now })
    .where(and(eq(releases.sourceId, sourceId), eq(releases.listedAt, since)))
}

/**
 * Deletes releases that are decided and have not been listed for a long time, and rows above the
 * limit per source.
 */
export async function deleteOldReleases(ctx: Context, tx: Tx, sourceId: string, now: Date) {
  const isDecided = sql`${releases.state} <> 'announced'`
  await deleteKeepingOthers(
    ctx,
    tx,
    [
      ...(await tx
        .select({ id: releases.id })
        .from(releases)
        .where(
          and(
            eq(releases.sourceId, sourceId),
            isDecided,
            lt(releases.listedAt, new Date(now.getTime() - keptMs)),
          ),
        )
        .limit(1000)),
      ...(await listExcess(tx, sourceId, now)),
    ].map(({ id }) => id),
  )
}

/** Lists rows above the limit. Spares releases that are still listed, up to `mostRowsOfSource`. */
async function listExcess(tx: Tx, sourceId: string, now: Date) {
  const count = await tx.$count(releases, eq(releases.sourceId, sourceId))
  if (count <= maxRowsOfSource) return []
  const isOld = lt(releases.listedAt, new Date(now.getTime() - stillListedMs))
  return tx
    .select({ id: releases.id })
    .from(releases)
    .where(and(eq(releases.sourceId, sourceId), count > mostRowsOfSource ? undefined : isOld))
    .orderBy(sql`case when ${releases.state} = 'announced' then 1 else 0 end`, releases.listedAt)
    .limit(Math.min(count - maxRowsOfSource, 1000))
}

/**
 * Deletes releases. The oldest release joined to a deleted announcement replaces it.
 */
export async function deleteKeepingOthers(ctx: Context, tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return
  const gone = await tx.select().from(releases).where(inIds(releases.id, ids))
  const joined = await tx
    .select()
    .from(releases)
    .where(and(isNotNull(releases.joinedTo), inIds(releases.joinedTo, ids)))
    .orderBy(releases.id)
  const isGone = new Set(ids)
  const remaining = joined.filter(({ id }) => !isGone.has(id))
  for (const [leaderId, others] of Map.groupBy(remaining, ({ joinedTo }) => joinedTo!)) {
    const [heir] = others
    await tx.update(releases).set({ joinedTo: heir!.id }).where(eq(releases.joinedTo, leaderId))
    await tx.update(releases).set({ joinedTo: null }).where(eq(releases.id, heir!.id))
    // A user who has seen both releases keeps only one row.
    const seers = tx
      .select({ userId: releaseSeen.userId })
      .from(releaseSeen)
      .where(eq(releaseSeen.releaseId, leaderId))
    await tx
      .delete(releaseSeen)
      .where(and(eq(releaseSeen.releaseId, heir!.id), inArray(releaseSeen.userId, seers)))
    await tx
      .update(releaseSeen)
      .set({ releaseId: heir!.id })
      .where(eq(releaseSeen.releaseId, leaderId))
  }
  await tx.delete(releases).where(inIds(releases.id, ids))
  await refreshLatestKnown(ctx, tx, [...new Set(gone.map(({ seriesId }) => seriesId))])
}
