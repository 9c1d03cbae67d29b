/** Sort keys of titles. Built here and not in the database, so that both databases sort alike. */
import { foldText } from './fold-text'

/**
 * For byte-by-byte comparison: folded, leading article dropped, numbers prefixed with their length
 * so that 2 < 10.
 */
export function buildSortKey(title: string): string {
  return foldText(title)
    .replace(/^(the|a|an)\s+(?=\S)/, '')
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '')
      return String.fromCharCode(0x30 + Math.min(number.length, 9)) + number
    })
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
