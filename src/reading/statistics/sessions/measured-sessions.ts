/**
 * Stores sessions measured by apps or imported, and determines which overlapping sessions count.
 */
import type { Tx } from '../../../platform/db/store'
import { markChanged } from '../../progress/changed-events'
import {
  excludeDerived,
  hasSession,
  insertSessions,
  listMeasured,
  listOverlapping,
  removeMeasured,
  type SessionRow,
  setCounted,
} from './session-queries'

export type MeasuredSession = SessionRow

const comesBefore = (one: SessionRow, other: SessionRow) =>
  one.startedMs < other.startedMs || (one.startedMs === other.startedMs && one.id < other.id)

/**
 * Inserts a measured session. If measured sessions overlap, only the pages of the earliest one
 * count. Derived sessions that overlap the new one do not count at all.
 */
export async function insertMeasured(tx: Tx, row: SessionRow) {
  const others = await listOverlapping(tx, row, row)
  for (const other of others) {
    if (comesBefore(row, other)) await setCounted(tx, other, false)
  }
  const counted = !others.some((other) => comesBefore(other, row))
  await insertSessions(tx, [{ ...row, counted }])
  await excludeDerived(tx, row, row)
}

/**
 * Call this after a session was removed. The pages of the earliest session that overlapped it count
 * again.
 */
export async function recountMeasured(tx: Tx, removed: SessionRow) {
  for (const row of await listOverlapping(tx, removed, removed)) {
    if (row.counted) continue
    const others = await listOverlapping(tx, row, row)
    if (!others.some((other) => comesBefore(other, row))) await setCounted(tx, row, true)
  }
}

/**
 * Moves measured sessions to the copy that replaces a book, because their time would otherwise be
 * hidden along with the book. Events stay with the book, and sessions derived from them count again
 * if the book returns.
 */
export async function moveMeasuredSessions(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const rows = await listMeasured(tx, fromId)
  await removeMeasured(tx, fromId)
  await addMeasuredSessions(tx, toId, rows)
  await markChanged(
    tx,
    rows.map(({ userId, startedMs }) => ({
      userId,
      bookId: fromId,
      happenedAt: new Date(startedMs),
    })),
  )
}

/**
 * Adds the measured sessions of another book with the same content, except those that already
 * exist.
 */
export async function addMeasuredSessions(tx: Tx, bookId: string, rows: readonly SessionRow[]) {
  for (const row of rows) {
    if (await hasSession(tx, row.userId, row.id)) continue
    await insertMeasured(tx, { ...row, bookId, counted: true })
  }
}
