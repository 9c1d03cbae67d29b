import { classes } from '../../../components/class-names'
import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import styles from './plugins.module.css'
import { formatHealth, type Health, type Plugin } from './plugin-labels'

const colors: Partial<Record<Health, string | undefined>> = {
  healthy: settings.good,
  degraded: settings.warned,
  unhealthy: settings.bad,
}

export function HealthTag({ plugin: { healthStatus, missingSettings } }: { plugin: Plugin }) {
  if (healthStatus === 'disabled' && missingSettings.length > 0) {
    return <span className={classes(styles.tag, settings.warned)}>{t('Needs settings')}</span>
  }
  return (
    <span className={classes(styles.tag, colors[healthStatus])}>{formatHealth(healthStatus)}</span>
  )
}
