/** Finds the book's number among numbers without a counting word. Pure. */
import type { Bracket } from '../brackets'
import { listPhrases, toPattern } from '../../words/words'
import type { Numeral } from './numerals'

export interface BareNumber extends Numeral {
  rule: string
}

export interface Surroundings {
  plain: string
  /**
   * End of the folder's series name at the start of the file name, or 0 if the file name does not
   * start with it.
   */
  begin: number
  /** Whether the folder's series name contains a number, as in `Zom 100`. */
  numberInSeries: boolean
  isEbook: boolean
  brackets: Bracket[]
  years: readonly { start: number; end: number }[]
}

export const isYear = (value: number) => Number.isInteger(value) && value >= 1900 && value < 2100

const negativeNumber = 'negative number'

/** Listed in order of priority. */
const rules: {
  name: string
  find: (numbers: Numeral[], around: Surroundings) => Numeral | undefined
}[] = [
  {
    name: 'number behind the series of the folder',
    find: (all, around) => (around.numberInSeries ? isAfterSeries(all, around) : undefined),
  },
  { name: 'number between the series and the title', find: findNumberBetweenSeriesAndTitle },
  {
    name: 'number behind the year',
    find: (all, around) => all.find((one) => isAfterYear(one, around)),
  },
  {
    name: 'number at the end of the series',
    find: (all, around) =>
      preferred(
        all.filter((one) => isBeforeYear(one, around) && isFinal(one, around)),
        around,
      ),
  },
  {
    name: negativeNumber,
    find: (all, around) => all.find((one) => isNegative(one, around.plain)),
  },
  {
    name: 'number at the end',
    find: (all, around) =>
      preferred(
        all.filter((one) => isFinal(one, around)),
        around,
      ),
  },
  {
    name: 'number before a tag',
    find: (all, { plain }) => all.find((one) => isBeforeTag(one, plain)),
  },
  {
    name: 'number alone in brackets',
    find: (all, { brackets }) =>
      all.find(({ start }) => brackets.some((bracket) => bracket.start === start - 1)),
  },
  { name: 'number behind the series of the folder', find: isAfterSeries },
  {
    name: 'number with zeros in the middle',
    find: (all, { plain }) => all.find((one) => isInTheMiddle(one, plain)),
  },
  {
    name: 'number before words',
    find: (all, { plain }) =>
      all.length === 1 ? all.find((one) => isBeforeWords(one, plain)) : undefined,
  },
]

export function findBareNumber(numbers: Numeral[], around: Surroundings): BareNumber | null {
  const counted = numbers.filter(
    (one) =>
      !isMeasure(one, around.plain) &&
      (isCounting(one) || hasPartLetter(one, around) || hasDottedSuffix(one, around)),
  )
  for (const { name, find } of rules) {
    const found = find(counted, around)
    if (found && name === negativeNumber)
      return { ...found, value: -found.value, start: found.start - 1, rule: name }
    if (found) return { ...found, rule: name }
  }
  const found = findLongRunningNumber(numbers, around)
  return found ? { ...found, rule: 'number behind the series of the folder' } : null
}

/**
 * Finds the number in `Series 1901` if the folder is named `Series` and there are no other numbers,
 * because some series do have that many chapters. In an e-book's name, a title may follow the
 * number after a dash.
 */
function findLongRunningNumber(numbers: Numeral[], around: Surroundings) {
  const found = isAfterSeries(
    numbers.filter((one) => isLikelyYear(one)),
    around,
  )
  if (!found || found.suffix !== null) return undefined
  const rest = around.isEbook ? /^\s*(?:$|-\s)/ : /^\s*$/
  return rest.test(removeBrackets(around.plain.slice(found.end))) ? found : undefined
}

/** Returns whether the number is probably a year. Years do not have leading zeros. */
export const isLikelyYear = ({ value, last, padded }: Numeral) =>
  last === null && !padded && isYear(value)

/** Returns whether the number is neither a year nor part of a word such as `2U`. */
const isCounting = (one: Numeral) => !isLikelyYear(one) && !isPartOfWord(one)

