import { describe, expect, test } from 'bun:test'
import { applyQuarantine, findQuarantineProblems } from '../../.ci/quarantine'
import { retryFailures } from '../../.ci/retry'
import {
  type FileReport,
  parseRanNames,
  parseReports,
  parseTestNames,
} from '../../.ci/test-reports'
import { completeReports, findLoneReport } from '../../.ci/tests'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4">
  <testsuite name="test/a.test.ts" file="test/a.test.ts" tests="3">
    <testsuite name="group" file="test/a.test.ts" line="2">
      <testsuite name="inner" file="test/a.test.ts" line="3">
        <testcase name="x &quot;y&quot; &amp; &lt;z&gt;" classname="group" file="test/a.test.ts">
          <failure type="AssertionError" message="Expected: 2&#10;Received: 1">stack</failure>
        </testcase>
      </testsuite>
      <testcase name="s" classname="group" file="test/a.test.ts"><skipped /></testcase>
    </testsuite>
    <testcase name="p" classname="" file="test/a.test.ts" />
  </testsuite>
  <testsuite name="test/b.test.ts" file="test/b.test.ts" tests="1">
    <testcase name="q" classname="" file="test/b.test.ts" />
  </testsuite>
</testsuites>`

const broken = { name: 'group > inner > x "y" & <z>', message: 'Expected: 2\nReceived: 1' }
const reportOf = (file: string, ...failed: string[]): FileReport => ({
  file,
  passed: 3 - failed.length,
  skipped: 0,
  failed: failed.map((name) => ({ name, message: `${name} failed` })),
})

test('a report has the tests of each file with the names of their groups', () => {
  expect(parseReports(xml)).toEqual([
    { file: 'test/a.test.ts', passed: 1, skipped: 1, failed: [broken] },
    { file: 'test/b.test.ts', passed: 1, skipped: 0, failed: [] },
  ])
  expect(parseTestNames(xml)).toEqual({ passed: ['p', 'q'], skipped: ['group > s'] })
  expect(parseRanNames(xml)).toEqual({
    'test/a.test.ts': ['group > inner > x "y" & <z>', 'p'],
    'test/b.test.ts': ['q'],
  })
})

describe('a run that ended with an error', () => {
  const whole = (file: string, message: string) => ({
    ...reportOf(file),
    passed: 0,
    failed: [{ name: 'the whole file', message }],
  })

  test('counts files without a report as failed, also beside other failures', () => {
    const reports = [reportOf('test/a.test.ts', 'one')]
    expect(completeReports(reports, ['test/a.test.ts', 'test/b.test.ts'], 1)).toEqual([
      ...reports,
      whole('test/b.test.ts', 'has no report'),
    ])
  })

  test('is a failure, even if every test passed', () => {
    const reports = [reportOf('test/a.test.ts')]
    expect(completeReports(reports, ['test/a.test.ts'], 134)).toEqual([
      ...reports,
      whole('test', 'exit code 134'),
    ])
    expect(completeReports(reports, ['test/a.test.ts'], 0)).toEqual(reports)
  })
})

describe('a file that failed', () => {
  const run = async (reports: FileReport[], alone: (file: string) => FileReport) => {
    const again: string[] = []
    const rerun = async (file: string) => {
      again.push(file)
      return alone(file)
    }
    return { ...(await retryFailures(reports, { where: 'SQLite, seed 7', rerun })), again }
  }

  test('is flaky if it passes alone', async () => {
    const reports = [reportOf('test/a.test.ts', 'one', 'two'), reportOf('test/b.test.ts')]
    expect(await run(reports, (file) => reportOf(file))).toEqual({
      failedFiles: [],
      passed: 6,
      failed: 0,
      flaky: ['FLAKY test/a.test.ts: one and 1 more (SQLite, seed 7): one failed two failed'],
      quarantined: [],
      again: ['test/a.test.ts'],
    })
  })

  test('stays failed if it fails alone', async () => {
    const reports = [reportOf('test/a.test.ts', 'one'), reportOf('test/b.test.ts')]
    const { failed, flaky } = await run(reports, (file) => reportOf(file, 'two'))
    expect([failed, flaky]).toEqual([1, []])
  })

  test('is not all tests, if the run ended with an error although each passed', async () => {
    const reports = completeReports([reportOf('test/a.test.ts')], ['test/a.test.ts'], 2)
    const { failed, flaky, again } = await run(reports, (file) => reportOf(file))
    expect([failed, flaky, again]).toEqual([1, [], []])
  })

  test('is neither failed nor flaky if it has no tests in this share', async () => {
    const file = 'test/b.test.ts'
    const reports = completeReports([reportOf('test/a.test.ts', 'one')], [file], 1)
    const { failed, flaky } = await run(reports, (again) =>
      again === file ? findLoneReport({ code: 0, reports: [] }, file) : reportOf(again),
    )
    expect([failed, flaky.length]).toEqual([0, 1])
  })

  test('stays failed if it ends with an error before its first test', async () => {
    const file = 'test/b.test.ts'
    const reports = completeReports([], [file], 1)
    const { failed } = await run(reports, () => findLoneReport({ code: 1, reports }, file))
    expect(failed).toBe(1)
  })

  test('is not run again if many others failed, too', async () => {
    const reports = Array.from({ length: 9 }, (_, i) => reportOf(`test/${i}.test.ts`, 'one'))
    const { failed, again } = await run(reports, (file) => reportOf(file))
    expect([failed, again]).toEqual([9, []])
  })
})

describe('quarantine', () => {
  const entry = { file: 'test/a.test.ts', name: 'one', since: '2026-11-01', reason: 'unknown' }
  const exists = () => true

  test('a quarantined test does not count, but others of its file do', () => {
    const { report, quarantined } = applyQuarantine(reportOf('test/a.test.ts', 'one', 'two'), [
      entry,
    ])
    expect(report.failed.map(({ name }) => name)).toEqual(['two'])
    expect(quarantined).toEqual(['QUARANTINED test/a.test.ts: one: one failed'])
  })

  test.each([
    ['2026-11-15T00:00:00Z', 0],
    ['2026-11-15T00:00:01Z', 1],
  ])('an entry of November 1 has %s %i problems', (now, count) => {
    const problems = findQuarantineProblems([entry], { now: new Date(now), exists })
    expect(problems).toHaveLength(count)
  })

  test('at most ten entries, with reason, date and an existing file', () => {
    const now = new Date('2026-11-02')
    const find = (entries: (typeof entry)[], there = true) =>
      findQuarantineProblems(entries, { now, exists: () => there }).length
    expect(find(Array.from({ length: 10 }, () => entry))).toBe(0)
    expect(find(Array.from({ length: 11 }, () => entry))).toBe(1)
    expect(find([{ ...entry, reason: ' ' }])).toBe(1)
    expect(find([{ ...entry, since: 'soon' }])).toBe(1)
    expect(find([entry], false)).toBe(1)
  })
})
