/** Labels for books, roles and similar values. */
import type { Schemas } from '../api/client'
import { formatNumber, t } from '../i18n/i18n'

type Book = Pick<
  Schemas['Book'],
  | 'title'
  | 'seriesName'
  | 'volume'
  | 'volumeEnd'
  | 'chapter'
  | 'chapterEnd'
  | 'number'
  | 'readProgress'
  | 'pageCount'
>

/** `Vol. 4`, `Ch. 12.5`, `Ch. 1–50`; the title if there is no number. */
export function bookLabel(book: Book): string {
  const { title, volume, volumeEnd, chapter, chapterEnd, number } = book
  // If chapter and volume have the same number, it is the volume.
  const isTwice = chapter === volume
  const parts = [
    ...(volume === null ? [] : [t('Vol. {volume}', { volume: formatRange(volume, volumeEnd) })]),
    ...(chapter === null || isTwice
      ? []
      : [t('Ch. {chapter}', { chapter: formatRange(chapter, chapterEnd) })]),
  ]
  if (parts.length === 0 && number !== null)
    return t('No. {number}', { number: formatNumber(number) })
  return parts.length === 0 ? title : parts.join(' · ')
}

const formatRange = (from: number, to: number | null) =>
  to === null ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`

/** File names may be truncated, so names that match in this many characters count as the same. */
const alikeFrom = 30

/** Returns the label, followed by the title unless it repeats the series name. */
export function bookTitle(book: Book): string {
  const label = bookLabel(book)
  const { title, seriesName } = book
  const isRepeated =
    plain(title).startsWith(plain(seriesName).slice(0, alikeFrom)) || title === label
  return isRepeated ? label : `${label} · ${title}`
}

/** Compares texts, ignoring case and punctuation. */
export const isSameText = (one: string, other: string) => plain(one) === plain(other)

const plain = (text: string) =>
  text
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Role = Schemas['Author']['role']

export const formatRole = (role: Role): string =>
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
