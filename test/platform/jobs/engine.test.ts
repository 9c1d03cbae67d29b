import type { Subprocess } from 'bun'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import type { Store } from '../../../src/platform/db/store'
import { type EngineOptions, JobEngine } from '../../../src/platform/jobs/job-engine'
import {
  defineJob,
  handleJob,
  type JobHandler,
  type JobHooks,
} from '../../../src/platform/jobs/job'
import type { JobOptions } from '../../../src/platform/jobs/queue-types'
import { jobs, schedules } from '../../../src/platform/jobs/schema'
import { deleteOldJobs } from '../../../src/platform/jobs/job-queue'
import { insertMark, listMarks, createDatabase, openDatabase, silentLog } from './support'
import { TestClock } from '../../support/clock'
import { waitUntil } from '../../support/wait-until'
import { jobMessages } from '../../../src/platform/jobs/messages'

let databaseLocation: string
let store: Store
const engines: JobEngine[] = []

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
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop(500))))

function createEngine(
  kinds: Record<string, JobHandler | (JobHooks & { work: JobHandler; slots?: number })>,
  options: EngineOptions = {},
  over = store,
) {
  const engine = new JobEngine(over, silentLog, {
    leaseMs: 400,
    pollMs: 60,
    firstWaitMs: 5,
    ...options,
  })
  for (const [kind, failedIds] of Object.entries(kinds)) {
    const { work, slots, ...hooks } =
      typeof failedIds === 'function' ? { work: failedIds } : failedIds
    const type = defineJob(kind, slots === undefined ? {} : { slots })
    engine.register([handleJob(type, work, hooks)])
  }
  engines.push(engine)
  return engine
}

const idle = engineFor()
function engineFor() {
  return {
    add: (
      kind: string,
      payload: object = {},
      { maxAttempts = 5, ...options }: JobOptions & { maxAttempts?: number } = {},
    ) => {
      const type = defineJob(kind, { maxAttempts })
      return store.write((tx) =>
        new JobEngine(store, silentLog).enqueue(tx, type, payload, options),
      )
    },
  }
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

const findJob = async (id: string | undefined) =>
  (await store.db.select().from(jobs).where(eq(jobs.id, id!)))[0]!

/** A store whose database is away while `isAway` is set. */
function createFailingStore() {
  const outage = { isAway: false, refused: 0 }
  const refuse = () => {
    outage.refused++
    throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
  }
  const writeBulk: Store['writeBulk'] = async (work) =>
    outage.isAway ? refuse() : store.writeBulk(work)
  return { outage, failing: { ...store, writeBulk } }
}

describe('D4: while the database is away', () => {
  test('the result of a job on its last attempt is kept', async () => {
    const { outage, failing } = createFailingStore()
    const work = async () => {
      if (outage.refused > 0) return insertMark('second')
      outage.isAway = true
      return insertMark('first')
    }
    const id = await idle.add('last', {}, { maxAttempts: 1 })
    await createEngine({ last: work }, { leaseMs: 300 }, failing).start()
    await waitUntil(() => outage.refused > 1)
    // Longer than the lease.
    await Bun.sleep(400)
    outage.isAway = false
    await waitUntil(async () => (await findJob(id)).state === 'done', 5_000)
    expect(await findJob(id)).toMatchObject({ attempts: 1 })
    // The work was done, so its effect is stored without repeating it.
    expect(await listMarks(store)).toEqual(['first'])
  })

  test('a job that met the outage is tried again without counting the attempt', async () => {
    const { outage, failing } = createFailingStore()
    const work = async () => {
      if (outage.refused > 0) return insertMark('again')
      outage.isAway = true
      await failing.writeBulk(async () => undefined)
      return undefined
    }
    const id = await idle.add('met', {}, { maxAttempts: 1 })
    await createEngine({ met: work }, { leaseMs: 300 }, failing).start()
    await waitUntil(() => outage.refused > 1)
    await Bun.sleep(400)
    outage.isAway = false
    await waitUntil(async () => (await findJob(id)).state === 'done', 5_000)
    expect(await findJob(id)).toMatchObject({ attempts: 1 })
    expect(await listMarks(store)).toEqual(['again'])
  })
})

/** Ends the connection after the commit of the next claim, before its answer arrives. */
function createStoreThatLosesAClaim() {
  let isLost = false
  const writeBulk: Store['writeBulk'] = async (work) => {
    const result = await store.writeBulk(work)
    const isClaim = Array.isArray(result) && result.length > 0
    if (isLost || !isClaim) return result
    isLost = true
    throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
  }
  return { ...store, writeBulk }
}

describe('D4: after an outage', () => {
  test('jobs whose claim was committed but not confirmed run, without counting it', async () => {
    const work = async () => insertMark('run')
    const id = await idle.add('lost', {}, { maxAttempts: 1 })
    await createEngine({ lost: work }, { leaseMs: 60_000 }, createStoreThatLosesAClaim()).start()
    await waitUntil(async () => (await findJob(id)).state === 'done', 5_000)
    expect(await findJob(id)).toMatchObject({ attempts: 1, error: null })
    expect(await listMarks(store)).toEqual(['run'])
  })

  test('longer than a lease, no process takes the jobs of another one', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const runs: string[] = []
    const aborted: string[] = []
    const work: JobHandler = async (job, signal) => {
      runs.push(job.id)
      signal.addEventListener('abort', () => aborted.push(job.id))
      await gate
    }
    const clocks = [new TestClock(new Date()), new TestClock(new Date())] as const
    const both = clocks.map((clock) => {
      const { outage, failing } = createFailingStore()
      const engine = createEngine({ long: { work, slots: 1 } }, { clock, leaseMs: 30_000 }, failing)
      return { engine, outage }
    })
    for (const { engine } of both) await engine.start()
    const runAt = new Date(0)
    const ids = [await idle.add('long', {}, { runAt }), await idle.add('long', {}, { runAt })]
    await waitUntil(() => runs.length === 2)
    for (const { outage } of both) outage.isAway = true
    for (const clock of clocks) await clock.advance(65_000)
    for (const { outage } of both) outage.isAway = false
    // The first one is back some seconds before the second one.
    await clocks[0].advance(10_000)
    await clocks[1].advance(10_000)
    expect(new Set((await Promise.all(ids.map(findJob))).map(({ attempts }) => attempts))).toEqual(
      new Set([1]),
    )
    open()
    await Promise.all(both.map(({ engine }) => engine.idle()))
    await waitUntil(async () =>
      (await Promise.all(ids.map(findJob))).every((j) => j.state === 'done'),
    )
    expect([runs.length, aborted]).toEqual([2, []])
  })
})

