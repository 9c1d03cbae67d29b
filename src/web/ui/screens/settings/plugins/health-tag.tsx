import { classes } from '../../../components/class-names'
import settings from '../settings.module.css'
import styles from './plugins.module.css'
import { formatHealth, type Health, type Plugin } from './plugin-labels'

const colors: Partial<Record<Health, string | undefined>> = {
  healthy: settings.good,
  degraded: settings.warned,
  unhealthy: settings.bad,
}

export const HealthTag = ({ plugin: { healthStatus } }: { plugin: Plugin }) => (
  <span className={classes(styles.tag, colors[healthStatus])}>{formatHealth(healthStatus)}</span>
)
