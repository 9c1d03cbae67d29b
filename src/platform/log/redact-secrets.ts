import { redactedText } from '../lib/redact-credentials'

const secretName =
  /(?:password|passwd|secret|token|cookie|authorization|api[-_]?key|encryption[-_]?key|private[-_]?key|credential|^session(?:[-_]?id)?$)/i
const maxDepth = 8
const maxParts = 1000
const cut = '<cut>'

/**
 * Copies a value for the log, replacing each member whose name suggests a secret, at any depth.
 * Errors and requests are reduced to a few fields. Depth and size are limited, so that large and
 * circular values take little time.
 */
export function redactSecrets(value: unknown): unknown {
  return redactPart(value, { depth: 0, budget: { left: maxParts } })
}

interface Place {
  readonly depth: number
  /** Number of values that may still be copied, shared by all levels of the value. */
  readonly budget: { left: number }
}

function redactPart(value: unknown, place: Place): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (place.depth > maxDepth) return cut
  const within = { depth: place.depth + 1, budget: place.budget }
  if (Array.isArray(value)) return redactList(value, within)
  return redactRecord(simplify(value), within)
}

function redactList(list: readonly unknown[], place: Place): unknown[] {
  const copy: unknown[] = []
  for (const part of list) {
    if (place.budget.left-- <= 0) return [...copy, cut]
    copy.push(redactPart(part, place))
  }
  return copy
}

function redactRecord(record: unknown, place: Place): unknown {
  if (typeof record !== 'object' || record === null) return record
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(record)) {
    if (place.budget.left-- <= 0) return { ...copy, [cut]: true }
    copy[name] = isSecret(name, part) ? redactedText : redactPart(part, place)
  }
  return copy
}

/** Exempts counts such as `tokens: 3` and booleans such as `hasPassword: true`. */
function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false
  if (typeof value === 'number' && /count|tokens$/i.test(name)) return false
  return secretName.test(name)
}

function simplify(value: object): unknown {
  if (value instanceof Error) return describeError(value)
  // Omits headers and the query, because both can contain credentials.
  if (value instanceof Request) return { method: value.method, path: new URL(value.url).pathname }
  if (value instanceof Headers) return Object.fromEntries(value.entries())
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON() as unknown
  return value
}

/**
 * Keeps only known fields, because errors from libraries may contain requests, headers and
 * connection settings.
 */
function describeError(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: removeParameters(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack !== undefined && { stack: removeParameters(error.stack) }),
    ...(error.cause !== undefined && { cause: error.cause }),
    ...(error instanceof AggregateError && { errors: error.errors as unknown }),
  }
}

/** Removes the parameters of a failed query, which may be hashes or personal data. */
const removeParameters = (text: string) =>
  text.replace(/(Failed query: [\s\S]*?\nparams: )[\s\S]*?(?=\n\s+at |$)/, `$1${cut}`)
