import { invalid } from '../../errors'
import { findScheduleProblem } from '../../platform/jobs/cron'
import { libraryMessages } from './messages'
import type { Tx } from '../../platform/db/store'
import { removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import type { LibraryRow } from './queries'

/** Updates the schedule. Call this in the transaction that changes the library. */
export async function updateSchedule(
  tx: Tx,
  row: Pick<LibraryRow, 'id' | 'cronSchedule' | 'cronTimezone' | 'scanningEnabled' | 'isActive'>,
  now: Date,
) {
  const { cronSchedule: cron, cronTimezone: timezone } = row
  const name = `scan:${row.id}`
  if (cron && row.scanningEnabled && row.isActive) {
    await setSchedule(tx, name, { cron, timezone }, now)
  } else {
    await removeSchedule(tx, name)
  }
}

/**
 * Validates the schedule that a library would have after a change. Without a schedule, checks only
 * the time zone.
 */
export function validateSchedule({
  cronSchedule,
  cronTimezone,
}: Pick<LibraryRow, 'cronSchedule' | 'cronTimezone'>) {
  const problem = findScheduleProblem(cronSchedule ?? '0 0 * * *', cronTimezone)
  if (problem === undefined) return
  const path = problem.field === 'timezone' ? 'cronTimezone' : 'cronSchedule'
  const { message } = problem
  throw invalid(libraryMessages.schedule_invalid(), [{ path: `scanningConfig.${path}`, message }])
}
