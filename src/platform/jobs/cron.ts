/** Validates and evaluates cron expressions: five fields and a time zone. */
import { Cron } from 'croner'
import { scheduleMessages } from './messages'
import type { Message } from '../messages/message'

const maxCharacters = 100
const fieldCharacters = /^[0-9A-Za-z*,/#-]+$/

interface ScheduleProblem {
  field: 'cron' | 'timezone'
  message: Message
}

/** Returns the problem with a schedule, or undefined if the schedule is valid. */
export function findScheduleProblem(
  text: string,
  timezone: string | null,
): ScheduleProblem | undefined {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== 5 || text.length > maxCharacters)
    return { field: 'cron', message: scheduleMessages.wrong_form() }
  if (!fields.every((field) => fieldCharacters.test(field)))
    return { field: 'cron', message: scheduleMessages.wrong_form() }
  if (timezone !== null && !isTimezone(timezone)) {
    return { field: 'timezone', message: scheduleMessages.wrong_timezone() }
  }
  try {
    if (computeNextRun(text, timezone, new Date())) return undefined
    return { field: 'cron', message: scheduleMessages.never() }
  } catch (error) {
    const message = scheduleMessages.invalid({ reason: describeError(error) })
    return { field: 'cron', message }
  }
}

/**
 * Computes the first due time after `after`, or null if the schedule is never due. Throws for an
 * invalid schedule.
 */
export function computeNextRun(cron: string, timezone: string | null, after: Date): Date | null {
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

/** Returns the error message of the cron library, without the class name. */
function describeError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^Cron\w+: /, '').slice(0, 200)
}
