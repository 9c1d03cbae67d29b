/** The size of the page cache, and clearing it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { getRenderQueue } from '../../../src/reading/pages/render-queue'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const path = '/admin/pdf-cache'
const book = '0190aaaa-0000-7000-8000-0000000000'

beforeAll(async () => {
  server = await startTestServer()
  const { cache } = getRenderQueue(server.ctx)
  for (const [name, bytes] of [
    [`${book}11-v-e1`, 1500],
    [`${book}11-v-e2`, 500],
    [`${book}12-v-e1`, 2000],
  ] as const) {
    mkdirSync(dirname(cache.path(name)), { recursive: true })
    writeFileSync(cache.path(name), Buffer.alloc(bytes))
  }
})
afterAll(() => server.close())

const getStats = async () => (await server.call('GET', path, { as: 'ada' })).body

test('only administrators see and clear it', async () => {
  for (const as of ['ann', 'max']) {
    expect((await server.call('GET', path, { as })).status).toBe(403)
    expect((await server.call('DELETE', `${path}/pages`, { as })).status).toBe(403)
  }
})

test('its size, limit and age are told', async () => {
  expect((await getStats()).pages).toEqual({
    totalFiles: 3,
    totalSizeBytes: 4000,
    totalSizeHuman: '4.0 kB',
    maxSizeBytes: 1024 * 1024 * 1024,
    bookCount: 2,
    oldestFileAgeDays: 0,
    cacheDir: 'cache/pages',
    cacheEnabled: true,
  })
})

test('PDF files are not kept open', async () => {
  const handles = await server.call('GET', `${path}/handles`, { as: 'ada' })
  expect(handles.body).toMatchObject({ enabled: false, currentSize: 0, entries: [] })
  expect((await getStats()).handles).toEqual(handles.body)
  const closed = await server.call('DELETE', `${path}/handles`, { as: 'ada' })
  expect(closed.body).toEqual({ handlesClosed: 0 })
})

test('pages that were not used for 30 days can be deleted', async () => {
  const other = await startTestServer()
  const { cache } = getRenderQueue(other.ctx)
  const names = [`${book}13-v-e1`, `${book}14-v-e1`] as const
  for (const [index, name] of names.entries()) {
    mkdirSync(dirname(cache.path(name)), { recursive: true })
    writeFileSync(cache.path(name), Buffer.alloc(700))
    const usedAt = new Date(Date.now() - [31, 29][index]! * 86_400_000)
    utimesSync(cache.path(name), usedAt, usedAt)
  }
  const clean = (as = 'ada') => other.call('POST', `${path}/pages/cleanup`, { as })
  expect((await clean('max')).status).toBe(403)
  const deleted = { filesDeleted: 1, bytesReclaimed: 700, bytesReclaimedHuman: '700 B' }
  expect((await clean()).body).toEqual({ ...deleted, maxAgeDays: 30 })
  expect(names.map((name) => existsSync(cache.path(name)))).toEqual([false, true])
  expect((await clean()).body).toMatchObject({ filesDeleted: 0, bytesReclaimed: 0 })
  const handle = await other.call('DELETE', `${path}/handles/${book}11`, { as: 'ada' })
  expect(handle.body).toEqual({ handlesClosed: 0 })
  await other.close()
})

test('a smaller limit set while the server runs evicts pages', async () => {
  const body = { value: '10' }
  await server.call('PUT', '/admin/settings/pages.cache_mb', { as: 'ada', body })
  expect((await getStats()).pages.maxSizeBytes).toBe(10 * 1024 * 1024)
  const { cache } = getRenderQueue(server.ctx)
  const room = await cache.reserve(10 * 1024 * 1024 - 2500)
  room.release()
  expect((await getStats()).pages.totalSizeBytes).toBeLessThanOrEqual(2500)
})

test('clearing deletes the files, and pages can be cached again', async () => {
  const { cache } = getRenderQueue(server.ctx)
  const before = (await getStats()).pages
  expect(before.totalFiles).toBeGreaterThan(0)
  const { body } = await server.call('DELETE', `${path}/pages`, { as: 'ada' })
  expect(body).toMatchObject({
    filesDeleted: before.totalFiles,
    bytesReclaimed: before.totalSizeBytes,
  })
  expect(existsSync(cache.path(`${book}12-v-e1`))).toBe(false)
  expect((await getStats()).pages).toMatchObject({
    totalFiles: 0,
    totalSizeBytes: 0,
    oldestFileAgeDays: null,
  })
  const room = await cache.reserve(100)
  writeFileSync(cache.path(`${book}12-v-e1`), Buffer.alloc(100))
  await room.addFile(`${book}12-v-e1`, 100)
  room.release()
  expect((await getStats()).pages).toMatchObject({ totalFiles: 1, totalSizeBytes: 100 })
})
