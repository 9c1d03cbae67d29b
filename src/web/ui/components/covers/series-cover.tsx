import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { readStatusLabels } from '../../labels/read-status'
import { getMainCreators } from '../details/people'
import { Cover } from './cover'

/** A series in a list, with its author or the number of its books. */
export function SeriesCover({
  series,
  first = false,
}: {
  series: Schemas['Series']
  first?: boolean
}) {
  const { id, metadata, coverColor } = series
  return (
    <Cover
      kind="series"
      id={id}
      color={coverColor}
      isSingle={series.bookCount === 1}
      title={metadata?.title ?? ''}
      language={metadata?.language}
      words={formatSeriesLine(series)}
      progress={getSeriesProgress(series)}
      first={first}
      link={{ to: '/series/$id', params: { id } }}
    />
  )
}

/** Returns the fraction of books read, or undefined if none or all of them are read. */
export function getSeriesProgress({ bookCount, unreadCount }: Schemas['Series']) {
  const read = bookCount - (unreadCount ?? bookCount)
  return read > 0 && read < bookCount ? read / bookCount : undefined
}

/**
 * Formats the author of a series with a single book, because a count of one is not useful. Without
 * an author or with several books, formats the book count.
 */
function formatSeriesLine({ bookCount, unreadCount, metadata }: Schemas['Series']) {
  const [author] = bookCount === 1 ? getMainCreators(metadata?.authors ?? null) : []
  if (!author) return formatSeriesCount(bookCount, unreadCount)
  return unreadCount === 0 ? `${readStatusLabels().read} · ${author}` : author
}

export function formatSeriesCount(books: number, unread: number | null) {
  // The books of a new series have not been scanned yet.
  if (books === 0) return ''
  if (books > 0 && unread === 0) {
    return t('Read · {books, plural, one {# book} other {# books}}', { books })
  }
  if (unread !== null && unread < books) {
    return t('{unread} of {books} unread', { unread, books })
  }
  return t('{books, plural, one {# book} other {# books}}', { books })
}
