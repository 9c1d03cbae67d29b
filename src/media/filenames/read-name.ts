/** Parses one file or folder name. Pure. */
import {
  findBareNumber,
  type BareNumber,
  findNumberBesideVolume,
  isYear,
  findLeadingNumber,
} from './numbers/bare-numbers'
import { findBrackets } from './brackets'
import { parseCredits, type Credits, tagBrackets, type TaggedBracket } from './credits'
import { type KindFound, findKind } from './specials-and-editions'
import {
  findCount,
  explainNumbers,
  findFirstMark,
  type Mark,
  type Marks,
} from './numbers/labeled-numbers'
import { findNumerals, type Numeral } from './numbers/numerals'
import { type NameText, readText } from './name-text'
import {
  findEditionPlace,
  isExplained,
  type Numbers,
  type Parts,
  scanPlaces,
  findSeriesEnd,
  findSeries,
  type SeriesText,
  findTitle,
  skipKind,
} from './series-and-title'
import { findYears, type YearFound } from './numbers/years'

export interface Reading {
  text: NameText
  series: SeriesText | null
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
  /**
   * In a folder name, a number belongs to the title unless it is a range or has a counting word.
   */
  isFolder: boolean
  /** Series names from the parent folders. */
  series: string[]
}

export function readName(name: string, options: ReadOptions): Reading {
  const text = readText(name)
  const brackets = tagBrackets(findBrackets(text.plain))
  const years = findYears(text.plain, brackets)
  const begin = findSeriesPrefix(text.plain, options.series)
  const known = [...brackets.filter(({ kind }) => kind), ...years, ...scanPlaces(text.plain)]
  const numerals = findNumerals(text.plain).filter(({ start }) => start >= begin)
  const all = explainNumbers(text.plain, numerals, brackets, known)
  const numbers = chooseMeaning(text.plain, all, { ...options, begin, brackets, years })
  const parts = { text, brackets, years, begin, numbers, isFolder: options.isFolder }
  return { ...describe(parts), text }
}

interface Situation extends ReadOptions {
  begin: number
  brackets: TaggedBracket[]
  years: YearFound[]
}

function chooseMeaning(plain: string, { marks, bare }: Marks, situation: Situation): Numbers {
  const explained = findChapterMark(plain, marks)
  const [volume, revision] = findVolume(marks, explained)
  const season = findFirstMark(marks, 'season', 1)
  const special = explained ? null : findSpecial(marks)
  const leading = situation.isFolder ? null : findLeadingNumber(bare, plain)
  const chapter =
    explained ?? (special ? null : findNumberPlace(plain, bare, volume ?? season, situation))
  const base = { season, special, revision, order: null }
  if (volume ?? chapter ?? special)
    return { ...base, volume, chapter, order: compareOrder(leading, chapter) }
  if (leading) return { ...base, volume, chapter: leading }
  return situation.isFolder || season
    ? { ...base, volume, chapter }
    : { ...base, ...getLastMark(marks) }
}

/** Finds the chapter. In `#31 - Origins Chapter 1`, the words after `#31` are the issue title. */
function findChapterMark(plain: string, marks: Mark[]): Mark | null {
  const first = findFirstMark(marks, 'chapter', 3)
  const hash = marks.find(({ rule }) => rule === '#12')
  const isBefore = first && hash && hash.end < first.start
  return isBefore && /\p{L}/u.test(plain.slice(hash.end, first.start - 1)) ? hash : first
}

/** Finds numbers by words that often appear in titles, for names without other numbers. */
function getLastMark(marks: Mark[]): Pick<Numbers, 'volume' | 'chapter'> {
  const volume = findFirstMark(marks, 'volume', 4)
  return { volume, chapter: volume ? null : findFirstMark(marks, 'chapter', 4) }
}

/** Finds the volume and the revision, which may look like a volume. */
function findVolume(marks: Mark[], chapter: Mark | null): [Mark | null, Mark | null] {
  const first = findFirstMark(marks, 'volume', 3)
  if (!isRevision(first, chapter)) return [first, null]
  return [
    findFirstMark(
      marks.filter((one) => one !== first),
      'volume',
      3,
    ),
    first,
  ]
}

/** Finds the number of a special, but not the year in `Annual 2011`. */
function findSpecial(marks: Mark[]): Mark | null {
  const special = findFirstMark(marks, 'special', 1)
  return special && !isYear(special.value) ? special : null
}

/** Returns whether the volume is really a revision of the chapter, as in `Chapter 27 v2`. */
const isRevision = (volume: Mark | null, chapter: Mark | null) =>
  volume !== null &&
  chapter !== null &&
  volume.rule === 'v01' &&
  !volume.padded &&
  volume.value < 10 &&
  volume.start - chapter.end >= 0 &&
  volume.start - chapter.end <= 1

function findNumberPlace(
  plain: string,
  bare: Numeral[],
  volume: Mark | null,
  situation: Situation,
): BareNumber | null {
  const candidates = situation.isFolder ? bare.filter(({ last }) => last !== null) : bare
  const beside = volume ? findNumberBesideVolume(candidates, volume, plain) : null
  if (beside ?? volume?.counts === 'volume') return beside
  const numberInSeries = situation.begin > 0 && /\d/.test(plain.slice(0, situation.begin))
  return findBareNumber(candidates, { ...situation, plain, numberInSeries })
}

const compareOrder = (leading: (Numeral & { whole: boolean }) | null, chapter: Numeral | null) =>
  leading &&
  !leading.whole &&
  leading !== chapter &&
  leading.start !== chapter?.start &&
  (leading.padded || leading.value < 100)
    ? leading
    : null

/**
 * Returns the length of the longest series name of a parent folder that the file name starts with.
 */
function findSeriesPrefix(plain: string, series: string[]): number {
  let longest = 0
  for (const name of series) {
    const prefix = readText(name).plain
    const isWhole = !/[\p{L}\p{N}]/u.test(plain[prefix.length] ?? '')
    if (prefix.length > longest && isWhole && plain.startsWith(prefix)) longest = prefix.length
  }
  return longest
}

function describe(parts: Parts): Omit<Reading, 'text'> {
  const { text, brackets, years, numbers } = parts
  const { volume, chapter, season, special } = numbers
  const chosen = [volume, chapter, season, special].filter((one) => one !== null)
  const isNumbered = chosen.length > 0
  const isInSeries = (volume ?? chapter ?? season) !== null
  const kind = findKind(text.plain.slice(parts.begin).padStart(text.plain.length), isInSeries)
  const count = chapter ? findCount(text.plain, chapter) : null
  const ends = [...chosen.map(({ end }) => end), count?.end ?? 0]
  const used = brackets.filter((bracket) =>
    [...chosen, ...years].some(({ start }) => start >= bracket.start && start < bracket.end),
  )
  const credits = parseCredits(text, brackets, used, isNumbered)
  const cut = findSeriesEnd(parts, chosen, kind)
  const series = findSeries(parts, cut, used)
  return {
    volume,
    chapter,
    season,
    special,
    kind,
    edition: findEditionPlace(text.plain, brackets),
    year: years[0] ?? null,
    count: count?.count ?? null,
    series,
    title: findTitle(parts, {
      end: Math.max(0, ...ends),
      cut: isNumbered ? cut : skipKind(text.plain, kind, cut),
      isExplained: isExplained(chosen),
    }),
    credits: {
      ...credits,
      revision: numbers.revision?.value ?? credits.revision,
      tags: credits.tags.filter((tag) => tag !== series?.text),
    },
  }
}
