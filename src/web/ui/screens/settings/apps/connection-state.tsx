import { classes } from '../../../components/class-names'
import { t } from '../../../i18n/i18n'
import { formatAgo } from '../../../i18n/date-time'
import styles from './apps.module.css'

interface ConnectionStateProps {
  app: string
  /** ISO 8601, or null before the first request. */
  lastUsedAt: string | null
}

/** Shows whether the app has sent a request with its new credentials. */
export const ConnectionState = ({ app, lastUsedAt }: ConnectionStateProps) => (
  <p className={classes(styles.state, lastUsedAt && styles.connected)} role="status">
    {lastUsedAt
      ? t('{app} connected {when}', { app, when: formatAgo(lastUsedAt) })
      : t('Waiting for {app} to connect…', { app })}
  </p>
)

/** Milliseconds between checks while waiting for the first request of an app. */
export const checkEveryMs = 3000
