/** Provider offers for a series or book, and the works that users excluded for it. */
import { and, eq, isNotNull, isNull, like, notExists, sql } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { matchExclusions, metadataChangeSets, metadataOffers } from '../schema'

/** A series or book to match. */
export interface Matched {
  kind: 'series' | 'book'
  id: string
}

type OwnedTable = typeof metadataOffers | typeof matchExclusions | typeof metadataChangeSets

const isOf = ({ seriesId, bookId }: OwnedTable, { kind, id }: Matched) =>
  eq(kind === 'series' ? seriesId : bookId, id)

const idsOf = ({ kind, id }: Matched) => (kind === 'series' ? { seriesId: id } : { bookId: id })

export const listOffers = (db: Db, matched: Matched) =>
  db.select().from(metadataOffers).where(isOf(metadataOffers, matched))

type Offer = Omit<typeof metadataOffers.$inferInsert, 'id' | 'seriesId' | 'bookId'>

export async function upsertOffer(tx: Tx, matched: Matched, offer: Offer) {
  const { provider, externalId, work, refusedFields = null, fetchedAt } = offer
  const { seriesId, bookId } = metadataOffers
  const set = { externalId, work, refusedFields, fetchedAt }
  await tx
    .insert(metadataOffers)
    .values({ ...idsOf(matched), provider, ...set })
    .onConflictDoUpdate({
      target: [matched.kind === 'series' ? seriesId : bookId, metadataOffers.provider],
      set,
    })
}

/** Deletes a provider's offer unless a change set with its values is still applied. */
export async function deleteUnusedOffer(tx: Tx, matched: Matched, source: string) {
  const { undoneAt } = metadataChangeSets
  const applied = tx
    .select({ one: sql`1` })
    .from(metadataChangeSets)
    .where(
      and(
        isOf(metadataChangeSets, matched),
        eq(metadataChangeSets.source, source),
        isNull(undoneAt),
      ),
    )
  const provider = source.replace(/^plugin:/, '')
  await tx
    .delete(metadataOffers)
    .where(
      and(isOf(metadataOffers, matched), eq(metadataOffers.provider, provider), notExists(applied)),
    )
}

export const listMatchExclusions = (db: Db, matched: Matched) =>
  db
    .select({ provider: matchExclusions.provider, externalId: matchExclusions.externalId })
    .from(matchExclusions)
    .where(isOf(matchExclusions, matched))

interface Exclusion {
  provider: string
  externalId: string
}

export async function insertMatchExclusion(
  tx: Tx,
  matched: Matched,
  { provider, externalId, createdAt }: Exclusion & { createdAt: Date },
) {
  await tx
    .insert(matchExclusions)
    .values({ ...idsOf(matched), provider, externalId, createdAt })
    .onConflictDoNothing()
}

export async function deleteMatchExclusion(
  tx: Tx,
  matched: Matched,
  { provider, externalId }: Exclusion,
) {
  await tx
    .delete(matchExclusions)
    .where(
      and(
        isOf(matchExclusions, matched),
        eq(matchExclusions.provider, provider),
        eq(matchExclusions.externalId, externalId),
      ),
    )
}

export type MatchDecision = typeof metadataOffers.$inferSelect | typeof matchExclusions.$inferSelect

/** Lists the offers and exclusions of series or books. */
export async function listMatchDecisions(
  db: Db,
  kind: Matched['kind'],
  ids: readonly string[],
): Promise<MatchDecision[]> {
  const isOfAny = ({ seriesId, bookId }: OwnedTable) =>
    inIds(kind === 'series' ? seriesId : bookId, ids)
  return [
    ...(await db.select().from(metadataOffers).where(isOfAny(metadataOffers))),
    ...(await db.select().from(matchExclusions).where(isOfAny(matchExclusions))),
  ]
}

/**
 * Adds offers and exclusions. If an offer from the same provider already exists, the existing offer
 * is kept.
 */
export async function addMatchDecisions(
  tx: Tx,
  matched: Matched,
  decisions: readonly MatchDecision[],
) {
  const noIds = { seriesId: null, bookId: null }
  for (const decision of decisions) {
    if (!('work' in decision)) await insertMatchExclusion(tx, matched, decision)
    else {
      const { id: _, ...offer } = decision
      await tx
        .insert(metadataOffers)
        .values({ ...offer, ...noIds, ...idsOf(matched) })
        .onConflictDoNothing()
    }
  }
}

/**
 * Copies match decisions from one series or book to another. If both have an offer from the same
 * provider, the target keeps its own.
 */
export async function mergeMatchDecisions(
  tx: Tx,
  { kind, fromId, toId }: { kind: Matched['kind']; fromId: string; toId: string },
) {
  const [from, to] = [fromId, toId].map((id) => ({ kind, id })) as [Matched, Matched]
  for (const { id: _, ...offer } of await listOffers(tx, from)) {
    await tx
      .insert(metadataOffers)
      .values({ ...offer, ...idsOf(to) })
      .onConflictDoNothing()
  }
  const excluded = await tx.select().from(matchExclusions).where(isOf(matchExclusions, from))
  for (const one of excluded) await insertMatchExclusion(tx, to, one)
  // Undone change sets move as well, so that their works are not applied again without asking.
  await tx
    .update(metadataChangeSets)
    .set(idsOf(to))
    .where(
      and(
        isOf(metadataChangeSets, from),
        like(metadataChangeSets.source, 'plugin:%'),
        isNotNull(metadataChangeSets.undoneAt),
      ),
    )
}
