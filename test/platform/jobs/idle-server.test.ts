/** V3: what wakes a server that nobody uses. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { logStatements } from '../../../src/platform/db/statement-log'
import type { Store } from '../../../src/platform/db/store'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { Scheduler, setSchedule } from '../../../src/platform/jobs/schedules'
import { WorkerSupervisor } from '../../../src/platform/jobs/worker/worker-supervisor'
import type { Log } from '../../../src/platform/log/log'
import { TestClock } from '../../support/clock'
import { createTestConfig } from '../../support/server'
import { createDatabase, openDatabase, silentLog } from './support'

let store: Store
beforeAll(async () => {
  store = openDatabase(await createDatabase())
})
afterAll(() => store.close())

test('V3: an idle server asks for jobs and schedules every five seconds, and writes nothing', async () => {
  const sent: string[] = []
  const trace = ({ sql }: { sql: string }) => void sent.push(sql)
  const counting = logStatements(store, { isLevelEnabled: () => true, trace } as unknown as Log)
  const clock = new TestClock(new Date())
  const nextYear = { cron: '0 3 1 1 *', timezone: 'UTC' }
  await store.write((tx) => setSchedule(tx, 'scan:one', nextYear, clock.now()))
  const supervisor = new WorkerSupervisor(counting, silentLog, {
    clock,
    config: createTestConfig(),
    isEnabled: true,
    isAlone: false,
    forwardEvent: () => undefined,
    writeLine: () => undefined,
  })
  supervisor.register([handleJob(defineJob('scan'), async () => undefined)])
  const scheduler = new Scheduler({ ...counting, log: silentLog, clock })
  await supervisor.start()
  scheduler.start()
  sent.length = 0
  await clock.advance(60_000)
  await scheduler.stop()
  await supervisor.stop()
  const isWrite = (sql: string) => /^\s*(?:insert|update|delete)/i.test(sql)
  expect(sent.filter(isWrite)).toEqual([])
  // Jobs that are ready, jobs that were abandoned, and schedules.
  expect(new Set(sent).size).toBe(3)
  // With SQLite, those of the query builder are reported twice.
  expect(sent.length).toBeLessThanOrEqual(2 * 3 * 13)
})
