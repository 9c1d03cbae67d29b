import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import type { Store } from '../../../src/platform/db/store'
import { type EngineOptions, JobEngine } from '../../../src/platform/jobs/engine'
import {
  defineJob,
  handleJob,
  type JobHandler,
  type JobHooks,
} from '../../../src/platform/jobs/job'
import type { JobOptions } from '../../../src/platform/jobs/queue'
import { jobs, schedules } from '../../../src/platform/jobs/schema'
import { deleteOldJobs } from '../../../src/platform/jobs/job-queue'
import { mark, marks, newDatabase, openAt, silent } from './support'
import { waitUntil } from '../../support/wait-until'

let place: string
let store: Store
const engines: JobEngine[] = []

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
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop(500))))

function engineWith(
  kinds: Record<string, JobHandler | (JobHooks & { work: JobHandler; slots?: number })>,
  options: EngineOptions = {},
  over = store,
) {
  const engine = new JobEngine(over, silent, {
    leaseMs: 400,
    pollMs: 60,
    firstWaitMs: 5,
    ...options,
  })
  for (const [kind, given] of Object.entries(kinds)) {
    const { work, slots, ...hooks } = typeof given === 'function' ? { work: given } : given
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
      return store.write((tx) => new JobEngine(store, silent).enqueue(tx, type, payload, options))
    },
  }
}

const stateOf = async (id: string | undefined) =>
  (await store.db.select().from(jobs).where(eq(jobs.id, id!)))[0]!

describe('a job', () => {
  test('exists only when the transaction that asked for it was committed', async () => {
    const engine = engineWith({})
    const failed = store.write(async (tx) => {
      await engine.enqueue(tx, defineJob('mark'), {})
      throw new Error('no')
    })
    expect(await failed.catch((error: Error) => error.message)).toBe('no')
    expect(await store.db.$count(jobs)).toBe(0)
  })

  test('is woken by the commit, runs once, and its effect is written with its end', async () => {
    const engine = engineWith({ mark: async () => mark('a') }, { pollMs: 60_000 })
    await engine.start()
    const id = await store.write((tx) => engine.enqueue(tx, defineJob('mark'), { n: 1 }))
    await waitUntil(async () => (await stateOf(id)).state === 'done')
    expect(await marks(store)).toEqual(['a'])
    expect(await stateOf(id)).toMatchObject({ attempts: 1, owner: null, leaseUntil: null })
  })

  test('with a key that a live job has is not added; a finished one frees the key', async () => {
    const first = await idle.add('quick', {}, { key: 'k' })
    expect(await idle.add('quick', {}, { key: 'k' })).toBeUndefined()
    await engineWith({ quick: async () => undefined }).start()
    await waitUntil(async () => (await stateOf(first)).state === 'done')
    expect(await idle.add('quick', {}, { key: 'k' })).toBeString()
  })

  test('is refused with a payload that is too large', async () => {
    const huge = idle.add('mark', { text: 'x'.repeat(70_000) })
    expect(await huge.catch((error: Error) => error.message)).toContain('too large')
  })

  test('that fails is tried again later, and given up after its last attempt', async () => {
    const given: string[] = []
    const engine = engineWith({
      broken: {
        work: async ({ attempts }) => {
          throw new Error(`broken ${attempts}`, { cause: new Error('the disk') })
        },
        onFailed: async (tx, job) => {
          given.push(job.id)
          await mark('given-up')(tx)
        },
      },
    })
    await engine.start()
    const id = await idle.add('broken', {}, { maxAttempts: 3 })
    await waitUntil(async () => (await stateOf(id)).state === 'failed')
    expect(await stateOf(id)).toMatchObject({ attempts: 3, error: 'broken 3: the disk' })
    expect((await stateOf(id)).finishedAt).toBeInstanceOf(Date)
    expect(given).toEqual([id!])
    expect(await marks(store)).toEqual(['given-up'])
  })

  test('whose effect fails leaves nothing of it and is tried again', async () => {
    const engine = engineWith({
      half:
        async ({ attempts }) =>
        async (tx) => {
          await mark(`attempt-${attempts}`)(tx)
          if (attempts === 1) throw new Error('half way')
        },
    })
    await engine.start()
    const id = await idle.add('half')
    await waitUntil(async () => (await stateOf(id)).state === 'done')
    expect(await marks(store)).toEqual(['attempt-2'])
  })

  test('of higher priority goes first, and one for later waits', async () => {
    const order: unknown[] = []
    const work: JobHandler = async ({ payload }) =>
      void order.push((payload as { name: string }).name)
    await idle.add('a', { name: 'low' }, { priority: -1 })
    await idle.add('a', { name: 'normal' })
    await idle.add('b', { name: 'high' }, { priority: 5 })
    await idle.add('b', { name: 'later' }, { priority: 9, runAt: new Date(Date.now() + 3_600_000) })
    await engineWith({ a: work, b: work }, { slots: 1 }).start()
    await waitUntil(() => order.length === 3)
    expect(order).toEqual(['high', 'normal', 'low'])
  })

  test('of a kind that this process does not know is left to others', async () => {
    const id = await idle.add('foreign')
    await engineWith({ mark: async () => undefined }).start()
    await Bun.sleep(150)
    expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 0 })
  })
})