describe('a job', () => {
  test('exists only after the transaction that enqueued it was committed', async () => {
    const engine = createEngine({})
    const failed = store.write(async (tx) => {
      await engine.enqueue(tx, defineJob('mark'), {})
      throw new Error('no')
    })
    expect(await failed.catch((error: Error) => error.message)).toBe('no')
    expect(await store.db.$count(jobs)).toBe(0)
  })

  test('starts after the commit, runs once, and its effect is committed with its completion', async () => {
    const engine = createEngine({ mark: async () => insertMark('a') }, { pollMs: 60_000 })
    await engine.start()
    const id = await store.write((tx) => engine.enqueue(tx, defineJob('mark'), { n: 1 }))
    await waitUntil(async () => (await findJob(id)).state === 'done')
    expect(await listMarks(store)).toEqual(['a'])
    expect(await findJob(id)).toMatchObject({ attempts: 1, owner: null, leaseUntil: null })
  })

  test('is not enqueued while a live job has the same key; a finished job frees the key', async () => {
    const first = await idle.add('quick', {}, { key: 'k' })
    expect(await idle.add('quick', {}, { key: 'k' })).toBeUndefined()
    await createEngine({ quick: async () => undefined }).start()
    await waitUntil(async () => (await findJob(first)).state === 'done')
    expect(await idle.add('quick', {}, { key: 'k' })).toBeString()
  })

  test('is rejected when its payload is too large', async () => {
    const sized = (bytes: number) => idle.add('mark', { text: 'x'.repeat(bytes - 11) })
    expect(await sized(65_536)).toBeString()
    expect(await sized(65_537).catch((error: Error) => error.message)).toContain('too large')
  })

  test('is retried after a failure and fails for good after its last attempt', async () => {
    const failedIds: string[] = []
    const engine = createEngine({
      broken: {
        work: async ({ attempts }) => {
          throw new Error(`broken ${attempts}`, { cause: new Error('the disk') })
        },
        onFailed: async (tx, job) => {
          failedIds.push(job.id)
          await insertMark('given-up')(tx)
        },
      },
    })
    await engine.start()
    const id = await idle.add('broken', {}, { maxAttempts: 3 })
    await waitUntil(async () => (await findJob(id)).state === 'failed')
    expect(await findJob(id)).toMatchObject({
      attempts: 3,
      error: jobMessages.failed({ detail: 'broken 3: the disk' }),
    })
    expect((await findJob(id)).finishedAt).toBeInstanceOf(Date)
    expect(failedIds).toEqual([id!])
    expect(await listMarks(store)).toEqual(['given-up'])
  })

  test('is retried without leftovers when its effect fails', async () => {
    const engine = createEngine({
      half:
        async ({ attempts }) =>
        async (tx) => {
          await insertMark(`attempt-${attempts}`)(tx)
          if (attempts === 1) throw new Error('half way')
        },
    })
    await engine.start()
    const id = await idle.add('half')
    await waitUntil(async () => (await findJob(id)).state === 'done')
    expect(await listMarks(store)).toEqual(['attempt-2'])
  })

  test('runs by priority, and not before its start time', async () => {
    const order: unknown[] = []
    const work: JobHandler = async ({ payload }) =>
      void order.push((payload as { name: string }).name)
    await idle.add('a', { name: 'low' }, { priority: -1 })
    await idle.add('a', { name: 'normal' })
    await idle.add('b', { name: 'high' }, { priority: 5 })
    await idle.add('b', { name: 'later' }, { priority: 9, runAt: new Date(Date.now() + 3_600_000) })
    await createEngine({ a: work, b: work }, { slots: 1 }).start()
    await waitUntil(() => order.length === 3)
    expect(order).toEqual(['high', 'normal', 'low'])
  })

  test('of an unknown type is left to other processes', async () => {
    const id = await idle.add('foreign')
    const engine = createEngine({ mark: async () => undefined })
    await engine.start()
    await engine.idle()
    expect(await findJob(id)).toMatchObject({ state: 'ready', attempts: 0 })
  })
})

