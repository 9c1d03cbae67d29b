import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/platform/db/store'
import { renderMessage } from '../../../src/platform/messages/message'
import { checkCron } from '../../../src/platform/jobs/cron'
import { JobEngine } from '../../../src/platform/jobs/engine'
import {
  findSchedule,
  removeSchedule,
  Scheduler,
  setSchedule,
} from '../../../src/platform/jobs/schedules'
import { jobs, schedules } from '../../../src/platform/jobs/schema'
import { newDatabase, openAt, silent } from './support'
import { defineJob } from '../../../src/platform/jobs/job'

let place: string
let store: Store
beforeAll(async () => {
  place = await newDatabase()
  store = openAt(place)
})
afterAll(() => store.close())
beforeEach(() =>
  store.write(async (tx) => {
    await tx.delete(jobs)
    await tx.delete(schedules)
  }),
)

const at = (time: string) => new Date(`2026-03-${time}Z`)

function schedulerAt(now: Date, over = store) {
  const scheduler = new Scheduler({ ...over, log: silent, now: () => now })
  const engine = new JobEngine(over, silent)
  scheduler.register(
    'scan:',
    async (tx, name) => void (await engine.enqueue(tx, defineJob('scan'), { name })),
  )
  return scheduler
}

const set = (cron: string, timezone: string | null, now: Date, name = 'scan:one') =>
  store.write((tx) => setSchedule(tx, name, { cron, timezone }, now))

describe('a schedule', () => {
  test('fires once in all processes, and moments that were missed count as one', async () => {
    await set('0 3 * * *', 'UTC', at('01T12:00:00'))
    await schedulerAt(at('02T02:59:59')).tick()
    expect(await store.db.$count(jobs)).toBe(0)

    const other = openAt(place)
    const now = at('05T12:00:00')
    await Promise.all([schedulerAt(now).tick(), schedulerAt(now, other).tick()])
    await schedulerAt(now).tick()
    await other.close()
    expect(await store.db.$count(jobs)).toBe(1)
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('06T03:00:00'))
  })

  test('keeps its next moment when it is set to what it is, and moves when it is changed', async () => {
    await set('0 3 * * *', 'UTC', at('01T12:00:00'))
    await set('0 3 * * *', 'UTC', at('04T12:00:00'))
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('02T03:00:00'))
    await set('0 3 * * *', 'America/New_York', at('04T12:00:00'))
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('05T08:00:00'))
  })

  test('keeps its hour on the wall when the clocks change', async () => {
    await set('30 8 * * *', 'Europe/Berlin', at('28T12:00:00'))
    // On 29 March 2026 summer time begins there.
    expect((await findSchedule(store.db, 'scan:one'))?.nextAt).toEqual(at('29T06:30:00'))
  })

  test('is gone when it was removed', async () => {
    await set('* * * * *', null, at('01T12:00:00'))
    await store.write((tx) => removeSchedule(tx, 'scan:one'))
    await schedulerAt(at('02T12:00:00')).tick()
    expect(await store.db.$count(jobs)).toBe(0)
  })

  test('that nobody here listens to stays due', async () => {
    await set('0 3 * * *', 'UTC', at('01T12:00:00'), 'backup')
    await schedulerAt(at('05T12:00:00')).tick()
    expect((await findSchedule(store.db, 'backup'))?.nextAt).toEqual(at('02T03:00:00'))
  })

  test('whose listener fails stays due, leaves nothing behind and harms no other', async () => {
    await set('0 3 * * *', 'UTC', at('01T12:00:00'))
    await set('0 3 * * *', 'UTC', at('01T12:00:00'), 'broken:one')
    const scheduler = schedulerAt(at('05T12:00:00'))
    const engine = new JobEngine(store, silent)
    scheduler.register('broken:', async (tx) => {
      await engine.enqueue(tx, defineJob('broken'), {})
      throw new Error('no')
    })
    await scheduler.tick()
    const rows = await store.db.select({ kind: jobs.kind }).from(jobs)
    expect(rows).toEqual([{ kind: 'scan' }])
    expect((await findSchedule(store.db, 'broken:one'))?.nextAt).toEqual(at('02T03:00:00'))
  })

  test('fires by itself once it was started, until it is stopped', async () => {
    await set('* * * * *', null, at('01T12:00:00'))
    const scheduler = schedulerAt(at('01T12:01:30'))
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
])('takes %s', (text) => expect(checkCron(text, 'Europe/Berlin')).toBeUndefined())

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
])('refuses "%s" in %p', (text, timezone, code) => {
  const problem = checkCron(text, timezone)
  expect(problem?.message.code).toBe(code)
  expect(renderMessage(problem!.message)).not.toMatch(/CronPattern|TypeError|RangeError/)
})
