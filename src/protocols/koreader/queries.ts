import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { koreaderPositions, syncLogins } from './schema'

const loginColumns = {
  id: syncLogins.id,
  name: syncLogins.name,
  username: syncLogins.username,
  lastUsedAt: syncLogins.lastUsedAt,
  createdAt: syncLogins.createdAt,
}

export const findLogins = (db: Db, userId: string) =>
  db
    .select(loginColumns)
    .from(syncLogins)
    .where(eq(syncLogins.userId, userId))
    .orderBy(asc(syncLogins.createdAt), asc(syncLogins.id))

export async function findLoginByUsername(db: Db, username: string) {
  const [row] = await db.select().from(syncLogins).where(eq(syncLogins.username, username))
  return row
}

export const countLogins = (tx: Tx, userId: string) =>
  tx.$count(syncLogins, eq(syncLogins.userId, userId))

export async function insertLogin(tx: Tx, login: typeof syncLogins.$inferInsert) {
  const [row] = await tx.insert(syncLogins).values(login).returning(loginColumns)
  return row!
}

/** Deletes a login. Returns its name, or undefined if the user has no such login. */
export async function deleteLogin(tx: Tx, userId: string, id: string) {
  const isOwn = and(eq(syncLogins.userId, userId), eq(syncLogins.id, id))
  const [gone] = await tx.delete(syncLogins).where(isOwn).returning({ name: syncLogins.name })
  return gone?.name
}

export async function deleteUserLogins(tx: Tx, userId: string) {
  await tx.delete(syncLogins).where(eq(syncLogins.userId, userId))
}

export async function updateLoginUse(tx: Tx, id: string, now: Date) {
  const isOlder = or(isNull(syncLogins.lastUsedAt), lt(syncLogins.lastUsedAt, now))
  await tx
    .update(syncLogins)
    .set({ lastUsedAt: now })
    .where(and(eq(syncLogins.id, id), isOlder))
}

export async function findSentPosition(db: Db, userId: string, document: string) {
  const [row] = await db
    .select()
    .from(koreaderPositions)
    .where(and(eq(koreaderPositions.userId, userId), eq(koreaderPositions.document, document)))
  return row
}

/** Stores a position. Keeps at most `max` documents per user, and deletes the oldest ones. */
export async function upsertPosition(
  tx: Tx,
  position: typeof koreaderPositions.$inferInsert,
  max: number,
) {
  await tx
    .insert(koreaderPositions)
    .values(position)
    .onConflictDoUpdate({
      target: [koreaderPositions.userId, koreaderPositions.document],
      set: position,
    })
  const isOwn = eq(koreaderPositions.userId, position.userId)
  const excess = (await tx.$count(koreaderPositions, isOwn)) - max
  if (excess <= 0) return
  const oldest = tx
    .select({ document: koreaderPositions.document })
    .from(koreaderPositions)
    .where(isOwn)
    .orderBy(asc(koreaderPositions.receivedAt))
    .limit(excess)
  await tx.delete(koreaderPositions).where(and(isOwn, inArray(koreaderPositions.document, oldest)))
}
