/**
 * Sort keys of titles. Built in code rather than in the database, so that SQLite and PostgreSQL
 * sort in the same way.
 */
import { foldText } from './fold-text'

/**
 * Builds a key that is compared byte by byte: the title is folded, a leading article is dropped,
 * and numbers are prefixed with their length, so that 2 comes before 10.
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
