const colours: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 36,
  trace: 90,
}

/** One log line of JSON for the eyes of a person: time, level, message and the rest as name=value. */
export function prettyLine(json: string, withColour: boolean): string {
  const { level, time, msg, err, ...rest } = readLine(json)
  const word = String(level)
  const shownLevel = withColour
    ? `\u001B[${colours[word] ?? 0}m${word.padEnd(5)}\u001B[0m`
    : word.padEnd(5)
  const details = Object.entries(rest).map(([name, value]) => `${plain(name)}=${shown(value)}`)
  const parts = [clock(time), shownLevel, plain(typeof msg === 'string' ? msg : ''), ...details]
  return `${parts.filter((part) => part !== '').join(' ')}\n${errorLines(err)}`
}

function readLine(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    // Hiding a secret can cut through an escape sequence; the line is worth showing even so.
    return { level: '', msg: json.trimEnd() }
  }
}

function clock(time: unknown): string {
  const date = new Date(String(time))
  return Number.isNaN(date.getTime()) ? '' : date.toTimeString().slice(0, 8)
}

function shown(value: unknown): string {
  const isWord = typeof value === 'string' && /^[\w./:@-]+$/.test(value)
  return isWord ? value : plain(JSON.stringify(value))
}

/** The stack of an error and of what caused it. */
function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { stack, message, cause } = error as Readonly<Record<string, unknown>>
  const told = [stack, message].find((text) => typeof text === 'string') ?? ''
  const lines = told.split('\n')
  return `${lines.map((line) => `    ${plain(line)}`).join('\n')}\n${errorLines(cause)}`
}

/** File names may hold escape sequences, which would steer the terminal. */
const plain = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '�')
