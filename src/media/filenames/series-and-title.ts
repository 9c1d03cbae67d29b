/** Finds the series, title and edition in a name. Pure. */
import { isInside } from './brackets'
import { getInnerText, type TaggedBracket } from './credits'
import { cutDescription, findEdition, type KindFound } from './specials-and-editions'
import { listPhrases, toPattern } from '../words/words'
import { isQuality } from './tags'
import type { Numbers } from './numbers/volume-and-chapter'
import type { Numeral } from './numbers/numerals'
import { blankRange, type NameText, tidyText } from './name-text'
import { type YearFound, yearWithSign } from './numbers/years'

export interface SeriesText {
  text: string
  rule: string
}

export interface Parts {
  text: NameText
  brackets: TaggedBracket[]
  years: YearFound[]
  begin: number
  numbers: Numbers
  isFolder: boolean
}

/** Matches properties of a scan anywhere in a name, such as `c2c`, `52p` or `1080p`. */
const scanWords = /(?<![a-z\d])(?:c2c|ctc|noads|\d{1,4}p)(?![a-z\d])/g

export const scanPlaces = (plain: string) =>
  [...plain.matchAll(scanWords)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }))

/** Returns whether the last number has a counting word. The title then does not need a dash. */
export const isExplained = (chosen: (Numeral & { rule: string })[]) =>
  'counts' in (chosen.toSorted((a, b) => b.end - a.end)[0] ?? {})

export function findEditionPlace(plain: string, brackets: TaggedBracket[]) {
  const bracket = brackets.find(({ kind }) => kind === 'edition')
  return bracket ? { start: bracket.start + 1, end: bracket.end - 1 } : findEdition(plain)
}

/** Returns the end of the series name: the start of the first part that cannot belong to it. */
export function findSeriesEnd(
  { text, brackets, years, numbers, isFolder }: Parts,
  chosen: Numeral[],
  kind: KindFound | null,
): number {
  const { plain } = text
  const marks = numbers.revision ? [...chosen, numbers.revision] : chosen
  const starts = marks.map(
    ({ start }) => brackets.find((one) => start >= one.start && start < one.end)?.start ?? start,
  )
  const counted =
    numbers.chapter && findCounterBefore(plain, numbers.chapter, isExplained([numbers.chapter]))
  if (counted !== null) starts.push(counted)
  const repeated = numbers.chapter && findRepeatedNumber(plain, numbers.chapter)
  if (repeated !== null) starts.push(repeated)
  // If only brackets come before the year, the year precedes the title.
  const free = blankRange(plain, brackets)
  const isBehindText = ({ start }: YearFound) => tidyText(free.slice(0, start)) !== null
  const firstYear = years.find(isBehindText)
  if (firstYear) starts.push(firstYear.start)
  const unspacedYear = years.find(({ rule }) => rule === yearWithSign)
  if (unspacedYear && isBehindText(unspacedYear)) starts.push(unspacedYear.start)
  if (kind && describesBook(plain, kind))
    starts.push(plain.slice(0, kind.start).replace(/ - \d+ $/, '').length)
  starts.push(...findUnnumbered(plain, isFolder || chosen.length > 0))
  return Math.min(plain.length, ...starts.filter((start) => start >= 0))
}

/**
 * Matches codes of reprints and extra books, as in `Gaston - R4 - Title`, and parts without a
 * number.
 */
const titleBehindDash = new RegExp(
  String.raw`(?<=\p{L}[!?.]?) - (?:\p{L}{1,2}\d{1,3} - (?=\p{L})|(?:${toPattern(listPhrases(['unnumbered'], false))})\s*(?=$|[([]))`,
  'u',
)

const unknownVolume = /(?<![a-z])vol(?:ume)?\.?\s?(?:tbd|tba|none|\?)/

/** Finds the starts of parts without a number. */
const findUnnumbered = (plain: string, isNumbered: boolean) =>
  [unknownVolume, ...(isNumbered ? [] : [titleBehindDash])].flatMap(
    (pattern) => pattern.exec(plain)?.index ?? [],
  )

/**
 * Matches `Part 3` in `Series Part 3 Chapter 12`. Without a word for the chapter, the part can be a
 * sequel.
 */
const partBefore = /(?<=\S)[\s-]{1,3}part \d{1,2}[\s,-]{1,3}$/

/**
 * Finds the word that counts the years or arcs in `Series 15. Jahrgang Nr. 8` or `Series - Arc 3 -
 * Ch. 45`.
 */
