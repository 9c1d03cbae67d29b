/** Lists all reading events of a user, and restores the position of an event. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { invalid, notFound, Refusal } from '../../../errors'
import { isUuid } from '../../../platform/http/shapes'
import { requestMessages, valueMessages } from '../../../platform/messages/common'
import { progressMessages } from '../messages'
import { recordReading } from '../service'
import type { Timeline, TimelineEntry, TimelineQuery } from './model'
import { findTimelineRow, listTimelineRows, type TimelineRow } from './timeline-queries'

const defaultLimit = 100

export async function listTimeline(
  ctx: Context,
  viewer: Viewer,
  { before, limit: given, ...filter }: TimelineQuery,
): Promise<Timeline> {
  const limit = Number(given ?? defaultLimit)
  const rows = await listTimelineRows(ctx.heavy, viewer, {
    filter: { ...filter, before: before === undefined ? undefined : parseCursor(before) },
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit).map(buildEntry), next: last ? buildCursor(last) : null }
}

const buildCursor = ({ happenedAt, id }: TimelineRow) => `${happenedAt.getTime()}:${id}`

function parseCursor(text: string) {
  const [ms = '', id = ''] = text.split(':')
  const happenedAt = new Date(Number(ms))
  if (!/^-?\d{1,15}$/.test(ms) || !isUuid(id) || Number.isNaN(happenedAt.getTime())) {
    const message = valueMessages.one_of({ values: 'next' })
    throw invalid(requestMessages.query_invalid(), [{ path: 'before', message }])
  }
  return { happenedAt, id }
}

const buildEntry = ({
  locator: _,
  pageCount: _pages,
  device,
  ...row
}: TimelineRow): TimelineEntry => ({ ...row, deviceId: device })

/** Records the position of an earlier event again. The earlier event is kept. */
export async function returnToEvent(ctx: Context, viewer: Viewer, id: string) {
  const event = await findTimelineRow(ctx.db, viewer, id)
  if (!event) throw notFound(progressMessages.event_not_found())
  const { bookId, page, fraction, locator, pageCount } = event
  if (page === null && fraction === null) {
    throw new Refusal('conflict', progressMessages.no_position())
  }
  // The file may have been replaced by a shorter one since the event.
  const isPast = page !== null && pageCount > 0 && page > pageCount
  const progress = await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page: isPast ? (fraction === null ? pageCount : undefined) : (page ?? undefined),
    fraction: fraction ?? undefined,
    locator: locator ?? undefined,
  })
  // The progress is always present, because recording a position starts the book.
  return progress!
}
