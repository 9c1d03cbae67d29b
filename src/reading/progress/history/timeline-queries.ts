import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { numberColumns } from '../../../catalog/books/numbers/book-names'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import type { Db } from '../../../platform/db/store'
import { readingDevices, readingEvents } from '../schema'

export interface TimelineFilter {
  bookId?: string | undefined
  seriesId?: string | undefined
  kind?: 'position' | 'completed' | 'unread' | undefined
  /** Includes only events before this one. */
  before?: { happenedAt: Date; id: string } | undefined
}

/** Lists events, newest first. Reads an index in order, so it is fast for any number of events. */
export function listTimelineRows(
  db: Db,
  viewer: Viewer,
  { filter, limit }: { filter: TimelineFilter; limit: number },
) {
  const { bookId, seriesId, kind, before } = filter
  return selectEvents(
    db,
    and(
      eq(readingEvents.userId, viewer.userId),
      bookAndSeriesVisibleTo(viewer),
      bookId === undefined ? undefined : eq(readingEvents.bookId, bookId),
      seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
      kind && eq(readingEvents.kind, kind),
      before && isBefore(before),
    ),
  )
    .orderBy(desc(readingEvents.happenedAt), desc(readingEvents.id))
    .limit(limit)
}

const isBefore = ({ happenedAt, id }: NonNullable<TimelineFilter['before']>) =>
  or(
    lt(readingEvents.happenedAt, happenedAt),
    and(eq(readingEvents.happenedAt, happenedAt), lt(readingEvents.id, id)),
  )

/** Finds an event of the viewer in a book that the viewer can see. */
export async function findTimelineRow(db: Db, viewer: Viewer, id: string) {
  const isOwn = and(eq(readingEvents.id, id), eq(readingEvents.userId, viewer.userId))
  const [row] = await selectEvents(db, and(isOwn, bookAndSeriesVisibleTo(viewer))).limit(1)
  return row
}

const selectEvents = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: readingEvents.id,
      bookId: readingEvents.bookId,
      bookTitle: books.title,
      seriesId: series.id,
      seriesName: series.title,
      ...numberColumns,
      kind: readingEvents.kind,
      origin: readingEvents.origin,
      pass: readingEvents.pass,
      page: readingEvents.page,
      fraction: readingEvents.fraction,
      locator: readingEvents.locator,
      pageCount: books.pageCount,
      device: readingEvents.device,
      deviceName: sql<string | null>`coalesce(${readingDevices.name}, ${readingEvents.device})`,
      happenedAt: readingEvents.happenedAt,
    })
    .from(readingEvents)
    .innerJoin(books, eq(books.id, readingEvents.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(
      readingDevices,
      and(
        eq(readingDevices.userId, readingEvents.userId),
        eq(readingDevices.deviceId, readingEvents.device),
      ),
    )
    .where(condition)
    .$dynamic()
export type TimelineRow = Awaited<ReturnType<typeof selectEvents>>[number]
