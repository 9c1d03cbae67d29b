/** Finds all numbers and ranges in a name. Pure. */
import { listPhrases, toPattern } from '../words'
import { isOneVolume } from './counting-words'

export interface Numeral {
  start: number
  end: number
  value: number
  /** End of a range. */
  last: number | null
  /** Letters after the number, such as BEY in `078.BEY` or A in `22A`. */
  suffix: string | null
  /** Whether it has leading zeros, as in `012`. */
  padded: boolean
  /**
   * Whether it is written as a word or as a Roman or Chinese numeral, and therefore requires a
   * counting word.
   */
  spelled: boolean
}

/** If a name contains more numbers than this, only the first and last ones are parsed. */
const maxNumerals = 60

export function findNumerals(plain: string): Numeral[] {
  const found = [...digits(plain), ...spelledNumbers(plain), ...chineseNumbers(plain)]
  const half = maxNumerals / 2
  const bounded =
    found.length > maxNumerals ? [...found.slice(0, half), ...found.slice(-half)] : found
  return joinRanges(
    plain,
    bounded.toSorted((a, b) => a.start - b.start),
  )
}

/** A comma can separate a fraction. If another separator follows, the number is not a fraction. */
const number = /\d+(?:[.,]\d{1,4}(?![\d]|[.,]\d))?[½¼¾]?|[½¼¾]/g
const quarters: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }
const maxDigits = 7

function* digits(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(number)) {
    const quarter = quarters[text.at(-1) ?? ''] ?? 0
    const digitsOnly = (quarter ? text.slice(0, -1) : text).replace(',', '.')
    const whole = digitsOnly.split('.', 1)[0] ?? ''
    if (whole.length > maxDigits || isInsideWord(plain, index, index + text.length)) continue
    const suffix = readSuffix(plain, index + text.length)
    yield {
      start: index,
      end: index + text.length + suffix.length,
      value: Number(digitsOnly) + quarter + (letterParts[suffix.text] ?? 0),
      last: null,
      suffix: suffix.text && !(suffix.text in letterParts) ? suffix.text : null,
      padded: /^0\d/.test(whole),
      spelled: false,
    }
  }
}

/** Returns whether the number is part of a word, as in `t3dio` but not in `v1c2` or `22BEY`. */
const isInsideWord = (plain: string, start: number, end: number) =>
  /\p{L}$/u.test(plain.slice(Math.max(0, start - 1), start)) &&
  /^(?!(?:end|fix|raw|v|c|ch|chp|chap|ep|p|e|x|t)(?![a-z]))[a-z]{2,}/.test(
    plain.slice(end, end + 8),
  )

/** In `028.a`, the letter means the first part of 28. */
const letterParts: Record<string, number> = Object.fromEntries(
  [...'abcdefghi'].map((letter, i) => [`.${letter}`, (i + 1) / 10]),
)

const suffix =
  /^(?:\.?[a-wyz]{1,3}(?![a-z\d])|[.-](?:extra|omake|special)|x\d{1,2}|\.[a-i](?![a-z\d]))/

/** Reads the suffix. `x1` (a revised scan) is removed together with the number. */
function readSuffix(plain: string, end: number): { text: string; length: number } {
  const found = suffix.exec(plain.slice(end, end + 12))?.[0] ?? ''
  // Units, ordinals and revisions (`11v2`) are not suffixes.
  if (/^\.?(?:st|nd|rd|th|px|pp?|cm|mm|gb|mb|kg|cbz?|v)$/.test(found))
    return { text: '', length: 0 }
  const text = /^x\d/.test(found) ? '' : found
  return {
    text: text.length > 2 || !text.startsWith('.') ? text.replace(/^[.-]/, '') : text,
    length: found.length,
  }
}

const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const spelledNumber = new RegExp(
  String.raw`(?<=[a-z]\.? )(?:${words.join('|')}|[ivx]{1,6})(?=\s{0,2}(?:$|[-:,.()[\]{}]|(?:18|19|20)\d{2}(?!\d)))`,
  'g',
)

function* spelledNumbers(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(spelledNumber)) {
    const value = words.indexOf(text) + 1 || parseRoman(text)
    if (value > 0) yield spelled(index, text, value)
  }
}

