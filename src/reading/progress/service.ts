/**
 * Reading progress and completions of books. All protocols record reading events with the functions
 * in this file.
 */
import type { ReadProgressView } from '../../catalog/books/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import { applyReadingEvent, type ReadingEvent, type Step } from './apply-reading-events'
import { toProgressView, type ProgressUpdate, readProgressUpdated } from './model'
import {
  findProgressPage,
  findBookWithProgress,
  insertCompletions,
  insertEvents,
  isLogged,
  type ProgressRow,
  updateHidden,
  updateSeriesLastReadAt,
  upsertProgress,
  type BookWithProgress,
} from './queries'
import { refreshSeriesProgress } from './series/series-progress'
import { progressMessages } from './messages'
import { valueMessages } from '../../platform/messages/common'
import { bookMessages } from '../../catalog/books/messages'

type CheckedEvent = ReadingEvent & { check?: (book: BookWithProgress) => void }

/**
 * Logs an event and updates the progress in one transaction. Returns the current progress, or
 * undefined after "unread" for a book that was never opened. `check` can reject the event after
 * inspecting the book.
 */
export async function recordReading(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  event: CheckedEvent,
): Promise<ReadProgressView | undefined> {
  return ctx.writeForUser(viewer.userId, (tx) =>
    recordReadingInTransaction(ctx, tx, viewer, { bookId, ...event }),
  )
}

/** Like `recordReading`, but within the caller's transaction. */
export async function recordReadingInTransaction(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { bookId, check, ...event }: CheckedEvent & { bookId: string },
): Promise<ReadProgressView | undefined> {
  const book = await findBookWithProgress(tx, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  check?.(book)
  const [moved] = await recordForBooks(ctx, tx, viewer, { books: [book], event })
  const progress = moved ?? book.progress
  return progress ? toProgressView(progress) : undefined
}

export async function getProgress(ctx: Context, viewer: Viewer, bookId: string) {
  const book = await findBookWithProgress(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  return book.progress?.started ? toProgressView(book.progress) : undefined
}

export async function listProgress(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
): Promise<Found<ReadProgressView>> {
  const { data, total } = await findProgressPage(ctx.heavy, viewer, paging)
  return { data: data.map(toProgressView), total }
}

/**
 * Sets an explicit position, which can also move backward. A page past the end is rejected, because
 * it would complete the book by mistake.
 */
export async function setProgress(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  update: ProgressUpdate,
) {
  return recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page: update.currentPage,
    fraction: update.progressPercentage ?? undefined,
    completed: update.completed ?? undefined,
    device: update.device,
    happenedAt: parseTime(update.happenedAt, 'happenedAt'),
    check: ({ pageCount }) => {
      // The page count is unknown until the file has been analyzed.
      if (pageCount === 0 || update.currentPage <= pageCount) return
      throw invalidBody('currentPage', progressMessages.page_after_end({ count: pageCount }))
    },
  })
}

export const markRead = (ctx: Context, viewer: Viewer, bookId: string, device?: string) =>
  recordReading(ctx, viewer, bookId, { kind: 'completed', origin: 'explicit', device })

/** Marks a book as unread. Completions are kept. The next position starts a new pass. */
export async function markUnread(ctx: Context, viewer: Viewer, bookId: string, device?: string) {
  await recordReading(ctx, viewer, bookId, { kind: 'unread', origin: 'explicit', device })
}

/** Removes a book from the "In progress" shelf until it is read again, or adds it back. */
export async function setHidden(ctx: Context, viewer: Viewer, bookId: string, hidden: boolean) {
  await ctx.writeForUser(viewer.userId, async (tx) => {
    const book = await findBookWithProgress(tx, viewer, bookId)
    if (!book) throw notFound(bookMessages.not_found())
    const { userId } = viewer
    await updateHidden(tx, { userId, bookId }, hidden)
    const { seriesId } = book
    tx.afterCommit(() => ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId }))
  })
}

/** Applies one event to many books. Returns the changed rows. */
export async function recordForBooks(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { books: targets, event }: { books: BookWithProgress[]; event: ReadingEvent },
): Promise<ProgressRow[]> {
  const now = ctx.clock.now()
  const folded = targets.flatMap((book) => {
    const step = applyReadingEvent(book.progress ?? undefined, event, {
      pageCount: book.pageCount,
      highestPass: book.highestPass,
      now,
    })
    return step ? [{ book, step }] : []
  })
  const accepted = event.happenedAt ? await dropRepeated(tx, viewer, folded) : folded
  const { userId } = viewer
  const moved = accepted.filter(({ book, step }) => step.state !== book.progress)
  const rows = moved.map(({ book, step }) => ({
    ...step.state,
    hidden: false,
    movedFrom: null,
    userId,
    bookId: book.id,
    seriesId: book.seriesId,
    updatedAt: now,
  }))
  const finished = accepted.flatMap(({ book, step: { completion } }) =>
    completion ? [{ userId, bookId: book.id, ...completion }] : [],
  )
  const entries = accepted.map(({ book, step }) => ({
    userId,
    bookId: book.id,
    ...step.entry,
    createdAt: now,
  }))
  const [pageTurn] = moved.length === 1 && moved.every(isPageTurn) ? rows : []
  // These statements are sent to PostgreSQL together, because none reads what another one writes.
  await Promise.all([
    insertEvents(tx, entries),
    insertCompletions(tx, finished),
    upsertProgress(tx, rows),
    pageTurn && updateSeriesLastReadAt(tx, pageTurn),
  ])
  if (!pageTurn) await refreshSeries(tx, userId, rows)
  publishAfterCommit(ctx, tx, rows)
  return rows
}

interface FoldedEvent {
  book: BookWithProgress
  step: Step
}

async function dropRepeated(tx: Tx, viewer: Viewer, folded: FoldedEvent[]) {
  const news: FoldedEvent[] = []
  for (const one of folded) {
    const { book, step } = one
    if (!(await isLogged(tx, viewer.userId, book.id, step.entry))) news.push(one)
  }
  return news
}

/** Returns whether the event leaves the counters of the series unchanged. */
const isPageTurn = ({ book: { progress }, step: { state } }: FoldedEvent) =>
  progress !== null &&
  progress.pass === state.pass &&
  progress.started === state.started &&
  progress.completions === state.completions

const refreshSeries = (tx: Tx, userId: string, rows: ProgressRow[]) =>
  refreshSeriesProgress(tx, [...new Set(rows.map((row) => row.seriesId))], userId)

/** Publishes one event per series rather than one per book. */
function publishAfterCommit(ctx: Context, tx: Tx, rows: ProgressRow[]) {
  const bySeries = new Map(rows.map((row) => [row.seriesId, row]))
  tx.afterCommit(() => {
    for (const { userId, bookId, seriesId } of bySeries.values()) {
      ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
    }
  })
}

export function parseTime(given: string | undefined, path: string) {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) throw invalidBody(path, valueMessages.date_time())
  return time
}
