/** Text about a library's automatic scans. */
import type { Schemas } from '../../../api/client'
import { i18n } from '@lingui/core'
import { t } from '../../../i18n/i18n'
import { readSchedule } from './form/schedule'

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

/** Returns text such as `Every day at 03:00`. */
function formatSchedule(cron: string): string {
  const schedule = readSchedule(cron)
  if (!schedule) return t('Custom schedule')
  const time = formatTime(schedule.hour)
  if (schedule.day === undefined) return t('Every day at {time}', { time })
  return t('Every {day} at {time}', { day: dayName(schedule.day), time })
}

export const formatTime = (hour: number) =>
  new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short' }).format(new Date(2024, 0, 1, hour))

/** `day`: 0 is Sunday. 1 September 2024 was a Sunday. */
export const dayName = (day: number) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'long' }).format(new Date(2024, 8, 1 + day))
