import { type Finding, addFinding } from '../contents/contents'
import { parseLanguage } from './languages'
import { toPlainText } from './xml'
import { listPhrases, listWords, toPattern, type WordList } from '../words/words'
import { fileMetadataMessages } from './messages'

/** Cleans, limits and validates metadata values. Shared by all metadata readers. */

const dropped = (what: string): Finding => ({
  code: 'broken_metadata',
  message: fileMetadataMessages.invalid_value({ field: what }),
})

const maxTextLength = 64 << 10
export const maxListLength = 1000

/** Returns cleaned text on a single line, or null if it is empty. */
export function cleanLine(value: string | null | undefined): string | null {
  if (!value) return null
  const line = value.slice(0, maxTextLength).replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  return line.toWellFormed() || null
}

/** Returns cleaned text with line breaks. Markup is removed. */
export function cleanText(value: string | null | undefined): string | null {
  if (!value) return null
  const lines = toPlainText(value.slice(0, maxTextLength)).replace(/\r\n?/g, '\n').split('\n')
  const text = lines.map((line) => line.replace(invisible, ' ').replace(/ {2,}/g, ' ').trim())
  return (
    text
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .toWellFormed() || null
  )
}

/** Cleans the values, removes duplicates and limits their number. */
export function cleanList(values: Iterable<string | null | undefined>): string[] {
  const list = new Set<string>()
  for (const value of values) {
    const line = cleanLine(value)
    if (line) list.add(line)
    if (list.size >= maxListLength) break
  }
  return [...list]
}

/** Control and formatting characters, except those that scripts and emoji require (ZWNJ, ZWJ). */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

interface Range {
  what: string
  min: number
  max: number
}

export const yearRange: Range = { what: 'the year', min: 1000, max: 2200 }
export const monthRange: Range = { what: 'the month', min: 1, max: 12 }
export const dayRange: Range = { what: 'the day', min: 1, max: 31 }

/** Returns an integer within the range. Other values are dropped with a finding. */
export function parseInteger(value: string | null, range: Range, findings: Finding[]) {
  const number = parseDecimal(value, range, findings)
  if (number === null || Number.isInteger(number)) return number
  addFinding(findings, dropped(range.what))
  return null
}

export function parseDecimal(value: string | null, range: Range, findings: Finding[]) {
  const line = cleanLine(value)
  if (line === null) return null
  const number = /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(line) ? Number(line.replace(',', '.')) : NaN
  if (number >= range.min && number <= range.max) return number
  addFinding(findings, dropped(range.what))
  return null
}

/**
 * Returns a numeric chapter (`1`, `1.5`, `½`, `1½`). Returns null for `Annual 2`, which is valid
 * but not numeric.
 */
export function parseChapterNumber(value: string | null): number | null {
  const single = value && /^\d{1,3}(?:,\d{3})+$/.test(value) ? value.replaceAll(',', '') : value
  const plain = single?.replace('½', '.5').replace('¼', '.25').replace('¾', '.75').replace(',', '.')
  if (!plain || !/^-?\d{0,9}(\.\d{1,6})?$/.test(plain)) return null
  const number = Number(plain)
  return Number.isFinite(number) && number >= 0 ? number : null
}

interface NumberRange {
  from: number | null
  /** End of the range, or null for a single number. */
  to: number | null
}

const countingLists: WordList[] = ['volume', 'volumes', 'chapter', 'chapters', 'issue', 'number']
const wordsInFront = toPattern([...listPhrases([...countingLists, 'book', 'episode'], false), 'v'])
const wordsBehind = toPattern([
  ...listPhrases(['volumeBehind', 'chapterBehind'], true),
  ...listWords(countingLists, false).flatMap(({ text, numberFirst }) => (numberFirst ? text : [])),
])
const wordInFront = new RegExp(String.raw`^(?:#|(?:${wordsInFront})\.?\s*#?|第)\s*(?=\d)`, 'iu')
const wordBehind = new RegExp(String.raw`(?<=\d)\s*(?:${wordsBehind})$`, 'iu')
const countBehind = /\s*(?:\(\s*of\s+\d{1,5}\s*\)|of\s+\d{1,5})$/i
const twoNumbers =
  /^(?<first>\d{1,6}(?:[.,]\d{1,3})?)\s*(?<separator>[-–—~/&+,]|and)\s*(?<last>\d{1,6}(?:\.\d{1,3})?)$/i
const decimalComma = /^\d+,\d{1,2}$/

/**
 * Parses a number or a range, such as that of a double issue: `5`, `#5`, `12a`, `3 (of 6)`,
 * `21-22`, `21/22`.
 */
export function parseNumberRange(value: string | null): NumberRange {
  const text = (value ?? '')
    .trim()
    .replace(wordInFront, '')
    .replace(countBehind, '')
    .replace(wordBehind, '')
  if (text === '1/2') return { from: 0.5, to: null }
  return findTwoNumbers(text) ?? { from: parseLetteredNumber(text), to: null }
}

/** `12,5` is a fraction, and `3/6` may be the third of six, but `21,22` and `21/22` are ranges. */
function findTwoNumbers(text: string): NumberRange | undefined {
  const { first = null, separator = '', last = null } = twoNumbers.exec(text)?.groups ?? {}
  const [from, to] = [parseChapterNumber(first), parseChapterNumber(last)]
  if (from === null || to === null || to <= from) return undefined
  const isCertain = !'/,'.includes(separator) && !decimalComma.test(text)
  return to === from + 1 || isCertain ? { from, to } : undefined
}

/** The parts `12a` and `12b` are 12.1 and 12.2. */
function parseLetteredNumber(text: string): number | null {
  const [, digits, letter = ''] = /^(\d{1,6})([a-i])$/i.exec(text) ?? []
  if (digits === undefined) return parseChapterNumber(text)
  return Number(`${digits}.${'abcdefghi'.indexOf(letter.toLowerCase()) + 1}`)
}

/** Returns a BCP 47 tag in canonical case (`pt-BR`), even for words such as `English`. */
export function parseLanguageTag(
  value: string | null | undefined,
  findings: Finding[],
): string | null {
  const given = cleanLine(value)
  if (!given || /^(und|zxx|unknown)$/i.test(given)) return null
  const tag = parseLanguage(given)
  if (tag === undefined) addFinding(findings, dropped('the language'))
  return tag ?? null
}

/** Returns only http and https URLs, because other schemes could be an attack. */
export function parseWebLinks(values: Iterable<string>): string[] {
  const links = new Set<string>()
  for (const value of values) {
    const url = URL.canParse(value) ? new URL(value) : null
    if (url && /^https?:$/.test(url.protocol) && value.length <= 2048) links.add(url.href)
    if (links.size >= maxListLength) break
  }
  return [...links]
}
