/** Parses one file or folder name. Pure. */
import { findBrackets } from './brackets'
import { parseCredits, type Credits, tagBrackets, type TaggedBracket } from './credits'
import { type KindFound, findKind } from './specials-and-editions'
import { chooseNumbers, type Numbers } from './numbers/volume-and-chapter'
import { findCount } from './numbers/counting-words'
import { explainNumbers } from './numbers/explained-numbers'
import type { Mark } from './numbers/labeled-numbers'
import { findNumerals, type Numeral } from './numbers/numerals'
import { joinRanges } from './numbers/ranges'
import { type NameText, readText } from './name-text'
import { findNumberAsTitle, isEbookName, simplifyNovelName } from './novel-names'
import { findInitials, findSeriesPrefix } from './series-prefix'
import {
  findEditionPlace,
  isExplained,
  type Parts,
  scanPlaces,
  findSeriesEnd,
  findSeries,
  type SeriesText,
  findTitle,
  skipKind,
} from './series-and-title'
import { isCompleteSign } from './tags'
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
  const titled = findNumberAsTitle(name, options.series)
  const text = readText(titled ?? simplifyNovelName(name))
  const brackets = tagBrackets(findBrackets(text.plain))
  const isEbook = isEbookName(name)
  const begin =
    findSeriesPrefix(text.plain, options.series) ||
    (isEbook ? findInitials(text, options.series) : 0)
  const years = findYears(text.plain, brackets, begin)
  const tags = [...brackets.filter(({ kind }) => kind), ...years, ...scanPlaces(text.plain)]
  const numerals = titled === null ? findNumerals(text.plain) : []
  const joined = joinRanges(
    text.plain,
    numerals.filter(({ start }) => start >= begin),
  )
  const all = explainNumbers(text.plain, joined, { begin, brackets, tags })
  const numbers = chooseNumbers(text.plain, all, { ...options, isEbook, begin, brackets, years })
  const parts = { text, brackets, years, begin, numbers, isFolder: options.isFolder }
  return { ...describe(parts), text }
}

/** Finds the kind after the folder's series name. */
function findKindBehind(plain: string, begin: number, numbers: Numbers): KindFound | null {
  const { volume, chapter, season, special } = numbers
  const isInSeries = special === null && (volume ?? chapter ?? season) !== null
  return findKind(plain.slice(begin).padStart(plain.length), isInSeries)
}

function describe(parts: Parts): Omit<Reading, 'text'> {
  const { text, brackets, years, numbers } = parts
  const { volume, chapter, season, special } = numbers
  const chosen = [volume, chapter, season, special].filter((one) => one !== null)
  const kind = findKindBehind(text.plain, parts.begin, numbers)
  const count = chapter && findCount(text.plain, chapter)
  const counted = count ? [...chosen, count] : chosen
  const used = findOverlapping(brackets, [...counted, ...years])
  const isNumbered = chosen.length > 0
  const cut = findSeriesEnd(parts, chosen, kind)
  const title = findTitle(parts, {
    end: Math.max(0, ...counted.map(({ end }) => end)),
    cut: isNumbered ? cut : skipKind(text.plain, kind, cut),
    isExplained: isExplained(chosen),
  })
  const isComplete = isCompleteSign(title)
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
    title: isComplete ? null : title,
    credits: findCredits(parts, { used, isNumbered, isComplete, series }),
  }
}

interface Place {
  start: number
  end: number
}

const findOverlapping = (brackets: TaggedBracket[], places: readonly Place[]) =>
  brackets.filter((bracket) =>
    places.some(({ start, end }) => start < bracket.end && end > bracket.start),
  )

interface CreditsSituation {
  used: TaggedBracket[]
  isNumbered: boolean
  isComplete: boolean
  series: SeriesText | null
}

function findCredits(
  { text, brackets, numbers }: Parts,
  { used, isNumbered, isComplete, series }: CreditsSituation,
): Credits {
  const credits = parseCredits(text, brackets, used, isNumbered)
  return {
    ...credits,
    complete: credits.complete || isComplete,
    revision: numbers.revision?.value ?? credits.revision,
    tags: credits.tags.filter((tag) => tag !== series?.text),
  }
}
