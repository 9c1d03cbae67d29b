/** Positions in the custom order of a want-to-read list: consecutive numbers starting at 1. */
import { and, asc, between, eq, or, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import type { Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { isVisibleBook, isVisibleSeries, type WantedItem } from './queries'
import { wantToRead } from './schema'

const rowsAtOnce = 200

/** Appends items to the user's list. */
export async function insertWanted(tx: Tx, userId: string, items: WantedItem[], now: Date) {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${wantToRead.position}), 0)`.mapWith(Number) })
    .from(wantToRead)
    .where(eq(wantToRead.userId, userId))
  const after = last?.position ?? 0
  const rows = items.map((item, place) => ({
    ...item,
    userId,
    position: after + place + 1,
    addedAt: now,
  }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx.insert(wantToRead).values(slice)
  }
}

/**
 * Lists the IDs of the visible entries, and those of the entries that are hidden at the moment,
 * each in order.
 */
export async function listPositions(tx: Tx, viewer: Viewer) {
  const rows = await tx
    .select({
      id: wantToRead.id,
      isVisible: sql<boolean>`${or(isVisibleSeries(viewer), isVisibleBook(viewer))}`.mapWith(
        Boolean,
      ),
    })
    .from(wantToRead)
    .leftJoin(series, eq(series.id, wantToRead.seriesId))
    .leftJoin(books, eq(books.id, wantToRead.bookId))
    .where(eq(wantToRead.userId, viewer.userId))
    .orderBy(asc(wantToRead.position), asc(wantToRead.id))
  const idsWhere = (isVisible: boolean) =>
    rows.filter((row) => row.isVisible === isVisible).map(({ id }) => id)
  return { visible: idsWhere(true), hidden: idsWhere(false) }
}

export async function storeOrder(tx: Tx, userId: string, ids: string[]) {
  const rows = ids.map((id, place) => ({ id, userId, position: place + 1 }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    // The rows already exist, so this statement only updates positions.
    await tx
      .insert(wantToRead)
      .values(slice)
      .onConflictDoUpdate({ target: wantToRead.id, set: { position: sql`excluded.position` } })
  }
}

interface Move {
  id: string
  /** Current position of the entry, and its target position. */
  from: number
  to: number
}

/** Moves an entry. Only the positions of the entries in between are shifted. */
export async function moveWanted(tx: Tx, userId: string, { id, from, to }: Move) {
  const [low, high, step] = from < to ? [from + 1, to, -1] : [to, from - 1, 1]
  await tx
    .update(wantToRead)
    .set({ position: sql`${wantToRead.position} + ${step}` })
    .where(and(eq(wantToRead.userId, userId), between(wantToRead.position, low, high)))
  await tx.update(wantToRead).set({ position: to }).where(eq(wantToRead.id, id))
}

/** Returns null if the viewer has no such entry. */
export async function findPosition(tx: Tx, viewer: Viewer, id: string): Promise<number | null> {
  const [row] = await tx
    .select({ position: wantToRead.position })
    .from(wantToRead)
    .leftJoin(series, eq(series.id, wantToRead.seriesId))
    .leftJoin(books, eq(books.id, wantToRead.bookId))
    .where(
      and(
        eq(wantToRead.userId, viewer.userId),
        eq(wantToRead.id, id),
        or(isVisibleSeries(viewer), isVisibleBook(viewer)),
      ),
    )
  return row?.position ?? null
}
