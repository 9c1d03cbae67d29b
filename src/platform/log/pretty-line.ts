const colors: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 36,
  trace: 90,
}

/** Formats a JSON log line for a terminal: time, level, message and the rest as name=value. */
export function formatPrettyLine(json: string, withColor: boolean): string {
  // `code` and `params` are omitted, because the message text already contains them.
  const { level, time, msg, err, code: _, params: __, ...rest } = readLine(json)
  const word = String(level)
  const levelText = withColor
    ? `\u001B[${colors[word] ?? 0}m${word.padEnd(5)}\u001B[0m`
    : word.padEnd(5)
  const details = Object.entries(rest).map(
    ([name, value]) => `${escapeControls(name)}=${formatValue(value)}`,
  )
  const parts = [
    formatClock(time),
    levelText,
    escapeControls(typeof msg === 'string' ? msg : ''),
    ...details,
  ]
  return `${parts.filter((part) => part !== '').join(' ')}\n${formatError(err)}`
}

function readLine(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    // Redaction may have cut an escape sequence in two, so that the line is no longer JSON. The
    // line is then shown unchanged.
    return { level: '', msg: json.trimEnd() }
  }
}

function formatClock(time: unknown): string {
  const date = new Date(String(time))
  return Number.isNaN(date.getTime()) ? '' : date.toTimeString().slice(0, 8)
}

function formatValue(value: unknown): string {
  const isWord = typeof value === 'string' && /^[\w./:@-]+$/.test(value)
  return isWord ? value : escapeControls(JSON.stringify(value))
}

/** Formats the stack of an error and of its causes. */
function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { stack, message, cause } = error as Readonly<Record<string, unknown>>
  const trace = [stack, message].find((text) => typeof text === 'string') ?? ''
  const lines = trace.split('\n')
  return `${lines.map((line) => `    ${escapeControls(line)}`).join('\n')}\n${formatError(cause)}`
}

/** Replaces control characters, because those in file names could control the terminal. */
const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '�')
