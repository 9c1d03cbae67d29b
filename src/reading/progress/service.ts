/** Reading progress and completions of books. Every protocol records events through `recordReading`. */
import type { ReadProgressView } from '../../catalog/books/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, notFound } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { foldReadingEvent, type ReadingEvent, type Step } from './fold-events'
import {
  type HistoryView,
  type ProgressionUpdate,
  type ProgressionView,
  toProgressView,
  type ProgressUpdate,
  readProgressUpdated,
} from './model'
import {
  findBookCompletions,
  findDevice,
  findProgressPage,
  findBookCompletionsInSeries,
  findSeriesCompletions,
  findSeriesProgress,
  findBookWithProgress,
  insertCompletions,
  insertEvents,
  isLogged,
  type ProgressRow,
  updateSeriesLastReadAt,
  upsertProgress,
  type BookWithProgress,
} from './queries'
import { refreshSeriesProgress } from './series-progress'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { bookMessages } from '../../catalog/books/messages'
import { progressMessages } from './messages'
import type { Message } from '../../platform/messages/message'

const maxLocatorBytes = 8192

/**
 * Logs one event and updates the progress in one transaction. Returns the current progress; undefined after
 * "unread" for a book that was never opened.
 */
async function recordReading(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  event: ReadingEvent,
): Promise<ReadProgressView | undefined> {
  return ctx.write(async (tx) => {
    const book = await findBookWithProgress(tx, viewer, bookId)
    if (!book) throw notFound(bookMessages.not_found())
    const [moved] = await recordForBooks(ctx, tx, viewer, { books: [book], event })
    const progress = moved ?? book.progress
    return progress ? toProgressView(progress) : undefined
  })
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

/** An explicit position can move backwards. */
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
  })
}

export const markRead = (ctx: Context, viewer: Viewer, bookId: string) =>
  recordReading(ctx, viewer, bookId, { kind: 'completed', origin: 'explicit' })

/** Completions stay; the next position starts a new pass. */
export async function markUnread(ctx: Context, viewer: Viewer, bookId: string) {
  await recordReading(ctx, viewer, bookId, { kind: 'unread', origin: 'explicit' })
}

export async function getProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<ProgressionView | undefined> {
  const book = await findBookWithProgress(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  const { progress } = book
  if (!progress?.started || !progress.locator) return undefined
  const device = await findDevice(ctx.db, progress)
  return {
    device: device === null ? null : { id: device, name: device },
    modified: progress.positionAt,
    locator: progress.locator as ProgressionView['locator'],
  }
}

export async function setProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { device, modified, locator }: ProgressionUpdate,
) {
  if (Buffer.byteLength(JSON.stringify(locator)) > maxLocatorBytes) {
    throw createRefusal('locator', valueMessages.max_bytes({ max: maxLocatorBytes }))
  }
  const { totalProgression, position } = locator.locations
  if (typeof totalProgression !== 'number' && typeof position !== 'number') {
    throw createRefusal('locator.locations', progressMessages.locator_position())
  }
  const isWhole = typeof totalProgression === 'number'
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page: isWhole ? undefined : (position ?? undefined),
    fraction: totalProgression ?? undefined,
    // Readium positions differ from our page numbers, so a position alone cannot complete the book.
    completed: isWhole ? undefined : false,
    locator,
    device: device?.id,
    happenedAt: parseTime(modified, 'modified'),
  })
}

export async function getBookHistory(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<HistoryView> {
  const book = await findBookWithProgress(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  const entries = await findBookCompletions(ctx.db, viewer.userId, bookId)
  return {
    readCount: book.progress?.completions ?? 0,
    lastCompletedAt: book.progress?.lastCompletedAt ?? null,
    entries,
  }
}

/** A pass over a series starts with the first book that was started after the previous pass ended. */
export async function getSeriesHistory(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
): Promise<HistoryView> {
  await getIdentity(ctx.db, viewer, seriesId)
  const { userId } = viewer
  const standing = await findSeriesProgress(ctx.db, userId, seriesId)
  const completions = await findSeriesCompletions(ctx.db, userId, seriesId)
  const readings = await findBookCompletionsInSeries(ctx.heavy, userId, seriesId)
  const entries = completions.map((completion, place) => {
    const { completedAt } = completion
    const before = completions[place + 1]?.completedAt
    const within = readings.filter(
      (reading) => reading.completedAt <= completedAt && !(before && reading.completedAt <= before),
    )
    const startedAt = findEarliest(within.map((reading) => reading.startedAt)) ?? completedAt
    return { ...completion, startedAt }
  })
  return {
    readCount: standing?.readCount ?? 0,
    lastCompletedAt: standing?.lastCompletedAt ?? null,
    entries,
  }
}

/** Applies one event to many books; returns the changed rows. */
export async function recordForBooks(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { books: targets, event }: { books: BookWithProgress[]; event: ReadingEvent },
): Promise<ProgressRow[]> {
  const now = ctx.now()
  const folded = targets.flatMap((book) => {
    const step = foldReadingEvent(book.progress ?? undefined, event, {
      pageCount: book.pageCount,
      now,
    })
    return step ? [{ book, step }] : []
  })
  const accepted = event.happenedAt ? await dropRepeated(tx, viewer, folded) : folded
  const { userId } = viewer
  const moved = accepted.filter(({ book, step }) => step.place !== book.progress)
  const rows = moved.map(({ book, step }) => ({
    ...step.place,
    userId,
    bookId: book.id,
    seriesId: book.seriesId,
    updatedAt: now,
  }))
  const finished = accepted.flatMap(({ book, step: { completion } }) =>
    completion ? [{ userId, bookId: book.id, ...completion }] : [],
  )
  await insertEvents(
    tx,
    accepted.map(({ book, step }) => ({ userId, bookId: book.id, ...step.entry, createdAt: now })),
  )
  await insertCompletions(tx, finished)
  await upsertProgress(tx, rows)
  await refreshAffectedSeries(tx, rows, moved.every(isPageTurn))
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

/** True if no counter of the series changes. */
const isPageTurn = ({ book: { progress }, step: { place } }: FoldedEvent) =>
  progress !== null &&
  progress.pass === place.pass &&
  progress.started === place.started &&
  progress.completions === place.completions

async function refreshAffectedSeries(tx: Tx, rows: ProgressRow[], arePageTurns: boolean) {
  const [first] = rows
  if (!first) return
  const [only] = rows.length === 1 ? rows : []
  if (only && arePageTurns) return updateSeriesLastReadAt(tx, only)
  const seriesIds = [...new Set(rows.map((row) => row.seriesId))]
  return refreshSeriesProgress(tx, seriesIds, first.userId)
}

/** Publishes one event per series, not per book. */
function publishAfterCommit(ctx: Context, tx: Tx, rows: ProgressRow[]) {
  const bySeries = new Map(rows.map((row) => [row.seriesId, row]))
  tx.afterCommit(() => {
    for (const { userId, bookId, seriesId } of bySeries.values()) {
      ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
    }
  })
}

const findEarliest = (times: Date[]) =>
  times.length === 0 ? undefined : times.reduce((one, other) => (one < other ? one : other))

function parseTime(given: string | undefined, path: string) {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) throw createRefusal(path, valueMessages.date_time())
  return time
}

const createRefusal = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])
