import type { ReactNode } from 'react'
import { WarningIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import styles from './plugins.module.css'

export const Warning = ({ children }: { children: ReactNode }) => (
  <div className={styles.warning}>
    <WarningIcon size={18} />
    <div>{children}</div>
  </div>
)

export const UnconfinedSystem = () => (
  <Warning>
    <strong>{t('This system can’t confine plugins')}</strong>{' '}
    {t(
      'A plugin could read everything that Quire can read, such as your files and the database, and send it anywhere. Install only plugins whose author you trust.',
    )}
  </Warning>
)
