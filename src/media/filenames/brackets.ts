/**
 * Finds the bracketed parts of a name, and decides whether a number in brackets can be the book's
 * number. Pure.
 */

export interface Bracket {
  shape: 'round' | 'square' | 'curly'
  /** Start of the part in the name, including the bracket character. */
  start: number
  end: number
  /** The inner text in lowercase, trimmed. */
  plain: string
}

const maxBrackets = 40
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const shapes: Record<string, Bracket['shape']> = { '(': 'round', '[': 'square', '{': 'curly' }

/**
 * Finds the outermost brackets. A bracket that is not closed extends to the end of the name, and
 * one that is not opened starts at its beginning.
 */
export function findBrackets(plain: string): Bracket[] {
  const found: Bracket[] = []
  const stray = findUnmatchedEnd(plain)
  if (stray > 0) found.push(createBracket(plain, -1, stray))
  let position = Math.max(stray, 0)
  while (position < plain.length && found.length < maxBrackets) {
    const start = findNextOpen(plain, position)
    if (start < 0) break
    position = findClosing(plain, start)
    found.push(createBracket(plain, start, position))
  }
  return found
}

/** Finds a closing bracket without an opening one, as in `author] Title`. */
function findUnmatchedEnd(plain: string): number {
  const close = plain.indexOf(']')
  return close > 0 && close <= 40 && !plain.slice(0, close).includes('[') ? close + 1 : -1
}

function findNextOpen(plain: string, from: number): number {
  for (let i = from; i < plain.length; i++) if (closing[plain[i] ?? '']) return i
  return -1
}

/** Returns the position after the closing bracket. Counts only brackets of the same shape. */
function findClosing(plain: string, start: number): number {
  const open = plain[start] ?? ''
  const close = closing[open]
  let depth = 0
  for (let i = start; i < plain.length; i++) {
    if (plain[i] === open) depth++
    if (plain[i] === close && --depth === 0) return i + 1
  }
  return plain.length
}

function createBracket(plain: string, start: number, end: number): Bracket {
  const from = Math.max(start, 0)
  const shape = shapes[plain[start] ?? '['] ?? 'square'
  const isClosed = /[)\]}]/.test(plain[end - 1] ?? '')
  const inside = plain.slice(start + 1, isClosed && end - 1 > start ? end - 1 : end)
  return { shape, start: from, end, plain: inside.trim() }
}

export const isInside = (position: number, parts: readonly { start: number; end: number }[]) =>
  parts.some(({ start, end }) => position >= start && position < end)

/**
 * Returns whether a number without a counting word can be the book's number. In brackets, it must
 * be alone, as in `(02)` or `霧の港 (2)`.
 */
export function isOpenNumber(
  { start, end, padded }: { start: number; end: number; padded: boolean },
  brackets: readonly Bracket[],
  plain: string,
): boolean {
  const around = brackets.find((one) => start >= one.start && start < one.end)
  if (!around) return true
  const isMarked =
    padded ||
    isBetweenWords(around, plain) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\s?$/u.test(
      plain.slice(0, around.start),
    )
  return isMarked && start === around.start + 1 && end === around.end - 1
}

/** Returns whether square brackets are between two words, as in `Series [19] Title`. */
const isBetweenWords = ({ shape, start, end }: Bracket, plain: string) =>
  shape === 'square' &&
  end - start <= 5 &&
  /\p{L}\s$/u.test(plain.slice(0, start)) &&
  /^\s\p{L}/u.test(plain.slice(end))
