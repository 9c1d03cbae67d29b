/** Notice for users who manage the trash: the book that failed to load is in the trash. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/query'
import { formatAgo } from '../../i18n/date-time'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { buttonClass } from '../controls/button'

export function TrashedBook({ bookId }: { bookId: string }) {
  const { data } = useQuery({
    ...apiQuery('/api/v1/trash/books', { params: { query: { bookId, pageSize: 1 } } }),
    enabled: usePermission('books:delete'),
    staleTime: 0,
  })
  const book = data?.data[0]
  if (!book) return null
  const when = formatAgo(book.trashedAt)
  return (
    <>
      <p>
        {book.reason === 'missing'
          ? t('This book was moved to the trash {when} because its file is missing', { when })
          : t('A user moved this book to the trash {when}', { when })}
      </p>
      <Link
        to="/settings/$section"
        params={{ section: 'trash' }}
        search={{ library: book.libraryId }}
        className={buttonClass('plain')}
      >
        {t('Open trash')}
      </Link>
    </>
  )
}
