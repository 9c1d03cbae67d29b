/** Distinguishes the number of a book from the numbers that belong to its title. Pure. */
import { findSeriesPrefix } from '../series-prefix'
import { type BareNumber, isYear } from './bare-numbers'
import { findCount } from './counting-words'
import { findFirstMark } from './explained-numbers'
import { type Mark, partOfRule } from './labeled-numbers'
import type { Numeral } from './numerals'

/** Rules for bare numbers. Numbers with a sign, such as `No. 5`, take precedence over them. */
const weakRules = new Set([
  'number before a tag',
  'number alone in brackets',
  'number behind the series of the folder',
])
const beforeTitle = 'number before the title'

/** Returns whether there are words between two numbers. The second then belongs to a title. */
export const hasWordsBetween = (plain: string, first: { end: number }, second: { start: number }) =>
  first.end < second.start && /\p{L}/u.test(plain.slice(first.end, second.start - 1))

/** Returns whether this is the 2 in `2 of 3`, which may count the parts of a story. */
export const isCount = ({ rule }: { rule: string }) => rule === '2 of 3' || rule === partOfRule

/**
 * Returns whether the mark has the form `No. 5` or `n.5`, which may also belong to a series name.
 */
export const isNumberSign = ({ rule }: Mark) => /number sign$|^n\.5$/.test(rule)

export const isOnlySpace = (text: string) => /^[\s,:-]*$/.test(text)
const isBeforeDash = (plain: string, end: number) =>
  /^(?:v\d{1,3})?(?:\s?[-:]|,)\s/.test(plain.slice(end, end + 8))

/** Returns whether the number follows the folder's series name, which ends at `begin`. */
const isNext = (plain: string, begin: number, { start }: { start: number }) =>
  begin > 0 && start >= begin && isOnlySpace(plain.slice(begin, start))

/**
 * Finds the chapter. In `#31 - Origins Chapter 1`, the words after `#31` are the issue title. So are
 * those in `Series No. 31 - Chapter 1 of the War`, if the folder is named `Series`.
 */
export function findChapterMark(plain: string, marks: Mark[], begin: number): Mark | null {
  const next = marks.find(
    (one) =>
      (isNumberSign(one) || (one.counts === 'chapter' && one.rank < 3)) &&
      isNext(plain, begin, one),
  )
  if (next) return next
  const first = findFirstMark(marks, 'chapter', 3)
  if (!first) return null
  const hash = marks.find(({ rule }) => rule === '#12')
  if (hash && hasWordsBetween(plain, hash, first)) return hash
  const signed = marks.find((one) => isNumberSign(one) && one.end <= first.start)
  if (!signed) return first
  const isTitleBehind =
    isBeforeDash(plain, signed.end) &&
    (hasWordsBetween(plain, signed, first) || isStory(plain, first))
  const isWeaker = first.rule.endsWith('issue') || isStory(plain, first)
  return isCount(first) || (isTitleBehind && isWeaker) ? signed : first
}

/** Returns whether the mark is part of a title, as in `Chapter 3 of the War`. */
const isStory = (plain: string, { end }: Mark) => /^\sof\s\p{L}/u.test(plain.slice(end, end + 6))

/**
 * Finds the number of an issue before a weaker number in its title, as in `Series 034 - Part 2 of
 * 4` or `Series 027 - Chapter 1`.
 */
export function findNumberBeforeTitle(
  plain: string,
  bare: Numeral[],
  mark: Mark,
  begin: number,
): BareNumber | null {
  if (!isCount(mark) && !/chapter$|episode$|^S01E02$/.test(mark.rule)) return null
  const found = bare.find(
    (one) =>
      one.end <= mark.start &&
      one.last === null &&
      !isYear(one.value) &&
      /[\p{L}\d]/u.test(plain.slice(0, one.start)) &&
      isIssueBefore(plain, one, mark, begin),
  )
  return found ? { ...found, rule: beforeTitle } : null
}

/**
 * A number with at least three digits and leading zeros is not part of a series name. Other numbers
 * take precedence only over a count, as in `2 of 4`, or an episode, as in `(S5 E1)`.
 */
function isIssueBefore(plain: string, one: Numeral, mark: Mark, begin: number): boolean {
  const isWeak = isCount(mark) || findCount(plain, mark) !== null
  const isDashed = isBeforeDash(plain, one.end)
  const isBracketed = plain.startsWith(' (', one.end)
  if (one.padded && /^0\d\d/.test(plain.slice(one.start)))
    return isDashed || (isWeak && isBracketed)
  if (mark.rule === 'S01E02') return isBracketed && isOfAll(plain, one, begin)
  if (isNext(plain, begin, one)) return isWeak && isDashed
  return isWeak && isDashed && isStoryBehind(plain, one, mark)
}

/** In `Series 175 (S5 E1)`, the number counts the episodes of all seasons. */
const isOfAll = (plain: string, one: Numeral, begin: number) =>
  isNext(plain, begin, one) || (begin === 0 && one.value > 100)

/** Returns whether a story has parts, as in `Series 608 - Hush, Chapter 1 of 12`. */
const isStoryBehind = (plain: string, { end }: Numeral, mark: Mark) =>
  mark.rule !== '2 of 3' && (plain[end] === ',' || hasWordsBetween(plain, { end }, mark))

/** Finds the number in `Series n. 200 - Title 7` or `Series 15. Jahrgang Nr. 8`. */
export function findStrongerSign(plain: string, marks: Mark[], chapter: BareNumber): Mark | null {
  const signed = marks.find(isNumberSign)
  if (!signed || chapter.padded) return null
  const isBeforeTitle = isBeforeDash(plain, signed.end) && hasWordsBetween(plain, signed, chapter)
  const isBehind = chapter.end < signed.start && weakRules.has(chapter.rule)
  return isBeforeTitle || isBehind ? signed : null
}

/**
 * Returns whether a number belongs to the title after the number at the beginning, as in `183 - Una
 * sfida di 80 giorni` or `05 - Born Again Part 1 of 7`. In `01 - Series 05`, it does not.
 */
export function isInTitle(
  plain: string,
  leading: BareNumber & { whole: boolean },
  chapter: Numeral & { rule: string },
  series: string[],
): boolean {
  if (leading.whole || !/^(?:\s-\s|[.)]\s)/.test(plain.slice(leading.end, leading.end + 3)))
    return false
  if ('counts' in chapter || chapter.rule === beforeTitle)
    return chapter.rule === partOfRule && hasWordsBetween(plain, leading, chapter)
  if (chapter.start <= leading.start) return false
  return (
    weakRules.has(chapter.rule) ||
    (series.length > 0 && !chapter.padded && findSeriesPrefix(plain, series, leading.end) === 0)
  )
}
