/**
 * Splits book titles into the title itself and the volume number, and formats them for comparison.
 * Pure.
 */
import { compareTitles } from '../compare-titles'
import type { LocalBook } from '../model'
import { findMedium, findYear } from '../read-series-name'
import { joinTitle } from '../title-words'
import { normalizeNumber } from './part-number'

interface BookTitle {
  /** The title without the number. */
  base: string
  number: string | null
}

const volumeWords = 'volume|vol|book|band|bd|tome|tomo|part|teil|no|nr|v|t'
const numberAtEnd = new RegExp(
  String.raw`^(.*?)[\s,:;–-]*(?:(?:\b(?:${volumeWords})\.?\s*#?|#)\s*(\d{1,4}(?:\.\d{1,2})?))$`,
  'i',
)
/** Matches titles such as `Dune Messiah (Dune Chronicles, #2)`. */
const numberInBrackets = new RegExp(
  String.raw`^(.+?)\s*\([^()]*?(?:#|\b(?:${volumeWords})\.?\s)\s*(\d{1,4}(?:\.\d{1,2})?)\)$`,
  'i',
)
const bareInBrackets = /^(.+?)\s*[([](\d{1,3})[)\]]$/
const bareAtEnd = /^(.+?)[\s,]+(\d{1,3})$/

/**
 * Lists spellings of a candidate's title. A number in brackets is the book's number in its series,
 * so the title without the number is included.
 */
export function listSpelledTitles(title: string): string[] {
  const read = readBookTitle(title)
  const isOfSeries = read.number !== null && numberInBrackets.test(dropNotes(title))
  return isOfSeries ? [formatNumberedTitle(read), read.base] : [formatNumberedTitle(read)]
}

export function readBookTitle(title: string): BookTitle {
  const plain = dropNotes(title)
  const [, base, number] =
    numberInBrackets.exec(plain) ?? bareInBrackets.exec(plain) ?? numberAtEnd.exec(plain) ?? []
  return number === undefined
    ? { base: plain, number: null }
    : { base: dropNotes(base!), number: normalizeNumber(number) }
}

/** Finds a number at the end, without a word such as "vol.". It can be part of the title. */
export const findTrailingNumber = (title: string): string | null => {
  const [, , number] = bareAtEnd.exec(dropNotes(title)) ?? []
  return number === undefined ? null : normalizeNumber(number)
}

const note = /\b(e-?books?|epub|pdf|kindle|retail|azw3?|mobi|unabridged|scan|ocr)\b/i

/** Removes brackets after the title: a year, a word such as "novel", or details about the file. */
function dropNotes(title: string): string {
  const plain = title.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()
  const [, rest, inside] = /^(.+?)\s*[([{]([^()[\]{}]*)[)\]}]$/.exec(plain) ?? []
  if (rest === undefined || inside === undefined) return plain
  const isNote = note.test(inside) || findMedium(inside) === 'prose' || isYear(inside)
  return isNote ? dropNotes(rest) : plain
}

const isYear = (text: string) => findYear(text) !== null && /^\d{4}$/.test(text.trim())

/** Formats all spellings of a title with a volume number in the same form: `Title 3`. */
export const formatNumberedTitle = ({ base, number }: BookTitle) =>
  number === null ? base : `${base} ${number}`.trim()

export interface BookName {
  /** The book's own title first, then longer forms, then titles of the series. */
  titles: string[]
  /** The volume number within the series. null for several volumes. */
  number: string | null
  /** Whether only the number distinguishes the book from other volumes. */
  isNamedByNumber: boolean
}

export function readBookName(book: LocalBook): BookName {
  const { title, seriesTitle, isRange } = book
  const read = readBookTitle(title)
  const number = isRange ? null : readNumber(book, read)
  const hasTitle = joinTitle(read.base) !== ''
  const isGeneric = !hasTitle || isTitleOfSeries(read.base, seriesTitle)
  const own = isGeneric && !isRange ? { ...read, number: read.number ?? number } : read
  const titles = [
    ...(hasTitle ? listOwnTitles(book, formatNumberedTitle(own)) : []),
    ...(isGeneric ? [formatNumberedTitle({ base: seriesTitle, number })] : []),
  ]
  return {
    titles: [...new Set(titles)].filter((one) => joinTitle(one) !== ''),
    number,
    isNamedByNumber: isGeneric && (number !== null || isRange || !hasTitle),
  }
}

const readNumber = ({ volume }: LocalBook, { number }: BookTitle) =>
  volume === null ? number : normalizeNumber(String(volume))

const listOwnTitles = ({ subtitle }: LocalBook, title: string) =>
  subtitle ? [title, `${title}: ${subtitle}`] : [title]

const sameTitle = 0.96
const isTitleOfSeries = (title: string, seriesTitle: string) =>
  compareTitles(title, readBookTitle(seriesTitle).base) >= sameTitle
