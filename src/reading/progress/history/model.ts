/** The reading timeline in the API: every reading event, with the device that sent it. */
import { labelMembers } from '../../../catalog/books/model'
import {
  anyText,
  id,
  instant,
  integerText,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

const kinds = ['position', 'completed', 'unread'] as const

export const TimelineEntry = named('ReadingEvent', {
  id: id(),
  bookId: id(),
  bookTitle: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  ...labelMembers,
  kind: oneOf(kinds),
  origin: oneOf(['explicit', 'inferred', 'sync'], {
    description:
      'explicit: set by you; inferred: derived from pages that an app requested; sync: from a connected reading list',
  }),
  pass: long({ description: 'Number of the pass, starting at 1' }),
  page: nullable(long({ description: 'Page number, starting at 1' })),
  fraction: nullable(number({ description: '0 to 1' })),
  deviceId: nullable(anyText()),
  deviceName: nullable(
    anyText({ description: 'Name of the device; null if the app did not send one' }),
  ),
  happenedAt: instant(),
})
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = named('ReadingTimeline', {
  entries: list(TimelineEntry, { description: 'Newest first' }),
  next: nullable(
    anyText({ description: 'Value of `before` for older entries; null if there are none' }),
  ),
})
export type Timeline = Static<typeof Timeline>

export const TimelineQuery = shape({
  bookId: optional(id('Only events for this book')),
  seriesId: optional(id('Only events for this series')),
  kind: optional(oneOf(kinds, { description: 'Only events of this kind' })),
  before: optional(text(100, { description: 'Value of `next` in the previous response' })),
  limit: optional(
    integerText({
      minimum: 1,
      maximum: 200,
      default: 100,
      description: 'Maximum number of entries to return',
    }),
  ),
})
export type TimelineQuery = Static<typeof TimelineQuery>

export const EventParams = shape({ eventId: id() })
export const CompletionParams = shape({ id: id('ID of the book'), completionId: id() })
