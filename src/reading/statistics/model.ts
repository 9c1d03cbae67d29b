/** Reading sessions and statistics in the API. */
import { ReadProgressView } from '../../catalog/books/model'
import {
  anyText,
  boolean,
  id,
  instant,
  instantText,
  integerText,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'

export const deriveSessionsJob = defineJob<{ userId: string }>('derive_sessions', { slots: 1 })

const maxSessions = 500
/** Lenient, because each invalid session is rejected individually with a reason. */
const measurement = () => patchable(number())

export const SessionRecord = named('ReadingSession', {
  id: id('Chosen by the client; sending it again changes nothing'),
  bookId: id(),
  deviceId: text(200, { minLength: 1 }),
  deviceName: patchable(text(200)),
  kind: oneOf(['progress', 'completed', 'reset']),
  clientStartedAt: instantText(),
  clientEndedAt: instantText(),
  activeDurationMs: measurement(),
  pagesRead: measurement(),
  toPage: measurement(),
  toPercentage: measurement(),
  r2Progression: patchable(text(8192, { description: 'A Readium progression as JSON text' })),
})
export type SessionRecord = Static<typeof SessionRecord>

export const SessionsBody = named('RecordReadingSessions', {
  sessions: list(SessionRecord, { maxItems: maxSessions }),
})

const rejections = [
  'book_not_found',
  'invalid_time_range',
  'invalid_percentage',
  'invalid_measurement',
  'duplicate_in_batch',
] as const
export type Rejection = (typeof rejections)[number]

export const RecordedSessions = named('RecordedReadingSessions', {
  accepted: list(id()),
  rejected: list(shape({ id: id(), reason: oneOf(rejections) })),
  progress: list(ReadProgressView, { description: 'Of the books of the accepted sessions' }),
})
export type RecordedSessions = Static<typeof RecordedSessions>

const Duration = named('ReadingDuration', {
  measuredMs: long({ description: 'From sessions that an app measured' }),
  inferredMs: long({ description: 'From the times of positions' }),
  totalMs: long({ description: 'Sessions at the same time count once' }),
})

const figures = { duration: Duration, pagesRead: long(), sessions: long(), booksFinished: long() }

const granularities = ['day', 'week', 'month'] as const
const sorts = ['time', 'pages', 'completions'] as const

const timeZone = () =>
  optional(text(60, { description: 'IANA name, such as Europe/Berlin. Default: UTC' }))

export const StatisticsQuery = shape({
  from: optional(instantText({ description: 'Reading from this time on' })),
  to: optional(instantText({ description: 'Reading before this time' })),
  granularity: optional(oneOf(granularities, { description: 'Default: day' })),
  seriesLimit: optional(
    integerText({ minimum: 0, maximum: 50, default: 10, description: 'Also of the other lists' }),
  ),
  sort: optional(oneOf(sorts, { description: 'Order of the lists. Default: time' })),
  timeZone: timeZone(),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

const NamedFigures = named('ReadingByName', { id: id(), name: anyText(), ...figures })

export const StatisticsView = named('ReadingStatistics', {
  from: instant(),
  to: instant(),
  granularity: oneOf(granularities),
  isComplete: boolean({ description: 'false: many events are still being counted; ask again' }),
  summary: shape({
    ...figures,
    books: long(),
    seriesFinished: long(),
    sessionsWithoutDuration: long(),
    sessionsWithoutPages: long(),
    daysRead: long(),
    longestStreak: long({ description: 'Most days in a row with reading, in this time' }),
  }),
  periods: list(
    shape({ bucket: anyText({ description: 'First day of the period: 2026-01-31' }), ...figures }),
    { description: 'Only periods with reading, oldest first' },
  ),
  devices: list(
    shape({
      deviceId: anyText({ description: 'Empty: the app sent none' }),
      deviceName: nullable(anyText()),
      lastReadAt: instant(),
      ...figures,
    }),
  ),
  series: list(shape({ seriesId: id(), seriesName: anyText(), books: long(), ...figures })),
  formats: list(shape({ format: anyText(), ...figures })),
  libraries: list(NamedFigures),
  genres: list(NamedFigures),
  authors: list(NamedFigures),
})
export type StatisticsView = Static<typeof StatisticsView>
export type Figures = StatisticsView['formats'][number]

export const Coverage = named('ReadingCoverage', {
  firstReadAt: nullable(instant()),
  lastReadAt: nullable(instant()),
})
export type Coverage = Static<typeof Coverage>

export const PaceQuery = shape({ timeZone: timeZone() })

export const Pace = named('ReadingPace', {
  currentStreak: long({ description: 'Days in a row with reading until today or yesterday' }),
  longestStreak: long({ description: 'In the last ten years' }),
  pagesPerHour: nullable(number({ description: 'Of the last 90 days; null if unknown' })),
  books: list(
    shape({ bookId: id(), title: anyText(), pagesLeft: long(), minutesLeft: nullable(long()) }),
    { description: 'Books in progress, the last read first; at most 10' },
  ),
})
export type Pace = Static<typeof Pace>

export const ServerStatisticsQuery = shape({
  from: optional(instantText({ description: 'Reading from this time on' })),
  to: optional(instantText({ description: 'Reading before this time' })),
})

export const ServerStatistics = named('ServerReadingStatistics', {
  from: instant(),
  to: instant(),
  readers: long({ description: 'Users who have read in this time' }),
  ...figures,
})
export type ServerStatistics = Static<typeof ServerStatistics>
