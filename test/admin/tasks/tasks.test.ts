import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { JobOptions } from '../../../src/platform/jobs/queue-types'
import { jobs } from '../../../src/platform/jobs/schema'
import { countTasks, listTasks } from '../../../src/admin/tasks/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { taskMessages } from '../../../src/admin/tasks/messages'
import { jobMessages } from '../../../src/platform/jobs/messages'
import { withText } from '../../../src/platform/messages/message'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.addUser('tom', 'reader', ['tasks:read'])
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write(async (tx) => void (await tx.delete(jobs))))

const addTask = async (kind: string, payload: object = {}, options: JobOptions = {}) =>
  (await server.ctx.write((tx) => server.ctx.queue.enqueue(tx, defineJob(kind), payload, options)))!

const setState = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
  server.ctx.write(async (tx) => void (await tx.update(jobs).set(values).where(eq(jobs.id, id))))

describe('tasks', () => {
  test('are listed newest first, by page, status and type', async () => {
    const first = await addTask('scan_library', { libraryId: 'one' }, { priority: 3 })
    const second = await addTask('make_thumbnail')
    await setState(second, { state: 'done', finishedAt: new Date() })
    const { status, body, headers } = await server.call('GET', '/tasks?pageSize=1', { as: 'max' })
    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second])
    expect(body).toMatchObject({ total: 2, totalPages: 2 })
    expect(headers.get('link')).toContain('page=2')

    const pending = await server.call('GET', '/tasks?status=pending', { as: 'max' })
    expect(pending.body.data).toHaveLength(1)
    expect(pending.body.data[0]).toMatchObject({
      id: first,
      taskType: 'scan_library',
      status: 'pending',
      priority: 3,
      attempts: 0,
      params: { libraryId: 'one' },
      lastError: null,
      completedAt: null,
    })
    const thumbnails = await server.call('GET', '/tasks?taskType=make_thumbnail', { as: 'max' })
    expect(thumbnails.body.data[0]).toMatchObject({ id: second, status: 'completed' })
  })

  test('tell whether the lease of a running task has expired', async () => {
    const lost = await addTask('scan_library')
    const nowMs = server.clock.now().getTime()
    const startedAt = new Date(nowMs - 3_600_000)
    const running = { state: 'running', owner: 'one', startedAt } as const
    await setState(lost, { ...running, leaseUntil: new Date(nowMs - 1) })
    const long = await addTask('make_thumbnail')
    await setState(long, { ...running, leaseUntil: new Date(nowMs + 60_000) })
    const waiting = await addTask('scan_series')
    const { body } = await server.call('GET', '/tasks', { as: 'max' })
    const stale = body.data.map(({ id, isStale }: { id: string; isStale: boolean }) => [
      id,
      isStale,
    ])
    expect(Object.fromEntries(stale)).toEqual({ [lost]: true, [long]: false, [waiting]: false })
  })

  test('are counted in total and by type', async () => {
    await addTask('scan_library')
    const lost = await addTask('scan_library')
    await setState(lost, { state: 'running', owner: 'gone', leaseUntil: new Date(1000) })
    const cancelled = await addTask('make_thumbnail')
    await server.ctx.queue.cancelJob(cancelled)
    const { body } = await server.call('GET', '/tasks/stats', { as: 'max' })
    expect(body).toMatchObject({ pending: 1, processing: 1, stale: 1, cancelled: 1, total: 3 })
    expect(body.byType.make_thumbnail).toMatchObject({ cancelled: 1, stale: 0, total: 1 })
  })

  test('hide file paths in parameters and, for readers, in errors', async () => {
    const secret = { root: '/srv/books', pages: ['C:\\books', 'plain', 3], deep: { '/srv': 1 } }
    const id = await addTask('scan_library', secret)
    await setState(id, {
      state: 'failed',
      error: jobMessages.failed({ detail: "no such file: '/srv/books/a b.cbz'" }),
    })
    const asReader = await server.call('GET', `/tasks/${id}`, { as: 'tom' })
    expect(asReader.body.params).toEqual({ root: null, pages: [null, 'plain', 3], deep: {} })
    expect(asReader.body.lastError).toEqual(withText(taskMessages.details_hidden()))
    const asMaintainer = await server.call('GET', `/tasks/${id}`, { as: 'max' })
    expect(JSON.stringify(asMaintainer.body.params)).not.toContain('books')
    expect(asMaintainer.body.lastError).toMatchObject({
      code: 'jobs.failed',
      params: { detail: expect.stringContaining('/srv/books/a b.cbz') },
    })
  })

  test('of inaccessible libraries are hidden', async () => {
    await addTask('scan_library', { libraryId: 'one' })
    await addTask('scan_library', { libraryId: 'two' })
    await addTask('tidy')
    const viewer: Viewer = { ...system, libraryIds: ['two'] }
    const paging = { page: 1, pageSize: 50, offset: 0 }
    const { data } = await listTasks(server.ctx, viewer, {}, paging)
    expect(data.map(({ params }) => params)).toEqual([{ libraryId: 'two' }])
    expect((await countTasks(server.ctx, viewer)).total).toBe(1)
  })

  test('can be cancelled once and then retried', async () => {
    const id = await addTask('scan_library', {}, { key: 'scan' })
    const retryTask = () => server.call('POST', `/tasks/${id}/retry`, { as: 'max' })
    const cancelTask = () => server.call('POST', `/tasks/${id}/cancel`, { as: 'max' })
    expect((await retryTask()).status).toBe(409)
    expect((await cancelTask()).body).toMatchObject({ code: 'tasks.cancelled' })
    expect((await cancelTask()).status).toBe(409)
    expect((await retryTask()).status).toBe(200)
    expect((await server.call('GET', `/tasks/${id}`, { as: 'max' })).body.status).toBe('pending')
  })

  test('receive a signal when they are cancelled while running', async () => {
    const running = Promise.withResolvers<void>()
    const signalled = Promise.withResolvers<void>()
    server.engine.register([
      handleJob(defineJob('long'), async (_, signal) => {
        signal.addEventListener('abort', () => signalled.resolve())
        running.resolve()
        await signalled.promise
      }),
    ])
    await server.engine.start()
    const id = await addTask('long')
    await running.promise
    expect((await server.call('POST', `/tasks/${id}/cancel`, { as: 'max' })).status).toBe(200)
    await signalled.promise
    expect((await server.call('GET', `/tasks/${id}`, { as: 'max' })).body.status).toBe('cancelled')
  })
})

