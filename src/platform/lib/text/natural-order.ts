const ZERO = 48
const NINE = 57
const SLASH = 47
/** The full-width digit zero, as typed on Japanese and Chinese keyboards. */
const WIDE_ZERO = 0xff10

/**
 * Compares names in natural order: 2 comes before 10, even in full-width digits. Case is ignored,
 * and files in the same folder stay together. Numbers that differ only in leading zeros (1, 01) are
 * equal; if everything else is equal as well, the shorter name comes first.
 */
export function compareNaturally(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(j)
    if (isDigit(x) && isDigit(y)) {
      const endA = findEndOfDigits(a, i)
      const endB = findEndOfDigits(b, j)
      const order = compareDigits(a.slice(i, endA), b.slice(j, endB))
      if (order !== 0) return order
      i = endA
      j = endB
      continue
    }
    if (x !== y) {
      const order = getWeight(x) - getWeight(y)
      if (order !== 0) return order
    }
    i++
    j++
  }
  return a.length - i - (b.length - j) || a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

const isDigit = (code: number) => (code >= ZERO && code <= NINE) || isWideDigit(code)

const isWideDigit = (code: number) => code >= WIDE_ZERO && code <= WIDE_ZERO + 9

function findEndOfDigits(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

/** Compares digits as text, which is exact for numbers of any length. */
function compareDigits(a: string, b: string): number {
  const x = dropLeadingZeros(toHalfWidth(a))
  const y = dropLeadingZeros(toHalfWidth(b))
  if (x.length !== y.length) return x.length - y.length
  return x < y ? -1 : x > y ? 1 : 0
}

function toHalfWidth(digits: string): string {
  const wide = /[\uff10-\uff19]/g
  return digits.replace(wide, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - WIDE_ZERO + ZERO),
  )
}

function dropLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++
  return start === 0 ? digits : digits.slice(start)
}

/** The path separator comes before all other characters, so that `a/2` comes before `a b/1`. */
function getWeight(code: number): number {
  if (code === SLASH) return 0
  if (code >= 65 && code <= 90) return code + 32
  return code
}
