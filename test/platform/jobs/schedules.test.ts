import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/platform/db/store'
import { renderMessage } from '../../../src/platform/messages/message'
import { findScheduleProblem } from '../../../src/platform/jobs/cron'
import { systemClock } from '../../../src/platform/lib/clock'
import { JobEngine } from '../../../src/platform/jobs/job-engine'
import {
  findSchedule,
  removeSchedule,
  Scheduler,
  setSchedule,
} from '../../../src/platform/jobs/schedules'
import { jobs, schedules } from '../../../src/platform/jobs/schema'
import { createDatabase, openDatabase, silentLog } from './support'
import { defineJob } from '../../../src/platform/jobs/job'

let databaseLocation: string
let store: Store
beforeAll(async () => {
  databaseLocation = await createDatabase()
  store = openDatabase(databaseLocation)
})
afterAll(() => store.close())
beforeEach(() =>
  store.write(async (tx) => {
    await tx.delete(jobs)
    await tx.delete(schedules)
  }),
)

const at = (time: string) => new Date(`2026-03-${time}Z`)

function createScheduler(now: Date, over = store) {
  const scheduler = new Scheduler({
    ...over,
    log: silentLog,
    clock: { ...systemClock, now: () => now },
  })
  const engine = new JobEngine(over, silentLog)
  scheduler.register(
    'scan:',
    async (tx, name) => void (await engine.enqueue(tx, defineJob('scan'), { name })),
  )
  return scheduler
}

const saveSchedule = (cron: string, timezone: string | null, now: Date, name = 'scan:one') =>
  store.write((tx) => setSchedule(tx, name, { cron, timezone }, now))

describe('a schedule', () => {
  test('fires once across all processes, and missed times count as one', async () => {
    await saveSchedule('0 3 * * *', 'UTC', at('01T12:00:00'))
    await createScheduler(at('02T02:59:59')).tick()
    expect(await store.db.$count(jobs)).toBe(0)

    const other = openDatabase(databaseLocation)
    const now = at('05T12:00:00')
    await Promise.all([createScheduler(now).tick(), createScheduler(now, other).tick()])
    await createScheduler(now).tick()
    await other.close()
    expect(await store.db.$count(jobs)).toBe(1)
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('06T03:00:00'))
  })

  test('keeps its next time when it is set to the same value, and moves when it changes', async () => {
    await saveSchedule('0 3 * * *', 'UTC', at('01T12:00:00'))
    await saveSchedule('0 3 * * *', 'UTC', at('04T12:00:00'))
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('02T03:00:00'))
    await saveSchedule('0 3 * * *', 'America/New_York', at('04T12:00:00'))
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('05T08:00:00'))
  })

  test('keeps its local time across daylight saving time', async () => {
    await saveSchedule('30 8 * * *', 'Europe/Berlin', at('28T12:00:00'))
    // Daylight saving time in Germany starts on 29 March 2026.
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('29T06:30:00'))
  })

  test('does not fire after it was removed', async () => {
    await saveSchedule('* * * * *', null, at('01T12:00:00'))
    await store.write((tx) => removeSchedule(tx, 'scan:one'))
    await createScheduler(at('02T12:00:00')).tick()
    expect(await store.db.$count(jobs)).toBe(0)
  })

  test('without a listener in this process stays due', async () => {
    await saveSchedule('0 3 * * *', 'UTC', at('01T12:00:00'), 'backup')
    await createScheduler(at('05T12:00:00')).tick()
    expect((await findSchedule(store.db, 'backup'))?.nextAt).toEqual(at('02T03:00:00'))
  })

  test('stays due when its listener fails, and does not affect other schedules', async () => {
    await saveSchedule('0 3 * * *', 'UTC', at('01T12:00:00'))
    await saveSchedule('0 3 * * *', 'UTC', at('01T12:00:00'), 'broken:one')
    const scheduler = createScheduler(at('05T12:00:00'))
    const engine = new JobEngine(store, silentLog)
    scheduler.register('broken:', async (tx) => {
      await engine.enqueue(tx, defineJob('broken'), {})
      throw new Error('no')
    })
    await scheduler.tick()
    const rows = await store.db.select({ kind: jobs.kind }).from(jobs)
    expect(rows).toEqual([{ kind: 'scan' }])
    expect((await findSchedule(store.db, 'broken:one'))?.nextAt).toEqual(at('02T03:00:00'))
  })

  test('fires automatically between start and stop', async () => {
    await saveSchedule('* * * * *', null, at('01T12:00:00'))
    const scheduler = createScheduler(at('01T12:01:30'))
    scheduler.start(10)
    await Bun.sleep(150)
    await scheduler.stop()
    expect(await store.db.$count(jobs)).toBe(1)
  })
})

test.each([
  '0 3 * * *',
  '*/15 * * * *',
  '0 0 1 JAN *',
  '0 0 * * MON-FRI',
  '0 0 29 2 *',
  '0 0 L * *',
])('accepts %s', (text) => expect(findScheduleProblem(text, 'Europe/Berlin')).toBeUndefined())

test.each([
  ['', null, 'schedule.wrong_form'],
  ['* * * * * *', null, 'schedule.wrong_form'],
  ['@daily', null, 'schedule.wrong_form'],
  ['* * * *', null, 'schedule.wrong_form'],
  ['* * * * ?', null, 'schedule.wrong_form'],
  [`${'1,'.repeat(100)}1 * * * *`, null, 'schedule.wrong_form'],
  ['99 * * * *', null, 'schedule.invalid'],
  ['abc * * * *', null, 'schedule.invalid'],
  ['*/0 * * * *', null, 'schedule.invalid'],
  ['0 0 30 2 *', null, 'schedule.never'],
  ['0 3 * * *', 'Nowhere/Else', 'schedule.wrong_timezone'],
  ['0 3 * * *', '', 'schedule.wrong_timezone'],
])('rejects "%s" in %p', (text, timezone, code) => {
  const problem = findScheduleProblem(text, timezone)
  expect<string | undefined>(problem?.message.code).toBe(code)
  expect(renderMessage(problem!.message)).not.toMatch(/CronPattern|TypeError|RangeError/)
})
