/** Labels for books, roles and similar values. */
import type { Schemas } from '../api/client'
import { readNumberTitle } from '../../shared/number-title'
import { listNumberParts, type NumberedBook, type NumberPart } from '../../shared/book-number'
import { getFormatLocale } from '../i18n/format-locale'
import { t } from '../i18n/i18n'

type Book = Pick<Schemas['Book'], 'title' | 'seriesName'> & NumberedBook

/** `#5`, `Vol. 4`, `Ch. 12.5`, `Ch. 1–50`; the title if there is no number. */
export function bookLabel(book: Book): string {
  const parts = listNumberParts(book).map(formatPart)
  return parts.length === 0 ? book.title : parts.join(' · ')
}

function formatPart({ word, from, to }: NumberPart): string {
  if (from === null) return t('Annual')
  const number = to === null ? formatLabel(from) : `${formatLabel(from)}–${formatLabel(to)}`
  switch (word) {
    case 'issue':
      return t('#{number}', { number })
    case 'chapter':
      return t('Ch. {chapter}', { chapter: number })
    case 'volume':
      return t('Vol. {volume}', { volume: number })
    case 'annual':
      return t('Annual {number}', { number })
    case 'special':
      return t('Special {number}', { number })
    case 'number':
      return t('No. {number}', { number })
  }
}

/** Numbers in labels have no thousands separators: `Ch. 1042`. */
const formatLabel = (number: number) =>
  number.toLocaleString(getFormatLocale(), {
    useGrouping: false,
    maximumFractionDigits: 4,
  })

/** File names may be truncated, so names that match in this many characters count as the same. */
const alikeFrom = 30

/** Returns the label, followed by the title unless it repeats the series name or the number. */
export function bookTitle(book: Book): string {
  const label = bookLabel(book)
  const { title, seriesName } = book
  const isRepeated =
    plain(title).startsWith(plain(seriesName).slice(0, alikeFrom)) ||
    title === label ||
    repeatsNumber(book)
  return isRepeated ? label : `${label} · ${title}`
}

/** `Chapter 012` of chapter 12, also in a volume. */
function repeatsNumber(book: Book): boolean {
  const [from, to] = readNumberTitle(book.title) ?? []
  const own = listNumberParts(book).at(-1)
  return own !== undefined && own.from === from && own.to === to
}

/** `Nova Patrol · #5 · The Landing`, without a title that repeats the name of the series. */
export function fullBookTitle(book: Book): string {
  const title = bookTitle(book)
  const { seriesName } = book
  return plain(title).startsWith(plain(seriesName)) ? title : `${seriesName} · ${title}`
}

/** Compares texts, ignoring case and punctuation. */
export const isSameText = (one: string, other: string) => plain(one) === plain(other)

const plain = (text: string) =>
  text
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Role = Schemas['Author']['role']

export const formatCreatorRole = (role: Role): string =>
  ({
    author: t('Author'),
    co_author: t('Co-author'),
    editor: t('Editor'),
    translator: t('Translator'),
    illustrator: t('Illustrator'),
    contributor: t('Contributor'),
    writer: t('Writer'),
    penciller: t('Penciller'),
    inker: t('Inker'),
    colorist: t('Colorist'),
    letterer: t('Letterer'),
    cover_artist: t('Cover artist'),
  })[role]

type Metadata = Schemas['SeriesMetadata']

export const formatSeriesStatus = (status: NonNullable<Metadata['status']>): string =>
  ({
    ongoing: t('Ongoing'),
    ended: t('Ended'),
    hiatus: t('On hiatus'),
    abandoned: t('Abandoned'),
    unknown: t('Unknown'),
  })[status]

/** `12+`, for a rating that is known. */
export const formatAgeRating = (age: number): string =>
  age === 0 ? t('All ages') : t('{age}+', { age })

/** File format in upper case: `CBZ`. */
export const formatFileFormat = (format: string) => format.toUpperCase()

/** `ja` or `pt-BR` as a language name; invalid codes stay unchanged. */
export function formatLanguage(code: string): string {
  try {
    return (
      new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(code) ?? code
    )
  } catch {
    // Files may also contain names such as "Japanese" instead of codes.
    return code
  }
}
