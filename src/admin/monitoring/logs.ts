/** The log of the process that answers, for those who run it: what was written last, and what comes. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { RingLine } from '../../platform/log/line-ring'
import { heartbeatFrame } from '../live/frames'
import { Stream, streamHeaders } from '../live/stream'
import { recentLines } from '../../platform/log/log'
import { identifyViewer } from '../../accounts/users/sign-in/identify'
import { type Viewer, userChanged } from '../../accounts/permissions/model'
import {
  type LogLevel,
  logLevels,
  type LogLine,
  type LogsQuery,
  type LogStreamQuery,
  type LogsView,
} from './log-model'
import { monitoringMessages } from './messages'

const usual = 200
const maxStreams = 10
const heartbeatMs = 15_000
/** A parsed line takes some microseconds; this many hold nobody up. */
const maxFieldsLength = 8_192

export function readLogs(
  ctx: Context,
  { level = 'trace', search, limit, after, before }: LogsQuery,
): LogsView {
  const wanted = Number(limit ?? usual)
  const latestId = recentLines.lastId
  const lines = recentLines
    .latest(Number(after ?? 0))
    .filter(({ id }) => before === undefined || id < Number(before))
    .filter(fits({ level, ...(search && { search }) }))
    .take(wanted)
    .map(lineOf)
    .toArray()
    .toReversed()
  return { lines, latestId, level: ctx.config.logging.level }
}

function fits({ level = 'trace', search }: LogStreamQuery) {
  const least = logLevels.indexOf(level)
  const text = search?.toLowerCase()
  return ({ line }: RingLine) =>
    logLevels.indexOf(levelOf(line)) >= least &&
    (text === undefined || line.toLowerCase().includes(text))
}

/** Each line begins with it. */
const levelOf = (line: string): LogLevel => {
  const found = /^\{"level":"(\w+)"/.exec(line)?.[1]
  return logLevels.find((level) => level === found) ?? 'info'
}

function lineOf({ id, line }: RingLine): LogLine {
  const record = line.length > maxFieldsLength ? undefined : recordOf(line)
  if (!record) return shortened(id, line)
  const { level: _level, time, msg, ...fields } = record
  return { id, level: levelOf(line), time: textOf(time), message: textOf(msg), fields }
}

/** undefined where taking a secret out left something that is no JSON. */
function recordOf(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const textOf = (message: unknown) => (typeof message === 'string' ? message : '')

function shortened(id: number, line: string): LogLine {
  const time = /"time":"([^"]+)"/.exec(line)?.[1] ?? ''
  const message = /"msg":"((?:[^"\\]|\\.){0,1000})/.exec(line)?.[1] ?? ''
  return { id, level: levelOf(line), time, message, fields: { isCut: true } }
}

const opened = new WeakMap<Context['bus'], Set<Stream>>()
const streamsOf = (ctx: Context) => {
  const known = opened.get(ctx.bus) ?? new Set<Stream>()
  opened.set(ctx.bus, known)
  return known
}

/** Ends all streams, before the server waits for its open requests. */
export function closeLogStreams(ctx: Context) {
  for (const stream of streamsOf(ctx)) stream.end()
}

/** Lines as they are written, as server-sent events; ends when whoever listens may no more. */
export function followLogs(
  ctx: Context,
  viewer: Viewer,
  { request, query }: { request: Request; query: LogStreamQuery },
): Response {
  const streams = streamsOf(ctx)
  if (streams.size >= maxStreams) {
    throw new Refusal('unavailable', monitoringMessages.too_many_log_streams(), {
      retryAfterSeconds: 30,
    })
  }
  const asked = new Request(request.url, { headers: request.headers })
  const endings: (() => void)[] = []
  const ended = (stream: Stream) => {
    streams.delete(stream)
    for (const end of endings) end()
  }
  const stream = new Stream({ viewer, asked, ended })
  streams.add(stream)
  endings.push(sendLines(stream, query), watchRights(ctx, stream))
  request.signal.addEventListener('abort', () => stream.end(), { once: true })
  if (request.signal.aborted) stream.end()
  return new Response(stream.body, { headers: streamHeaders })
}

const encoder = new TextEncoder()

function sendLines(stream: Stream, query: LogStreamQuery) {
  const isWanted = fits(query)
  stream.send(encoder.encode(`retry: 3000\nid: ${recentLines.lastId}\n\n`))
  return recentLines.follow((line) => {
    if (!isWanted(line)) return
    stream.send(encoder.encode(`id: ${line.id}\ndata: ${JSON.stringify(lineOf(line))}\n\n`))
  })
}

/** Sessions end and rights are taken: looked at with every beat, and when an account changed. */
function watchRights(ctx: Context, stream: Stream) {
  const look = async () => {
    stream.send(heartbeatFrame)
    if (!(await mayListen(ctx, stream.asked))) stream.end()
  }
  const beat = setInterval(() => void look(), heartbeatMs).unref()
  const unsubscribe = ctx.bus.subscribe(userChanged, ({ userId }) => {
    if (userId === stream.viewer.userId) void look()
  })
  return () => {
    clearInterval(beat)
    unsubscribe()
  }
}

/** A fault of the question counts as no: whoever listens may come back. */
async function mayListen(ctx: Context, asked: Request): Promise<boolean> {
  try {
    return (await identifyViewer(ctx, asked)).permissions.has('system:admin')
  } catch (error) {
    if (!(error instanceof Refusal)) {
      ctx.log.error({ err: error }, 'it could not be found out who looks at the log')
    }
    return false
  }
}
