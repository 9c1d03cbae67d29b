/** Finds the words of a series and a number in a search, as in `nova patrol 12`. Pure. */
import { parseSpelledNumber } from '../../../media/words/spelled-numbers'
import { listWords, type WordList } from '../../../media/words/words'
import { foldText } from '../../../platform/lib/text/fold-text'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import type { NumberKind } from './number-kind'
import { writeDigits } from './typed-digits'

export interface NumberedSearch {
  /** Words of the series. */
  words: string
  number: number
  /** End of a range such as `1-5`. */
  numberTo?: number
  /** undefined if the search does not say what the number counts. */
  kinds: readonly NumberKind[] | undefined
  /** The 3 in `vol 3 ch 21`, or the season in `season 2 episode 5`. */
  volume?: number
  /** Year of the series or book, as in `nova patrol (2019) 5`. */
  year?: number
}

const kindsOfMeaning = {
  volume: ['volume', 'collected'],
  chapter: ['chapter', 'issue'],
  number: ['issue', 'chapter', 'volume'],
  annual: ['annual'],
  special: ['special'],
  edition: ['collected', 'volume'],
  season: ['chapter'],
} as const satisfies Record<string, readonly NumberKind[]>

type Meaning = keyof typeof kindsOfMeaning

const meaningOfList: readonly [WordList[], Meaning][] = [
  [['volume', 'volumes', 'book', 'part', 'volumeBehind'], 'volume'],
  [['chapter', 'chapters', 'episode', 'chapterBehind'], 'chapter'],
  [['issue', 'number'], 'number'],
  [['annual'], 'annual'],
  [['special', 'extra', 'omake'], 'special'],
  [['edition'], 'edition'],
  [['season'], 'season'],
]

/** Words and signs that do not occur in file names, or have a different meaning there. */
const typedMarks: readonly [string, Meaning][] = [
  ['v', 'volume'],
  ['t', 'volume'],
  ['bk', 'volume'],
  ['c', 'chapter'],
  ['#', 'number'],
  ['n', 'number'],
  ['n°', 'number'],
  ['heft', 'number'],
  ['collected', 'edition'],
  ['trade', 'edition'],
  ['deluxe', 'edition'],
  ['s', 'season'],
]

const listMarks = (unspaced: boolean) =>
  meaningOfList.flatMap(([lists, meaning]) =>
    listWords(lists, unspaced).map(({ text }) => [foldText(text), meaning] as const),
  )

/** If a word has several meanings, the first one is used. */
const spacedMarks = new Map<string, Meaning>([...listMarks(false), ...typedMarks].toReversed())
const unspacedMarks = listMarks(true).toSorted(([a], [b]) => b.length - a.length)

/** Maximum number of meanings to try. A search with a year and two numbers has several. */
const maxMeanings = 6

/**
 * Lists what a search with a number can mean, most likely first: `3`, `03`, `#3`, `v3`, `vol 3`,
 * `ch 120`, `第3巻`. Returns an empty list if the search has no number or no words.
 */
export function listNumberedSearches(search: string): NumberedSearch[] {
  const text = simplify(search.slice(0, 200))
  const undated = removeYear(text)
  const literal = listReadings(text)
  const found = [
    ...literal,
    ...(undated ? listReadings(undated.text).map((one) => ({ ...one, year: undated.year })) : []),
    ...literal.flatMap((one) => moveYear(one) ?? []),
    ...literal.flatMap((one) => moveVolume(one) ?? []),
  ]
  return found.filter(({ words }) => buildQueryTokens(words).length > 0).slice(0, maxMeanings)
}

