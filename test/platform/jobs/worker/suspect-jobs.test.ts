import { expect, test } from 'bun:test'
import { SuspectJobs } from '../../../../src/platform/jobs/worker/suspect-jobs'

const now = 1_000_000
const runningFor = (ms: number, ...ids: string[]) =>
  ids.map((id) => ({ id, startedAt: new Date(now - ms) }))

test('a job is hopeless after three deaths soon after its start', () => {
  const suspects = new SuspectJobs()
  expect(suspects.recordDeath(runningFor(10, 'a'), now)).toEqual(new Set())
  expect(suspects.list()).toEqual([])
  expect(suspects.recordDeath(runningFor(10, 'a'), now)).toEqual(new Set())
  expect(suspects.list()).toEqual(['a'])
  expect(suspects.recordDeath(runningFor(10, 'a'), now)).toEqual(new Set(['a']))
  expect(suspects.list()).toEqual([])
})

test('jobs that ran with it run alone after the second crash, and are not blamed for the third', () => {
  const suspects = new SuspectJobs()
  suspects.recordDeath(runningFor(10, 'a', 'b'), now)
  suspects.recordDeath(runningFor(10, 'a', 'b', 'c'), now)
  expect(suspects.list()).toEqual(['a', 'b'])
  expect(suspects.recordDeath(runningFor(10, 'b'), now)).toEqual(new Set(['b']))
  // Job a has not run since, so it is still a suspect.
  expect(suspects.list()).toEqual(['a'])
})

test('a job that ran in only some of the crashed workers starts from zero', () => {
  const suspects = new SuspectJobs()
  suspects.recordDeath(runningFor(10, 'a'), now)
  suspects.recordDeath(runningFor(10, 'b'), now)
  suspects.recordDeath(runningFor(10, 'a'), now)
  expect(suspects.list()).toEqual([])
})

test('a job that had run for a minute is not suspect', () => {
  const suspects = new SuspectJobs()
  suspects.recordDeath(runningFor(10, 'a'), now)
  suspects.recordDeath(runningFor(60_000, 'a'), now)
  suspects.recordDeath(runningFor(10, 'a'), now)
  expect(suspects.list()).toEqual([])
})
