/** Applies test/quarantine.ts to the results of a run. */
import { quarantine, type QuarantinedTest } from '../test/quarantine'
import type { FileReport } from './test-reports'

const maxEntries = 10
const maxAgeDays = 14
const dayMs = 86_400_000

export interface Judged {
  report: FileReport
  /** A line for each quarantined test that failed. */
  quarantined: string[]
}

/** Removes the failures of quarantined tests from a report. */
export function applyQuarantine(
  report: FileReport,
  entries: readonly QuarantinedTest[] = quarantine,
): Judged {
  const isQuarantined = (name: string) =>
    entries.some((entry) => entry.file === report.file && entry.name === name)
  const kept = report.failed.filter(({ name }) => !isQuarantined(name))
  const quarantined = report.failed
    .filter(({ name }) => isQuarantined(name))
    .map(({ name, message }) => `QUARANTINED ${report.file}: ${name}: ${toLine(message)}`)
  return { report: { ...report, failed: kept }, quarantined }
}

/** Lists what is wrong with the quarantine itself. */
export function findQuarantineProblems(
  entries: readonly QuarantinedTest[],
  { now, exists }: { now: Date; exists: (file: string) => boolean },
): string[] {
  const problems: string[] = []
  if (entries.length > maxEntries) {
    problems.push(`${entries.length} tests are quarantined, more than ${maxEntries}`)
  }
  for (const { file, name, since, reason } of entries) {
    const ageDays = (now.getTime() - Date.parse(since)) / dayMs
    if (!(ageDays <= maxAgeDays)) {
      problems.push(`${file}: ${name}: quarantined since ${since}, longer than ${maxAgeDays} days`)
    }
    if (reason.trim() === '') problems.push(`${file}: ${name}: no reason`)
    if (!exists(file)) problems.push(`${file} does not exist`)
  }
  return problems
}

/** Puts a message into one line, cut after this many characters. */
export const toLine = (message: string, maxLength = 300): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .slice(0, maxLength)
