import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { Cover } from './cover'

/** A book in a list, labeled with its series. */
export function BookCover({ book, first = false }: { book: Schemas['Book']; first?: boolean }) {
  return (
    <Cover
      kind="book"
      id={book.id}
      color={book.coverColor}
      title={book.seriesName}
      words={formatBookSubtitle(book)}
      progress={getBookProgress(book)}
      first={first}
      link={{ to: '/book/$id', params: { id: book.id } }}
    />
  )
}

/** 0 to 1 for a book in progress, otherwise undefined. */
export function getBookProgress({ readProgress }: Schemas['Book']): number | undefined {
  if (!readProgress || readProgress.completed) return undefined
  return readProgress.progressPercentage ?? 0
}

export function formatBookSubtitle({ title, pageCount }: Schemas['Book']) {
  if (pageCount === 0) return title
  return t('{title} · {pageCount, plural, one {# page} other {# pages}}', { title, pageCount })
}
