import { i18n } from '@lingui/core'
import { getFormatLocale } from '../../../../i18n/format-locale'
import { t } from '../../../../i18n/i18n'
import { readSchedule } from './schedule'

/** Returns text such as `Every day at 03:00`. */
export function formatSchedule(cron: string): string {
  const schedule = readSchedule(cron)
  if (!schedule) return t('Custom schedule')
  const time = formatScheduleTime(schedule.hour)
  if (schedule.day === undefined) return t('Every day at {time}', { time })
  return t('Every {day} at {time}', { day: dayName(schedule.day), time })
}

export const formatScheduleTime = (hour: number) =>
  new Intl.DateTimeFormat(getFormatLocale(), { timeStyle: 'short' }).format(
    new Date(2024, 0, 1, hour),
  )

/** `day`: 0 is Sunday. September 1, 2024 was a Sunday. */
export const dayName = (day: number) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'long' }).format(new Date(2024, 8, 1 + day))
