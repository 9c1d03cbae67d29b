/** Comparable forms of the names in an entry. Pure. */
import { normalizeNumber } from '../../matching/books/part-number'
import { joinTitle } from '../../matching/title-words'
import { foldText } from '../../../platform/lib/text/fold-text'
import type { CblEntry } from '../entry'

const yearAtEnd = /\s*[([]((?:1[5-9]|20)\d\d)(?:\s*[-–]\s*(?:(?:1[5-9]|20)\d\d)?)?[)\]]\s*$/
const volumeAtEnd = /[\s,]+v(?:ol(?:ume)?)?\.?\s*(\d{1,2})\s*$/i
const articleAtEnd = /^(.+),\s*(the|a|an)$/i

export interface SeriesTitle {
  /** Equal for titles with similar spelling. */
  key: string
  /** Equal only for titles with the same words, including articles. */
  exact: string
  bare: string
  startYear: number | null
  volume: number | null
}

/** Reads series titles such as `The Batman (2016)`, `Batman, The` and `Batman Vol. 2`. */
export function readSeriesTitle(title: string): SeriesTitle {
  const year = yearAtEnd.exec(title)?.[1]
  const withoutYear = year === undefined ? title : title.replace(yearAtEnd, '')
  const volume = volumeAtEnd.exec(withoutYear)?.[1]
  const plain = (volume === undefined ? withoutYear : withoutYear.replace(volumeAtEnd, '')).trim()
  const [, rest, article] = articleAtEnd.exec(plain) ?? []
  const bare = (rest === undefined ? plain : `${article} ${rest}`) || title
  return {
    key: joinTitle(bare) || foldText(bare).trim(),
    exact: foldText(bare).replace(/[^\p{L}\p{N}]+/gu, ''),
    bare,
    startYear: year === undefined ? null : Number(year),
    volume: volume === undefined ? null : Number(volume),
  }
}

/** The series and number of the book that an entry refers to. */
export interface Wanted extends SeriesTitle {
  number: string
  year: number | null
  /**
   * Key of the series if the entry is an annual, which may be filed among the issues of its series.
   */
  annualOf: string | null
}

const annual = /\bannuals?\b/i

export function readWanted({ series, number, volume, year, format }: CblEntry): Wanted {
  const isAnnual = annual.test(format) && !annual.test(series)
  const title = readSeriesTitle(series)
  const named = isAnnual ? readSeriesTitle(`${title.bare} Annual`) : title
  const given = /^\d{1,4}$/.test(volume) ? Number(volume) : null
  const isYear = given !== null && given >= 1500
  const without = annual.test(named.bare)
    ? readSeriesTitle(named.bare.replace(annual, '').trim()).key
    : ''
  return {
    ...named,
    startYear: isYear ? given : title.startYear,
    volume: given !== null && !isYear && given > 0 ? given : title.volume,
    number: normalizeNumber(number),
    year,
    annualOf: without || null,
  }
}

/** Builds the key under which the choice of a series is stored. */
export const getSeriesKey = ({ key, startYear, volume }: Wanted) =>
  `series|${key}|${startYear ?? ''}|${volume ?? ''}`
export const getEntryKey = (wanted: Wanted) =>
  `entry|${wanted.key}|${wanted.startYear ?? ''}|${wanted.volume ?? ''}|${wanted.number}|${wanted.year ?? ''}`
