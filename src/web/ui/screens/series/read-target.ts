/** The book that the "Read" button of a series opens: the next one, or the first one again. */
import type { Schemas } from '../../api/client'
import { hasPageNumbers } from '../../labels/book-length'
import { isReadable } from '../../../shared/is-readable'
import { readLink } from '../../components/read-link'
import { formatNumber, t } from '../../i18n/i18n'
import { bookLabel } from '../../labels/metadata-labels'

type Book = Schemas['Book']

interface ReadTarget {
  link: ReturnType<typeof readLink>
  words: string
  /** A shorter label for phones, without the page number. */
  short?: string
}

interface Known {
  next: Schemas['NextBook']
  /** The first books, in natural order. */
  all: Schemas['PageOfBook']
  isBegun: boolean
}

/** Returns the link and label of the "Read" button, or undefined if no book is readable. */
export function getReadTarget({ next: { book }, all, isBegun }: Known): ReadTarget | undefined {
  if (book?.readProgress && !book.readProgress.completed) {
    return { link: readLink(book.id), ...formatContinue(book) }
  }
  if (book) {
    const words = isBegun ? t('Continue · {book}', { book: bookLabel(book) }) : t('Start reading')
    return { link: readLink(book.id), words }
  }
  const first = all.data.find(isReadable)
  return first && { link: readLink(first.id, { page: 1 }), words: t('Read again') }
}

/** Whether at least one book is read. */
export const isBegun = ({ bookCount, unreadCount }: Schemas['Series']): boolean =>
  unreadCount !== null && unreadCount < bookCount

function formatContinue(book: Book) {
  const page = book.readProgress?.currentPage ?? 0
  const label = bookLabel(book)
  const short = t('Continue · {book}', { book: label })
  if (page === 0 || !hasPageNumbers(book)) return { words: short }
  return {
    words: t('Continue · {book}, p. {page}', { book: label, page: formatNumber(page) }),
    short,
  }
}
