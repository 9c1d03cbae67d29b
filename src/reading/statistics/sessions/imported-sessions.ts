/** Adds and removes sessions imported from other programs. */
import type { Db, Tx } from '../../../platform/db/store'
import { markChanged } from '../../progress/changed-events'
import { insertMeasured, recountMeasured } from './measured-sessions'
import {
  listImported,
  listMeasuredOfBooks,
  removeSessions,
  type SessionRow,
} from './session-queries'
import { maxSessionMs } from './derive-sessions'

export type ImportedSession = Pick<SessionRow, 'bookId' | 'startedMs' | 'endedMs' | 'pages'> & {
  activeMs: number
}

export type SessionOutcome = 'new' | 'same' | 'not_possible'

interface GivenSessions {
  /** null for an account that does not exist yet. */
  userId: string | null
  now: Date
  given: readonly ImportedSession[]
}

/**
 * Determines which sessions to add. A session is not added if its times are impossible or if it
 * lies within a measured session of the same book.
 */
export async function planImportedSessions(
  db: Db,
  { userId, now, given }: GivenSessions,
): Promise<SessionOutcome[]> {
  const known = userId === null ? [] : await listMeasuredOfBooks(db, userId, given)
  const byBook = Map.groupBy(known, ({ bookId }) => bookId)
  return given.map((one) => {
    const { bookId, startedMs, endedMs } = one
    if (endedMs < startedMs || endedMs > now.getTime()) return 'not_possible'
    if (endedMs - startedMs > maxSessionMs) return 'not_possible'
    const isKnown = (other: SessionRow) => other.startedMs <= startedMs && other.endedMs >= endedMs
    return byBook.get(bookId)?.some(isKnown) ? 'same' : 'new'
  })
}

/** Returns the IDs of the new sessions. */
export async function storeImportedSessions(
  tx: Tx,
  userId: string,
  given: readonly ImportedSession[],
): Promise<string[]> {
  const ids: string[] = []
  for (const one of given) {
    const id = Bun.randomUUIDv7()
    const activeMs = Math.min(one.activeMs, one.endedMs - one.startedMs)
    const source = { id, userId, deviceId: null, origin: 'import', counted: true } as const
    await insertMeasured(tx, { ...source, ...one, activeMs })
    ids.push(id)
  }
  return ids
}

/** Removes sessions that an import added. Sessions that overlapped them count again. */
export async function removeImportedSessions(tx: Tx, userId: string, ids: readonly string[]) {
  const rows = await listImported(tx, userId, ids)
  await removeSessions(
    tx,
    userId,
    rows.map(({ id }) => id),
  )
  for (const row of rows) await recountMeasured(tx, row)
  await markChanged(
    tx,
    rows.map(({ bookId, startedMs }) => ({ userId, bookId, happenedAt: new Date(startedMs) })),
  )
}
