/** Completed passes of books and series. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { getIdentity } from '../../../catalog/series/service'
import type { Viewer } from '../../../accounts/permissions/model'
import { type HistoryView } from '../model'
import {
  findBookCompletions,
  findBookCompletionsInSeries,
  findSeriesCompletions,
  findSeriesProgress,
  findBookWithProgress,
} from '../queries'
import { bookMessages } from '../../../catalog/books/messages'

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

/**
 * Returns the completed passes of a series. A pass begins with the earliest start of the books that
 * were completed since the previous pass.
 */
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

const findEarliest = (times: Date[]) =>
  times.length === 0 ? undefined : times.reduce((one, other) => (one < other ? one : other))
