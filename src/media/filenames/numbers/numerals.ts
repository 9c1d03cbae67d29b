/** Finds all numbers in a name. Pure. */
import { parseSpelledNumber, spelledNumber } from '../../words/spelled-numbers'

export interface Numeral {
  start: number
  end: number
  value: number
  /** End of a range. */
  last: number | null
  /** Letters after the number, such as BEY in `078.BEY` or A in `22A`. */
  suffix: string | null
  /** Whether the number has leading zeros, as in `012`. */
  padded: boolean
  /**
   * Whether the number is written as a word or as a Roman or Chinese numeral, and therefore
   * requires a counting word.
   */
  spelled: boolean
  /** Whether the number is the volume of the chapter after it, as in `Series 09 - 045`. */
  isVolume?: true
}

/** If a name contains more numbers than this, only the first and last ones are parsed. */
const maxNumerals = 60

export function findNumerals(plain: string): Numeral[] {
  const found = [
    ...digits(plain),
    ...spelledNumbers(plain),
    ...chineseNumbers(plain),
    ...partsOfWorks(plain),
  ]
  const half = maxNumerals / 2
  const bounded =
    found.length > maxNumerals ? [...found.slice(0, half), ...found.slice(-half)] : found
  return bounded.toSorted((a, b) => a.start - b.start)
}

/** A comma can separate a fraction. If another separator follows, the number is not a fraction. */
const number =
  /\d{1,3}(?:,\d{3}){2,}(?![\d,])|(?<![\d.,])[1-9],\d{3}(?![\d.,])|\d+(?:[.,]\d{1,4}(?![\d]|[.,]\d))?[½¼¾]?|[½¼¾]/g
const quarters: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }
const maxDigits = 7

function* digits(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(number)) {
    const quarter = quarters[text.at(-1) ?? ''] ?? 0
    const single = /^(?:[1-9],\d{3}|.*,\d{3},.*)$/.test(text)
      ? text.replaceAll(',', '')
      : text.replace(',', '.')
    const digitsOnly = quarter ? single.slice(0, -1) : single
    const whole = digitsOnly.split('.', 1)[0] ?? ''
    if (whole.length > maxDigits || isInsideWord(plain, index, index + text.length)) continue
    const suffix = readSuffix(plain, index + text.length, whole)
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

/** In `028.a` and `028,a`, the letter means the first part of 28. */
const letterParts: Record<string, number> = Object.fromEntries(
  [...'abcdefghi'].flatMap((letter, i) => [
    [`.${letter}`, (i + 1) / 10],
    [`,${letter}`, (i + 1) / 10],
  ]),
)

const suffix =
  /^(?:\.?[a-wyz]{1,3}(?![a-z\d])|[.,-](?:extra|omake|special)|x\d{1,2}|[.,][a-i](?![a-z\d]))/

/** Reads the suffix. `x1` (a revised scan) is removed together with the number. */
function readSuffix(plain: string, end: number, whole: string): { text: string; length: number } {
  const after = plain.slice(end, end + 12)
  // `120-b` is a part, but `3-B` may be the name of a class.
  const part = whole.length > 1 ? /^-[a-i](?![\p{L}\p{N}-])/u.exec(after)?.[0] : undefined
  if (part) return { text: `.${part.charAt(1)}`, length: part.length }
  const found = suffix.exec(after)?.[0] ?? ''
  // In `Vol.1Ch.4`, the letters belong to the next number.
  if (/^(?:vol|ch|chp|ep)$/.test(found) && /^[.\s]{0,2}\d/.test(after.slice(found.length)))
    return { text: '', length: 0 }
  // Units, ordinals and revisions (`11v2`) are not suffixes.
  if (/^\.?(?:st|nd|rd|th|px|pp?|cm|mm|gb|mb|kg|cbz?|v)$/.test(found))
    return { text: '', length: 0 }
  const text = /^x\d/.test(found) ? '' : found
  return {
    text: /^[.,].$/.test(text) ? text : text.replace(/^[.,-]/, ''),
    length: found.length,
  }
}

const spelledLast = new RegExp(
  String.raw`(?<=[a-z]\.? )${spelledNumber}(?=\s{0,2}(?:$|[-:,.()[\]{}]|(?:18|19|20)\d{2}(?!\d)))`,
  'g',
)

function* spelledNumbers(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(spelledLast)) {
    const value = parseSpelledNumber(text)
    if (value > 0) yield spelled(index, text, value)
  }
}

const chineseDigits = '〇一二三四五六七八九'
const chineseNumber =
  /(?:第|(?<=[巻卷]))([〇零一二三四五六七八九十百]{1,7})|([〇零一二三四五六七八九十百]{1,7}(?=[巻卷]))|([上中下])(?=[巻卷册冊])/g

/** Matches `第十二話`, and `上巻`, `中巻` and `下巻` for the parts of a work in two or three volumes. */
function* chineseNumbers(plain: string): Generator<Numeral> {
  for (const { 0: text, 1: ordinal, 2: cardinal, 3: third, index } of plain.matchAll(
    chineseNumber,
  )) {
    const value = third
      ? '上中下'.indexOf(third) + 1
      : parseChineseNumber(ordinal ?? cardinal ?? '')
    yield spelled(index, text, value)
  }
}

/**
 * Matches the first, middle or last part in `上`, `霧の港 下`, `霧の港 前編`, `霧の港（上）` and `안개 항구 (하)`. Most
 * such works have two parts.
 */
const partOfWork =
  /^[上中下]$|(?<=[\p{L}!?！？]\s)(?:[上中下]|[前後上下][編篇])(?=\s*(?:$|[([]))|(?<=^[^\d第]*[\p{L}!?！？]\s?[([])[上中下상중하](?=[)\]])/gu

const valueOfPart: Record<string, number> = {
  上: 1,
  前: 1,
  상: 1,
  中: 1.5,
  중: 1.5,
  下: 2,
  後: 2,
  하: 2,
}

function* partsOfWorks(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(partOfWork)) {
    yield spelled(index, text, valueOfPart[text.charAt(0)] ?? 0)
  }
}

/** Returns whether the number is a part of a work, such as `上`, which needs no counting word. */
export const isPartOfWork = ({ spelled: isSpelled, start }: Numeral, plain: string): boolean =>
  isSpelled && (plain[start] ?? '') in valueOfPart

/** Parses a number such as `十二`, `二〇` or `一百零五`. */
export function parseChineseNumber(text: string): number {
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
