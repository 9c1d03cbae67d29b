/** Values of date inputs such as `2026-03-09`, in local time. */

export function toLocalDate(time: string | Date): string {
  const date = new Date(time)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

export const endOfDay = (day: string) => new Date(`${day}T23:59:59`)

/** A year that starts with 0 is still being typed, so the day does not count as past. */
export const isPast = (day: string, now = new Date()) => !day.startsWith('0') && endOfDay(day) < now
