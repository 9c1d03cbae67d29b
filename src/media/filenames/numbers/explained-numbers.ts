/** Determines the meaning of the numbers in a name. Pure. */
import { type Bracket, isInside, isOpenNumber } from '../brackets'
import { type Counted, findCount, notCounted } from './counting-words'
import { findMark, type Mark } from './labeled-numbers'
import type { Numeral } from './numerals'
import { addPart } from './parts'

/**
 * Matches seasons, as in `S01E02`, `S3 - Chapter 20`, `S02 014` or `(S2)`. At the beginning, two
 * digits, brackets or a chapter are required, because a name such as `S2` is a title.
 */
const seasonLetters =
  /(?:(?<=[^\s([{-][\s([{-]{1,4})|^(?=s\d\d|s\d[\s-]{1,3}(?:ch|ep|#))|(?<=^[([])(?=s\d{1,2}[)\]]))s(?<season>\d{1,2})(?=\s*$|\s*[()[\]{}]|\s?-?\s?(?:\d|#|ch|ep|[ce]\d)|\s-\s)/u

function findSeasonMarks(plain: string, begin: number): Mark[] {
  const found = seasonLetters.exec(plain)
  if (!found || found.index < begin) return []
  const place = { start: found.index, end: found.index + found[0].length }
  const numeral = { ...place, last: null, suffix: null, padded: false, spelled: false }
  const value = Number(found.groups?.['season'])
  return [{ ...numeral, counts: 'season', rank: 1, rule: 'S01', value }]
}

export interface Marks {
  marks: Mark[]
  /** Numbers without a counting word. */
  bare: Numeral[]
}

export interface Around {
  /** End of the folder's series name in the file name, or 0. */
  begin: number
  brackets: Bracket[]
  /** Brackets with a known meaning other than a number. */
  tags: readonly { start: number; end: number }[]
}

export function explainNumbers(
  plain: string,
  numerals: Numeral[],
  { begin, brackets, tags }: Around,
): Marks {
  const marks = findSeasonMarks(plain, begin)
  const bare: Numeral[] = []
  // Skips numbers that belong to an earlier number, such as the 3 in `2 of 3`.
  let readTo = 0
  for (const numeral of numerals) {
    if (numeral.start < readTo || isInside(numeral.start, tags)) continue
    if (isInside(numeral.start, marks)) continue
    if (notCounted.test(plain.slice(numeral.end, numeral.end + 20))) continue
    const found = findMark(plain, numeral, readTo) ?? findVolumeBefore(numeral)
    if (found && isAccepted(plain, found, brackets, marks)) {
      const whole = addPart(plain, found)
      marks.push(whole)
      readTo = findCount(plain, numeral)?.end ?? whole.end
    } else if (!numeral.spelled) bare.push(numeral)
  }
  return { marks, bare: bare.filter((numeral) => isOpenNumber(numeral, brackets, plain)) }
}

/** Finds the volume in `Series 09 - 045`. */
const findVolumeBefore = (numeral: Numeral) =>
  numeral.isVolume
    ? { ...numeral, counts: 'volume' as const, rank: 3 as const, rule: 'number before the chapter' }
    : null

/**
 * Returns whether a mark counts. In square or curly brackets, it must be alone, because it is
 * otherwise part of a group name. In any brackets, words that often appear in titles count only
 * after a volume.
 */
function isAccepted(plain: string, mark: Mark, brackets: Bracket[], marks: Mark[]): boolean {
  const around = brackets.find(({ start, end }) => mark.start >= start && mark.start < end)
  if (!around) return true
  if (mark.rank === 4) return isBehindVolume(plain, mark, around, marks)
  if (around.shape === 'round') return true
  const others = plain.slice(around.start, mark.start) + plain.slice(mark.end, around.end)
  return others.replace(/[[\]{}\s]/g, '') === ''
}

/** Returns whether a number follows a volume in the same brackets, as in `(Vol. 10, No. 9)`. */
const isBehindVolume = (plain: string, mark: Mark, around: Bracket, marks: Mark[]) =>
  mark.counts === 'chapter' &&
  marks.some(
    ({ counts, start, end }) =>
      counts === 'volume' && start > around.start && /^,?\s$/.test(plain.slice(end, mark.start)),
  )

/** Finds the first mark in the name that has the best rank. */
export function findFirstMark(marks: Mark[], counts: Counted, maxRank: number): Mark | null {
  const fitting = marks.filter((mark) => mark.counts === counts && mark.rank <= maxRank)
  return fitting.toSorted((a, b) => a.rank - b.rank || a.start - b.start)[0] ?? null
}
