/** Every number of a name, with the ranges that numbers form. Pure. */

export interface Numeral {
  start: number
  end: number
  value: number
  /** Of a range the last number. */
  last: number | null
  /** Letters glued on: the BEY of `078.BEY`, the A of `22A`. */
  suffix: string | null
  /** Written as `012`. */
  padded: boolean
  /** In words, Roman or Chinese numerals: only believed next to a counting word. */
  spelled: boolean
}

/** A name with more numbers than this is not a name; the first and the last of them are read. */
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

/** A fraction may be written with a comma; a second separator means that it is no fraction. */
const number = /\d+(?:[.,]\d{1,4}(?![\d]|[.,]\d))?[½¼¾]?|[½¼¾]/g
const quarters: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }
const maxDigits = 6

function* digits(plain: string): Generator<Numeral> {
  for (const { 0: text, index } of plain.matchAll(number)) {
    const quarter = quarters[text.at(-1) ?? ''] ?? 0
    const digitsOnly = (quarter ? text.slice(0, -1) : text).replace(',', '.')
    const whole = digitsOnly.split('.', 1)[0] ?? ''
    if (whole.length > maxDigits) continue
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

/** `028.a` is the first part of 28. */
const letterParts: Record<string, number> = Object.fromEntries(
  [...'abcdefghi'].map((letter, i) => [`.${letter}`, (i + 1) / 10]),
)

const suffix =
  /^(?:\.?[a-wyz]{1,3}(?![a-z\d])|[.-](?:extra|omake|special)|x\d{1,2}|\.[a-i](?![a-z\d]))/

/** `x1` (a second try at the same pages) is dropped with the number. */
function readSuffix(plain: string, end: number): { text: string; length: number } {
  const found = suffix.exec(plain.slice(end, end + 12))?.[0] ?? ''
  // Units and ordinals are no suffixes, and neither is a revision (`11v2`).
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
  String.raw`(?<=[a-z]\.? )(?:${words.join('|')}|[ivx]{1,6})(?![a-z\d])`,
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
const chineseNumber = /第([〇零一二三四五六七八九十百]{1,7})|([上中下])(?=[巻卷册冊])/g

/** `第十二話`; of two or three volumes `上巻`, `中巻`, `下巻`. */
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

/** What may stand between both ends; the word may be said twice: `c01-c04`. */
const between = /^(?<space>\s?)(?:[-~&]|to)(?<after>\s?)(?<word>[a-zа-я]{0,8}\.?\s?#?)$/

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

function createRange(plain: string, first: Numeral, last: Numeral): Numeral | null {
  if (last.start - first.end > 16 || first.spelled || last.spelled) return null
  const gap = between.exec(plain.slice(first.end, last.start))?.groups
  if (!gap || !isSameWord(plain, first, gap['word'] ?? '')) return null
  if (gap['space'] !== '' || gap['after'] !== '') return looseRange(plain, first, last)
  return last.value > first.value ? tightRange(first, last) : findPart(plain, first, last)
}

/** `38-1` counts no range downwards but the first part of 38. */
function findPart(plain: string, first: Numeral, last: Numeral): Numeral | null {
  const part = /^\d{1,3}/.exec(plain.slice(last.start))?.[0] ?? ''
  const isPart = Number.isInteger(first.value) && Number.isInteger(last.value)
  return isPart
    ? { ...rangeTo(first, last), last: null, value: Number(`${first.value}.${part}`) }
    : null
}

/** `V1-067` are two numbers: those of a range are written alike. */
const tightRange = (first: Numeral, last: Numeral) =>
  last.padded && !first.padded ? null : rangeTo(first, last)

/** The word before the last number is that before the first one, if there is any. */
const isSameWord = (plain: string, { start }: Numeral, word: string) =>
  plain
    .slice(Math.max(0, start - 12), start)
    .trim()
    .endsWith(word.trim())

/** With spaces only where nothing else follows: unlike `Vol 15 - Vol 20 Extras`. */
const looseRange = (plain: string, first: Numeral, last: Numeral) =>
  last.value > first.value && /^\s*(?:$|[()[\]{}+,]|-)/.test(plain.slice(last.end))
    ? rangeTo(first, last)
    : null

const rangeTo = (first: Numeral, last: Numeral): Numeral => ({
  ...first,
  end: last.end,
  last: last.value,
  suffix: null,
})