/** Finds a kind of book in a search without a number, as in `nova patrol specials`. */
export function parseKindSearch(search: string):
  | (Pick<NumberedSearch, 'words'> & {
      kinds: readonly NumberKind[]
    })
  | undefined {
  const marked = findMark(simplify(search.slice(0, 200)))
  if (marked === undefined || !namedKinds.has(marked.meaning)) return undefined
  // A search such as `hors série` names only a kind of book, without any words of a series.
  if (buildQueryTokens(marked.words).length === 0) return undefined
  return { words: marked.words.trim(), kinds: kindsOfMeaning[marked.meaning] }
}

const namedKinds: ReadonlySet<Meaning> = new Set(['annual', 'special'])

const bookFile = /\.(?:cb[z7rt]|zip|rar|7z|pdf|epub)$/

function simplify(search: string): string {
  const plain = writeDigits(search)
    .replace(/["“”„‟«»]|(?<![\p{L}\p{N}])['‘’‚]|['‘’](?![\p{L}\p{N}])/gu, ' ')
    .replaceAll('_', ' ')
  return foldText(plain)
    .trim()
    .replace(bookFile, '')
    .replace(/[([]\s*(#?\d{1,3}(?:\.\d)?)\s*[)\]]$/, ' $1')
    .replace(/(\d)\s?\(?(?:of|von|van|sur|di|de|из)\s\d{1,4}\)?$/, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

const year = String.raw`((?:19|20)\d{2})`
const yearLast = new RegExp(String.raw`[\s,]*(?:[\s,]${year}|[([]${year}[)\]])$`)

function removeYear(text: string): { text: string; year: number } | undefined {
  const found = yearLast.exec(text)
  return found
    ? { text: text.slice(0, found.index), year: Number(found[1] ?? found[2]) }
    : undefined
}

function moveYear(one: NumberedSearch): NumberedSearch | undefined {
  const undated = removeYear(one.words)
  return undated && { ...one, words: undated.text, year: undated.year }
}

/** In `vol 3 ch 21` and `season 2 12`, the first number is that of the volume. */
function moveVolume(one: NumberedSearch): NumberedSearch | undefined {
  const outer = listReadings(one.words)[0]
  if (outer?.kinds === undefined || !isVolume(outer.kinds)) return undefined
  return { ...one, words: outer.words, volume: outer.number }
}

const isVolume = (kinds: readonly NumberKind[]) =>
  kinds === kindsOfMeaning.volume || kinds === kindsOfMeaning.season

const number = String.raw`0*(\d{1,5}(?:[.,]\d{1,2})?)`
const numberLast = new RegExp(
  String.raw`^(.*?)(#\s?-?)?${number}(?:(?:\s?[-–~+&]\s?)${number})?(\.\p{L}{1,4}|[a-i])?$`,
  'u',
)
const numberFirst = new RegExp(
  String.raw`^(#|[\p{L}°]{1,16}\.?)\s?#?${number}[\s:,–-]+(\D.*)$`,
  'u',
)
const numberBehind = new RegExp(
  String.raw`^(.+?)(?<![\p{Script=Latin}\p{Script=Cyrillic}\d.,])(?:第\s?)?${number}(?:\.|st|nd|rd|th|er?|[ºª])?\s?(\p{L}{1,16})$`,
  'u',
)
const episodeOfSeason = /^(.+?)\s+s0*(\d{1,2})\s?e0*(\d{1,4})$/

function listReadings(text: string): NumberedSearch[] {
  const [, series, season, episode] = episodeOfSeason.exec(text) ?? []
  if (series !== undefined) {
    const kinds = kindsOfMeaning.chapter
    return [{ words: series, number: Number(episode), kinds, volume: Number(season) }]
  }
  return [...readBehind(text), ...readLast(spelledToDigits(text)), ...readFirst(text)]
}

/** Reads `第3巻`, `3 том` and `3. band`. */
function readBehind(text: string): NumberedSearch[] {
  const [, words = '', digits, word = ''] = numberBehind.exec(text) ?? []
  const meaning = digits === undefined ? undefined : findMeaning(word)
  // The letter in `12b` belongs to the number.
  if (meaning === undefined || /^[a-z]$/.test(word)) return []
  return [build(words, meaning, { from: digits! })]
}

/** Reads `vol 3 nova patrol` and `#3 nova patrol`. */
function readFirst(text: string): NumberedSearch[] {
  const [, mark = '', digits, words = ''] = numberFirst.exec(text) ?? []
  const meaning = digits === undefined ? undefined : findMeaning(mark.replace(/\.$/, ''))
  return meaning === undefined ? [] : [build(words, meaning, { from: digits! })]
}

function readLast(text: string): NumberedSearch[] {
  const found = numberLast.exec(text)
  if (!found) return []
  const [, head = '', sign = '', first = '', last, suffix] = found
  if (isCut(head, sign)) return []
  const isRange = last !== undefined && toNumber(last) > toNumber(first)
  if (last !== undefined && !isRange) return [build(`${head}${first}`, undefined, { from: last })]
  const from = sign.endsWith('-') ? `-${first}` : first
  return listMeanings(head, sign, { from, to: last, suffix })
}

/** Returns whether the digits are only the end of a longer number. */
const isCut = (head: string, sign: string) =>
  sign === '' && /[\p{N}.]$/u.test(head) && !/\p{L}\.$/u.test(head)

/**
 * Lists meanings with and without the word before the number, because a word such as `part` can
 * also belong to the series.
 */
function listMeanings(head: string, sign: string, digits: Digits): NumberedSearch[] {
  const marked = findMark(head)
  const isApart = sign !== '' || /[\s,:–-]$|[^\p{Script=Latin}\p{N}]$/u.test(head)
  return [
    ...(marked ? [build(marked.words, marked.meaning, digits)] : []),
    ...(isApart ? [build(head, sign === '' ? undefined : 'number', digits)] : []),
  ]
}

/**
 * Converts a spelled number, as in `volume three` or `vol iii`, if the word before it says what it
 * counts.
 */
function spelledToDigits(text: string): string {
  const [, head = '', word = ''] = /^(.+ )([a-z]{1,6})$/.exec(text) ?? []
  const value = parseSpelledNumber(word)
  return value > 0 && findMark(head) ? `${head}${value}` : text
}

/** Finds the word or sign at the end that says what the number counts. */
function findMark(head: string): { words: string; meaning: Meaning } | undefined {
  const plain = head.replace(/[\s.:-]+$/, '')
  const sign = unspacedMarks.find(([text]) => plain.endsWith(text))
  if (sign) return { words: plain.slice(0, -sign[0].length), meaning: sign[1] }
  const pairs = [/[\p{L}°'-]{1,16}[\s-][\p{L}°]{1,16}$/u, /[\p{L}°]{1,16}$/u]
  for (const pattern of pairs) {
    const found = pattern.exec(plain)
    const meaning = found && spacedMarks.get(found[0])
    if (found && meaning) return { words: plain.slice(0, found.index), meaning }
  }
  return undefined
}

const findMeaning = (mark: string): Meaning | undefined =>
  spacedMarks.get(mark) ?? unspacedMarks.find(([text]) => text === mark)?.[1]

const toNumber = (digits: string) => Number(digits.replace(',', '.'))

interface Digits {
  from: string
  to?: string | undefined
  suffix?: string | undefined
}

function build(words: string, meaning: Meaning | undefined, { from, to, suffix = '' }: Digits) {
  const value = toNumber(from)
  // The chapters `12a` and `12b` are 12.1 and 12.2.
  const part = suffix.length === 1 && Number.isInteger(value) ? 'abcdefghi'.indexOf(suffix) + 1 : 0
  const found: NumberedSearch = {
    words: words.replace(/[\s,:;#–-]+$/, '').replace(/^[\s,:;#–-]+/, ''),
    number: value + part / 10,
    kinds: meaning && kindsOfMeaning[meaning],
  }
  return to === undefined ? found : { ...found, numberTo: toNumber(to) }
}
