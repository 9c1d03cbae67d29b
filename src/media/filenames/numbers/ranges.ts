/** Joins two numbers into a range, a double issue, a sum or a part. Pure. */
import { isOneVolume, signsBehind, wordsInFront } from './counting-words'
import type { Numeral } from './numerals'
import { listPhrases, toPattern } from '../../words/words'

/**
 * Matches the characters between the two ends of a range. The word can be repeated, as in `c01-c04`
 * or `T1 à T3`.
 */
const between = new RegExp(
  String.raw`^(?<sign>[巻卷冊册話话章回号號期권화]?)(?<space>\s?)(?:[-~]|(?<next>[+&・･、/]|,(?=\s))|(?<to>to(?!\p{L})|(?<=\s)(?:${toPattern(listPhrases(['to'], false))})(?=\s))|(?<=\s)(?<and>${toPattern(listPhrases(['and'], false))})(?=\s))(?<after>\s?)(?<word>[\p{L}\p{M}]{0,8}\.?\s?#?)$`,
  'u',
)

export function joinRanges(plain: string, numerals: Numeral[]): Numeral[] {
  const joined: Numeral[] = []
  for (let i = 0; i < numerals.length; i++) {
    const [first, last] = [numerals[i], numerals[i + 1]]
    if (!first) break
    if (last && isVolumeAndChapter(plain, first, last)) {
      joined.push({ ...first, isVolume: true })
      continue
    }
    const range = last ? createRange(plain, first, last) : null
    joined.push(range ?? first)
    if (range) i++
  }
  return joined
}

type Gap = Record<string, string | undefined>

function findGap(plain: string, first: Numeral, last: Numeral): Gap | null {
  if (last.start - first.end > 16 || first.spelled || last.spelled) return null
  const gap = between.exec(plain.slice(first.end, last.start))?.groups
  return gap && isSameWord(plain, first, gap['word'] ?? '') ? gap : null
}

function createRange(plain: string, first: Numeral, last: Numeral): Numeral | null {
  const gap = findGap(plain, first, last)
  if (!gap) return null
  if (gap['next'] ?? gap['and']) return createDoubleIssue(plain, first, last, gap)
  const isLoose = !gap['to'] && `${gap['space']}${gap['after']}` !== ''
  if (isLoose) return isTwoNumbers(plain, first, gap) ? null : looseRange(plain, first, last)
  if (last.value > first.value) return tightRange(first, last)
  // In `第12話-2`, the sign belongs to the 12.
  return gap['sign'] ? null : findPart(plain, first, last)
}

/**
 * `21・22`, `#21+22` and `No. 5/6` are double issues, because the second number follows the first.
 * In `15/183` and `3/6`, the second number has a different meaning.
 */
function createDoubleIssue(plain: string, first: Numeral, last: Numeral, gap: Gap): Numeral | null {
  const isNext = last.value === first.value + 1
  if (gap['next'] === '+' && !isNext) return createSum(plain, first, last, gap)
  if (!isNext || (gap['next'] === '/' && first.value < 3)) return null
  const isLoose = `${gap['space']}${gap['after']}` !== ''
  return isLoose ? looseRange(plain, first, last) : rangeTo(first, last)
}

/** In `第18+1巻`, the second number is added to the first: the file contains volumes 18 and 19. */
function createSum(plain: string, first: Numeral, last: Numeral, gap: Gap): Numeral | null {
  const isTight = `${gap['space']}${gap['after']}${gap['word']}` === ''
  const isWhole = Number.isInteger(first.value) && Number.isInteger(last.value)
  if (!isTight || !isWhole || last.value < 1 || last.value > first.value) return null
  return isCounted(plain, first, last)
    ? { ...rangeTo(first, last), last: first.value + last.value }
    : null
}

