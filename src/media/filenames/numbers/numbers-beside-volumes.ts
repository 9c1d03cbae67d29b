/** Finds a chapter that has no counting word but is before or after a volume. Pure. */
import {
  type BareNumber,
  isAfterSeries,
  isFinal,
  isLikelyYear,
  type Surroundings,
} from './bare-numbers'
import { isOnlySpace } from './numbers-in-titles'
import type { Numeral } from './numerals'

/**
 * Finds a number directly after a volume (`v1 038`, `v1 -001`), or a number with leading zeros
 * directly before it (`028 Vol. 2`).
 */
export function findNumberBesideVolume(
  numbers: Numeral[],
  volume: { start: number; end: number; rule: string },
  plain: string,
): BareNumber | null {
  for (const one of numbers) {
    const gap = plain.slice(volume.end, one.start)
    const minus = /^\s{1,3}-$/.test(gap)
    if (
      isBehind(one, gap, plain.slice(one.end)) &&
      /^(?:\s|$)/.test(plain.slice(one.end, one.end + 1))
    ) {
      return { ...one, value: minus ? -one.value : one.value, rule: 'number behind the volume' }
    }
    if (isBefore(one, volume, plain)) return { ...one, rule: 'number before the volume' }
  }
  return null
}

function isBefore(one: Numeral, volume: { start: number; rule: string }, plain: string): boolean {
  const head = plain.slice(0, one.start)
  const gap = plain.slice(one.end, volume.start)
  // In `072 (v17)`, the number is that of the book, but in `Zone 100 (v02)`, the number ends the
  // title.
  if (gap === ' (') return one.padded || /\s-\s$/.test(head)
  if (gap !== ' ' || !one.padded || !/[^\p{L}]$/u.test(head)) return false
  return volume.rule !== 'v01' || isCountedInHundreds(one)
}

/**
 * Returns whether the number has three digits as in `Blade 022 v1`, unlike in the titles `James
 * Bond 007 v01` and `Gundam 0083 v01`.
 */
const isCountedInHundreds = ({ start, end, value }: Numeral) => value >= 10 && end - start === 3

const isBehind = ({ padded }: Numeral, gap: string, after: string) =>
  /^(?:\s{1,3}-?|-|\/)$/.test(gap) ||
  (/^\s-\s$/.test(gap) && (padded || /^\s*(?:$|[-([{]|(?:19|20)\d{2}(?!\d))/.test(after)))

/**
 * Finds the chapter in `Series 196 [End] v22`, if the folder is named `Series`. Small numbers may
 * belong to the title, as in `Ultimates 2 v1`.
 */
export function findNumberBehindSeries(
  numbers: Numeral[],
  volume: { start: number },
  around: Surroundings,
): BareNumber | null {
  const found = isAfterSeries(numbers, around)
  if (!found || found.end >= volume.start || isLikelyYear(found)) return null
  const isNext = isOnlySpace(around.plain.slice(found.end, volume.start))
  const isChapter = found.padded || found.value >= (isNext ? 10 : 100)
  return isChapter ? { ...found, rule: 'number before the volume' } : null
}

/**
 * Finds a number with leading zeros after words that follow a volume, as in
 * `Series Volume 6 - Title 04 (2011)` and `Series v1 Giant-Size 003`.
 */
export function findNumberBehindWords(
  numbers: Numeral[],
  volume: { start: number; end: number; rule: string },
  around: Surroundings,
): BareNumber | null {
  const { plain, years } = around
  const hasSeries = /[\p{L}\p{N}]/u.test(plain.slice(0, volume.start))
  if (!hasSeries) return null
  const isUndashed = volume.rule === 'v01' && /^\s\p{L}/u.test(plain.slice(volume.end))
  const isDashed = /^\s-\s\p{L}/u.test(plain.slice(volume.end))
  const isBeforeYear = ({ end }: Numeral) =>
    years.some(({ start }) => start >= end && /^\s\(?$/.test(plain.slice(end, start)))
  const found = numbers.find(
    (one) =>
      one.start > volume.end &&
      one.padded &&
      one.value < 1000 &&
      (isUndashed || (isDashed && isBeforeYear(one))) &&
      isFinal(one, around),
  )
  return found ? { ...found, rule: 'number behind the volume' } : null
}
