/** Empty, error and loading states. */
import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { type Icon, RefreshIcon, WarningIcon } from '../icons'
import styles from './states.module.css'

interface EmptyStateProps {
  icon?: Icon
  title: string
  /** Whether this is the only content on the screen. The title is then the page heading. */
  isScreen?: boolean
  /** Action buttons. */
  children?: ReactNode
}

export function EmptyState({ icon: Picture, title, isScreen = false, children }: EmptyStateProps) {
  const Heading = isScreen ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      {Picture && <Picture size={36} />}
      <Heading>{title}</Heading>
      {children && <div className={styles.more}>{children}</div>}
    </div>
  )
}

interface ErrorStateProps {
  error?: unknown
  /** Explains the error. */
  reason?: string
  /** Usually a query's `refetch`. */
  retry?: () => unknown
}

export const ErrorState = ({ error, reason = formatError(error), retry }: ErrorStateProps) => (
  <div className={styles.state} role="alert">
    <WarningIcon size={36} />
    <h2>{t('Couldn’t load this')}</h2>
    <p className={styles.more}>{reason}</p>
    {retry && (
      <Button icon={RefreshIcon} onClick={() => void retry()}>
        {t('Try again')}
      </Button>
    )}
  </div>
)

/** Placeholder lines for content that is loading. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles.skeleton} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

export const Loading = () => (
  <div className={styles.state} role="status">
    <span className={styles.spinner} />
    {useSilentServer() ? (
      <p>{t('The server is not responding. Trying again…')}</p>
    ) : (
      <span className="hidden-words">{t('Loading')}</span>
    )}
  </div>
)

interface SilentServerProps {
  /** Whether loading has finished. */
  isOver?: boolean
  children?: ReactNode
}

/** Shows a notice above a skeleton if the server is not responding. */
export const SilentServer = ({ isOver = false, children }: SilentServerProps) => (
  <>
    {!isOver && <SilentNote />}
    {children}
  </>
)

const SilentNote = () =>
  useSilentServer() && <p role="status">{t('The server is not responding. Trying again…')}</p>

const silentMs = 1_000

/** True if requests are still failing after a second. They are retried in the meantime. */
export function useSilentServer(): boolean {
  const queries = useQueryClient()
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    const isFailing = ({ state }: Query) =>
      state.fetchStatus !== 'idle' && state.fetchFailureReason !== null
    const look = () => setSilent(queries.getQueryCache().getAll().some(isFailing))
    const timer = setInterval(look, silentMs)
    return () => clearInterval(timer)
  }, [queries])
  return isSilent
}
