/** The stream of tasks, and unlocking a task whose process no longer works on it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeGuardedStreams } from '../../../src/admin/live/guarded-streams'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { jobs } from '../../../src/platform/jobs/schema'
import { userChanged } from '../../../src/accounts/permissions/model'
import { users } from '../../../src/accounts/users/schema'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
const stuckJob = defineJob<{ libraryId?: string }>('stuck', { slots: 1 })
const slowJob = defineJob<object>('slow', { slots: 2 })
const slow = { starts: 0, end: Promise.withResolvers<void>() }
let starts = 0
let aborts = 0

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser('tom', 'reader', ['tasks:read'])
  server.engine.register([
    handleJob(stuckJob, async (_, signal) => {
      starts++
      if (starts > 1) return
      const { promise, resolve } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => {
        aborts++
        resolve()
      })
      await promise
      signal.throwIfAborted()
    }),
    handleJob(slowJob, async () => {
      slow.starts++
      await slow.end.promise
    }),
  ])
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write(async (tx) => void (await tx.delete(jobs))))

const add = async (payload = {}) =>
  (await server.ctx.write((tx) => server.ctx.queue.enqueue(tx, stuckJob, payload)))!
const setState = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
  server.ctx.write(async (tx) => void (await tx.update(jobs).set(values).where(eq(jobs.id, id))))

interface Sent {
  type: string
  task: { id: string; status: string }
}

/** Collects messages until the stream ends. */
async function listen(as: string) {
  const response = await server.fetch('/api/v1/tasks/stream', { as })
  const messages: Sent[] = []
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        if (part.startsWith('data: ')) messages.push(JSON.parse(part.slice(6)) as Sent)
      }
    }
  })()
  const listStates = (id: string) =>
    messages.filter(({ task }) => task.id === id).map(({ task }) => task.status)
  return { response, messages, listStates, ended, cancel: () => reader.cancel() }
}

describe('GET /tasks/stream', () => {
  test('sends each change of a task once', async () => {
    const before = await add()
    const stream = await listen('max')
    expect(stream.response.headers.get('content-type')).toStartWith('text/event-stream')
    await waitUntil(() => stream.listStates(before).length === 1)
    await setState(before, { state: 'running', owner: 'one', attempts: 1 })
    await waitUntil(() => stream.listStates(before).length === 2)
    const later = await add()
    await waitUntil(() => stream.listStates(later).length === 1)
    await setState(before, { state: 'done', owner: null, finishedAt: server.clock.now() })
    await waitUntil(() => stream.listStates(before).length === 3)
    expect(stream.listStates(before)).toEqual(['pending', 'processing', 'completed'])
    expect(stream.listStates(later)).toEqual(['pending'])
    expect(stream.messages.every(({ type }) => type === 'task_updated')).toBe(true)
    await stream.cancel()
  })

  test('sends the end of a task that was stored late', async () => {
    const id = await add()
    await setState(id, { state: 'running', owner: 'one', attempts: 1 })
    const stream = await listen('max')
    await waitUntil(() => stream.listStates(id).length === 1)
    // The transaction that ended the task was committed seconds after it began.
    const finishedAt = new Date(server.clock.now().getTime() - 5_000)
    await setState(id, { state: 'done', owner: null, finishedAt })
    await server.clock.advance(3_000)
    await waitUntil(() => stream.listStates(id).length === 2)
    expect(stream.listStates(id)).toEqual(['processing', 'completed'])
    await stream.cancel()
  })

  test('leaves out tasks of libraries that the user does not see', async () => {
    const own = Bun.randomUUIDv7()
    const limited = { libraryIds: [own] }
    await server.ctx.write((tx) =>
      tx
        .update(users)
        .set(limited)
        .where(eq(users.id, server.getUserId('tom'))),
    )
    const hidden = await add({ libraryId: Bun.randomUUIDv7() })
    const shown = await add({ libraryId: own })
    const stream = await listen('tom')
    await waitUntil(() => stream.listStates(shown).length === 1)
    expect(stream.listStates(hidden)).toEqual([])
    await stream.cancel()
  })

  test('needs the permission, and ends when it is lost and when the server stops', async () => {
    expect((await server.call('GET', '/tasks/stream', { as: 'ann' })).status).toBe(403)
    expect((await server.call('GET', '/tasks/stream')).status).toBe(401)
    const stopped = await listen('max')
    closeGuardedStreams(server.ctx)
    await stopped.ended
    const stream = await listen('tom')
    const userId = server.getUserId('tom')
    await server.ctx.write((tx) =>
      tx.update(users).set({ permissions: [] }).where(eq(users.id, userId)),
    )
    server.ctx.bus.publish(userChanged, { userId })
    await stream.ended
  })

  test('is limited to five for each user, and to twenty at a time', async () => {
    const streams = []
    for (const as of ['u1', 'u2', 'u3', 'u4']) {
      await server.addUser(as, 'reader', ['tasks:read'])
      for (let count = 0; count < 5; count++) streams.push(await listen(as))
      const own = await server.call('GET', '/tasks/stream', { as })
      expect([own.status, own.body.code]).toEqual([429, 'live.too_many_own'])
    }
    const refused = await server.call('GET', '/tasks/stream', { as: 'max' })
    expect([refused.status, refused.body.code]).toEqual([503, 'tasks.too_many_streams'])
    closeGuardedStreams(server.ctx)
    await Promise.all(streams.map(({ ended }) => ended))
    const again = await listen('max')
    expect(again.response.status).toBe(200)
    await again.cancel()
  })
})

