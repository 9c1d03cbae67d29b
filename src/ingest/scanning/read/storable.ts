/**
 * Strings as both databases take them: PostgreSQL refuses NUL and halves of surrogate pairs, and a
 * stranger's archive may hold either anywhere.
 */
export function storable<Value>(value: Value): Value {
  return clean(value) as Value
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [cleanText(name), clean(member)]),
  )
}

const cleanText = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
