/** Shown when a book is missing, is not accessible or failed to load. */
import { ApiError } from '../../api/client'
import { isMissing } from '../../api/is-missing'
import { t } from '../../i18n/i18n'
import { BookOpenIcon } from '../icons'
import { EmptyState, ErrorState } from '../feedback/states'
import { Link } from '@tanstack/react-router'
import { isOfflineStart } from '../../state/session/page-data'
import { buttonClass } from '../controls/button'
import { TrashedBook } from './trashed-book'

export interface BookFailedProps {
  bookId: string
  error: Error
  retry: () => unknown
}

export function BookFailed({ bookId, error, retry }: BookFailedProps) {
  if (error instanceof ApiError && error.status === 0 && isOfflineStart()) {
    return (
      <EmptyState icon={BookOpenIcon} title={t('This book isn’t saved in this browser')} isScreen>
        <p>{t('You can read this book when the server can be reached')}</p>
        <Link to="/" className={buttonClass('primary')}>
          {t('Saved books')}
        </Link>
      </EmptyState>
    )
  }
  if (!isMissing(error)) return <ErrorState error={error} retry={retry} />
  return (
    <EmptyState icon={BookOpenIcon} title={t('Book not found')} isScreen>
      <p>{t('This book was removed, its file is missing, or you don’t have access to it')}</p>
      <TrashedBook bookId={bookId} />
    </EmptyState>
  )
}
