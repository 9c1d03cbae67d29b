import pino, { type LogFn, type Logger } from 'pino'
import type { Config } from '../config/model'
import { LineRing } from './line-ring'
import { formatPrettyLine } from './pretty-line'
import { redactSecrets } from './redact-secrets'
import { RotatingFile } from './rotating-file'
import { redactedText, redactCredentials } from '../lib/redact-credentials'
import { type Message, withText } from '../messages/message'

/** `code` and `params` are taken from the message, so they must not be among the fields. */
type Fields = Readonly<Record<string, unknown>> & { code?: never; params?: never }

/**
 * For lines that administrators see in the interface, which translates them by their message code.
 */
interface LogMessage {
  (message: Message): void
  (fields: Fields, message: Message): void
}

export interface Log {
  readonly error: LogMessage
  readonly warn: LogMessage
  readonly info: LogMessage
  /** For developers. These lines are only in English. */
  readonly debug: LogFn
  readonly trace: LogFn
  readonly isLevelEnabled: (level: Config['logging']['level']) => boolean
  /** Returns a log that adds these fields to each line, such as `requestId` or `jobId`. */
  child: (fields: Record<string, unknown>) => Log
}

/** The log of the process, which opens the log file. */
export interface RootLog extends Log {
  /** Reopens the file at its path. This also happens on SIGHUP. */
  reopen: () => void
  /** Writes a formatted line from another process of this installation. */
  writeLine: (line: string) => void
  /** Closes the file and removes the SIGHUP handler. Later lines are written only to stdout. */
  close: () => Promise<void>
}

/** The latest log lines of this process and its worker process, with secrets removed. */
export const recentLines = new LineRing()

/** The part of `process.stdout` that the log uses. */
interface LineSink {
  readonly isTTY?: boolean
  write: (line: string) => unknown
}

export interface LogOptions {
  readonly stdout?: LineSink
  /** Strings that must not appear in any line, such as `getSecretValues(config)`. */
  readonly secrets?: readonly string[]
}

/**
 * Logs to standard output and to `logging.file`. Runs in this process, because the worker
 * transports of pino cannot be found inside a compiled executable.
 */
export function createLog(logging: Config['logging'], options: LogOptions = {}): RootLog {
  const stdout = options.stdout ?? openStdout()
  const isTerminal = stdout.isTTY === true
  const isPretty = logging.format === 'pretty' || (logging.format === 'auto' && isTerminal)
  const toStdout = (line: string) =>
    stdout.write(isPretty ? formatPrettyLine(line, isTerminal) : line)
  const file = openFile(logging, toStdout)
  const redact = createRedactor(options.secrets ?? [])
  const write = (line: string) => {
    const redactedLine = redact(line)
    toStdout(redactedLine)
    file.current?.write(redactedLine)
    recentLines.push(redactedLine)
  }
  const log = pino(pinoOptions(logging.level), { write })
  const reopen = () => file.current?.reopen()
  // Without a handler, SIGHUP ends the process, which is right only if its terminal was closed.
  const isListening = logging.file !== undefined || !isTerminal
  if (isListening) process.on('SIGHUP', reopen)
  const close = async () => {
    process.off('SIGHUP', reopen)
    const open = file.current
    file.current = undefined
    await open?.close()
  }
  return Object.assign(log, { reopen, writeLine: write, close, child: redactingChild(log) })
}

/**
 * Redacts the bindings of child logs, which pino does not pass to its formatters. Children inherit
 * this function.
 */
function redactingChild(log: Logger): Log['child'] {
  const { child } = log
  return function makeChild(this: Logger, bindings) {
    return child.call(this, redactFields(bindings), {})
  }
}

function openFile(
  { file: path, keep, max_size_mb: megabytes }: Config['logging'],
  writeOwn: (line: string) => void,
): { current: RotatingFile | undefined } {
  if (path === undefined) return { current: undefined }
  const onError = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const msg = 'failed to write log file, logging continues on stdout'
    writeOwn(formatOwnLine('error', { file: path, reason, msg }))
  }
  const onCleanupError = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const msg = 'failed to compress or remove old log file'
    writeOwn(formatOwnLine('warn', { file: path, reason, msg }))
  }
  const onRecovered = (lostLines: number) => {
    writeOwn(formatOwnLine('warn', { file: path, lostLines, msg: 'log file is writable again' }))
  }
  const maxBytes = megabytes * 1024 * 1024
  return {
    current: new RotatingFile({ path, keep, maxBytes, onError, onCleanupError, onRecovered }),
  }
}

/** Formats a line as pino does, for failures of the log file itself. */
function formatOwnLine(level: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`
}

const maxWaitingBytes = 4 * 1024 * 1024

function openStdout(): LineSink {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes })
  // An error means that stdout is a closed pipe or a file on a full disk. There is nowhere else to
  // report it, and the server keeps running.
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
    hooks: messageHooks,
    // Errors are formatted by `redactFields`, together with the rest of the record.
    serializers: { err: (described: unknown) => described },
  }
}

/** Writes the English text of a message, and adds its code and parameters to the fields. */
export const messageHooks: NonNullable<pino.LoggerOptions['hooks']> = {
  logMethod(args, method) {
    const values: unknown[] = args
    const message = values.at(-1)
    if (!isMessage(message)) return method.apply(this, args)
    const { code, params, message: text } = withText(message)
    const fields = values.length > 1 ? values[0] : {}
    const hasParams = Object.keys(params).length > 0
    const own = { code, ...(hasParams && { params }) }
    // The code comes first, because long lines are truncated at the end.
    const record = Object.assign({}, own, fields, own)
    return method.apply(this, [record, text])
  },
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value

const redactFields = (record: Record<string, unknown>) =>
  redactSecrets(record) as Record<string, unknown>

const minSecretLength = 6

/**
 * Creates a function that replaces known secrets, and text that looks like a secret, in formatted
 * lines.
 */
function createRedactor(secrets: readonly string[]): (line: string) => string {
  const secretForms = secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .filter((form) => form.length >= minSecretLength)
  const unique = [...new Set(secretForms)].toSorted((a, b) => b.length - a.length)
  return (line) =>
    redactCredentials(unique.reduce((text, secret) => text.replaceAll(secret, redactedText), line))
}
