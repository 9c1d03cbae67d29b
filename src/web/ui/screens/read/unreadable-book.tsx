/** Shown for a book that cannot be read: the reason and a way out. */
import type { ReactNode } from 'react'
import { IconButton } from '../../components/controls/button'
import { BackIcon } from '../../components/icons'
import { t } from '../../i18n/i18n'
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
