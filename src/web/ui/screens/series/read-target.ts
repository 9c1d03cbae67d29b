/** The book with which to continue reading a series. */
import type { Schemas } from '../../api/client'
import { hasPageNumbers } from '../../labels/book-length'
import { isReadable } from '../../../shared/is-readable'
import { readLink } from '../../components/read-link'
import { formatNumber, t } from '../../i18n/i18n'
import { bookLabel } from '../../labels/metadata-labels'

type Book = Schemas['Book']

const isNew = ({ readProgress }: Book) => !readProgress?.completed

interface Books {
  begun: Book | undefined
  unread: Book | undefined
  first: Book | undefined
  isAnyRead: boolean
}

interface ReadTarget {
  link: ReturnType<typeof readLink>
  words: string
  /** A shorter label for phones, without the page number. */
  short?: string
}

type PageOfBook = Schemas['PageOfBook']

interface Pages {
  begun: PageOfBook
  unread: PageOfBook
  all: PageOfBook
}

/** Returns the link and label of the "Read" button, or undefined if no book is readable. */
export const getReadTarget = ({ begun, unread, all }: Pages) =>
  getTarget({
    begun: begun.data.find(isReadable),
    unread:
      unread.data.find(isReadable) ?? all.data.find((book) => isReadable(book) && isNew(book)),
    first: all.data.find(isReadable),
    isAnyRead: unread.total < all.total,
  })

function getTarget({ begun, unread, first, isAnyRead }: Books): ReadTarget | undefined {
  if (begun) return { link: readLink(begun.id), ...formatContinue(begun) }
  if (unread && isAnyRead) {
    return {
      link: readLink(unread.id),
      words: t('Continue · {book}', { book: bookLabel(unread) }),
    }
  }
  if (unread) return { link: readLink(unread.id), words: t('Start reading') }
  return first && { link: readLink(first.id, { page: 1 }), words: t('Read again') }
}

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
