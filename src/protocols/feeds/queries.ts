import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { feedAddresses } from './schema'

const columns = {
  id: feedAddresses.id,
  name: feedAddresses.name,
  lastUsedAt: feedAddresses.lastUsedAt,
  createdAt: feedAddresses.createdAt,
}

export const findFeedAddresses = (db: Db, userId: string) =>
  db
    .select(columns)
    .from(feedAddresses)
    .where(eq(feedAddresses.userId, userId))
    .orderBy(asc(feedAddresses.createdAt), asc(feedAddresses.id))

export const countFeedAddresses = (tx: Tx, userId: string) =>
  tx.$count(feedAddresses, eq(feedAddresses.userId, userId))

export async function findFeedAddressByKey(db: Db, keyHash: string) {
  const [row] = await db.select().from(feedAddresses).where(eq(feedAddresses.keyHash, keyHash))
  return row
}

export async function insertFeedAddress(tx: Tx, values: typeof feedAddresses.$inferInsert) {
  const [row] = await tx.insert(feedAddresses).values(values).returning(columns)
  return row!
}

/** Deletes a feed address. Returns its name, or undefined if the user has no such address. */
export async function deleteFeedAddressRow(tx: Tx, userId: string, id: string) {
  const [deleted] = await tx
    .delete(feedAddresses)
    .where(and(eq(feedAddresses.userId, userId), eq(feedAddresses.id, id)))
    .returning({ name: feedAddresses.name })
  return deleted?.name
}

export async function deleteUserFeedAddresses(tx: Tx, userId: string) {
  await tx.delete(feedAddresses).where(eq(feedAddresses.userId, userId))
}

export async function updateFeedUse(tx: Tx, id: string, now: Date) {
  const isOlder = or(isNull(feedAddresses.lastUsedAt), lt(feedAddresses.lastUsedAt, now))
  await tx
    .update(feedAddresses)
    .set({ lastUsedAt: now })
    .where(and(eq(feedAddresses.id, id), isOlder))
}
