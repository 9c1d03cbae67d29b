import pino, { type LogFn, type Logger } from 'pino'
import type { Config } from '../config/model'
import { LineRing } from './line-ring'
import { prettyLine } from './pretty-line'
import { redactSecrets } from './redact-secrets'
import { RotatingFile } from './rotating-file'
import { redacted, scrub } from '../lib/scrub'

export interface Log {
  readonly error: LogFn
  readonly warn: LogFn
  readonly info: LogFn
  readonly debug: LogFn
  readonly trace: LogFn
  readonly isLevelEnabled: (level: Config['logging']['level']) => boolean
  /** A log whose lines all hold these fields: one for each request (`requestId`), job (`jobId`). */
  child: (fields: Record<string, unknown>) => Log
}

/** The log of the process, which owns the file. */
export interface RootLog extends Log {
  /** Begins the file anew at its path; also done on SIGHUP. */
  reopen: () => void
  /** Ends the file and takes the SIGHUP handler off. Logging afterwards goes to stdout only. */
  close: () => Promise<void>
}

/** What this process logged last, without secrets. */
export const recentLines = new LineRing()

/** Where lines go; `process.stdout` has this shape. */
interface LineSink {
  readonly isTTY?: boolean
  write: (line: string) => unknown
}

export interface LogOptions {
  readonly stdout?: LineSink
  /** Texts that must appear in no line, such as `secretValues(config)`. */
  readonly secrets?: readonly string[]
}

/**
 * Logs to standard output and to `logging.file`. In process, because worker transports cannot be
 * found inside a compiled executable.
 */
export function createLog(logging: Config['logging'], options: LogOptions = {}): RootLog {
  const stdout = options.stdout ?? openStdout()
  const isTerminal = stdout.isTTY === true
  const isPretty = logging.format === 'pretty' || (logging.format === 'auto' && isTerminal)
  const toStdout = (line: string) => stdout.write(isPretty ? prettyLine(line, isTerminal) : line)
  const file = openFile(logging, toStdout)
  const hide = hiderOf(options.secrets ?? [])
  const write = (line: string) => {
    const hidden = hide(line)
    toStdout(hidden)
    file.current?.write(hidden)
    recentLines.push(hidden)
  }
  const log = pino(pinoOptions(logging.level), { write })
  const reopen = () => file.current?.reopen()
  // Without a handler SIGHUP ends the process, which is right only when a terminal is closed.
  const isListening = logging.file !== undefined || !isTerminal
  if (isListening) process.on('SIGHUP', reopen)
  const close = async () => {
    process.off('SIGHUP', reopen)
    const open = file.current
    file.current = undefined
    await open?.close()
  }
  return Object.assign(log, { reopen, close, child: redactingChild(log) })
}

/** pino's formatters do not see what a child is made with. Children inherit this in turn. */
function redactingChild(log: Logger): Log['child'] {
  const { child } = log
  return function makeChild(this: Logger, bindings) {
    return child.call(this, redactFields(bindings), {})
  }
}

function openFile(
  { file: path, keep, max_size_mb: megabytes }: Config['logging'],
  tell: (line: string) => void,
): { current: RotatingFile | undefined } {
  if (path === undefined) return { current: undefined }
  const onError = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const msg = 'The log file cannot be written. Logging goes on here; the file is tried again.'
    tell(ownLine('error', { file: path, reason, msg }))
  }
  const onTidyError = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const msg = 'An old log file could not be compressed or removed.'
    tell(ownLine('warn', { file: path, reason, msg }))
  }
  const onRecovered = (lostLines: number) => {
    tell(ownLine('warn', { file: path, lostLines, msg: 'The log file is written again.' }))
  }
  const maxBytes = megabytes * 1024 * 1024
  return { current: new RotatingFile({ path, keep, maxBytes, onError, onTidyError, onRecovered }) }
}

/** A line in the form of pino's own, for what concerns the file and cannot go through the log. */
function ownLine(level: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`
}

const maxWaitingBytes = 4 * 1024 * 1024

function openStdout(): LineSink {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes })
  // A closed pipe or a full disk behind it: there is nobody left to tell, and serving goes on.
  destination.on('error', () => undefined)
  return {
    isTTY: process.stdout.isTTY,
    write: (line) => destination.write(line),
  }
}

function pinoOptions(level: Config['logging']['level']): pino.LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: redactFields,
    },
    // Errors are described with the rest of a record.
    serializers: { err: (described: unknown) => described },
  }
}

const redactFields = (record: Record<string, unknown>) =>
  redactSecrets(record) as Record<string, unknown>

const shortestHidden = 6

/** Takes known secrets and everything of the form of one out of finished lines. */
function hiderOf(secrets: readonly string[]): (line: string) => string {
  const needles = secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .filter((needle) => needle.length >= shortestHidden)
  const unique = [...new Set(needles)].toSorted((a, b) => b.length - a.length)
  return (line) => scrub(unique.reduce((text, secret) => text.replaceAll(secret, redacted), line))
}
