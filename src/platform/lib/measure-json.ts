/**
 * Measures JSON before it is parsed, because its values need much more memory than its text. Pure.
 */

export interface JsonLimits {
  maxDepth: number
  /** Maximum number of objects, lists, and commas between values. */
  maxValues: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Returns the limit that is exceeded first. The text may be invalid. */
export function findExceededLimit(
  bytes: Uint8Array,
  { maxDepth, maxValues }: JsonLimits,
): keyof JsonLimits | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = findEndOfString(bytes, at + 1)
    else if (byte === comma) values++
    else if (closing.has(byte)) depth--
    else if (opening.has(byte)) {
      values++
      depth++
    }
    if (depth > maxDepth) return 'maxDepth'
    if (values > maxValues) return 'maxValues'
  }
  return undefined
}

function findEndOfString(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
