/** Why a task failed: in plain words where they are known, and as the system said it. */
import { t } from '../../../../i18n/i18n'
import { said } from '../../../../i18n/server-words'
import { type Cause, causeOf } from './system-errors'
import styles from '../../settings.module.css'

export function TaskFailure({ error }: { error: string }) {
  const cause = causeOf(error)
  if (!cause) return <div className={styles.warned}>{said(error)}</div>
  return (
    <div>
      <div className={styles.warned}>{causeWords(cause)}</div>
      <details className={styles.more}>
        <summary>{t('What the system said')}</summary>
        <code className={styles.path}>{error}</code>
      </details>
    </div>
  )
}

function causeWords(cause: Cause): string {
  switch (cause) {
    case 'full':
      return t('There is no room left on the disk.')
    case 'forbidden':
      return t('Quire may not read or write there.')
    case 'readOnly':
      return t('That disk can only be read.')
    case 'broken':
      return t('The disk gave no answer or a wrong one. It may be failing.')
    case 'gone':
      return t('A file or folder is not there any more.')
    case 'away':
      return t('The disk or network share is not connected.')
    case 'crowded':
      return t('Too many files are open at once.')
    case 'memory':
      return t('There was not enough memory.')
  }
}
