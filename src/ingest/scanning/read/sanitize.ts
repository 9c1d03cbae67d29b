/**
 * Makes strings valid for both databases. PostgreSQL rejects NUL characters and lone surrogates,
 * and an untrusted archive may contain either.
 */
export function sanitizeForStorage<Value>(value: Value): Value {
  return sanitizeValue(value) as Value
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [sanitizeText(name), sanitizeValue(member)]),
  )
}

const sanitizeText = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
