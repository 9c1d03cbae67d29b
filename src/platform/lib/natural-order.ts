const ZERO = 48
const NINE = 57
const SLASH = 47
/** Zero of the digits that Japanese and Chinese keyboards write as wide as their letters: `２`. */
const WIDE_ZERO = 0xff10

/**
 * Orders names as a person would: 2 before 10, also in wide digits, case ignored, a folder's files
 * together.
 * Equal numbers of different width (1, 01) are equal until the very end, where the shorter is first.
 */
export function naturalCompare(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(j)
    if (isDigit(x) && isDigit(y)) {
      const endA = endOfDigits(a, i)
      const endB = endOfDigits(b, j)
      const order = compareDigits(a.slice(i, endA), b.slice(j, endB))
      if (order !== 0) return order
      i = endA
      j = endB
      continue
    }
    if (x !== y) {
      const order = weight(x) - weight(y)
      if (order !== 0) return order
    }
    i++
    j++
  }
  return a.length - i - (b.length - j) || a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

const isDigit = (code: number) => (code >= ZERO && code <= NINE) || isWideDigit(code)

const isWideDigit = (code: number) => code >= WIDE_ZERO && code <= WIDE_ZERO + 9

function endOfDigits(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

/** Compares as text, so that a run of a thousand digits is still exact. */
function compareDigits(a: string, b: string): number {
  const x = withoutLeadingZeros(narrow(a))
  const y = withoutLeadingZeros(narrow(b))
  if (x.length !== y.length) return x.length - y.length
  return x < y ? -1 : x > y ? 1 : 0
}

function narrow(digits: string): string {
  const wide = /[\uff10-\uff19]/g
  return digits.replace(wide, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - WIDE_ZERO + ZERO),
  )
}

function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++
  return start === 0 ? digits : digits.slice(start)
}

/** The path separator is below everything, so that `a/2` comes before `a b/1`. */
function weight(code: number): number {
  if (code === SLASH) return 0
  if (code >= 65 && code <= 90) return code + 32
  return code
}
