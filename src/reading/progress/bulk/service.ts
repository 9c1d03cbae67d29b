/** Marks whole series, and many books or series at once, as read or unread. */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { inIds } from '../../../platform/db/sql'
import { books } from '../../../catalog/books/schema'
import { Refusal } from '../../../errors'
import { getIdentity } from '../../../catalog/series/service'
import type { Viewer } from '../../../accounts/permissions/model'
import { findBooksWithProgress } from '../queries'
import {
  recordUndoable,
  type Marking,
  type UndoableReading,
} from '../adjustments/undoable-readings'
import { maxUndoableBooks, saveMark } from './undo-marks'
import { type MessageWithText, withText } from '../../../platform/messages/message'
import { bookMessages } from '../../../catalog/books/messages'
import { progressMessages } from '../messages'

type State = 'completed' | 'unread'
interface Problem extends MessageWithText {
  id: string
  error: string
}

const booksAtOnce = 50

export const markSeriesRead = (ctx: Context, viewer: Viewer, seriesId: string, device?: string) =>
  markSeries(ctx, viewer, seriesId, { kind: 'completed', origin: 'explicit', device })

export const markSeriesUnread = (ctx: Context, viewer: Viewer, seriesId: string, device?: string) =>
  markSeries(ctx, viewer, seriesId, { kind: 'unread', origin: 'explicit', device })

async function markSeries(ctx: Context, viewer: Viewer, seriesId: string, event: Marking) {
  return ctx.writeForUser(viewer.userId, async (tx) => {
    const changes = await recordForSeries(ctx, tx, viewer, { seriesId, event })
    const undoId = await saveMark(ctx, tx, viewer, changes)
    return summarize({ count: changes.length, undoId }, event)
  })
}

async function recordForSeries(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { seriesId, event }: { seriesId: string; event: Marking },
): Promise<UndoableReading[]> {
  await getIdentity(tx, viewer, seriesId)
  const present = await findBooksWithProgress(tx, viewer, eq(books.seriesId, seriesId))
  return recordUndoable(ctx, tx, viewer, { books: present, event })
}

function summarize(marked: { count: number; undoId: string | null }, { kind }: Marking) {
  const message =
    kind === 'completed' ? progressMessages.marked_read : progressMessages.marked_unread
  return { ...marked, ...withText(message({ count: marked.count })) }
}

/** Collects the changes of several transactions. */
class MarkedBooks {
  count = 0
  /** Contains at most one change more than can be undone. */
  readonly changes: UndoableReading[] = []

  add(changes: readonly UndoableReading[]) {
    this.count += changes.length
    for (const change of changes)
      if (this.changes.length <= maxUndoableBooks) this.changes.push(change)
  }
}

export async function markBooks(
  ctx: Context,
  viewer: Viewer,
  { bookIds, state, device }: { bookIds: readonly string[]; state: State; device?: string },
) {
  const event = { kind: state, origin: 'explicit', device } as const
  const distinct = [...new Set(bookIds)]
  const problems: Problem[] = []
  const marked = new MarkedBooks()
  for (const slice of splitIntoSlices(distinct, booksAtOnce)) {
    const outcome = await ctx.writeForUser(viewer.userId, async (tx) => {
      const present = await findBooksWithProgress(tx, viewer, inIds(books.id, slice))
      const moved = await recordUndoable(ctx, tx, viewer, { books: present, event })
      return { moved, seen: new Set(present.map(({ id }) => id)) }
    })
    marked.add(outcome.moved)
    problems.push(
      ...slice.filter((id) => !outcome.seen.has(id)).map((id) => createNotFoundProblem(id)),
    )
    await yieldToEventLoop()
  }
  return { problems, ...(await finish(ctx, viewer, marked, event)) }
}

/** Uses one transaction per series, because a series can have thousands of books. */
export async function markManySeries(
  ctx: Context,
  viewer: Viewer,
  { seriesIds, state }: { seriesIds: readonly string[]; state: State },
) {
  const event = { kind: state, origin: 'explicit' } as const
  const problems: Problem[] = []
  const marked = new MarkedBooks()
  for (const seriesId of new Set(seriesIds)) {
    try {
      const changes = await ctx.writeForUser(viewer.userId, (tx) =>
        recordForSeries(ctx, tx, viewer, { seriesId, event }),
      )
      marked.add(changes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ id: seriesId, error: error.reason, ...withText(error.userMessage) })
    }
    await yieldToEventLoop()
  }
  return { problems, ...(await finish(ctx, viewer, marked, event)) }
}

async function finish(
  ctx: Context,
  viewer: Viewer,
  { count, changes }: MarkedBooks,
  event: Marking,
) {
  const undoId = await ctx.writeForUser(viewer.userId, (tx) => saveMark(ctx, tx, viewer, changes))
  return summarize({ count, undoId }, event)
}

const createNotFoundProblem = (id: string) => ({
  id,
  error: 'not_found',
  ...withText(bookMessages.not_found()),
})
