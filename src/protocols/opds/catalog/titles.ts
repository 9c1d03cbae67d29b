/** Titles and files of the books in the catalog. Pure. */
import { getDownloadType } from '../../../catalog/books/files/download'
import type { BookView } from '../../../catalog/books/model'
import {
  listNumberParts,
  type NumberedBook,
  type NumberPart,
  type NumberWord,
} from '../../../web/shared/book-number'
import type { BookItem } from './listing'

type Numbered = Pick<BookView, 'title' | 'seriesName'> & NumberedBook

/** Formats a title with the name of the series. `title` is the result of `formatTitle`. */
export const formatFullTitle = ({ seriesName }: Numbered, title: string) =>
  title === seriesName ? title : `${seriesName} – ${title}`

/**
 * Formats a title with the number first, because reading apps truncate long titles: `Vol. 2 – Salt
 * Lessons`.
 */
export function formatTitle(book: Numbered): string {
  const label = formatNumber(book)
  if (label === undefined) return book.title
  const isRepeated = simplify(book.title).startsWith(simplify(book.seriesName))
  return isRepeated || simplify(book.title) === simplify(label) ? label : `${label} – ${book.title}`
}

function formatNumber(book: Numbered): string | undefined {
  const parts = listNumberParts(book).map(formatPart)
  return parts.length > 0 ? parts.join(', ') : undefined
}

const words: Record<NumberWord, string> = {
  issue: '#',
  chapter: 'Ch. ',
  volume: 'Vol. ',
  annual: 'Annual ',
  special: 'Special ',
  number: 'No. ',
}

const formatPart = ({ word, from, to }: NumberPart) =>
  `${words[word]}${from ?? ''}${to === null ? '' : `–${to}`}`.trim()

const simplify = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

interface BookFile {
  /**
   * Relative to the root of OPDS 1.2. Ends with the file name under which many clients save the
   * download.
   */
  path: string
  type: string
  /** Undefined for an image folder, because its archive is created while it is sent. */
  size: number | undefined
}

export function describeFile({ book, fullTitle }: BookItem): BookFile {
  const { id, fileFormat, fileSize } = book
  const extension = fileFormat === 'folder' ? 'cbz' : fileFormat
  const title = fullTitle.replace(/[/\\]/g, '_').slice(0, 150)
  const name = encodeURIComponent(`${title.toWellFormed()}.${extension}`)
  return {
    path: `books/${id}/file/${name}`,
    type: getDownloadType(fileFormat),
    size: fileFormat !== 'folder' && fileSize > 0 ? fileSize : undefined,
  }
}
