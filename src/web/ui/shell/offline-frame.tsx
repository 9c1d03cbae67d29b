/**
 * The interface when the server is unreachable: saved books, and notes on what needs the server.
 */
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buildUrl } from '../api/client'
import { Button } from '../components/controls/button'
import { EmptyState, Loading } from '../components/feedback/states'
import { DownloadIcon, RefreshIcon } from '../components/icons'
import { SavedBookList } from '../components/offline/saved/saved-book-list'
import { SpaceLine } from '../components/offline/saved/space-line'
import { useSavedBooks } from '../components/offline/saved/use-saved-books'
import styles from '../components/offline/offline.module.css'
import { t } from '../i18n/i18n'
import { usePageTitle } from '../state/browser/page-title'
import { isSavedCompletely } from '../state/offline/saved-books'

export function OfflineFrame() {
  usePageTitle(t('Offline'))
  useReturn()
  const books = useSavedBooks()
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  return (
    <main id="content" tabIndex={-1} className={styles.frame}>
      <div className={styles.frameHead}>
        <h1>{t('Offline')}</h1>
        <Button icon={RefreshIcon} onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </div>
      {!isHome && <p role="status">{t('This page requires a connection to the server')}</p>}
      <p className={styles.lead}>
        {t(
          'Quire’s server can’t be reached. You can read the books that are saved in this browser; your progress is sent later. Everything else will be available again when the server can be reached.',
        )}
      </p>
      {!books && <Loading />}
      {books && !books.some(isSavedCompletely) && (
        <EmptyState icon={DownloadIcon} title={t('No books are fully saved in this browser')} />
      )}
      {books && books.length > 0 && <SavedBookList books={books} />}
      <SpaceLine />
    </main>
  )
}

const lookMs = 5_000

/** Reloads the page once the server can be reached, so that it opens as usual. */
function useReturn() {
  useEffect(() => {
    const look = async () => {
      const signal = AbortSignal.timeout(lookMs)
      const answer = await fetch(buildUrl('health/live'), { cache: 'no-store', signal }).catch(
        () => undefined,
      )
      if (answer?.ok) location.reload()
    }
    const timer = setInterval(() => void look(), lookMs)
    const lookNow = () => void look()
    addEventListener('online', lookNow)
    return () => {
      clearInterval(timer)
      removeEventListener('online', lookNow)
    }
  }, [])
}