/** Returns whether a counting word precedes or follows the numbers, or they end the name. */
function isCounted(plain: string, first: Numeral, { end }: Numeral): boolean {
  const { start } = first
  const before = plain.slice(Math.max(0, start - 18), start)
  const word = /(\p{L}{1,16})\.?\s?#?$/u.exec(before)?.[1] ?? ''
  const rest = plain.slice(end, end + 12).trimStart()
  return (
    (start > 0 && first.value > 2 && /^(?:$|[([])/.test(rest)) ||
    isOneVolume(word) ||
    wordsInFront.has(word) ||
    /[#第]$/.test(before) ||
    signsBehind.some(({ text }) => rest.startsWith(text))
  )
}

/** `v2 - 007` is a volume and a chapter, but `v2 - v7` and `Volumes 2 - 7` are ranges. */
function isTwoNumbers(plain: string, { start }: Numeral, gap: Gap) {
  if (gap['word']?.trim()) return false
  const word = /(\p{L}+)\.?\s?$/u.exec(plain.slice(Math.max(0, start - 18), start))
  return isOneVolume(word?.[1] ?? '')
}

/**
 * Finds a part. `38-1` is the first part of 38, not a descending range, and `2021-21` is an issue
 * of a year.
 */
function findPart(plain: string, first: Numeral, last: Numeral): Numeral | null {
  const part = /^\d{1,3}/.exec(plain.slice(last.start))?.[0] ?? ''
  const isPart = Number.isInteger(first.value) && Number.isInteger(last.value)
  return isPart && !isYearNumber(first)
    ? { ...rangeTo(first, last), last: null, value: Number(`${first.value}.${part}`) }
    : null
}

const isYearNumber = ({ value, padded }: Numeral) => !padded && value >= 1900 && value < 2100

/**
 * `V1-067` is not a range, because only its second number has leading zeros. `21-2021` is an issue
 * of a year.
 */
const tightRange = (first: Numeral, last: Numeral) =>
  (last.padded && !first.padded) || isIssueOfYear(first, last) ? null : rangeTo(first, last)

const isIssueOfYear = (first: Numeral, last: Numeral) =>
  first.value > 1 && last.value - first.value > 500 && isYearNumber(last)

/** The word before the end of the range must match the word before its start if there is one. */
const isSameWord = (plain: string, { start }: Numeral, word: string) =>
  plain
    .slice(Math.max(0, start - 12), start)
    .trim()
    .endsWith(word.trim())

/** Returns whether this is a date, as in `001 - 1984-05`. */
const isDate = (first: Numeral, last: Numeral) =>
  first.value < 1000 && /^(?:19|20)\d\d(?:\.|$)/.test(String(last.value))

/**
 * Returns whether the numbers are a volume and a chapter, as in `Series 09 - 045`. In a range, both
 * would have the same number of digits.
 */
function isVolumeAndChapter(plain: string, first: Numeral, last: Numeral): boolean {
  const [word] = /\S+(?=\s$)/.exec(plain.slice(Math.max(0, first.start - 18), first.start)) ?? []
  const isBare = word !== undefined && !wordsInFront.has(word.replace(/[.:]$/, ''))
  const isSplit = /^\s-\s$/.test(plain.slice(first.end, last.start))
  return isBare && isSplit && first.padded && last.padded && isWider(last, first)
}

const isWider = (one: Numeral, other: Numeral) => one.end - one.start > other.end - other.start

/** A range with spaces counts only if nothing else follows, unlike in `Vol 15 - Vol 20 Extras`. */
const looseRange = (plain: string, first: Numeral, last: Numeral) =>
  last.value > first.value &&
  (first.padded || !last.padded) &&
  !isDate(first, last) &&
  /^\s*(?:$|[()[\]{}+,]|-|(?:18|19|20)\d{2}(?!\d))/.test(plain.slice(last.end))
    ? rangeTo(first, last)
    : null

const rangeTo = (first: Numeral, last: Numeral): Numeral => ({
  ...first,
  end: last.end,
  last: last.value,
  suffix: null,
})