function parseRoman(text: string): number {
  const values = [...text].map((letter) => ({ i: 1, v: 5, x: 10 })[letter] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}

const chineseDigits = '〇一二三四五六七八九'
const chineseNumber =
  /(?:第|(?<=[巻卷]))([〇零一二三四五六七八九十百]{1,7})|([上中下])(?=[巻卷册冊])/g

/** Matches `第十二話`, and `上巻`, `中巻` and `下巻` for the parts of a work in two or three volumes. */
function* chineseNumbers(plain: string): Generator<Numeral> {
  for (const { 0: text, 1: counted, 2: third, index } of plain.matchAll(chineseNumber)) {
    const value = third ? '上中下'.indexOf(third) + 1 : parseChinese(counted ?? '')
    yield spelled(index, text, value)
  }
}

function parseChinese(text: string): number {
  if (!/[十百]/.test(text))
    return Number([...text].map((c) => Math.max(0, chineseDigits.indexOf(c))).join(''))
  let [sum, digit] = [0, 0]
  for (const character of text) {
    const power = { 十: 10, 百: 100 }[character]
    if (power) sum += (digit || 1) * power
    digit = power ? 0 : Math.max(0, chineseDigits.indexOf(character))
  }
  return sum + digit
}

const spelled = (start: number, text: string, value: number): Numeral => ({
  start,
  end: start + text.length,
  value,
  last: null,
  suffix: null,
  padded: false,
  spelled: true,
})

/**
 * Matches the characters between the two ends of a range. The word can be repeated, as in `c01-c04`
 * or `T1 à T3`.
 */
const between = new RegExp(
  String.raw`^[巻卷冊册話话章回권화]?(?<space>\s?)(?:[-~]|(?<plus>[+&])|(?<to>to(?!\p{L})|(?<=\s)(?:${toPattern(listPhrases(['to'], false))})(?=\s)))(?<after>\s?)(?<word>[\p{L}\p{M}]{0,8}\.?\s?#?)$`,
  'u',
)

function joinRanges(plain: string, numerals: Numeral[]): Numeral[] {
  const joined: Numeral[] = []
  for (let i = 0; i < numerals.length; i++) {
    const [first, last] = [numerals[i], numerals[i + 1]]
    if (!first) break
    const range = last ? createRange(plain, first, last) : null
    joined.push(range ?? first)
    if (range) i++
  }
  return joined
}

function findGap(plain: string, first: Numeral, last: Numeral) {
  if (last.start - first.end > 16 || first.spelled || last.spelled) return null
  const gap = between.exec(plain.slice(first.end, last.start))?.groups
  return gap && isSameWord(plain, first, gap['word'] ?? '') ? gap : null
}

function createRange(plain: string, first: Numeral, last: Numeral): Numeral | null {
  const gap = findGap(plain, first, last)
  if (!gap) return null
  if (gap['plus'] && last.value !== first.value + 1) return null
  const isLoose = !gap['to'] && `${gap['space']}${gap['after']}` !== ''
  if (isLoose) return isTwoNumbers(plain, first, gap) ? null : looseRange(plain, first, last)
  return last.value > first.value ? tightRange(first, last) : findPart(plain, first, last)
}

/** `v2 - 007` is a volume and a chapter, but `v2 - v7`, `Volumes 2 - 7` and `v2 & 3` are ranges. */
function isTwoNumbers(plain: string, { start }: Numeral, gap: Record<string, string | undefined>) {
  if (gap['plus'] !== undefined || gap['word']?.trim()) return false
  const word = /(\p{L}+)\.?\s?$/u.exec(plain.slice(Math.max(0, start - 18), start))
  return isOneVolume(word?.[1] ?? '')
}

/** Finds a part. `38-1` is the first part of 38, not a descending range. */
function findPart(plain: string, first: Numeral, last: Numeral): Numeral | null {
  const part = /^\d{1,3}/.exec(plain.slice(last.start))?.[0] ?? ''
  const isPart = Number.isInteger(first.value) && Number.isInteger(last.value)
  return isPart
    ? { ...rangeTo(first, last), last: null, value: Number(`${first.value}.${part}`) }
    : null
}

/** `V1-067` contains two numbers, because both ends of a range are written in the same way. */
const tightRange = (first: Numeral, last: Numeral) =>
  last.padded && !first.padded ? null : rangeTo(first, last)

/** The word before the end of the range must match the word before its start if there is one. */
const isSameWord = (plain: string, { start }: Numeral, word: string) =>
  plain
    .slice(Math.max(0, start - 12), start)
    .trim()
    .endsWith(word.trim())

/** Returns whether this is a date, as in `001 - 1984-05`. */
const isDate = (first: Numeral, last: Numeral) =>
  first.value < 1000 && /^(?:19|20)\d\d(?:\.|$)/.test(String(last.value))

/** A range with spaces counts only if nothing else follows, unlike in `Vol 15 - Vol 20 Extras`. */
const looseRange = (plain: string, first: Numeral, last: Numeral) =>
  last.value > first.value &&
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