function findCounterBefore(plain: string, { start }: Numeral, isCounted: boolean): number | null {
  const part = isCounted ? partBefore.exec(plain.slice(0, start)) : null
  if (part) return part.index
  const found =
    /(?<=\S)(?:[\s,-]{1,3}(?:\d{1,3}\.? ?(?:jahrgang|jg)|(?:jahrgang|jg|anno|annee|année|año)\.? (?:\d{1,3}|[ivxl]{1,7}))\.?|[\s-]{2,3}(?:arc|saga) \d{1,3}(?: -)?)[\s,-]{1,3}$/.exec(
      plain.slice(0, start),
    )
  return found && found.index
}

/** Finds the first number in `Series 363 - Chapter 363`, but not in `Mob Psycho 100 Chapter 100`. */
function findRepeatedNumber(plain: string, { start, value }: Numeral): number | null {
  const found = /(?<=\S\s)(\d{1,5}(?:\.\d)?)(?:\s?-\s?|\s)$/.exec(plain.slice(0, start))
  const isRepeated = found && Number(found[1]) === value && (found[0].includes('-') || value > 100)
  return isRepeated ? found.index : null
}

/**
 * `Series - Special`, `Series SP01` and `Series Omake - Title` describe a book, but `Series
 * Special` is a series.
 */
