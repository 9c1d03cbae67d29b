/** Finds the folder's series name, or its initials, in a file name. Pure. */
import { type NameText, readText, tidyText } from './name-text'

/** Leading brackets, such as the group in `[Group] Series 3`. */
const leadingBrackets = /^(?:[\s.)-]*[([{][^()[\]{}]{0,80}[)\]}]){0,4}[\s.)-]*/

/**
 * Returns the end of the longest series name that the file name starts with after the position
 * `from`, or 0. Ignores case, accents and punctuation.
 */
export function findSeriesPrefix(plain: string, series: readonly string[], from = 0): number {
  const start = from + (leadingBrackets.exec(plain.slice(from))?.[0].length ?? 0)
  return Math.max(0, ...series.map((name) => matchName(plain, start, readText(name).plain)))
}

/**
 * Returns the end of the initials of a series before a number, as in `PR 2050` and `PR0012`, or 0.
 * `WW2` is a word.
 */
export function findInitials({ shown }: NameText, series: readonly string[]): number {
  const initials = /^\p{Lu}{2,5}(?=[\s-]?#\d|[\s-]\d|\d{3})/u.exec(shown)?.[0]
  const isOfSeries = series.some((name) => getInitials(name) === initials)
  return initials !== undefined && isOfSeries ? initials.length : 0
}

export const getInitials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase()

function matchName(plain: string, start: number, name: string): number {
  const letters = name.split('').filter(isLetter)
  let at = start
  for (const letter of letters) {
    while (at < plain.length && !isLetter(plain.charAt(at))) at++
    if (fold(plain.charAt(at)) !== fold(letter)) return 0
    at++
  }
  if (letters.length === 0 || !isWordEnd(letters.at(-1)!, plain.charAt(at))) return 0
  const rest = /[^\p{L}\p{N}\s]*$/u.exec(name)?.[0] ?? ''
  return plain.startsWith(rest, at) ? at + rest.length : at
}

const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character)
const fold = (character: string) =>
  character < '\u0080' ? character : character.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

/** In scripts without spaces, a number can follow a name directly. */
const isWordEnd = (last: string, next: string) =>
  !isLetter(next) || (/\d/.test(next) && /[^\p{Script=Latin}\p{N}]/u.test(last))

const brackets = /\s*[([{][^()[\]{}]{0,80}[)\]}]/gu

/**
 * Returns the folder name if its numbers belong to a title. In `#1 Fan/#1 Fan 003`, the file name
 * repeats the folder name with its number and continues with another number. Volumes at the end are
 * not part of a title, as in `Series v01/Series v01 c005`.
 */
export function findRepeatedTitle(
  { shown, plain }: NameText,
  numbers: readonly { end: number; counts?: string }[],
  fileName: string,
): string | null {
  const isInTitle = ({ end, counts }: { end: number; counts?: string }) =>
    counts === 'chapter' || /^\s?\p{L}/u.test(plain.slice(end))
  const title = numbers.some(isInTitle) ? tidyText(shown.replace(brackets, '')) : null
  if (title === null) return null
  const file = readText(fileName).plain
  const end = findSeriesPrefix(file, [title])
  return end > 0 && /\d/.test(file.slice(end).replace(brackets, '')) ? title : null
}
