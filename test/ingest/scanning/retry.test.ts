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
  openScanHouse,
  put,
  scan,
  type ScanHouse,
} from './support'

let house: ScanHouse
beforeAll(async () => {
  house = await openScanHouse()
})
afterAll(() => house.close())

const call = (method: string, path: string) => house.call(method, path, { as: 'ada' })

async function cancelled(count: number) {
  const folder = makeFolder()
  put(folder, await manyComics('Tried', count))
  const id = await addLibrary(house, folder)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  expect((await call('POST', `/libraries/${id}/scans/${body.id}/cancel`)).status).toBe(200)
  expect((await call('GET', `/libraries/${id}/scans/${body.id}`)).body.status).toBe('cancelled')
  return { id, scanId: body.id as string, folder }
}

test('a cancelled scan that is tried again goes on to its end under its own id', async () => {
  const { id, scanId } = await cancelled(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  const { status, message, completedAt } = await ended(house, id, scanId)
  expect({ status, message }).toEqual({ status: 'completed', message: null })
  expect(completedAt).not.toBeNull()
  expect(await booksOf(house, id)).toHaveLength(30)
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(409)
})

test('while another scan goes on it is refused, and stays as it was', async () => {
  const { id, scanId } = await cancelled(60)
  const { body } = await call('POST', `/libraries/${id}/scan`)
  const { status } = await call('POST', `/tasks/${scanId}/retry`)
  expect(status).toBe(409)
  expect(await ended(house, id, body.id)).toMatchObject({ status: 'completed' })
  expect((await call('GET', `/libraries/${id}/scans/${scanId}`)).body.status).toBe('cancelled')
})

test('it is the newest then, so what it did can be undone', async () => {
  const { id, scanId, folder } = await cancelled(3)
  await scan(house, id)
  put(folder, await manyComics('Later', 2))
  expect((await call('POST', `/tasks/${scanId}/retry`)).status).toBe(200)
  expect(await ended(house, id, scanId)).toMatchObject({ status: 'completed', added: 2 })
  const [newest] = (await call('GET', `/libraries/${id}/scans`)).body.data
  expect(newest.id).toBe(scanId)
  expect((await call('POST', `/libraries/${id}/scans/${scanId}/undo`)).status).toBe(202)
})

test('a scan that is cancelled while its job is taken stays cancelled', async () => {
  const { id, scanId } = await cancelled(2)
  const [row] = await house.ctx.db.select().from(scans).where(eq(scans.id, scanId))
  expect(row?.status).toBe('cancelled')
  const { runScan } = await import('../../../src/ingest/scanning/service')
  const payload = { libraryId: id, mode: 'normal', trigger: 'manual' }
  const job = { id: scanId, kind: 'scan_library', payload, attempts: 1, maxAttempts: 10 }
  await runScan(house.ctx, job, new AbortController().signal)
  expect(await booksOf(house, id)).toHaveLength(0)
})