describe('purging tasks', () => {
  const daysAgo = (days: number) => new Date(server.ctx.clock.now().getTime() - days * 86_400_000)

  test('deletes those that ended before the given days, and never an open one', async () => {
    const open = await addTask('one')
    const recent = await addTask('two')
    await setState(recent, { state: 'done', finishedAt: daysAgo(1) })
    const old = await addTask('three')
    await setState(old, { state: 'failed', finishedAt: daysAgo(5) })
    const purge = (query: string) => server.call('DELETE', `/tasks/purge${query}`, { as: 'max' })
    const list = async () =>
      (await server.call('GET', '/tasks', { as: 'max' })).body.data.map(
        ({ id }: { id: string }) => id,
      )

    expect((await purge('?days=3')).body).toEqual({ deleted: 1 })
    expect(await list()).toEqual([recent, open])
    expect((await purge('')).body).toEqual({ deleted: 1 })
    expect(await list()).toEqual([open])
    expect((await purge('?days=-1')).status).toBe(400)
    const { status } = await server.call('DELETE', '/tasks/purge', { as: 'tom' })
    expect(status).toBe(403)
  })

  test('leaves the tasks of libraries that the viewer cannot see', async () => {
    await server.addUser('mia', 'maintainer')
    const path = `/users/${server.getUserId('mia')}/libraries`
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
    const done = await addTask('scan_library', { libraryId: 'one' })
    await setState(done, { state: 'done', finishedAt: daysAgo(1) })
    const { body } = await server.call('DELETE', '/tasks/purge', { as: 'mia' })
    expect(body).toEqual({ deleted: 0 })
  })
})

const missing = '00000000-0000-4000-8000-000000000000'

test.each([
  ['GET', '/tasks', undefined, 401],
  ['GET', '/tasks', 'ann', 403],
  ['GET', '/tasks/stats', 'ann', 403],
  ['POST', `/tasks/${missing}/cancel`, 'tom', 403],
  ['POST', `/tasks/${missing}/retry`, 'tom', 403],
  ['GET', `/tasks/${missing}`, 'max', 404],
  ['POST', `/tasks/${missing}/cancel`, 'max', 404],
  ['POST', `/tasks/${missing}/retry`, 'max', 404],
  ['GET', '/tasks/nope', 'max', 400],
  ['GET', '/tasks?status=ready', 'max', 400],
  ['GET', '/tasks?pageSize=501', 'max', 400],
])('%s %s by %p returns %d', async (method, path, as, status) => {
  expect((await server.call(method, path, as ? { as } : {})).status).toBe(status)
})
