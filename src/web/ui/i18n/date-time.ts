/** Date and time formatting. Separate from i18n.ts because not every page needs it. */
import { getFormatLocale } from './format-locale'

/** Formats the date and time of day. */
export const formatMoment = (value: string | Date) =>
  new Intl.DateTimeFormat(getFormatLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(value),
  )

/** Formats the time of day. */
export const formatTime = (value: string | Date) =>
  new Intl.DateTimeFormat(getFormatLocale(), { timeStyle: 'short' }).format(new Date(value))

/** Formats the date and time with seconds, for logs. */
export const formatInstant = (value: string) =>
  new Intl.DateTimeFormat(getFormatLocale(), { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(value),
  )

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Returns text such as `12 minutes ago`. */
export function formatAgo(value: string | Date): string {
  const seconds = (new Date(value).getTime() - Date.now()) / 1_000
  const words = new Intl.RelativeTimeFormat(getFormatLocale(), { numeric: 'auto' })
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return words.format(Math.round(seconds / size), unit)
}

const lengths: readonly ['hour' | 'minute' | 'second', number][] = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** Formats a duration in one or two units: `2 hr 5 min`, `17 ms`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000
  if (seconds < 1) return formatUnit('millisecond', Math.round(seconds * 1_000))
  if (seconds < 10) return formatUnit('second', Math.round(seconds * 10) / 10)
  const whole = Math.round(seconds)
  const first = lengths.findIndex(([, length]) => whole >= length)
  return lengths
    .slice(first, first + 2)
    .map(([unit, length], place) => {
      const [, above] = lengths[first + place - 1] ?? ['', Infinity]
      return [unit, Math.floor((place > 0 ? whole % above : whole) / length)] as const
    })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => formatUnit(unit, count))
    .join(' ')
}

/**
 * Formats a duration rounded to minutes: `2 hr 5 min`. Less than a minute is shown as `1 min`, and
 * zero or less as `0 min`.
 */
export function formatInMinutes(milliseconds: number): string {
  if (milliseconds <= 0) return formatUnit('minute', 0)
  return formatDuration(Math.max(1, Math.round(milliseconds / 60_000)) * 60_000)
}

/** Prevents a line break between the number and the unit. */
const formatUnit = (unit: string, count: number) =>
  new Intl.NumberFormat(getFormatLocale(), { style: 'unit', unit, unitDisplay: 'short' })
    .format(count)
    .replaceAll(' ', '\u00A0')
