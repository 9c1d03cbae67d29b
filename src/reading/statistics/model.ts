/** Reading sessions and statistics in the API. */
import { labelMembers, ReadProgressView } from '../../catalog/books/model'
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
/** Accepts invalid values, because each invalid session is rejected individually with a reason. */
const measurement = () => patchable(number())

export const SessionRecord = named('ReadingSession', {
  id: id('ID chosen by the client; sending the same session again changes nothing'),
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
  r2Progression: patchable(text(8192, { description: 'Readium progression as JSON text' })),
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
  progress: list(ReadProgressView, {
    description: 'Reading progress of the books in the accepted sessions',
  }),
})
export type RecordedSessions = Static<typeof RecordedSessions>

const Duration = named('ReadingDuration', {
  measuredMs: long({ description: 'Reading time from sessions measured by an app' }),
  inferredMs: long({
    description: 'Reading time derived from the times at which positions were saved',
  }),
  totalMs: long({ description: 'Total reading time; overlapping sessions count once' }),
})

const figures = { duration: Duration, pagesRead: long(), sessions: long(), booksFinished: long() }

const granularities = ['day', 'week', 'month'] as const
const sorts = ['time', 'pages', 'completions'] as const

const timeZone = () =>
  optional(text(60, { description: 'IANA time zone, such as Europe/Berlin. Default: UTC' }))

export const StatisticsQuery = shape({
  from: optional(instantText({ description: 'Start of the time range (inclusive)' })),
  to: optional(instantText({ description: 'End of the time range (exclusive)' })),
  granularity: optional(
    oneOf(granularities, { description: 'Length of the periods; default: day' }),
  ),
  seriesLimit: optional(
    integerText({
      minimum: 0,
      maximum: 50,
      default: 10,
      description: 'Maximum number of entries in each list',
    }),
  ),
  sort: optional(oneOf(sorts, { description: 'Sort order of the lists; default: time' })),
  timeZone: timeZone(),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

const NamedFigures = named('ReadingByName', { id: id(), name: anyText(), ...figures })

export const StatisticsView = named('ReadingStatistics', {
  from: instant(),
  to: instant(),
  granularity: oneOf(granularities),
  isComplete: boolean({
    description:
      'Whether all events are included; if false, many events are still being processed, so try again later',
  }),
  summary: shape({
    ...figures,
    books: long(),
    seriesFinished: long(),
    sessionsWithoutDuration: long(),
    sessionsWithoutPages: long(),
    daysRead: long(),
    longestStreak: long({
      description: 'Longest streak of reading days in the requested time range',
    }),
  }),
  periods: list(
    shape({
      bucket: anyText({ description: 'First day of the period, such as 2026-01-31' }),
      ...figures,
    }),
    { description: 'Only periods in which you read something, oldest first' },
  ),
  longestBook: nullable(
    shape({
      bookId: id(),
      title: anyText(),
      seriesName: anyText(),
      ...labelMembers,
      fileFormat: anyText(),
      pageCount: long(),
    }),
    { description: 'The longest of the books that you finished; null if there is none' },
  ),
  devices: list(
    shape({
      deviceId: anyText({ description: 'ID of the device; empty if the app did not send one' }),
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
  currentStreak: long({
    description: 'Length of the current streak of reading days, up to today or yesterday',
  }),
  longestStreak: long({ description: 'Longest streak of reading days in the last ten years' }),
  pagesPerHour: nullable(
    number({ description: 'Reading speed over the last 90 days; null if unknown' }),
  ),
  books: list(
    shape({
      bookId: id(),
      title: anyText(),
      seriesName: anyText(),
      ...labelMembers,
      fileFormat: anyText(),
      pagesLeft: long({ description: 'Of an e-book: positions of about 1,000 bytes' }),
      minutesLeft: nullable(long()),
    }),
    { description: 'Books in progress, most recently read first; at most 10' },
  ),
})
export type Pace = Static<typeof Pace>

export const ServerStatisticsQuery = shape({
  from: optional(instantText({ description: 'Start of the time range (inclusive)' })),
  to: optional(instantText({ description: 'End of the time range (exclusive)' })),
})

export const ServerStatistics = named('ServerReadingStatistics', {
  from: instant(),
  to: instant(),
  readers: long({ description: 'Number of users who read in the requested time range' }),
  ...figures,
})
export type ServerStatistics = Static<typeof ServerStatistics>