const describesBook = (plain: string, { kind, start, text }: KindFound) =>
  /^(?:sp|hs)\s?\d/.test(text) ||
  / - (?:\d+ )?$/.test(plain.slice(0, start)) ||
  ((kind === 'omake' || kind === 'one-shot') &&
    /\S\s$/.test(plain.slice(0, start)) &&
    /^\s*(?:$|[([{]|-\s|(?:19|20)\d{2}(?!\d))/.test(plain.slice(start + text.length)))

/** Returns the start of the title after a word for a special, as in `Special - Title`. */
export const skipKind = (plain: string, kind: KindFound | null, cut: number): number =>
  kind && kind.start >= cut && /^\s-\s/.test(plain.slice(kind.start + kind.text.length))
    ? kind.start + kind.text.length
    : cut

export function findSeries(
  { text, brackets, years, numbers, isFolder }: Parts,
  cut: number,
  used: TaggedBracket[],
): SeriesText | null {
  const blanks = numbers.order ? [...brackets, { start: 0, end: numbers.order.end + 1 }] : brackets
  const inner = findSeriesInBracket(text, numbers, used)
  if (inner) return { text: inner, rule: 'text in brackets with the number' }
  const isNumbered = (numbers.volume ?? numbers.chapter ?? numbers.special) !== null
  const free = blankRange(text.plain, brackets).slice(0, cut)
  const end = isFolder ? cut : cutDescription(free, isNumbered)
  // In `Series.v2` and `Series. Vol. 2`, the dot is a separator, but in `Dr. v2`, it marks an
  // abbreviation.
  const untilDot = text.shown.slice(0, end).replace(/(?<=\S)\.$|(?<=\p{L}{5})\.\s+$/u, '').length
  const head = tidyText(blankRange(text.shown, blanks).slice(0, untilDot))
  if (!head)
    return parseBracketSeries(
      text,
      brackets.filter((one) => one.end <= cut && !used.includes(one)),
      brackets.length > 2 && tidyText(blankRange(text.plain, brackets)) === null,
    )
  const isGeneric = isFolder
    ? generic.test(head)
    : partLabel.test(head) || isDate(text.plain, years, brackets)
  return isGeneric ? null : { text: head, rule: 'text before the numbers' }
}

/** Matches the part of a series that a folder names, as in `Part 2 Volume 3`. */
const partLabel = /^(?:part|teil|partie|parte) \d{1,2}$/i

/** Returns whether the name is nothing but a date. */
const isDate = (plain: string, years: YearFound[], brackets: TaggedBracket[]) =>
  years.length > 0 && tidyText(blankRange(plain, [...brackets, ...years])) === null

/** Finds the series in `Title (Series #1)` and `Title (Series, Book 1)`. */
function findSeriesInBracket(
  text: NameText,
  { volume, chapter }: Numbers,
  used: TaggedBracket[],
): string | null {
  const number = chapter ?? volume
  const around =
    number && used.find((one) => one.shape === 'round' && isInside(number.start, [one]))
  if (!around || !startsNumberOfSeries(text.plain, chapter === null, number, around)) return null
  if (tidyText(text.plain.slice(0, around.start)) === null) return null
  return tidyText(text.shown.slice(around.start + 1, number.start).replace(/,\s*$/, ''))
}

/** A number after the brackets, as in `Title (Publisher, Vol. 2) 05`, is the number of the book. */
function startsNumberOfSeries(
  plain: string,
  isVolume: boolean,
  { start }: Numeral,
  around: TaggedBracket,
): boolean {
  if (!isVolume) return plain[start] === '#'
  const isNamed = /^books?\b/.test(plain.slice(start)) || /,\s$/.test(plain.slice(0, start))
  return isNamed && !/^\s*#?\d/.test(plain.slice(around.end))
}

function chooseSeriesBracket(
  text: NameText,
  [first, second, third]: TaggedBracket[],
  isInBrackets: boolean,
): TaggedBracket | undefined {
  if (third && publishers.test(getInnerText(text, third))) return first
  return second ?? (isInBrackets ? first : undefined)
}

/** Names of Chinese-language publishers, which follow the author. */
const publishers =
  /^(?:東立|东立|尖端|玉皇朝|長鴻|长鸿|青文|台灣角川|台湾角川|角川|東販|东贩|天下|天下出版|大然|文化傳信|文化传信|正華|原動力|留守番|海豚|鴻鷹)(?:出版社?|漫畫|漫画)?$/

/**
 * Parses `[Group][Series]卷01` and `[Kind][Series][Author]卷01`, and `[Series][卷01][Publisher]`,
 * where the whole name is in brackets, or `[Series][Author][Publisher]卷01`. Without square
 * brackets, a single part in round brackets is the series.
 */
function parseBracketSeries(
  text: NameText,
  brackets: TaggedBracket[],
  isInBrackets: boolean,
): SeriesText | null {
  const names = brackets.filter(({ kind, shape }) => !kind && shape === 'square')
  const named = chooseSeriesBracket(text, names, isInBrackets)
  const only = brackets.length === 1 && brackets[0]?.shape === 'round' ? brackets[0] : undefined
  if (!named && only && !only.kind)
    return { text: getInnerText(text, only), rule: 'bracket before the numbers' }
  return named
    ? { text: getInnerText(text, named), rule: 'second bracket before the numbers' }
    : null
}

/** Names of folders that organize the books of a series. */
const generic =
  /^(?:specials?|extras?|omakes?|annuals?|one-?shots?|chapters?|volumes?|issues?|seasons?|bonus)$/i

interface Tail {
  end: number
  cut: number
  isExplained: boolean
}

export function findTitle(
  { text, brackets, years, numbers }: Parts,
  { end, cut, isExplained: explained }: Tail,
): string | null {
  const revision = numbers.revision ? [numbers.revision] : []
  const others = [...brackets, ...years, ...revision, ...scanPlaces(text.plain)]
  const words = blankRange(text.shown, others)
  if (findSeriesInBracket(text, numbers, brackets)) return tidyText(words.slice(0, cut))
  // In `011v002`, the revision is not part of the title.
  const tail = words.slice(end === 0 ? cut : end).replace(/^\.?v\d{1,3}(?![\w.])/, '')
  const isPadded = /(?:^|\s)0\d\d$/.test(text.plain.slice(Math.max(0, end - 4), end))
  const isApart = /^\s*[-–—:.)]\s/u.test(tail)
  if (end > 0 && !explained && !isPadded && !isApart) return null
  const title = tidyText(tail.replace(/^\s*[).]\s/, ''))
  if (!title || nonTitle.test(title) || (!isApart && isQuality(title.toLowerCase()))) return null
  return cutEdition(title)
}

/**
 * Matches a word before a date, as in `Nr. 35 vom 28.08.2021`, or the pages of a part, as in
 * `p000-045`.
 */
const nonTitle = /^(?:vom|du|del|dal|van|from|of|p\d{3}(?:-\d{3})?)$/i

/** `Vol. 1 HC` has an edition, not a title, and `Vol. 2 - Harbor TPB` has both. */
function cutEdition(title: string): string | null {
  const edition = findEdition(title.toLowerCase())
  if (edition?.end !== title.length) return title
  const rest = tidyText(title.slice(0, edition.start))
  return rest && !article.test(rest) ? rest : null
}

const article = /^(?:the|an?|la|le|les|l'|el|il|der|die|das)$/i
