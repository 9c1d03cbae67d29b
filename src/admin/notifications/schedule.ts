/** Computes when news is sent to a channel. Pure. */
import type { Frequency } from './model'

interface Times {
  frequency: Frequency
  quietFrom: number | null
  quietUntil: number | null
}

const dailyHour = 8

/**
 * Builds a cron schedule in the server's time zone. Quiet hours only delay news, so nothing is
 * lost.
 */
export function buildSendSchedule({ frequency, quietFrom, quietUntil }: Times): string {
  const loud = listLoudHours(quietFrom, quietUntil)
  if (frequency === 'daily') return `0 ${loud.find((hour) => hour >= dailyHour) ?? loud[0]} * * *`
  const hours = loud.length === 24 ? '*' : loud.join(',')
  return `${frequency === 'soon' ? '*/10' : '0'} ${hours} * * *`
}

/** Lists the hours outside quiet hours. If both hours are the same, there are no quiet hours. */
function listLoudHours(from: number | null, until: number | null): number[] {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  return hours.filter((hour) => !isQuietHour({ quietFrom: from, quietUntil: until }, hour))
}

/** `hour` is 0 to 23 in the server's time zone. */
export function isQuietHour(
  { quietFrom: from, quietUntil: until }: Omit<Times, 'frequency'>,
  hour: number,
): boolean {
  if (from === null || until === null || from === until) return false
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}
