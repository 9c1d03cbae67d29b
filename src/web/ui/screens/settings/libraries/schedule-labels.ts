/** Text about a library's automatic scans. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { formatSchedule } from '../shared/schedule/schedule-labels'

export function formatScanSchedule({
  isActive,
  watching,
  scanningConfig,
}: Schemas['Library']): string {
  if (!isActive) return t('Not scanned')
  const watched = watching?.filter(({ mode }) => mode !== 'off') ?? []
  if (watched.length > 0) return formatWatching(watched)
  const { cronSchedule } = scanningConfig
  return cronSchedule ? formatSchedule(cronSchedule) : t('Manual scans only')
}

/** Describes how changes are detected in the folder that is polled least often. */
function formatWatching(watched: readonly Schemas['RootWatch'][]): string {
  const minutes = Math.max(0, ...watched.map(({ everyMinutes }) => everyMinutes ?? 0))
  if (minutes === 0) return t('Changes detected immediately')
  return t('{minutes, plural, one {Checked every minute} other {Checked every # minutes}}', {
    minutes,
  })
}