const isPartOfWord = ({ suffix, padded, value }: Numeral) =>
  suffix !== null && suffix.length <= 3 && !padded && value < 100

const measure = new RegExp(
  String.raw`^\s(?:${toPattern(listPhrases(['measure'], false))})(?!\p{L})`,
  'u',
)

/**
 * Returns whether the number counts something in a title after a dash, as in `Series - 1001 Nights`
 * or `Series - 66 Ways to Die`. In `Series 12 Days`, it may be a chapter with a title.
 */
const isMeasure = ({ start, end, value, last, padded }: Numeral, plain: string) =>
  last === null &&
  !padded &&
  (value >= 1000 || /[^\s-]\s-\s$/.test(plain.slice(0, start))) &&
  measure.test(plain.slice(end, end + 20))

/** Returns whether a letter marks a part of a chapter, as in `19a`, but not in `Class 3B`. */
const hasPartLetter = (one: Numeral, around: Surroundings) =>
  /^[a-i]$/.test(one.suffix ?? '') &&
  !isLikelyYear(one) &&
  // `Series 3D` is a title.
  (one.value >= 10 || (one.suffix !== 'd' && isAfterSeries([one], around) !== undefined))

/** Returns whether a dot separates the suffix, as in `24.NOW`. */
const hasDottedSuffix = ({ suffix, end, value }: Numeral, { plain }: Surroundings) =>
  suffix !== null && !isYear(value) && plain[end - suffix.length - 1] === '.'

/**
 * Prefers a number with leading zeros, as in `Zom 100 - 005`, then a number before a title, and
 * otherwise the last number.
 */
function preferred(all: Numeral[], { plain }: Surroundings): Numeral | undefined {
  // Zeros beside another number are a time, as in `Series 404 - 00-00`.
  const numbers = all.some(({ value }) => value > 0) ? all.filter(({ value }) => value > 0) : all
  const padded = numbers.find((one) => one.padded)
  const last = numbers.at(-1)
  // In `Series 121 - Title 7`, the smaller number belongs to the title.
  const isBeforeTitle = ({ value, end }: Numeral) =>
    last && value > last.value && /^\s-\s\p{L}/u.test(plain.slice(end))
  return padded ?? numbers.find(isBeforeTitle) ?? last
}

export function isAfterSeries(numbers: Numeral[], { plain, begin }: Surroundings) {
  if (begin === 0) return undefined
  return numbers.find(
    (one) =>
      one.start >= begin &&
      /^[\s,:-]*$/.test(plain.slice(begin, one.start)) &&
      // `Series 10-Cent Adventure` is a title.
      !/^-\p{L}{2}/u.test(plain.slice(one.end)),
  )
}

/**
 * Finds the number in `Series 121 - Title 7 (1996)` if the folder is named `Series`. A later number
 * with leading zeros takes precedence.
 */
