/** A scan that was cancelled or broke down is tried again as the task that it is. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { scans } from '../../../src/ingest/scanning/schema'
import {
  addLibrary,
  booksOf,
  ended,
  makeFolder,
  manyComics,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const call = (method: string, path: string) => server.call(method, path, { as: 'ada' })

async function cancelled(count: number) {
  const folder = makeFolder()
  put(folder, await manyComics('Tried', count))
  const id = await addLibrary(server, folder)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  expect((await call('POST', `/libraries/${id}/scans/${body.id}/cancel`)).status).toBe(200)
  expect((await call('GET', `/libraries/${id}/scans/${body.id}`)).body.status).toBe('cancelled')
  return { id, scanId: body.id as string, folder }
}

test('a cancelled scan that is tried again goes on to its end under its own id', async () => {
  const { id, scanId } = await cancelled(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  const { status, messages, completedAt } = await ended(server, id, scanId)
  expect({ status, messages }).toEqual({ status: 'completed', messages: [] })
  expect(completedAt).not.toBeNull()
  expect(await booksOf(server, id)).toHaveLength(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(409)
})

test('while another scan goes on it is refused, and stays as it was', async () => {
  const { id, scanId } = await cancelled(60)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  const { status } = await call('POST', `/tasks/${scanId}/retry`)
  expect(status).toBe(409)
  expect(await ended(server, id, body.id)).toMatchObject({ status: 'completed' })
  expect((await call('GET', `/libraries/${id}/scans/${scanId}`)).body.status).toBe('cancelled')
})

test('it is the newest then, so what it did can be undone', async () => {
  const { id, scanId, folder } = await cancelled(3)
  await scan(server, id)
  put(folder, await manyComics('Later', 2))
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  expect(await ended(server, id, scanId)).toMatchObject({ status: 'completed', added: 2 })
  const [newest] = (await call('GET', `/libraries/${id}/scans`)).body.data
  expect(newest.id).toBe(scanId)
  expect((await call('POST', `/libraries/${id}/scans/${scanId}/undo`)).status).toBe(202)
})

test('a scan that is cancelled while its job is taken stays cancelled', async () => {
  const { id, scanId } = await cancelled(2)
  const [row] = await server.ctx.db.select().from(scans).where(eq(scans.id, scanId))
  expect(row?.status).toBe('cancelled')
  const { runScanJob } = await import('../../../src/ingest/scanning/service')
  const payload = { libraryId: id, mode: 'normal', trigger: 'manual' } as const
  const job = { id: scanId, kind: 'scan_library', payload, attempts: 1, maxAttempts: 10 }
  await runScanJob(server.ctx, job, new AbortController().signal)
  expect(await booksOf(server, id)).toHaveLength(0)
})
