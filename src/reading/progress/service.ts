/**
 * Reading: where each user stands in a book, how often they finished it, and when. Every protocol ends
 * up in `recordReading`. What a book or a series is called belongs to their rooms, and the queue of what
 * to read next to `want-to-read.ts`.
 */
import type { ReadProgressView } from '../../catalog/books/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, notFound } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { fold, type ReadingEvent, type Step } from './fold'
import {
  type HistoryView,
  type ProgressionUpdate,
  type ProgressionView,
  progressViewOf,
  type ProgressUpdate,
  readProgressUpdated,
} from './model'
import {
  findBookCompletions,
  findDevice,
  findProgress,
  findReadingsOfSeries,
  findSeriesCompletions,
  findSeriesStanding,
  findVisibleBook,
  insertCompletions,
  insertEvents,
  isLogged,
  type ProgressRow,
  touchSeriesProgress,
  upsertProgress,
  type VisibleBook,
} from './queries'
import { refreshSeriesProgress } from './refresh'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { bookMessages } from '../../catalog/books/messages'
import { progressMessages } from './messages'
import type { Message } from '../../platform/messages/message'

const maxLocatorBytes = 8192

/**
 * Remembers one thing that a reader did and moves their place accordingly, all in one transaction.
 * Answers where they stand now; undefined for "unread" of a book that they never opened.
 */
async function recordReading(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  event: ReadingEvent,
): Promise<ReadProgressView | undefined> {
  return ctx.write(async (tx) => {
    const book = await findVisibleBook(tx, viewer, bookId)
    if (!book) throw notFound(bookMessages.not_found())
    const [moved] = await recordForAll(ctx, tx, viewer, { books: [book], event })
    const progress = moved ?? book.progress
    return progress ? progressViewOf(progress) : undefined
  })
}

export async function getProgress(ctx: Context, viewer: Viewer, bookId: string) {
  const book = await findVisibleBook(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  return book.progress?.started ? progressViewOf(book.progress) : undefined
}

export async function listProgress(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
): Promise<Found<ReadProgressView>> {
  const { data, total } = await findProgress(ctx.heavy, viewer, paging)
  return { data: data.map(progressViewOf), total }
}

/** A person's own position: it may go back, too. */
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
    happenedAt: timeOf(update.happenedAt, 'happenedAt'),
  })
}

export const markRead = (ctx: Context, viewer: Viewer, bookId: string) =>
  recordReading(ctx, viewer, bookId, { kind: 'completed', origin: 'explicit' })

/** The completions stay; the next reading is another pass. */
export async function markUnread(ctx: Context, viewer: Viewer, bookId: string) {
  await recordReading(ctx, viewer, bookId, { kind: 'unread', origin: 'explicit' })
}

export async function getProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<ProgressionView | undefined> {
  const book = await findVisibleBook(ctx.db, viewer, bookId)
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
    throw refusal('locator', valueMessages.max_bytes({ max: maxLocatorBytes }))
  }
  const { totalProgression, position } = locator.locations
  if (typeof totalProgression !== 'number' && typeof position !== 'number') {
    throw refusal('locator.locations', progressMessages.locator_position())
  }
  const isWhole = typeof totalProgression === 'number'
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page: isWhole ? undefined : (position ?? undefined),
    fraction: totalProgression ?? undefined,
    // Positions are not the pages we count: one alone never tells that the end is reached.
    completed: isWhole ? undefined : false,
    locator,
    device: device?.id,
    happenedAt: timeOf(modified, 'modified'),
  })
}

