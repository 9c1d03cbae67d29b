import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { koboBooks, koboDevices } from './schema'

const deviceColumns = {
  id: koboDevices.id,
  name: koboDevices.name,
  libraryIds: koboDevices.libraryIds,
  lastUsedAt: koboDevices.lastUsedAt,
  createdAt: koboDevices.createdAt,
}

export const findDevices = (db: Db, userId: string) =>
  db
    .select(deviceColumns)
    .from(koboDevices)
    .where(eq(koboDevices.userId, userId))
    .orderBy(asc(koboDevices.createdAt), asc(koboDevices.id))

export const countDevices = (tx: Tx, userId: string) =>
  tx.$count(koboDevices, eq(koboDevices.userId, userId))

export async function findDeviceByKey(db: Db, keyHash: string) {
  const [row] = await db.select().from(koboDevices).where(eq(koboDevices.keyHash, keyHash))
  return row
}
export type KoboDeviceRow = NonNullable<Awaited<ReturnType<typeof findDeviceByKey>>>

export async function insertDevice(tx: Tx, device: typeof koboDevices.$inferInsert) {
  const [row] = await tx.insert(koboDevices).values(device).returning(deviceColumns)
  return row!
}

const isOwn = (userId: string, id: string) =>
  and(eq(koboDevices.userId, userId), eq(koboDevices.id, id))

export async function updateDevice(
  tx: Tx,
  userId: string,
  id: string,
  change: Partial<Pick<KoboDeviceRow, 'name' | 'libraryIds'>>,
) {
  const where = isOwn(userId, id)
  if (Object.keys(change).length > 0) await tx.update(koboDevices).set(change).where(where)
  const [row] = await tx.select(deviceColumns).from(koboDevices).where(where)
  return row
}

/** Deletes a device. Returns its name, or undefined if the user has no such device. */
export async function deleteDevice(tx: Tx, userId: string, id: string) {
  const [gone] = await tx
    .delete(koboDevices)
    .where(isOwn(userId, id))
    .returning({ name: koboDevices.name })
  return gone?.name
}

export async function deleteUserDevices(tx: Tx, userId: string) {
  await tx.delete(koboDevices).where(eq(koboDevices.userId, userId))
}

export async function findOwnDevice(db: Db, userId: string, id: string) {
  const [row] = await db.select(deviceColumns).from(koboDevices).where(isOwn(userId, id))
  return row
}

/**
 * Marks a book as deleted on the device by its user. Ignores books that the server has removed,
 * because the device confirms those removals with the same request.
 */
export async function dismissBook(tx: Tx, deviceId: string, bookId: string) {
  const isOne = and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.bookId, bookId))
  await tx
    .update(koboBooks)
    .set({ isDismissed: true })
    .where(and(isOne, eq(koboBooks.isRemoved, false)))
}

/**
 * Makes the next sync send a book that the user deleted on the device, as if it had never been
 * sent. Returns false if the user did not delete it there.
 */
export async function restoreDismissedBook(
  tx: Tx,
  deviceId: string,
  bookId: string,
): Promise<boolean> {
  const { isDismissed } = koboBooks
  const restored = await tx
    .update(koboBooks)
    .set({
      isDismissed: false,
      isRemoved: false,
      sentVersion: null,
      sentProgressAt: null,
      batch: 0,
      receivedBatch: null,
    })
    .where(
      and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.bookId, bookId), eq(isDismissed, true)),
    )
    .returning({ bookId: koboBooks.bookId })
  return restored.length > 0
}

export async function updateDeviceUse(tx: Tx, id: string, now: Date) {
  const isOlder = or(isNull(koboDevices.lastUsedAt), lt(koboDevices.lastUsedAt, now))
  await tx
    .update(koboDevices)
    .set({ lastUsedAt: now })
    .where(and(eq(koboDevices.id, id), isOlder))
}

export async function incrementBatch(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(koboDevices)
    .set({ batch: sql`${koboDevices.batch} + 1` })
    .where(eq(koboDevices.id, id))
    .returning({ batch: koboDevices.batch })
  return row!.batch
}
