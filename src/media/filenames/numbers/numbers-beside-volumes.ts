/** Finds the chapter before or behind a volume, without a counting word. Pure. */
import {
  type BareNumber,
  isAfterSeries,
  isFinal,
  isLikelyYear,
  type Surroundings,
} from './bare-numbers'
import type { Numeral } from './numerals'

/**
 * Finds a number directly after a volume (`v1 038`, `v1 -001`), or a padded number directly before
 * it (`028 Vol. 2`).
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
    // In `072 (v17)`, the number is that of the book, but in `Zone 100 (v02)`, the number ends the
    // title.
    const isSet = one.padded || /\s-\s$/.test(plain.slice(0, one.start))
    if (isSet && plain.slice(one.end, volume.start) === ' (') {
      return { ...one, rule: 'number before the volume' }
    }
    // The volume must have a word, not only a letter. In `James Bond 007 v01`, the number is part
    // of the title.
    const isSpaced = /[^\p{L}]$/u.test(plain.slice(0, one.start))
    if (
      volume.rule !== 'v01' &&
      one.padded &&
      isSpaced &&
      plain.slice(one.end, volume.start) === ' '
    ) {
      return { ...one, rule: 'number before the volume' }
    }
  }
  return null
}

const isBehind = ({ padded }: Numeral, gap: string, after: string) =>
  /^(?:\s{1,3}-?|-|\/)$/.test(gap) ||
  (/^\s-\s$/.test(gap) && (padded || /^\s*(?:$|[-([{]|(?:19|20)\d{2}(?!\d))/.test(after)))

/** Finds the chapter in `Series 196 [End] v22`, if the folder is named `Series`. */
export function findNumberBehindSeries(
  numbers: Numeral[],
  volume: { start: number },
  around: Surroundings,
): BareNumber | null {
  const found = isAfterSeries(numbers, around)
  const isChapter = found && found.end < volume.start && (found.padded || found.value >= 100)
  return isChapter && !isLikelyYear(found) ? { ...found, rule: 'number before the volume' } : null
}

/** Finds a number with zeros behind words behind a volume, as in `Series v1 Giant-Size 003`. */
export function findNumberBehindWords(
  numbers: Numeral[],
  volume: { start: number; end: number; rule: string },
  around: Surroundings,
): BareNumber | null {
  const hasSeries = /[\p{L}\p{N}]/u.test(around.plain.slice(0, volume.start))
  if (volume.rule !== 'v01' || !hasSeries) return null
  const found = numbers.find(
    (one) =>
      one.start > volume.end &&
      one.padded &&
      one.value < 1000 &&
      /^\s\p{L}/u.test(around.plain.slice(volume.end)) &&
      isFinal(one, around),
  )
  return found ? { ...found, rule: 'number behind the volume' } : null
}