test('a long job leaves the slots of other kinds alone, and never has more than its own', async () => {
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
  const engine = engineWith(
    { scan: { work: scan, slots: 2 }, thumbnail: async () => mark('thumbnail') },
    { slots: 1 },
  )
  await engine.start()
  await waitUntil(async () => (await stateOf(quick)).state === 'done')
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
  await engineWith({ mark: async () => undefined }, { pollMs: 5, leaseMs: 30 }, counting).start()
  await Bun.sleep(200)
  expect(writes).toBe(0)
})

describe('cancelling', () => {
  test('drops a ready job', async () => {
    const id = await idle.add('mark', {}, { key: 'k' })
    const engine = engineWith({ mark: async () => mark('no') })
    await engine.cancel('k')
    await engine.start()
    await Bun.sleep(100)
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', attempts: 0 })
    expect(await marks(store)).toEqual([])
    expect(await engine.cancelJob(id!)).toBe(false)
  })

  test('signals the owner of a running job in another store, and its effect is not written', async () => {
    const other = openAt(place)
    let signalled = false
    const running = Promise.withResolvers<void>()
    const work: JobHandler = async (_, signal) => {
      running.resolve()
      while (!signal.aborted) await Bun.sleep(5)
      signalled = true
      return mark('no')
    }
    const owner = engineWith({ long: work }, {}, other)
    await owner.start()
    // SQLite wakes only within a process: the poll finds it.
    const id = await idle.add('long', {}, { key: 'k' })
    await running.promise
    await engineWith({}).cancel('k')
    await waitUntil(() => signalled)
    await owner.stop(1000)
    await other.close()
    expect((await stateOf(id)).state).toBe('cancelled')
    expect(await marks(store)).toEqual([])
  })

  test('can be taken back, unless another job has the key by now', async () => {
    const engine = engineWith({})
    const id = await idle.add('mark', {}, { key: 'k' })
    expect(await engine.retryJob(id!)).toBe(false)
    await engine.cancel('k')
    const second = await idle.add('mark', {}, { key: 'k' })
    expect(await engine.retryJob(id!)).toBe(false)
    await engine.cancelJob(second!)
    expect(await engine.retryJob(id!)).toBe(true)
    expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 0, finishedAt: null })
  })
})

describe('stopping', () => {
  test('signals what runs and puts it back without counting the attempt', async () => {
    const running = Promise.withResolvers<void>()
    const engine = engineWith({
      long: async (_, signal) => {
        running.resolve()
        while (!signal.aborted) await Bun.sleep(5)
        signal.throwIfAborted()
      },
    })
    await engine.start()
    const id = await idle.add('long')
    await running.promise
    await engine.stop(5000)
    expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 0, owner: null })
  })

  test('does not wait longer than it may, and what ends later writes nothing', async () => {
    const running = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const deaf = engineWith({
      deaf: async () => {
        running.resolve()
        await release.promise
        return mark('late')
      },
    })
    await deaf.start()
    const id = await idle.add('deaf')
    await running.promise
    await deaf.stop(50)
    expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 0 })
    await engineWith({ deaf: async () => mark('second') }).start()
    await waitUntil(async () => (await stateOf(id)).state === 'done')
    release.resolve()
    await Bun.sleep(50)
    expect(await marks(store)).toEqual(['second'])
  })
})

