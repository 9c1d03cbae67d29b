/**
 * Holds back series that get new books while labels from an import are waiting for their books, or
 * while sharing tags of purged series may return. Users with denied tags do not see these series
 * until it is known whether the tags apply to them. A special tag marks these series. The tag
 * exists as long as labels or tags are waiting.
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { heldTagId } from '../../accounts/permissions/restriction-rules'
import type { Context } from '../../context'
import { waitingFacts } from '../../ingest/importing/schema'
import type { Db, Tx } from '../../platform/db/store'
import { preservedItems } from '../../reading/preserved/schema'
import { inIds } from '../../platform/db/sql'
import { series } from '../series/schema'
import { setSharingSet } from '../series/service'
import { findOrCreateSet } from './tag-combinations'
import { findSharingPlace, listSeriesWithTag, listTagsOfSet, addTagToItsSets } from './queries'
import { sharingSetTags, sharingTags } from './schema'
import { removeTagFrom } from './series-tags'

const seriesAtOnce = 100

export const isHolding = async (db: Db): Promise<boolean> =>
  (await db.$count(sharingTags, eq(sharingTags.id, heldTagId))) > 0

/** Starts to hold back series that get new books. */
export async function startHolding(tx: Tx) {
  // Tag lists omit this tag. With its ID as the name, it does not block any name that users choose.
  const tag = { id: heldTagId, name: heldTagId, nameKey: heldTagId, description: null }
  await tx.insert(sharingTags).values(tag).onConflictDoNothing()
  await addTagToItsSets(tx, heldTagId)
}

/** Shows all series that are held back. */
export async function stopHoldingSeries(ctx: Context, tx: Tx) {
  for (;;) {
    const held = await listSeriesWithTag(tx, heldTagId, seriesAtOnce)
    if (held.length === 0) break
    await removeTagFrom(ctx, tx, held, heldTagId)
  }
  await tx.delete(sharingTags).where(eq(sharingTags.id, heldTagId))
}

/** Returns true if sharing tags of purged series are waiting for their books. */
export async function hasPurgedTags(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: preservedItems.id })
    .from(preservedItems)
    .where(and(isNull(preservedItems.userId), eq(preservedItems.kind, 'sharingTag')))
    .limit(1)
  return rows.length > 0
}

/** Returns true if books can still get sharing tags that are waiting for them. */
export const mayGetTags = async (db: Db): Promise<boolean> =>
  (await isHolding(db)) || hasPurgedTags(db)

/**
 * Returns true if labels that assign this tag are waiting. If `tagId` is omitted, checks for any
 * tag.
 */
export async function hasWaitingLabels(db: Db, tagId?: string): Promise<boolean> {
  const isLabel =
    tagId === undefined ? isNotNull(waitingFacts.tagId) : eq(waitingFacts.tagId, tagId)
  const rows = await db.select({ id: waitingFacts.id }).from(waitingFacts).where(isLabel).limit(1)
  return rows.length > 0
}

/**
 * Holds back series that got new books. Does nothing unless labels or purged tags are waiting. The
 * caller publishes the changes to these series.
 */
export async function holdSeries(tx: Tx, seriesIds: readonly string[]) {
  if (seriesIds.length === 0) return
  if (!(await isHolding(tx))) {
    if (!(await hasPurgedTags(tx))) return
    await startHolding(tx)
  }
  await hold(tx, seriesIds)
}

export interface SeriesMove {
  fromId: string
  toId: string
}

/**
 * Holds back series to which books were moved. A waiting label may apply to any of them, a purged
 * tag only to books from a series that is already held back.
 */
export async function holdSeriesOfMovedBooks(tx: Tx, moves: readonly SeriesMove[]) {
  if (moves.length === 0 || !(await isHolding(tx))) return
  const isAny = await hasWaitingLabels(tx)
  const held = new Set<string>()
  for (const fromId of new Set(moves.map((move) => move.fromId))) {
    if (isAny || (await isHeld(tx, fromId))) held.add(fromId)
  }
  await hold(
    tx,
    moves.filter(({ fromId }) => held.has(fromId)).map(({ toId }) => toId),
  )
}

/** Finds which of the given series are held back. */
export async function findHeldSeries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .innerJoin(sharingSetTags, eq(sharingSetTags.setId, series.sharingSet))
    .where(and(inIds(series.id, ids), eq(sharingSetTags.tagId, heldTagId)))
  return new Set(rows.map(({ id }) => id))
}

const isHeld = async (tx: Tx, seriesId: string) =>
  (await listTagIdsOfSeries(tx, seriesId))?.includes(heldTagId) ?? false

async function hold(tx: Tx, seriesIds: readonly string[]) {
  for (const seriesId of new Set(seriesIds)) {
    const present = await listTagIdsOfSeries(tx, seriesId)
    if (!present || present.includes(heldTagId)) continue
    const tagIds = [...present, heldTagId].toSorted()
    await setSharingSet(tx, seriesId, await findOrCreateSet(tx, tagIds))
  }
}

/** Returns undefined if the series does not exist. */
async function listTagIdsOfSeries(tx: Tx, seriesId: string): Promise<string[] | undefined> {
  const place = await findSharingPlace(tx, seriesId)
  return place && (await listTagsOfSet(tx, place.sharingSet)).map(({ id }) => id)
}