test('an engine claims only its kinds of jobs, but gives up lost jobs of all', async () => {
  const lost = await idle.add('other', {}, { maxAttempts: 1 })
  const expired = { state: 'running', attempts: 1, owner: 'x', leaseUntil: new Date(0) } as const
  await store.write((tx) => tx.update(jobs).set(expired).where(eq(jobs.id, lost!)))
  const foreign = await idle.add('other')
  const own = await idle.add('mark')
  const failedIds: string[] = []
  const onFailed: JobHooks['onFailed'] = async (_, job) => void failedIds.push(job.id)
  const engine = createEngine(
    {
      mark: async () => insertMark('own'),
      other: { work: async () => insertMark('no'), onFailed },
    },
    { kinds: ['mark'] },
  )
  await engine.start()
  await waitUntil(async () => (await findJob(own)).state === 'done')
  await waitUntil(async () => (await findJob(lost)).state === 'failed')
  await engine.idle()
  expect(failedIds).toEqual([lost!])
  expect(await findJob(foreign)).toMatchObject({ state: 'ready', attempts: 0 })
})

test('a long job neither blocks other types nor exceeds its own slots', async () => {
  let atOnce = 0
  let most = 0
  const release = Promise.withResolvers<void>()
  const scan: JobHandler = async () => {
    most = Math.max(most, ++atOnce)
    await release.promise
    atOnce--
  }
  for (let n = 0; n < 5; n++) await idle.add('scan', { n }, { priority: 10 })
  const quick = await idle.add('thumbnail')
  const engine = createEngine(
    { scan: { work: scan, slots: 2 }, thumbnail: async () => insertMark('thumbnail') },
    { slots: 1 },
  )
  await engine.start()
  await waitUntil(async () => (await findJob(quick)).state === 'done')
  expect(most).toBe(2)
  release.resolve()
  await waitUntil(async () => (await store.db.$count(jobs, eq(jobs.state, 'done'))) === 6)
  expect(most).toBe(2)
})

