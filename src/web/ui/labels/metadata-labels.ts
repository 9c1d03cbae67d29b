/**
 * Labels and titles of books, and labels for roles of creators, series status, age ratings, file
 * formats and languages.
 */
import type { Schemas } from '../api/client'
import { readNumberTitle } from '../../shared/number-title'
import { listNumberParts, type NumberedBook, type NumberPart } from '../../shared/book-number'
import { getFormatLocale } from '../i18n/format-locale'
import { t } from '../i18n/i18n'

type Book = Pick<Schemas['Book'], 'title' | 'seriesName'> & NumberedBook

/**
 * Returns the number, such as `#5`, `Vol. 4`, `Ch. 12.5` or `Ch. 1–50`, or the title if there is no
 * number.
 */
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

/**
 * Returns the label, followed by the part of the title that is neither the series name nor the
 * number.
 */
export function bookTitle(book: Book): string {
  const label = bookLabel(book)
  if (book.title === label) return label
  const words = readOwnWords(book)
  return words === '' ? label : `${label} · ${words}`
}

/** Separators in titles: a colon, as in `Chapter 7: The Lamp`, or a dash, as in file names. */
const separators = /\s*[:：–—]\s*|\s+-\s+/gu
/** Parts of file names such as `(2019)` and `v01`. */
const fileWords = /[\d()[\]_]/

function readOwnWords(book: Book): string {
  const { title, seriesName } = book
  const words = withoutRepeats(book)
  return beginsWithName(title, seriesName) && fileWords.test(words) ? '' : words
}

function withoutRepeats(book: Book): string {
  const { title } = book
  if (isRepeat(book)) return ''
  for (const { 0: gap, index } of title.matchAll(separators)) {
    if (isRepeat({ ...book, title: title.slice(0, index) }))
      return withoutRepeats({ ...book, title: title.slice(index + gap.length) })
  }
  return beginsWithName(title, book.seriesName) ? '' : title
}

/**
 * Whether the title is only the series name, the number or both, such as `Chapter 012` of chapter
 * 12.
 */
function isRepeat(book: Book): boolean {
  const { title, seriesName } = book
  if (isSameText(title, seriesName)) return true
  const isNamed = title.toLocaleLowerCase().startsWith(seriesName.toLocaleLowerCase())
  const rest = isNamed ? title.slice(seriesName.length).replace(/^[\s,.]+/, '') : title
  const [from, to] = readNumberTitle(rest) ?? []
  // The last part is the book's own number, such as the chapter in a volume.
  const own = listNumberParts(book).at(-1)
  return own !== undefined && own.from === from && own.to === to
}

/** Number of leading characters to compare, because file names may be truncated. */
const alikeFrom = 30
/** Scripts without spaces between words. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/**
 * Whether the text begins with the series name as whole words: `Italy` does not begin with `It`.
 */
function beginsWithName(text: string, seriesName: string): boolean {
  const [words, name] = [plain(text), plain(seriesName).slice(0, alikeFrom)]
  if (name === '' || !words.startsWith(name)) return false
  return name.length === alikeFrom || dense.test(name) || !/^\p{L}/u.test(words.slice(name.length))
}

/**
 * Returns text such as `Nova Patrol · #5 · The Landing`. The series name is not added to a title
 * that begins with it.
 */
export function fullBookTitle(book: Book): string {
  const title = bookTitle(book)
  const { seriesName } = book
  return beginsWithName(title, seriesName) ? title : `${seriesName} · ${title}`
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

/** Formats a known age rating, such as `12+`. */
export const formatAgeRating = (age: number): string =>
  age === 0 ? t('All ages') : t('{age}+', { age })

/** Returns the file format in upper case, such as `CBZ`. */
export const formatFileFormat = (format: string) => format.toUpperCase()

/** Matches the start of a language code. Files may contain names such as "Japanese" instead. */
const codeStart = /^[a-z]{2,3}(?:-|$)/i

/**
 * Converts a language code, such as `ja` or `pt-BR`, to a language name. Returns everything else
 * unchanged.
 */
export function formatLanguage(code: string): string {
  if (!codeStart.test(code)) return code
  try {
    return (
      new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(code) ?? code
    )
  } catch {
    return code
  }
}
