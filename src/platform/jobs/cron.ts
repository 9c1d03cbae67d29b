/** Schedules as people write them: five fields and a time zone. */
import { Cron } from 'croner'

const maxCharacters = 100
const fieldCharacters = /^[0-9A-Za-z*,/#-]+$/

/** What is wrong with a schedule, in plain words; undefined when it is right. */
export function checkCron(text: string, timezone: string | null): string | undefined {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== 5 || text.length > maxCharacters) return fiveFields
  if (!fields.every((field) => fieldCharacters.test(field))) return fiveFields
  if (timezone !== null && !isTimezone(timezone)) {
    return 'must have a time zone such as Europe/Berlin or UTC'
  }
  try {
    if (nextRun(text, timezone, new Date())) return undefined
    return 'must name a day that exists: this never comes'
  } catch (error) {
    return `cannot be understood as a schedule: ${reasonOf(error)}`
  }
}

const fiveFields =
  'must have five parts, minute, hour, day, month and weekday, such as "0 3 * * *" for 3 at night'

/** The first moment after `after`. Throws for a schedule that `checkCron` refuses. */
export function nextRun(cron: string, timezone: string | null, after: Date): Date | null {
  const options = { mode: '5-part' as const, ...(timezone !== null && { timezone }) }
  return new Cron(cron.trim(), options).nextRun(after)
}

function isTimezone(name: string) {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The library's own words, without the name of its class. */
function reasonOf(error: unknown) {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/^Cron\w+: /, '').slice(0, 200)
}
