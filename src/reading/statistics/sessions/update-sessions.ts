/**
 * Derives sessions again for books whose events have changed, and deletes all sessions together
 * with the reading history.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  findChange,
  listReadingChanges,
  listChangedUsers,
  markChanged,
  removeChange,
} from '../../progress/changed-events'
import { deletePreservedHistory } from '../../preserved/store'
import { clearHistory } from '../../progress/history/removal'
import { type DerivedSession, deriveSessions, idleMs } from './derive-sessions'
import { deriveSessionsJob } from '../model'
import {
  type BookOfUser,
  deleteDerivedSince,
  deleteSomeSessions,
  findEventBefore,
  findPageCount,
  findRestart,
  insertSessions,
  listOverlapping,
  listSessionEvents,
  type SessionRow,
} from './session-queries'

const maxEvents = 20_000
const booksInRequest = 50
const booksInJob = 200
const booksAtOnce = 5

/**
 * Derives outdated sessions before statistics are read. Returns true if all of them have been
 * derived. Otherwise, the rest is derived in the background.
 */
export async function updateSessions(ctx: Context, userId: string): Promise<boolean> {
  const changed = await listReadingChanges(ctx.db, userId, booksInRequest + 1)
  const areDone = await updateBooks(ctx, changed.slice(0, booksInRequest))
  if (areDone && changed.length <= booksInRequest) return true
  await ctx.write((tx) => enqueueDeriving(ctx, tx, userId))
  return false
}

const enqueueDeriving = (ctx: Context, tx: Tx, userId: string) =>
  ctx.queue.enqueue(tx, deriveSessionsJob, { userId }, { key: `derive-sessions:${userId}` })

const sessionsAtOnce = 2000

/** Deletes the whole history, including sessions measured by apps. */
export async function clearHistoryAndSessions(ctx: Context, viewer: Viewer) {
  await ctx.write((tx) => deletePreservedHistory(tx, viewer.userId))
  while (await ctx.write((tx) => deleteSomeSessions(tx, viewer.userId, sessionsAtOnce)));
  await clearHistory(ctx, viewer)
}

/**
 * Enqueues jobs that derive the outdated sessions of all users, for totals of all users. Other
 * requests derive only the sessions of their own user.
 */
export async function enqueueDerivingForAll(ctx: Context) {
  for (const userId of await listChangedUsers(ctx.db, 10_000)) {
    await ctx.write((tx) => enqueueDeriving(ctx, tx, userId))
  }
}

export async function deriveAllSessions(ctx: Context, userId: string, signal: AbortSignal) {
  for (;;) {
    const changed = await listReadingChanges(ctx.db, userId, booksInJob)
    const areDone = await updateBooks(ctx, changed, signal)
    if (areDone && changed.length < booksInJob) return
  }
}

/**
 * Processes only a few books per transaction, so that other writes can run in between. Returns
 * false if a book has more events to process.
 */
async function updateBooks(ctx: Context, changed: readonly BookOfUser[], signal?: AbortSignal) {
  let areDone = true
  for (const slice of splitIntoSlices(changed, booksAtOnce)) {
    signal?.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      for (const { userId, bookId } of slice) {
        const book = { userId, bookId }
        const change = await findChange(tx, book)
        if (change && !(await deriveSince(tx, book, change.since.getTime()))) areDone = false
      }
    })
  }
  return areDone
}

/**
 * Derives the sessions of a book from the given time on. Returns false if there are more events
 * than one transaction should process. In that case, the next transaction continues.
 */
async function deriveSince(tx: Tx, book: BookOfUser, sinceMs: number): Promise<boolean> {
  const startMs = await findStart(tx, book, sinceMs)
  for (let limit = maxEvents; ; limit *= 2) {
    const lastMs = await deriveSome(tx, book, { startMs, limit })
    await removeChange(tx, book)
    if (lastMs === undefined) return true
    // If all of these events belong to one session, the next transaction would start at the same
    // event again, so the limit is raised instead.
    if ((await findStart(tx, book, lastMs)) <= startMs) continue
    await markChanged(tx, [{ ...book, happenedAt: new Date(lastMs) }])
    return false
  }
}

/**
 * Derives sessions from at most `limit` events. Returns the time of the last event if there may be
 * more.
 */
async function deriveSome(
  tx: Tx,
  book: BookOfUser,
  { startMs, limit }: { startMs: number; limit: number },
): Promise<number | undefined> {
  const events = await listSessionEvents(tx, book, startMs, limit)
  const before = await findEventBefore(tx, book, startMs)
  const pageCount = await findPageCount(tx, book.bookId)
  const derived = deriveSessions(events, { pageCount, before })
  await deleteDerivedSince(tx, book, startMs)
  await insertSessions(tx, await buildRows(tx, book, derived))
  return events.length < limit ? undefined : events.at(-1)!.happenedMs
}

/**
 * Finds the start of the earliest session that a change at this time can affect, including sessions
 * directly before it.
 */
async function findStart(tx: Tx, book: BookOfUser, sinceMs: number) {
  let startMs = sinceMs
  let endMs = sinceMs - idleMs
  for (;;) {
    const earlier = await findRestart(tx, book, endMs)
    if (earlier === undefined || earlier >= startMs) return startMs
    startMs = earlier
    endMs = earlier
  }
}

async function buildRows(
  tx: Tx,
  book: BookOfUser,
  derived: readonly DerivedSession[],
): Promise<SessionRow[]> {
  const [first, last] = [derived[0], derived.at(-1)]
  if (!first || !last) return []
  const measured = await listOverlapping(tx, book, {
    startedMs: first.startedMs,
    endedMs: Math.max(...derived.map(({ endedMs }) => endedMs)),
  })
  return derived.map((session) => ({
    ...book,
    ...session,
    id: Bun.randomUUIDv7(),
    origin: 'events',
    activeMs: session.endedMs > session.startedMs ? session.endedMs - session.startedMs : null,
    counted: !measured.some(
      (one) => one.startedMs <= session.endedMs && one.endedMs >= session.startedMs,
    ),
  }))
}
