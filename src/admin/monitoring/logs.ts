/** Log lines of the responding process, for administrators: the latest lines and new ones. */
import type { Context } from '../../context'
import type { RingLine } from '../../platform/log/line-ring'
import type { ClientConnection } from '../live/client-connection'
import type { Content } from '../../platform/http/responses/content'
import { openGuardedStream } from '../live/guarded-streams'
import { recentLines } from '../../platform/log/log'
import type { Viewer } from '../../accounts/permissions/model'
import {
  type LogLevel,
  logLevels,
  type LogLine,
  type LogsQuery,
  type LogStreamQuery,
  type LogsView,
} from './log-model'
import { monitoringMessages } from './messages'

const defaultLimit = 200
const maxStreams = 10
/** Longer lines are not parsed, because that could take more than a few microseconds. */
const maxFieldsLength = 8_192

export function readLogs(
  ctx: Context,
  { level = 'trace', search, limit, after, before }: LogsQuery,
): LogsView {
  const wanted = Number(limit ?? defaultLimit)
  const latestId = recentLines.lastId
  const lines = recentLines
    .latest(Number(after ?? 0))
    .filter(({ id }) => before === undefined || id < Number(before))
    .filter(buildFilter({ level, ...(search && { search }) }))
    .take(wanted)
    .map(buildLogLine)
    .toArray()
    .toReversed()
  return { lines, latestId, level: ctx.config.logging.level }
}

function buildFilter({ level = 'trace', search }: LogStreamQuery) {
  const minimum = logLevels.indexOf(level)
  const text = search?.toLowerCase()
  return ({ line }: RingLine) =>
    logLevels.indexOf(parseLevel(line)) >= minimum &&
    (text === undefined || line.toLowerCase().includes(text))
}

/** Parses the level at the start of a log line. */
const parseLevel = (line: string): LogLevel => {
  const found = /^\{"level":"(\w+)"/.exec(line)?.[1]
  return logLevels.find((level) => level === found) ?? 'info'
}

function buildLogLine({ id, line }: RingLine): LogLine {
  const record = line.length > maxFieldsLength ? undefined : parseRecord(line)
  if (!record) return buildShortLine(id, line)
  const { level: _level, time, msg, code, params = {}, ...fields } = record
  return {
    id,
    level: parseLevel(line),
    time: getText(time),
    message: getText(msg),
    code: getText(code) || null,
    params: params as Record<string, unknown>,
    fields,
  }
}

/** Returns undefined if redacting the line left invalid JSON. */
function parseRecord(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const getText = (message: unknown) => (typeof message === 'string' ? message : '')

function buildShortLine(id: number, line: string): LogLine {
  const time = /"time":"([^"]+)"/.exec(line)?.[1] ?? ''
  const message = /"msg":"((?:[^"\\]|\\.){0,1000})/.exec(line)?.[1] ?? ''
  // Parameters may be cut off, so only messages without parameters are translated.
  const code = /^\{"level":"\w+","time":"[^"]+","code":"([\w.]+)"(?!,"params":)/.exec(line)?.[1]
  return {
    id,
    level: parseLevel(line),
    time,
    message,
    code: code ?? null,
    params: {},
    fields: { isCut: true },
  }
}

/** Streams log lines as server-sent events. Ends when the user loses permission. */
export const followLogs = (
  ctx: Context,
  viewer: Viewer,
  { request, query }: { request: Request; query: LogStreamQuery },
): Content =>
  openGuardedStream(ctx, viewer, request, {
    permission: 'system:admin',
    kind: 'logs',
    maxStreams,
    tooMany: monitoringMessages.too_many_log_streams(),
    start: (stream) => sendLines(stream, query),
  })

const encoder = new TextEncoder()

function sendLines(stream: ClientConnection, query: LogStreamQuery) {
  const isWanted = buildFilter(query)
  stream.send(encoder.encode(`retry: 3000\nid: ${recentLines.lastId}\n\n`))
  return recentLines.follow((line) => {
    if (!isWanted(line)) return
    stream.send(encoder.encode(`id: ${line.id}\ndata: ${JSON.stringify(buildLogLine(line))}\n\n`))
  })
}