function findNumberBetweenSeriesAndTitle(numbers: Numeral[], around: Surroundings) {
  const found = isAfterSeries(numbers, around)
  const title = /^\s?[-:]\s(?<title>.+)$/su.exec(around.plain.slice(found?.end ?? 0))?.[1]
  if (!found || title === undefined || /^[\d.\s]+(?:$|[([])/.test(title)) return undefined
  const isStronger = (one: Numeral) => one.padded && one.value > 0 && isFinal(one, around)
  const isWeaker = !found.padded && numbers.some(isStronger)
  return isWeaker ? undefined : found
}

function isAfterYear({ start, end }: Numeral, { plain, years }: Surroundings) {
  const year = years.find((one) => one.end <= start && /^[\s-]*$/.test(plain.slice(one.end, start)))
  return year !== undefined && /^(?:\s|$)/.test(plain.slice(end, end + 1))
}

const isBeforeYear = ({ start }: Numeral, { years }: Surroundings) => {
  const first = years[0]
  return !first || start < first.start
}

/** Returns whether this is a prologue such as `Series -1`. Only the number -1 is recognized. */
const isNegative = ({ start, end, value, padded }: Numeral, plain: string) =>
  value === 1 &&
  !padded &&
  /\S\s-$/.test(plain.slice(0, start)) &&
  /^\s*(?:$|[([{]|-\s|(?:19|20)\d{2}(?!\d))/.test(plain.slice(end))

/** Returns whether text precedes the number, and nothing or a new part follows it. */
export function isFinal(one: Numeral, { plain, brackets, years }: Surroundings): boolean {
  const before = plain.slice(0, one.start)
  const after = plain.slice(one.end)
  const isSet =
    /(?:\S\s{1,3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])$/u.test(
      before,
    ) ||
    isHyphenated(one, before, plain) ||
    (one.value >= 10 && /\S\s-$/.test(before))
  const ends =
    /^(?:\.?v\d{1,3}(?![\w.])|\s*$|\s?[-:]\s|\s{1,3}(?:of\s|\d{1,4}\s?p\b|c2c|ctc|omake|extra|special|bis\b))/.test(
      after,
    ) ||
    [...brackets, ...years].some(
      ({ start }) => start >= one.end && /^[\s/-]*$/.test(plain.slice(one.end, start)),
    )
  return isSet && ends && /[^\s\-([{]/.test(removeBrackets(before))
}

const removeBrackets = (text: string) => text.replace(/[([{][^()[\]{}]{0,80}[)\]}]/g, '')

/** Returns whether the number is hyphenated, as in `spawn-123` but not in `IG-88` or `Catch-22`. */
const isHyphenated = ({ padded, value }: Numeral, before: string, plain: string) =>
  /[\p{L}\p{N})]-$/u.test(before) && (padded || (value >= 100 && !plain.trim().includes(' ')))

/** Returns whether a tag follows the number, as in `Series 172 RHS`. */
const isBeforeTag = (one: Numeral, plain: string) =>
  /\S\s$/.test(plain.slice(0, one.start)) && /^\s{1,3}[a-z]{2,6}\s*$/.test(plain.slice(one.end))

/**
 * Returns whether the number has leading zeros and is in the middle, as in `Series 001 Title` or
 * `Series 07 Title`.
 */
const isInTheMiddle = ({ end, value, padded, suffix }: Numeral, plain: string) =>
  padded &&
  value > 0 &&
  suffix === null &&
  /\S\s0\d{1,3}\s$/.test(plain.slice(Math.max(0, end - 7), end + 1))

/**
 * Returns whether the number is before a title without a dash, as in `Series 567 Title` or `Series
 * 56.5 Title`. Other whole numbers may belong to the series name: those up to 100 or from 1000, and
 * round ones such as the 100 in `Zom 100 Bucket List`.
 */
function isBeforeWords({ start, end, value, last, suffix }: Numeral, plain: string) {
  const isCounted = Number.isInteger(value)
    ? value > 100 && value < 1000 && value % 100 !== 0
    : value > 10
  return (
    isCounted &&
    last === null &&
    suffix === null &&
    /\p{L}\s$/u.test(plain.slice(0, start)) &&
    /^\s\p{L}{2}/u.test(plain.slice(end)) &&
    // A thousands separator, as in `Series 1,001 Nights`.
    !/,\d{3}$/.test(plain.slice(start, end))
  )
}

/** Finds a number at the start, as in `01 - Title`, `001` or `5-6 - Series`. */
export function findLeadingNumber(
  numbers: Numeral[],
  plain: string,
): (BareNumber & { whole: boolean }) | null {
  const first = numbers[0]
  if (!first || !/^\s*$/.test(plain.slice(0, first.start))) return null
  const rest = plain.slice(first.end)
  const whole = /^(?:\.?v\d{1,3})?\s*$/.test(removeBrackets(rest))
  const isPart = /^(?:\s-\s|[.)]\s)/.test(rest) || (first.padded && /^\s/.test(rest))
  if (!(whole || isPart) || isLikelyYear(first)) return null
  return { ...first, whole, rule: 'number at the beginning' }
}
