/**
 * Entries of OPDS 1.2 feeds. Series link to their books, and books to their file and pages. Pure.
 */
import type { BookView } from '../../../catalog/books/model'
import { describeFile } from '../catalog/titles'
import type { BookItem, Item, Section, SeriesItem } from '../catalog/listing'
import { listCreators } from '../catalog/people'
import type { FeedRequest } from '../feed-request'
import { type Entry, feedTypes, type Link } from './render-feed'

type Links = Pick<FeedRequest, 'href' | 'hrefOfList'>

export function buildEntry(item: Item, links: Links): Entry {
  if (item.kind === 'section') return buildSectionEntry(item, links)
  return item.kind === 'series' ? buildSeriesEntry(item, links) : buildBookEntry(item, links)
}

function buildSectionEntry(section: Section, { hrefOfList }: Links): Entry {
  const { id, title, updatedAt, summary, path, holds, count } = section
  return {
    id,
    title,
    updatedAt,
    summary,
    links: [
      {
        rel: 'subsection',
        href: hrefOfList(path),
        type: feedTypes[holds],
        attributes: { 'thr:count': count },
      },
    ],
  }
}

function buildSeriesEntry({ series }: SeriesItem, { href, hrefOfList }: Links): Entry {
  const { id, metadata, bookCount, unreadCount, genres } = series
  const books = `${bookCount} ${bookCount === 1 ? 'book' : 'books'}`
  const counts = unreadCount === 0 ? books : `${books}, ${unreadCount} unread`
  // Apps treat each entry with an author as a book, so entries of series contain the names only as
  // text.
  const authors = listCreators(metadata.authors ?? [])
  const summary = [counts, authors.join(', '), metadata.summary].filter(Boolean).join('\n')
  return {
    id,
    title: metadata.title,
    updatedAt: series.updatedAt,
    publishedAt: series.createdAt,
    publisher: metadata.publisher,
    language: metadata.language,
    categories: genres.map(({ name }) => name),
    summary,
    links: [
      {
        rel: 'subsection',
        href: hrefOfList(`series/${id}`),
        type: feedTypes.books,
        attributes: { 'thr:count': bookCount },
      },
      ...buildImageLinks(href(`/api/v1/series/${id}/thumbnail`)),
    ],
  }
}

function buildBookEntry(item: BookItem, { href, hrefOfList }: Links): Entry {
  const { book, facts, title } = item
  const { publisher, language, issued, subjects } = facts
  const file = describeFile(item)
  return {
    id: book.id,
    title,
    updatedAt: book.updatedAt,
    publishedAt: book.createdAt,
    authors: listCreators(facts.people),
    publisher,
    language,
    issued,
    categories: subjects,
    summary: book.summary,
    links: [
      ...buildImageLinks(href(`/api/v1/books/${book.id}/thumbnail`)),
      {
        rel: 'http://opds-spec.org/acquisition',
        href: hrefOfList(file.path),
        type: file.type,
        attributes: { length: file.size },
      },
      ...buildStreamLinks(book, hrefOfList),
    ],
  }
}

/**
 * OPDS requires JPEG, PNG or GIF. Thumbnails also serve as covers, because an original cover can be
 * several megabytes in size.
 */
const buildImageLinks = (href: string): Link[] => [
  { rel: 'http://opds-spec.org/image', href: `${href}?format=jpeg`, type: 'image/jpeg' },
  {
    rel: 'http://opds-spec.org/image/thumbnail',
    href: `${href}?format=jpeg&width=240`,
    type: 'image/jpeg',
  },
]

/**
 * Links for OPDS-PSE 1.2. Clients replace the names in braces, so the braces must not be
 * percent-encoded.
 */
function buildStreamLinks(book: BookView, hrefOfList: Links['hrefOfList']): Link[] {
  const { id, fileFormat, pageCount, readProgress } = book
  if (fileFormat === 'epub' || pageCount === 0) return []
  const isBegun = readProgress !== null && !readProgress.completed
  return [
    {
      rel: 'http://vaemendis.net/opds-pse/stream',
      href: `${hrefOfList(`books/${id}/pages`)}/{pageNumber}?maxWidth={maxWidth}`,
      type: 'image/jpeg',
      attributes: {
        'pse:count': pageCount,
        'pse:lastRead': isBegun ? readProgress.currentPage : undefined,
        'pse:lastReadDate': isBegun ? readProgress.updatedAt.toISOString() : undefined,
      },
    },
  ]
}
