/** What one name says, be it a file's or a folder's. Pure. */
import { bareNumber, type BareNumber, besideVolume, isYear, leadingNumber } from './bare'
import { findBrackets } from './brackets'
import { creditsOf, type Credits, insideOf, tagBrackets, type TaggedBracket } from './credits'
import { editionOf, type KindFound, kindOf } from './kinds'
import { countOf, explainNumbers, firstOf, type Mark, type Marks } from './marks'
import { findNumerals, type Numeral } from './numbers'
import { blank, type NameText, readText, tidy } from './text'
import { findYears, type YearFound } from './years'

export interface Reading {
  text: NameText
  series: { text: string; rule: string } | null
  volume: Mark | null
  chapter: (Numeral & { rule: string }) | null
  season: Mark | null
  special: Mark | null
  kind: KindFound | null
  edition: { start: number; end: number } | null
  year: YearFound | null
  count: number | null
  title: string | null
  credits: Credits
}

export interface ReadOptions {
  /** A folder's number belongs to its title, unless a word explains it or it is a range. */
  isFolder: boolean
  /** What the folders around call the series. */
  series: string[]
}

export function readName(name: string, options: ReadOptions): Reading {
  const text = readText(name)
  const brackets = tagBrackets(findBrackets(text.plain))
  const years = findYears(text.plain, brackets)
  const begin = seriesPrefix(text.plain, options.series)
  const known = [...brackets.filter(({ kind }) => kind), ...years] as TaggedBracket[]
  const numerals = findNumerals(text.plain).filter(({ start }) => start >= begin)
  const all = explainNumbers(text.plain, numerals, brackets, known)
  const numbers = choose(text.plain, all, { ...options, begin, brackets, years })
  const parts = { text, brackets, years, begin, numbers, isFolder: options.isFolder }
  return { ...describe(parts), text }
}

interface Numbers {
  volume: Mark | null
  chapter: (Numeral & { rule: string }) | null
  season: Mark | null
  special: Mark | null
  /** Only the file's place in somebody's list: it is no part of the series' name. */
  order: Numeral | null
  revision: Mark | null
}

interface Situation extends ReadOptions {
  begin: number
  brackets: TaggedBracket[]
  years: YearFound[]
}

function choose(plain: string, { marks, bare }: Marks, situation: Situation): Numbers {
  const explained = firstOf(marks, 'chapter', 2)
  const found = firstOf(marks, 'volume', 2)
  const revision = isRevision(found, explained) ? found : null
  const volume = revision
    ? firstOf(
        marks.filter((one) => one !== revision),
        'volume',
        2,
      )
    : found
  const season = firstOf(marks, 'season', 1)
  const special = explained ? null : specialOf(marks)
  const leading = situation.isFolder ? null : leadingNumber(bare, plain)
  const chapter = explained ?? (special ? null : placeOf(plain, bare, volume, situation))
  const base = { season, special, revision }
  if (volume || chapter || special)
    return { ...base, volume, chapter, order: orderOf(leading, chapter) }
  if (leading) return { ...base, volume, chapter: leading, order: null }
  const last =
    situation.isFolder || season
      ? null
      : { volume: firstOf(marks, 'volume', 3), chapter: firstOf(marks, 'chapter', 3) }
  return {
    ...base,
    volume: last?.volume ?? null,
    chapter: last?.volume ? null : (last?.chapter ?? null),
    order: null,
  }
}

/** `Annual 2011` is the annual of a year, not the two thousand and eleventh. */
function specialOf(marks: Mark[]): Mark | null {
  const special = firstOf(marks, 'special', 1)
  return special && !isYear(special.value) ? special : null
}

/** `Chapter 27 v2`: a second try at the same chapter. */
const isRevision = (volume: Mark | null, chapter: Mark | null) =>
  volume !== null &&
  chapter !== null &&
  volume.rule === 'v01' &&
  !volume.padded &&
  volume.value < 10 &&
  volume.start - chapter.end >= 0 &&
  volume.start - chapter.end <= 1

function placeOf(
  plain: string,
  bare: Numeral[],
  volume: Mark | null,
  situation: Situation,
): BareNumber | null {
  const candidates = situation.isFolder ? bare.filter(({ last }) => last !== null) : bare
  if (volume) return besideVolume(candidates, volume, plain)
  const numberInSeries = situation.begin > 0 && /\d/.test(plain.slice(0, situation.begin))
  return bareNumber(candidates, { ...situation, plain, numberInSeries })
}

const orderOf = (leading: (Numeral & { whole: boolean }) | null, chapter: Numeral | null) =>
  leading &&
  !leading.whole &&
  leading !== chapter &&
  leading.start !== chapter?.start &&
  (leading.padded || leading.value < 100)
    ? leading
    : null

