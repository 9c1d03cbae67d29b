/** Shows how each folder in a library is watched, and why. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import styles from '../libraries.module.css'

type RootWatch = Schemas['RootWatch']

export function Watching({ roots }: { roots: readonly RootWatch[] }) {
  return (
    <ul className={styles.paths} aria-label={t('Folder watching')}>
      {roots.map(({ root, mode, reason, everyMinutes }) => (
        <li key={root}>
          <strong>{formatMode(mode, everyMinutes ?? 0)}</strong>
          <span>{root}</span>
          {reason && <span>{translate(reason)}</span>}
        </li>
      ))}
    </ul>
  )
}

function formatMode(mode: RootWatch['mode'], minutes: number): string {
  switch (mode) {
    case 'events':
      return t('Changes detected immediately')
    case 'polling':
      return t('{minutes, plural, one {Checked every minute} other {Checked every # minutes}}', {
        minutes,
      })
    case 'off':
      return t('Not watched')
  }
}