async function spawn(workMs: number) {
  const script = `${import.meta.dir}/process.ts`
  const child = Bun.spawn([process.execPath, script, place, String(workMs)], {
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, QUIRE_DIALECT: dialect },
  })
  const { value } = await child.stdout.getReader().read()
  return { child, owner: new TextDecoder().decode(value) }
}

describe('several processes', () => {
  test('share the work: each effect is there once, although one of them is killed', async () => {
    const engine = engineWith({})
    const numbers = Array.from({ length: 120 }, (_, n) => String(n)).toSorted()
    await store.write(async (tx) => {
      for (const number of numbers)
        await engine.enqueue(tx, defineJob('mark'), { number: Number(number) })
    })
    const [one, two, stuck] = await Promise.all([spawn(20), spawn(20), spawn(60_000)])
    try {
      // The third one takes jobs that it will never finish; then it dies without a word.
      const held = () => store.db.$count(jobs, eq(jobs.owner, stuck.owner))
      await waitUntil(async () => (await held()) > 0)
      stuck.child.kill('SIGKILL')
      await stuck.child.exited
      expect(await held()).toBeGreaterThan(0)

      await waitUntil(async () => (await store.db.$count(jobs, eq(jobs.state, 'done'))) === 120)
      expect(await marks(store)).toEqual(numbers)
      expect(await held()).toBe(0)
    } finally {
      for (const { child } of [one, two]) child.kill('SIGKILL')
      await Promise.all([one, two].map(({ child }) => child.exited))
    }
  }, 60_000)

  test('give a job up when every process that takes it dies', async () => {
    const id = await idle.add('mark', { number: 1 }, { maxAttempts: 1 })
    const { child } = await spawn(60_000)
    await waitUntil(async () => (await stateOf(id)).state === 'running')
    child.kill('SIGKILL')
    await child.exited
    const given: string[] = []
    const onFailed: JobHooks['onFailed'] = async (_, job) => void given.push(job.id)
    await engineWith({ mark: { work: async () => mark('no'), onFailed } }).start()
    await waitUntil(async () => (await stateOf(id)).state === 'failed')
    expect(given).toEqual([id!])
    expect((await stateOf(id)).error).toContain('ended unexpectedly')
  }, 60_000)
})

test('a heartbeat keeps a long job from being taken by another engine', async () => {
  let runs = 0
  const work: JobHandler = async () => {
    runs++
    await Bun.sleep(700)
  }
  const options = { leaseMs: 200 }
  await Promise.all(
    [engineWith({ long: work }, options), engineWith({ long: work }, options)].map((e) =>
      e.start(),
    ),
  )
  const id = await idle.add('long')
  await waitUntil(async () => (await stateOf(id)).state === 'done')
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
  expect(await deleteOldJobs({ ...store, now: () => now })).toBe(3)
  expect(await store.db.$count(jobs)).toBe(2)
  expect((await stateOf(live)).state).toBe('ready')
})

test('the only process takes over at once what a dead one held', async () => {
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
  const engine = new JobEngine(store, silent, { alone: true, firstWaitMs: 1, pollMs: 20 })
  engines.push(engine)
  engine.register([handleJob(defineJob('orphan'), async () => void ran.push('again'))])
  await engine.start()
  await waitUntil(() => ran.length > 0)
  expect(ran).toEqual(['again'])
})

test('a job that is asked for while it runs is done once more, and once only', async () => {
  const started: number[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const engine = new JobEngine(store, silent, { pollMs: 20 })
  engines.push(engine)
  engine.register([
    handleJob(defineJob('tidy'), async () => {
      started.push(Date.now())
      if (started.length === 1) await gate
    }),
  ])
  await engine.start()
  const ask = () =>
    store.write((tx) => engine.enqueue(tx, defineJob('tidy'), {}, { key: 'tidy', again: true }))
  await ask()
  await waitUntil(() => started.length === 1)
  await ask()
  await ask()
  open()
  await waitUntil(() => started.length === 2)
  await Bun.sleep(100)
  expect(started).toHaveLength(2)
})
