/** Retrying the task of a cancelled or failed scan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { scans } from '../../../src/ingest/scanning/schema'
import {
  addLibrary,
  listBooks,
  waitUntilScanEnded,
  makeFolder,
  makeComics,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const call = (method: string, path: string) => server.call(method, path, { as: 'ada' })

async function createCancelled(count: number) {
  const folder = makeFolder()
  writeFiles(folder, await makeComics('Tried', count))
  const id = await addLibrary(server, folder)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  expect((await call('POST', `/libraries/${id}/scans/${body.id}/cancel`)).status).toBe(200)
  expect((await call('GET', `/libraries/${id}/scans/${body.id}`)).body.status).toBe('cancelled')
  return { id, scanId: body.id as string, folder }
}

test('a cancelled scan continues under its own ID', async () => {
  const { id, scanId } = await createCancelled(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  const { status, messages, completedAt } = await waitUntilScanEnded(server, id, scanId)
  expect({ status, messages }).toEqual({ status: 'completed', messages: [] })
  expect(completedAt).not.toBeNull()
  expect(await listBooks(server, id)).toHaveLength(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(409)
})

test('a retry is rejected while another scan runs', async () => {
  const { id, scanId } = await createCancelled(60)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  const { status } = await call('POST', `/tasks/${scanId}/retry`)
  expect(status).toBe(409)
  expect(await waitUntilScanEnded(server, id, body.id)).toMatchObject({ status: 'completed' })
  expect((await call('GET', `/libraries/${id}/scans/${scanId}`)).body.status).toBe('cancelled')
})

test('a retried scan is the newest one, so it can be undone', async () => {
  const { id, scanId, folder } = await createCancelled(3)
  await scanLibrary(server, id)
  writeFiles(folder, await makeComics('Later', 2))
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  expect(await waitUntilScanEnded(server, id, scanId)).toMatchObject({
    status: 'completed',
    added: 2,
  })
  const [newest] = (await call('GET', `/libraries/${id}/scans`)).body.data
  expect(newest.id).toBe(scanId)
  expect((await call('POST', `/libraries/${id}/scans/${scanId}/undo`)).status).toBe(202)
})

test('a scan that is cancelled while its job starts stays cancelled', async () => {
  const { id, scanId } = await createCancelled(2)
  const [row] = await server.ctx.db.select().from(scans).where(eq(scans.id, scanId))
  expect(row?.status).toBe('cancelled')
  const { runScanJob } = await import('../../../src/ingest/scanning/lifecycle/run-scan-job')
  const payload = { libraryId: id, mode: 'normal', trigger: 'manual' } as const
  const job = { id: scanId, kind: 'scan_library', payload, attempts: 1, maxAttempts: 10 }
  await runScanJob(server.ctx, job, new AbortController().signal)
  expect(await listBooks(server, id)).toHaveLength(0)
})
