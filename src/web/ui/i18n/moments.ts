/** Moments in words; beside i18n.ts because not every page needs them. */
import { i18n } from '@lingui/core'

/** With the time of day. */
export const formatMoment = (value: string | Date) =>
  new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(value),
  )

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `12 minutes ago`. */
export function formatAgo(value: string | Date): string {
  const seconds = (new Date(value).getTime() - Date.now()) / 1_000
  const words = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' })
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return words.format(Math.round(seconds / size), unit)
}
