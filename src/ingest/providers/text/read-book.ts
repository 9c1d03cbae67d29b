/** Parses fields of books: ISBNs, languages, dates and the roles of people. Pure. */
import { parseLanguage } from '../../../media/metadata/languages'
import { normalizeIsbn } from '../../../media/metadata/isbn'
import type { BookCandidate, ProviderAuthor } from '../model'
import { readItems, readLine, readYear } from './read-json'

/** Series fields that book candidates never contain. */
export const notOfBooks = {
  alternateTitles: [],
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  country: null,
} as const satisfies Partial<BookCandidate>

/** Returns distinct 13-digit ISBNs. Skips other values. */
export const readIsbns = (values: unknown): string[] => [
  ...new Set(readItems(values).flatMap((one) => normalizeIsbn(readLine(one) ?? '') ?? [])),
]

export const readLanguage = (value: unknown): string | undefined =>
  parseLanguage(readLine(value) ?? '')

interface BookDate {
  year?: number
  month?: number
  day?: number
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Reads a free-text date. If its format is unknown, reads only the year, provided that the text
 * contains a single four-digit number.
 */
export function readDate(value: unknown): BookDate {
  const text = readLine(value) ?? ''
  const [, y, m, d] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (y !== undefined) return buildDate(y, Number(m ?? 0), Number(d ?? 0))
  const named = readNamedDate(text)
  if (named) return named
  return text.match(/\d{4}/g)?.length === 1 ? buildDate(text, 0, 0) : {}
}

const namedDates = [
  /^(?<name>[a-z]{3,9})\.?(?: (?<day>\d{1,2}),?)? (?<year>\d{4})$/i,
  /^(?<day>\d{1,2})\.? (?<name>[a-z]{3,9})\.? (?<year>\d{4})$/i,
]

/** Reads dates such as `August 2, 2005`, `2 Aug 2005` and `August 2005`. */
function readNamedDate(text: string): BookDate | undefined {
  const groups = namedDates.map((form) => form.exec(text)?.groups).find((one) => one)
  const month = monthNames.indexOf((groups?.['name'] ?? '').slice(0, 3).toLowerCase()) + 1
  return month > 0 ? buildDate(groups?.['year'], month, Number(groups?.['day'] ?? 0)) : undefined
}

function buildDate(given: string | undefined, month: number, day: number): BookDate {
  const year = readYear(given)
  if (year === undefined) return {}
  if (month < 1 || month > 12) return { year }
  return day < 1 || day > 31 ? { year, month } : { year, month, day }
}

const roles: Record<string, string> = {
  writer: 'writer',
  author: 'writer',
  plotter: 'writer',
  script: 'writer',
  story: 'writer',
  penciler: 'penciller',
  penciller: 'penciller',
  artist: 'penciller',
  illustrator: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover: 'cover_artist',
  editor: 'editor',
  translator: 'translator',
}

/** Returns one entry for each of these roles that the catalog supports. */
export const readRoles = (name: string, words: readonly string[]): ProviderAuthor[] => {
  const known = words.flatMap((word) => roles[word.trim().toLowerCase()] ?? [])
  return [...new Set(known)].map((role) => ({ name, role }))
}

export const listWriters = (authors: readonly ProviderAuthor[]): string[] => [
  ...new Set(authors.filter(({ role }) => role === 'writer').map(({ name }) => name)),
]
