/** Entries of OPDS feeds: series lead to their books, books to their file and pages. Pure. */
import type { BookView } from '../../catalog/books/model'
import type { SeriesView } from '../../catalog/series/model'
import { type Entry, feedTypes, type Link } from './atom'

interface Author {
  name: string
  role: string
}

/** Turns a path of this server, such as `/opds`, into one that includes the base path. */
export type BuildHref = (path: string) => string

export function buildSeriesEntry(series: SeriesView, href: BuildHref): Entry {
  const { id, metadata, bookCount, unreadCount } = series
  const books = `${bookCount} ${bookCount === 1 ? 'book' : 'books'}`
  const counts = unreadCount === 0 ? books : `${books}, ${unreadCount} unread`
  return {
    id,
    title: metadata.title,
    updatedAt: series.updatedAt,
    publishedAt: series.createdAt,
    authors: listNames(metadata.authors ?? []),
    summary: metadata.summary ? `${counts}\n${metadata.summary}` : counts,
    links: [
      {
        rel: 'subsection',
        href: href(`/opds/series/${id}`),
        type: feedTypes.acquisition,
        attributes: { 'thr:count': bookCount },
      },
      ...buildImageLinks(href(`/api/v1/series/${id}/thumbnail`)),
    ],
  }
}

interface BookEntryOptions {
  authors: readonly Author[]
  /** Begin the title with the name of the series, for feeds of several series. */
  withSeries: boolean
}

export function buildBookEntry(
  book: BookView,
  href: BuildHref,
  { authors, withSeries }: BookEntryOptions,
): Entry {
  const title = formatTitle(book)
  const isTitle = !withSeries || title === book.seriesName
  return {
    id: book.id,
    title: isTitle ? title : `${book.seriesName} – ${title}`,
    updatedAt: book.updatedAt,
    publishedAt: book.createdAt,
    authors: listNames(authors),
    summary: book.summary,
    links: [
      ...buildImageLinks(href(`/api/v1/books/${book.id}/thumbnail`)),
      buildFileLink(book, href),
      ...buildStreamLinks(book, href),
    ],
  }
}

const creatorRoles = new Set(['author', 'co_author', 'writer', 'illustrator', 'penciller'])
const maxAuthors = 10

/** Those who wrote and drew it; somebody who did both is named once. */
const listNames = (authors: readonly Author[]) =>
  [...new Set(authors.filter(({ role }) => creatorRoles.has(role)).map(({ name }) => name))].slice(
    0,
    maxAuthors,
  )

/**
 * OPDS asks for JPEG, PNG or GIF. Thumbnails serve as covers too: the original cover can have several
 * megabytes.
 */
const buildImageLinks = (href: string): Link[] => [
  { rel: 'http://opds-spec.org/image', href: `${href}?format=jpeg`, type: 'image/jpeg' },
  {
    rel: 'http://opds-spec.org/image/thumbnail',
    href: `${href}?format=jpeg&width=240`,
    type: 'image/jpeg',
  },
]

const fileTypes: Record<string, string> = {
  cbz: 'application/vnd.comicbook+zip',
  folder: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}

/** The address ends with a file name, which many readers use for the downloaded file. */
function buildFileLink({ id, fileFormat, fileSize, ...book }: BookView, href: BuildHref): Link {
  const extension = fileFormat === 'folder' ? 'cbz' : fileFormat
  const title = `${book.seriesName} – ${formatTitle(book)}`.replace(/[/\\]/g, '_').slice(0, 150)
  const name = encodeURIComponent(`${title.toWellFormed()}.${extension}`)
  return {
    rel: 'http://opds-spec.org/acquisition',
    href: href(`/opds/books/${id}/file/${name}`),
    type: fileTypes[fileFormat] ?? 'application/octet-stream',
    // The size of the archive that is packed for a folder is not known before.
    ...(fileFormat !== 'folder' && fileSize > 0 && { attributes: { length: fileSize } }),
  }
}

/** OPDS-PSE 1.2. Readers replace the names in braces, so they are not percent-encoded. */
function buildStreamLinks(book: BookView, href: BuildHref): Link[] {
  const { id, fileFormat, pageCount, readProgress } = book
  if (fileFormat === 'epub' || pageCount === 0) return []
  const isBegun = readProgress !== null && !readProgress.completed
  return [
    {
      rel: 'http://vaemendis.net/opds-pse/stream',
      href: `${href(`/opds/books/${id}/pages`)}/{pageNumber}?maxWidth={maxWidth}`,
      type: 'image/jpeg',
      attributes: {
        'pse:count': pageCount,
        'pse:lastRead': isBegun ? readProgress.currentPage : undefined,
        'pse:lastReadDate': isBegun ? readProgress.updatedAt.toISOString() : undefined,
      },
    },
  ]
}

type Numbered = Pick<
  BookView,
  'title' | 'seriesName' | 'volume' | 'volumeEnd' | 'chapter' | 'chapterEnd' | 'number'
>

/** The number first, because readers cut long titles: `Vol. 2 – Salt Lessons`. */
function formatTitle(book: Numbered): string {
  const label = formatNumber(book)
  if (label === undefined) return book.title
  const isRepeated = simplify(book.title).startsWith(simplify(book.seriesName))
  return isRepeated || simplify(book.title) === simplify(label) ? label : `${label} – ${book.title}`
}

function formatNumber(book: Numbered): string | undefined {
  const { volume, volumeEnd, chapter, chapterEnd, number } = book
  const parts = [
    ...(volume === null ? [] : [`Vol. ${formatRange(volume, volumeEnd)}`]),
    ...(chapter === null || chapter === volume ? [] : [`Ch. ${formatRange(chapter, chapterEnd)}`]),
  ]
  if (parts.length > 0) return parts.join(', ')
  return number === null ? undefined : `No. ${number}`
}

const formatRange = (from: number, to: number | null) => (to === null ? from : `${from}–${to}`)

const simplify = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