test('an idle engine writes nothing', async () => {
  let writes = 0
  const counting: Store = {
    ...store,
    write: (work) => (writes++, store.write(work)),
    writeBulk: (work) => (writes++, store.writeBulk(work)),
  }
  const clock = new TestClock(new Date())
  await createEngine({ mark: async () => undefined }, { clock }, counting).start()
  await clock.advance(2_000)
  expect(writes).toBe(0)
})

describe('cancelling', () => {
  test('removes a ready job', async () => {
    const id = await idle.add('mark', {}, { key: 'k' })
    const engine = createEngine({ mark: async () => insertMark('no') })
    await engine.cancel('k')
    await engine.start()
    await engine.idle()
    expect(await findJob(id)).toMatchObject({ state: 'cancelled', attempts: 0 })
    expect(await listMarks(store)).toEqual([])
    expect(await engine.cancelJob(id!)).toBe(false)
  })

  test('signals the owner of a running job in another store, and its effect is not committed', async () => {
    const other = openDatabase(databaseLocation)
    let signalled = false
    const running = Promise.withResolvers<void>()
    const work: JobHandler = async (_, signal) => {
      running.resolve()
      await waitForAbort(signal)
      signalled = true
      return insertMark('no')
    }
    const owner = createEngine({ long: work }, {}, other)
    await owner.start()
    // On SQLite, only engines in the same process are woken. Others find the job by polling.
    const id = await idle.add('long', {}, { key: 'k' })
    await running.promise
    await createEngine({}).cancel('k')
    await waitUntil(() => signalled)
    await owner.stop(1000)
    await other.close()
    expect((await findJob(id)).state).toBe('cancelled')
    expect(await listMarks(store)).toEqual([])
  })

  test('can be undone unless another job has the key by now', async () => {
    const engine = createEngine({})
    const id = await idle.add('mark', {}, { key: 'k' })
    expect(await engine.retryJob(id!)).toBe(false)
    await engine.cancel('k')
    const second = await idle.add('mark', {}, { key: 'k' })
    expect(await engine.retryJob(id!)).toBe(false)
    await engine.cancelJob(second!)
    expect(await engine.retryJob(id!)).toBe(true)
    expect(await findJob(id)).toMatchObject({ state: 'ready', attempts: 0, finishedAt: null })
  })
})

describe('stopping', () => {
  test('signals running jobs and requeues them without counting the attempt', async () => {
    const running = Promise.withResolvers<void>()
    const engine = createEngine({
      long: async (_, signal) => {
        running.resolve()
        await waitForAbort(signal)
        signal.throwIfAborted()
      },
    })
    await engine.start()
    const id = await idle.add('long')
    await running.promise
    await engine.stop(5000)
    expect(await findJob(id)).toMatchObject({ state: 'ready', attempts: 0, owner: null })
  })

  test('waits no longer than its limit, and a job that ends later writes nothing', async () => {
    const running = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const deaf = createEngine({
      deaf: async () => {
        running.resolve()
        await release.promise
        return insertMark('late')
      },
    })
    await deaf.start()
    const id = await idle.add('deaf')
    await running.promise
    await deaf.stop(50)
    expect(await findJob(id)).toMatchObject({ state: 'ready', attempts: 0 })
    await createEngine({ deaf: async () => insertMark('second') }).start()
    await waitUntil(async () => (await findJob(id)).state === 'done')
    release.resolve()
    await Bun.sleep(50)
    expect(await listMarks(store)).toEqual(['second'])
  })
})

const children = new Set<Subprocess>()
afterEach(() => Promise.all([...children].map(endProcess)))

async function spawn(workMs: number) {
  const script = `${import.meta.dir}/process.ts`
  const child = Bun.spawn([process.execPath, script, databaseLocation, String(workMs)], {
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, QUIRE_DIALECT: dialect },
  })
  children.add(child)
  const { value } = await child.stdout.getReader().read()
  return { child, owner: new TextDecoder().decode(value) }
}

async function endProcess(child: Subprocess) {
  child.kill('SIGKILL')
  await child.exited
  children.delete(child)
}