export async function getBookHistory(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<HistoryView> {
  const book = await findVisibleBook(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  const entries = await findBookCompletions(ctx.db, viewer.userId, bookId)
  return {
    readCount: book.progress?.completions ?? 0,
    lastCompletedAt: book.progress?.lastCompletedAt ?? null,
    entries,
  }
}

/** A pass over a series begins with the first book that was begun since the pass before it ended. */
export async function getSeriesHistory(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
): Promise<HistoryView> {
  await getIdentity(ctx.db, viewer, seriesId)
  const { userId } = viewer
  const standing = await findSeriesStanding(ctx.db, userId, seriesId)
  const completions = await findSeriesCompletions(ctx.db, userId, seriesId)
  const readings = await findReadingsOfSeries(ctx.heavy, userId, seriesId)
  const entries = completions.map((completion, place) => {
    const { completedAt } = completion
    const before = completions[place + 1]?.completedAt
    const within = readings.filter(
      (reading) => reading.completedAt <= completedAt && !(before && reading.completedAt <= before),
    )
    const startedAt = earliest(within.map((reading) => reading.startedAt)) ?? completedAt
    return { ...completion, startedAt }
  })
  return {
    readCount: standing?.readCount ?? 0,
    lastCompletedAt: standing?.lastCompletedAt ?? null,
    entries,
  }
}

/** Folds one event into many books at once; answers the rows that moved. */
export async function recordForAll(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { books: concerned, event }: { books: VisibleBook[]; event: ReadingEvent },
): Promise<ProgressRow[]> {
  const now = ctx.now()
  const folded = concerned.flatMap((book) => {
    const step = fold(book.progress ?? undefined, event, { pageCount: book.pageCount, now })
    return step ? [{ book, step }] : []
  })
  const news = event.happenedAt ? await withoutRepeats(tx, viewer, folded) : folded
  const { userId } = viewer
  const moved = news.filter(({ book, step }) => step.place !== book.progress)
  const rows = moved.map(({ book, step }) => ({
    ...step.place,
    userId,
    bookId: book.id,
    seriesId: book.seriesId,
    updatedAt: now,
  }))
  const finished = news.flatMap(({ book, step: { completion } }) =>
    completion ? [{ userId, bookId: book.id, ...completion }] : [],
  )
  await insertEvents(
    tx,
    news.map(({ book, step }) => ({ userId, bookId: book.id, ...step.entry, createdAt: now })),
  )
  await insertCompletions(tx, finished)
  await upsertProgress(tx, rows)
  await refreshSeriesOf(tx, rows, moved.every(isPageTurn))
  announceAfterCommit(ctx, tx, rows)
  return rows
}

interface Folded {
  book: VisibleBook
  step: Step
}

async function withoutRepeats(tx: Tx, viewer: Viewer, folded: Folded[]) {
  const news: Folded[] = []
  for (const one of folded) {
    const { book, step } = one
    if (!(await isLogged(tx, viewer.userId, book.id, step.entry))) news.push(one)
  }
  return news
}

/** Nothing changed that is counted for the series. */
const isPageTurn = ({ book: { progress }, step: { place } }: Folded) =>
  progress !== null &&
  progress.pass === place.pass &&
  progress.started === place.started &&
  progress.completions === place.completions

async function refreshSeriesOf(tx: Tx, rows: ProgressRow[], arePageTurns: boolean) {
  const [first] = rows
  if (!first) return
  const [only] = rows.length === 1 ? rows : []
  if (only && arePageTurns) return touchSeriesProgress(tx, only)
  const seriesIds = [...new Set(rows.map((row) => row.seriesId))]
  return refreshSeriesProgress(tx, seriesIds, first.userId)
}

/** One announcement for each series: a thousand for a series of a thousand books would help nobody. */
function announceAfterCommit(ctx: Context, tx: Tx, rows: ProgressRow[]) {
  const bySeries = new Map(rows.map((row) => [row.seriesId, row]))
  tx.afterCommit(() => {
    for (const { userId, bookId, seriesId } of bySeries.values()) {
      ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
    }
  })
}

const earliest = (times: Date[]) =>
  times.length === 0 ? undefined : times.reduce((one, other) => (one < other ? one : other))

function timeOf(given: string | undefined, path: string) {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) throw refusal(path, valueMessages.date_time())
  return time
}

const refusal = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])
