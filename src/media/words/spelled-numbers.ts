/** Numbers written as English words or Roman numerals. Pure. */

const spelledNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/**
 * Part of a regular expression that matches English number words, and up to six letters that may be
 * a Roman numeral.
 */
export const spelledNumber = String.raw`(?:${spelledNumbers.join('|')}|[ivx]{1,6})`

/** Returns 0 for other words. */
export function parseSpelledNumber(word: string): number {
  const text = word.toLowerCase()
  return spelledNumbers.indexOf(text) + 1 || (isRoman.test(text) ? parseRoman(text) : 0)
}

/** Roman numerals up to 39, but not words such as `vivi`. */
const isRoman = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/

function parseRoman(text: string): number {
  const values = [...text].map((letter) => ({ i: 1, v: 5, x: 10 })[letter] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}
