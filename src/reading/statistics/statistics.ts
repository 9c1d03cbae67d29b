/** Reading statistics of a user, and totals of all users for administrators. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { invalid } from '../../errors'
import { requestMessages } from '../../platform/messages/common'
import {
  byAuthor,
  byDay,
  byDevice,
  byFormat,
  byGenre,
  byLibrary,
  byNothing,
  bySeries,
  type Grouping,
} from './figures/groupings'
import { type FigureRow, findServerFigures, listFigures } from './figures/figures'
import type { Span } from './figures/sources'
import { dayMs, formatDay, LocalDays } from './local-days'
import { statisticsMessages } from './messages'
import type { Figures, ServerStatistics, StatisticsQuery, StatisticsView } from './model'
import { findLongestStreak } from './streaks'
import { countFinishedSeries, findLongestBook } from './statistics-queries'
import { updateSessions } from './sessions/update-sessions'

const usualDays = 90
const maxDays = 3_700
const maxDaysOfServer = 400

export async function getStatistics(
  ctx: Context,
  viewer: Viewer,
  query: StatisticsQuery,
): Promise<StatisticsView> {
  const { granularity = 'day', sort = 'time', seriesLimit = '10' } = query
  const span = parseSpan(query, ctx.clock.now(), maxDays)
  const days = new LocalDays(query.timeZone, span)
  const isComplete = await updateSessions(ctx, viewer.userId)
  const list = (grouping: Grouping) => ({ grouping, order: sort, limit: Number(seriesLimit) })
  const found = await listFigures(
    ctx.heavy,
    { ...span, viewer, days },
    {
      all: { grouping: byNothing, order: 'key', limit: 1 },
      days: { grouping: byDay, order: 'key', limit: maxDays + 10 },
      devices: list(byDevice(viewer.userId)),
      series: list(bySeries),
      formats: list(byFormat),
      libraries: list(byLibrary),
      genres: list(byGenre),
      authors: list(byAuthor),
    },
  )
  const [total] = found.all
  const read = found.days.filter(({ totalMs, pages }) => totalMs > 0 || pages > 0)
  const daysRead = read.map(({ key }) => Number(key)).toSorted((a, b) => a - b)
  return {
    ...toDates(span),
    granularity,
    isComplete,
    summary: {
      ...toView(total),
      books: total?.books ?? 0,
      seriesFinished: await countFinishedSeries(ctx.heavy, viewer, span),
      sessionsWithoutDuration: total?.withoutDuration ?? 0,
      sessionsWithoutPages: total?.withoutPages ?? 0,
      daysRead: daysRead.length,
      longestStreak: findLongestStreak(daysRead),
    },
    longestBook: await findLongestBook(ctx.heavy, viewer, span),
    periods: buildPeriods(found.days, granularity),
    devices: found.devices.map(toDevice),
    series: found.series.map(toSeries),
    formats: found.formats.map((row) => ({ format: row.key, ...toView(row) })),
    libraries: found.libraries.map(toNamed),
    genres: found.genres.map(toNamed),
    authors: found.authors.map(toNamed),
  }
}

/** Contains only totals, so nobody can see what an individual user reads. */
export async function getServerStatistics(
  ctx: Context,
  query: { from?: string; to?: string },
): Promise<ServerStatistics> {
  const span = parseSpan(query, ctx.clock.now(), maxDaysOfServer)
  const days = new LocalDays(undefined, span)
  const row = await findServerFigures(ctx.heavy, { ...span, days })
  return { ...toDates(span), readers: row.readers, ...toView(row) }
}

const toDates = ({ fromMs, toMs }: Span) => ({ from: new Date(fromMs), to: new Date(toMs) })

function parseSpan({ from, to }: { from?: string; to?: string }, now: Date, longestDays: number) {
  const toMs = to === undefined ? now.getTime() + 1 : Date.parse(to)
  const fromMs = from === undefined ? toMs - usualDays * dayMs : Date.parse(from)
  const span: Span = { fromMs: Math.max(0, fromMs), toMs }
  if (span.toMs > span.fromMs && span.toMs - span.fromMs <= longestDays * dayMs) return span
  const message = statisticsMessages.span({ days: longestDays })
  throw invalid(requestMessages.query_invalid(), [{ path: 'from', message }])
}

function toView(row: Omit<FigureRow, 'books'> | undefined): Omit<Figures, 'format'> {
  const { totalMs = 0, measuredMs = 0, pages = 0, sessions = 0, finished = 0 } = row ?? {}
  return {
    duration: { measuredMs, inferredMs: totalMs - measuredMs, totalMs },
    pagesRead: pages,
    sessions,
    booksFinished: finished,
  }
}

const toDevice = (row: FigureRow) => ({
  deviceId: row.key,
  deviceName: row.name || row.key || null,
  lastReadAt: new Date(row.lastMs),
  ...toView(row),
})

const toSeries = (row: FigureRow) => ({
  seriesId: row.key,
  seriesName: row.name,
  books: row.books,
  ...toView(row),
})

const toNamed = (row: FigureRow) => ({ id: row.key, name: row.name, ...toView(row) })

type Period = StatisticsView['periods'][number]

function buildPeriods(
  rows: readonly FigureRow[],
  granularity: StatisticsView['granularity'],
): Period[] {
  const periods = new Map<string, Period>()
  for (const row of rows.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    const bucket = getBucket(Number(row.key), granularity)
    const known = periods.get(bucket)
    periods.set(bucket, known ? addFigures(known, toView(row)) : { bucket, ...toView(row) })
  }
  return [...periods.values()]
}

/** Returns the start of the period that contains the day. Weeks begin on Monday. */
function getBucket(day: number, granularity: StatisticsView['granularity']): string {
  if (granularity === 'month') return `${formatDay(day).slice(0, 7)}-01`
  // 1970-01-01 was a Thursday.
  return formatDay(granularity === 'week' ? day - ((day + 3) % 7) : day)
}

const addFigures = (one: Period, other: Omit<Figures, 'format'>): Period => ({
  bucket: one.bucket,
  duration: {
    measuredMs: one.duration.measuredMs + other.duration.measuredMs,
    inferredMs: one.duration.inferredMs + other.duration.inferredMs,
    totalMs: one.duration.totalMs + other.duration.totalMs,
  },
  pagesRead: one.pagesRead + other.pagesRead,
  sessions: one.sessions + other.sessions,
  booksFinished: one.booksFinished + other.booksFinished,
})