describe('POST /tasks/:id/unlock', () => {
  const unlock = (id: string, as = 'max') => server.call('POST', `/tasks/${id}/unlock`, { as })

  test('takes a running task from its process, and starts it again', async () => {
    await server.engine.start()
    const id = await add()
    await waitUntil(() => starts === 1)
    const { status, body } = await unlock(id)
    expect([status, body.code]).toEqual([200, 'tasks.unlocked'])
    const task = async () => (await server.call('GET', `/tasks/${id}`, { as: 'max' })).body
    await waitUntil(() => aborts === 1)
    await server.clock.advance(3_000)
    await waitUntil(async () => (await task()).status === 'completed')
    expect(await task()).toMatchObject({ attempts: 2, lockedUntil: null, lastError: null })
    expect(starts).toBe(2)
  })

  test('waits for the attempt of its own process, and lets other tasks pass', async () => {
    const addSlow = async (priority = 0) =>
      (await server.ctx.write((tx) => server.ctx.queue.enqueue(tx, slowJob, {}, { priority })))!
    const id = await addSlow(5)
    await waitUntil(() => slow.starts === 1)
    expect((await unlock(id)).status).toBe(200)
    await server.clock.advance(5_000)
    const other = await addSlow()
    const task = async (one: string) =>
      (await server.call('GET', `/tasks/${one}`, { as: 'max' })).body
    await waitUntil(async () => (await task(other)).status === 'processing')
    expect(await task(id)).toMatchObject({ status: 'pending', attempts: 1 })
    expect(slow.starts).toBe(2)
    slow.end.resolve()
    await waitUntil(async () => (await task(id)).status === 'completed')
    expect(await task(id)).toMatchObject({ attempts: 2 })
    expect(slow.starts).toBe(3)
  })

  test('frees a task whose process is gone', async () => {
    const id = await add()
    await setState(id, { state: 'running', owner: 'gone', attempts: 1, startedAt: new Date() })
    expect((await unlock(id)).status).toBe(200)
    const { body } = await server.call('GET', `/tasks/${id}`, { as: 'max' })
    expect(body).toMatchObject({ status: 'pending', lockedUntil: null })
  })

  test('is refused for tasks that do not run, and without permission', async () => {
    const id = await add()
    await setState(id, { state: 'done', finishedAt: server.clock.now() })
    const ended = await unlock(id)
    expect([ended.status, ended.body.code]).toEqual([409, 'tasks.not_running'])
    expect((await unlock(id, 'ann')).status).toBe(403)
    expect((await unlock(Bun.randomUUIDv7())).status).toBe(404)
  })
})
