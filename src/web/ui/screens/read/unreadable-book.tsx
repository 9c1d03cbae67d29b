/** Shown for a book that cannot be read, with the reason and a button to leave. */
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client'
import { IconButton } from '../../components/controls/button'
import { BackIcon } from '../../components/icons'
import { EmptyState } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { useServerMessages } from '../../i18n/use-server-messages'
import styles from './reader.module.css'
import { useLeave } from './hooks/use-adjacent-books'

export function UnreadableBook({ children }: { children: ReactNode }) {
  return (
    <div className={styles.closed}>
      <header className={styles.top}>
        <IconButton label={t('Close book')} icon={BackIcon} onClick={useLeave()} />
      </header>
      <main>{children}</main>
    </div>
  )
}

/** Shown for a file without readable pages, with the reason recorded by the scan. */
export const BrokenBook = ({ book: { analysisError } }: { book: Schemas['Book'] }) => (
  <UnreadableBook>
    <EmptyState title={t('This book has no pages to show')}>
      <p>
        <Reason reason={analysisError} />
      </p>
    </EmptyState>
  </UnreadableBook>
)

function Reason({ reason }: { reason: Schemas['Book']['analysisError'] }) {
  const translate = useServerMessages()
  return reason ? translate(reason) : t('This file has no pages')
}
