/** Shows why a task failed: the original message, and an explanation if the cause is known. */
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { type Cause, findCause } from './system-errors'
import styles from '../../settings.module.css'
import type { Schemas } from '../../../../api/client'

export function TaskFailure({ error }: { error: Schemas['Message'] }) {
  const cause = findCause(error.message)
  const { detail } = error.params
  if (!cause) return <div className={styles.warned}>{translate(error)}</div>
  return (
    <div>
      <div className={styles.warned}>{formatCause(cause)}</div>
      <details className={styles.more}>
        <summary>{t('System message')}</summary>
        <code className={styles.path}>{typeof detail === 'string' ? detail : error.message}</code>
      </details>
    </div>
  )
}

function formatCause(cause: Cause): string {
  switch (cause) {
    case 'full':
      return t('The disk is full')
    case 'forbidden':
      return t('Quire doesn’t have permission to read or write there')
    case 'readOnly':
      return t('The disk is read-only')
    case 'broken':
      return t('The disk reported a read or write error. It may be failing.')
    case 'gone':
      return t('A file or folder no longer exists')
    case 'away':
      return t('The disk or network share isn’t connected')
    case 'crowded':
      return t('Too many open files')
    case 'memory':
      return t('Not enough memory')
  }
}