describe('several processes', () => {
  test('share the work: each effect exists once, even though one process is killed', async () => {
    const engine = createEngine({})
    const numbers = Array.from({ length: 120 }, (_, n) => String(n)).toSorted()
    await store.write(async (tx) => {
      for (const number of numbers)
        await engine.enqueue(tx, defineJob('mark'), { number: Number(number) })
    })
    // Takes jobs that it never finishes. The others start later, because they soon finish the rest.
    const stuck = await spawn(60_000)
    const countHeld = () => store.db.$count(jobs, eq(jobs.owner, stuck.owner))
    await waitUntil(async () => (await countHeld()) > 0)
    await Promise.all([spawn(20), spawn(20)])
    await endProcess(stuck.child)
    await waitUntil(async () => (await store.db.$count(jobs, eq(jobs.state, 'done'))) === 120)
    expect(await listMarks(store)).toEqual(numbers)
    expect(await countHeld()).toBe(0)
  }, 60_000)

  test('fail a job when every process that runs it dies', async () => {
    const id = await idle.add('mark', { number: 1 }, { maxAttempts: 1 })
    const { child } = await spawn(60_000)
    await waitUntil(async () => (await findJob(id)).state === 'running')
    await endProcess(child)
    const failedIds: string[] = []
    const onFailed: JobHooks['onFailed'] = async (_, job) => void failedIds.push(job.id)
    await createEngine({ mark: { work: async () => insertMark('no'), onFailed } }).start()
    await waitUntil(async () => (await findJob(id)).state === 'failed')
    expect(failedIds).toEqual([id!])
    expect((await findJob(id)).error).toEqual(jobMessages.process_ended())
  }, 60_000)
})

test('a heartbeat keeps a long job from being taken over by another engine', async () => {
  let runs = 0
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const work: JobHandler = async () => {
    runs++
    await gate
  }
  const clock = new TestClock(new Date())
  const both = [createEngine({ long: work }, { clock }), createEngine({ long: work }, { clock })]
  await Promise.all(both.map((engine) => engine.start()))
  const id = await idle.add('long', {}, { runAt: clock.now() })
  await waitUntil(() => runs > 0)
  await clock.advance(2_000)
  open()
  await Promise.all(both.map((engine) => engine.idle()))
  await waitUntil(async () => (await findJob(id)).state === 'done')
  expect(runs).toBe(1)
})

test('finished jobs are kept for seven days', async () => {
  const day = 24 * 3_600_000
  const now = new Date()
  const add = (age: number, state: 'done' | 'failed' | 'cancelled') => ({
    kind: 'mark',
    payload: {},
    runAt: now,
    state,
    finishedAt: new Date(now.getTime() - age * day),
  })
  await store.write(async (tx) => {
    await tx
      .insert(jobs)
      .values([add(8, 'done'), add(8, 'failed'), add(8, 'cancelled'), add(6, 'done')])
  })
  const live = await idle.add('mark')
  expect(await deleteOldJobs({ ...store, clock: { now: () => now } })).toBe(3)
  expect(await store.db.$count(jobs)).toBe(2)
  expect((await findJob(live)).state).toBe('ready')
})

test('a single process takes over the jobs of a dead one immediately', async () => {
  const hourMs = 3_600_000
  await store.write((tx) =>
    tx.insert(jobs).values({
      kind: 'orphan',
      payload: {},
      state: 'running',
      runAt: new Date(),
      attempts: 1,
      owner: Bun.randomUUIDv7(),
      leaseUntil: new Date(Date.now() + hourMs),
    }),
  )
  const ran: string[] = []
  const engine = new JobEngine(store, silentLog, { alone: true, firstWaitMs: 1, pollMs: 20 })
  engines.push(engine)
  engine.register([handleJob(defineJob('orphan'), async () => void ran.push('again'))])
  await engine.start()
  await waitUntil(() => ran.length > 0)
  expect(ran).toEqual(['again'])
})

test('a job that is requested while it runs, runs exactly once more', async () => {
  const started: number[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const engine = new JobEngine(store, silentLog, { pollMs: 20 })
  engines.push(engine)
  engine.register([
    handleJob(defineJob('tidy'), async () => {
      started.push(Date.now())
      if (started.length === 1) await gate
    }),
  ])
  await engine.start()
  const enqueue = () =>
    store.write((tx) => engine.enqueue(tx, defineJob('tidy'), {}, { key: 'tidy', again: true }))
  await enqueue()
  await waitUntil(() => started.length === 1)
  await enqueue()
  await enqueue()
  open()
  await waitUntil(() => started.length === 2)
  await engine.idle()
  expect(started).toHaveLength(2)
})
