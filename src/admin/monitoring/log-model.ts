import {
  anyText,
  boolean,
  freeForm,
  instant,
  integerText,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

const filters = {
  level: optional(oneOf(logLevels, { description: 'Only lines at this level or above' })),
  search: optional(text(200, { description: 'Only lines that contain this text' })),
}
export const LogsQuery = shape({
  ...filters,
  limit: optional(
    integerText({
      minimum: 1,
      maximum: 500,
      default: 200,
      description: 'Maximum number of lines to return',
    }),
  ),
  after: optional(
    integerText({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only lines after the one with this number',
    }),
  ),
  before: optional(
    integerText({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only lines before the one with this number',
    }),
  ),
})
export type LogsQuery = Static<typeof LogsQuery>
export const LogStreamQuery = shape(filters)
export type LogStreamQuery = Static<typeof LogStreamQuery>

const LogLine = named('LogLine', {
  id: long({ description: 'Number of the line; increases with each line of this process' }),
  level: oneOf(logLevels),
  time: anyText({ description: 'ISO 8601' }),
  message: anyText({ description: 'Text of the message, in English' }),
  code: nullable(
    anyText({ description: 'Stable code of the message; null for debug and trace lines' }),
  ),
  params: freeForm(),
  fields: freeForm(),
})
export type LogLine = Static<typeof LogLine>

export const LogsView = named('Logs', {
  lines: list(LogLine, { description: 'Latest matching lines, oldest first' }),
  latestId: long({ description: 'Pass this as `after` in the next request' }),
  level: oneOf(logLevels),
})
export type LogsView = Static<typeof LogsView>

const ServerView = named('ServerInfo', {
  startedAt: anyText({ description: 'ISO 8601' }),
  uptimeSeconds: long(),
  platform: anyText({ description: 'Operating system and architecture, such as linux-x64' }),
  runtime: anyText(),
  processId: long(),
  databaseType: oneOf(['sqlite', 'postgres']),
  databaseVersion: anyText(),
  databaseBytes: long(),
  dataDir: anyText(),
  dataBytes: nullable(
    long({ description: 'Size of the data folder; null until it has been computed' }),
  ),
  dataFiles: nullable(long()),
  freeBytes: nullable(
    long({ description: 'Free space on the disk that contains the data folder' }),
  ),
  newerRelease: nullable(
    shape({
      version: anyText(),
      isSecurityRelease: boolean(),
      foundAt: instant(),
      notesUrl: anyText({ description: 'Address of the release notes' }),
    }),
    { description: 'Null if none is known, or if `updates.check` is off' },
  ),
})
const protocolPath = () => nullable(anyText())
const ReadingApps = named('ReadingApps', {
  publicUrl: nullable(anyText({ description: 'Value of the setting `server.public_url`' })),
  paths: shape(
    {
      opds: protocolPath(),
      komga: protocolPath(),
      koreader: protocolPath(),
      kobo: protocolPath(),
    },
    {
      description: 'Path of each protocol below the base path; null if the protocol is turned off',
    },
  ),
  komgaPort: nullable(long({ description: 'Additional port of the Komga API' })),
})
export type ReadingApps = Static<typeof ReadingApps>

export const InfoView = named('Info', {
  name: anyText(),
  version: anyText(),
  timeZone: anyText({
    description: 'Time zone of schedules that do not set one, such as Europe/Berlin',
  }),
  readingApps: ReadingApps,
  server: nullable(ServerView),
})
export type InfoView = Static<typeof InfoView>
