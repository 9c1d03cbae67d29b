/** What providers offered for a series, and which works people excluded for it. */
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/store'
import { matchExclusions, metadataChangeSets, metadataOffers } from '../schema'

export const listOffers = (db: Db, seriesId: string) =>
  db.select().from(metadataOffers).where(eq(metadataOffers.seriesId, seriesId))

export async function upsertOffer(tx: Tx, values: typeof metadataOffers.$inferInsert) {
  const { externalId, work, refusedFields = null, fetchedAt } = values
  await tx
    .insert(metadataOffers)
    .values(values)
    .onConflictDoUpdate({
      target: [metadataOffers.seriesId, metadataOffers.provider],
      set: { externalId, work, refusedFields, fetchedAt },
    })
}

/** Deletes the offer of a provider unless a change set with its values is still applied. */
export async function deleteUnusedOffer(tx: Tx, seriesId: string, source: string) {
  const { undoneAt } = metadataChangeSets
  const applied = tx
    .select({ one: sql`1` })
    .from(metadataChangeSets)
    .where(
      and(
        eq(metadataChangeSets.seriesId, seriesId),
        eq(metadataChangeSets.source, source),
        isNull(undoneAt),
      ),
    )
  const provider = source.replace(/^plugin:/, '')
  await tx
    .delete(metadataOffers)
    .where(
      and(
        eq(metadataOffers.seriesId, seriesId),
        eq(metadataOffers.provider, provider),
        notExists(applied),
      ),
    )
}

export const listMatchExclusions = (db: Db, seriesId: string) =>
  db
    .select({ provider: matchExclusions.provider, externalId: matchExclusions.externalId })
    .from(matchExclusions)
    .where(eq(matchExclusions.seriesId, seriesId))

export async function insertMatchExclusion(
  tx: Tx,
  values: { seriesId: string; provider: string; externalId: string; createdAt: Date },
) {
  await tx.insert(matchExclusions).values(values).onConflictDoNothing()
}

export async function deleteMatchExclusion(
  tx: Tx,
  { seriesId, provider, externalId }: { seriesId: string; provider: string; externalId: string },
) {
  await tx
    .delete(matchExclusions)
    .where(
      and(
        eq(matchExclusions.seriesId, seriesId),
        eq(matchExclusions.provider, provider),
        eq(matchExclusions.externalId, externalId),
      ),
    )
}

/** Adds those of another series. A series that has an offer of the provider keeps it. */
export async function mergeMatchDecisions(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  for (const offer of await listOffers(tx, fromId)) {
    await tx
      .insert(metadataOffers)
      .values({ ...offer, seriesId: toId })
      .onConflictDoNothing()
  }
  const excluded = await tx
    .select()
    .from(matchExclusions)
    .where(eq(matchExclusions.seriesId, fromId))
  for (const one of excluded) await insertMatchExclusion(tx, { ...one, seriesId: toId })
}
