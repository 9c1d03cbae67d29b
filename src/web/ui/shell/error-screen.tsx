import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '../components/controls/button'
import { EmptyState, ErrorState } from '../components/feedback/states'
import { t } from '../i18n/i18n'
import { usePageTitle } from '../state/browser/page-title'

/** Error boundary for a screen. The rest of the interface keeps working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    reset()
    await router.invalidate()
  }
  return <ErrorState error={error} retry={retry} />
}

/** Page for unknown paths. Shown within the shell, so navigation stays available. */
export function NotFound() {
  usePageTitle(t('Page not found'))
  return (
    <EmptyState title={t('Page not found')} isScreen>
      <p>{t('It may have been moved or deleted')}</p>
      <Link to="/" className={buttonClass('primary')}>
        {t('Go to Home')}
      </Link>
    </EmptyState>
  )
}