/** How far the name repeats what a folder around it is called. */
function seriesPrefix(plain: string, series: string[]): number {
  let longest = 0
  for (const name of series) {
    const prefix = readText(name).plain
    const isWhole = !/[\p{L}\p{N}]/u.test(plain[prefix.length] ?? '')
    if (prefix.length > longest && isWhole && plain.startsWith(prefix)) longest = prefix.length
  }
  return longest
}

interface Parts {
  text: NameText
  brackets: TaggedBracket[]
  years: YearFound[]
  begin: number
  numbers: Numbers
  isFolder: boolean
}

function describe(parts: Parts): Omit<Reading, 'text'> {
  const { text, brackets, years, numbers } = parts
  const { volume, chapter, season, special } = numbers
  const chosen = [volume, chapter, season, special].filter((one) => one !== null)
  const isNumbered = chosen.length > 0
  const kind = kindOf(text.plain.slice(parts.begin).padStart(text.plain.length), isNumbered)
  const count = chapter ? countOf(text.plain, chapter) : null
  const ends = [...chosen.map(({ end }) => end), count?.end ?? 0]
  const used = brackets.filter((bracket) =>
    [...chosen, ...years].some(({ start }) => start >= bracket.start && start < bracket.end),
  )
  const credits = creditsOf(text, brackets, used, isNumbered)
  const cut = seriesEnd(parts, chosen, kind)
  return {
    ...{ volume, chapter, season, special, kind },
    edition: editionPlace(text.plain, brackets),
    year: years[0] ?? null,
    count: count?.count ?? null,
    series: seriesOf(parts, cut, used),
    title: titleOf(parts, { end: Math.max(0, ...ends), cut, isExplained: isExplained(chosen) }),
    credits: { ...credits, revision: numbers.revision?.value ?? credits.revision },
  }
}

/** Whether the last number of a name is one that a word explains: then its title needs no dash. */
const isExplained = (chosen: (Numeral & { rule: string })[]) =>
  'counts' in (chosen.toSorted((a, b) => b.end - a.end)[0] ?? {})

function editionPlace(plain: string, brackets: TaggedBracket[]) {
  const bracket = brackets.find(({ kind }) => kind === 'edition')
  return bracket ? { start: bracket.start + 1, end: bracket.end - 1 } : editionOf(plain)
}

/** The series' name goes as far as the first thing that cannot be part of it. */
function seriesEnd(
  { text, brackets, years, numbers }: Parts,
  chosen: Numeral[],
  kind: KindFound | null,
): number {
  const { plain } = text
  const marks = numbers.revision ? [...chosen, numbers.revision] : chosen
  const starts = marks.map(
    ({ start }) => brackets.find((one) => start >= one.start && start < one.end)?.start ?? start,
  )
  // Nothing but brackets before the year: then the year is in front of the title.
  const firstYear = years.find(({ start }) => tidy(blank(plain, brackets).slice(0, start)) !== null)
  if (firstYear) starts.push(firstYear.start)
  if (kind && (/^sp/.test(kind.text) || / - [^-]{0,20}$/.test(plain.slice(0, kind.start)))) {
    starts.push(/^sp\s?\d/.test(kind.text) ? kind.start : plain.lastIndexOf(' - ', kind.start))
  }
  const unknownVolume = /(?<![a-z])vol(?:ume)?\.?\s?(?:tbd|tba|none|\?)/.exec(plain)
  if (unknownVolume) starts.push(unknownVolume.index)
  return Math.min(plain.length, ...starts.filter((start) => start >= 0))
}

function seriesOf(
  { text, brackets, numbers, isFolder }: Parts,
  cut: number,
  used: TaggedBracket[],
): Reading['series'] {
  const blanks = numbers.order ? [...brackets, { start: 0, end: numbers.order.end + 1 }] : brackets
  const head = tidy(blank(text.shown, blanks).slice(0, cut))
  if (head)
    return isFolder && generic.test(head) ? null : { text: head, rule: 'text before the numbers' }
  // `[Group][Series]卷01`
  const before = brackets.filter(
    (one) => !one.kind && one.end <= cut && one.shape === 'square' && !used.includes(one),
  )
  const last = before.at(-1)
  return last && before.length > 1
    ? { text: insideOf(text, last), rule: 'last bracket before the numbers' }
    : null
}

/** Folders that sort the books of a series. */
const generic =
  /^(?:specials?|extras?|omakes?|annuals?|one-?shots?|chapters?|volumes?|issues?|seasons?|bonus)$/i

interface Tail {
  end: number
  cut: number
  isExplained: boolean
}

function titleOf(
  { text, brackets, years }: Parts,
  { end, cut, isExplained: explained }: Tail,
): string | null {
  const from = end === 0 ? cut : end
  const tail = blank(text.shown, [...brackets, ...years])
    .slice(from)
    .replace(noise, ' ')
  if (end > 0 && !explained && !/^\s*[-–—:.)]\s/u.test(tail)) return null
  return tidy(tail.replace(/^\s*[).]\s/, ''))
}

const noise = /(?<![a-z\d])(?:c2c|ctc|noads|\d{1,4}p)(?![a-z\d])/gi
