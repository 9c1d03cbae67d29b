/** Instead of a book that is not given: it is not here (for this person), or something went wrong. */
import { ApiError } from '../../api/client'
import { t } from '../../i18n/i18n'
import { BookOpenIcon } from '../icons'
import { EmptyState, ErrorState } from '../feedback/states'

interface BookFailedProps {
  error: Error
  retry: () => unknown
}

export function BookFailed({ error, retry }: BookFailedProps) {
  if (!(error instanceof ApiError) || error.status !== 404) {
    return <ErrorState error={error} retry={retry} />
  }
  return (
    <EmptyState icon={BookOpenIcon} title={t('This book is not here')} isScreen>
      <p>{t('It was removed, or it lies in a library that you may not see.')}</p>
    </EmptyState>
  )
}
