/**
 * Runs test files that failed again, one at a time. A file that passes then is flaky: that is
 * reported, and a run tolerates only a few. A file without tests in this share is not flaky: a run
 * with other failures counts it as failed, because it has no report.
 */
import { applyQuarantine, toLine } from './quarantine'
import type { FailedTest, FileReport } from './test-reports'

/** With more failed files, the cause is hardly chance, and the run is red anyway. */
const usuallyRetried = 8

export interface RetryOptions {
  /** Runs one file alone. */
  rerun: (file: string) => Promise<FileReport>
  /** What the tests ran on, such as `SQLite, seed 7`. */
  where: string
  /** If more files failed, none is run again. */
  maxRetried?: number | undefined
}

export interface Verdict {
  passed: number
  failed: number
  failedFiles: string[]
  /** A line for each flaky file: test, database, seed and message. */
  flaky: string[]
  quarantined: string[]
}

export async function retryFailures(
  reports: readonly FileReport[],
  { rerun, where, maxRetried = usuallyRetried }: RetryOptions,
): Promise<Verdict> {
  const judged = reports.map((report) => applyQuarantine(report))
  const failing = judged.map(({ report }) => report).filter(({ failed }) => failed.length > 0)
  // A run that ended with an error without a failed test has no file that could run again.
  const files = failing.filter(({ file }) => file.endsWith('.ts'))
  const retries = failing.length > maxRetried ? [] : files
  const flaky: string[] = []
  const passedAlone = new Map<string, FileReport>()
  for (const { file, failed } of retries) {
    const { report } = applyQuarantine(await rerun(file))
    if (report.failed.length > 0) continue
    passedAlone.set(file, report)
    const hasTests = report.passed + report.skipped > 0
    if (hasTests) flaky.push(describeFlaky(file, failed, where))
  }
  const final = judged.map(({ report }) => passedAlone.get(report.file) ?? report)
  return {
    passed: sum(final.map(({ passed }) => passed)),
    failed: sum(final.map(({ failed }) => failed.length)),
    failedFiles: final.filter(({ failed }) => failed.length > 0).map(({ file }) => file),
    flaky,
    quarantined: judged.flatMap(({ quarantined }) => quarantined),
  }
}

function describeFlaky(file: string, failed: readonly FailedTest[], where: string) {
  const names = failed.map(({ name }) => name)
  const more = names.length > 1 ? ` and ${names.length - 1} more` : ''
  const message = toLine(failed.map((one) => one.message).join('\n'), 1_000)
  return `FLAKY ${file}: ${names[0]}${more} (${where}): ${message}`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
