import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '../components/button'
import { EmptyState, ErrorState } from '../components/states'
import { t } from '../i18n/i18n'

/** A screen that threw: the rest of the interface goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    reset()
    await router.invalidate()
  }
  return <ErrorState error={error} retry={retry} />
}

export const NotFound = () => (
  <EmptyState title={t('There is nothing at this address')} isScreen>
    <p>{t('It may have been moved or removed.')}</p>
    <Link to="/" className={buttonClass('primary')}>
      {t('Go to the start page')}
    </Link>
  </EmptyState>
)

/** The same without the frame. */
export const NoSuchPage = () => (
  <main>
    <NotFound />
  </main>
)
