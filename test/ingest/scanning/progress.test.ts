import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { insertScan, type ScanRow } from '../../../src/ingest/scanning/queries'
import { Progress } from '../../../src/ingest/scanning/lifecycle/scan-progress'
import { scans } from '../../../src/ingest/scanning/schema'
import { waitUntil } from '../../support/wait-until'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary } from '../../support/seed'

let server: TestServer
let scan: ScanRow
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { id: libraryId } = await seedLibrary(server)
  const asked = { libraryId, mode: 'normal', trigger: 'manual', status: 'running' } as const
  scan = await server.ctx.write((tx) => insertScan(tx, { ...asked, createdAt: new Date() }))
})

const getShown = async () =>
  (await server.call('GET', `/libraries/${scan.libraryId}/scans`, { as: 'max' })).body.data[0]

test('a running scan shows the current file, an ended scan does not', async () => {
  const progress = new Progress(server.ctx, scan)
  progress.currentPath = 'Saga/Saga 001.cbz'
  await progress.report()
  expect((await getShown()).currentPath).toBe('Saga/Saga 001.cbz')
  await server.ctx.write((tx) => tx.update(scans).set({ status: 'completed' }))
  expect((await getShown()).currentPath).toBeNull()
}, 60_000)

test('a slow walk reports the files found so far', async () => {
  const progress = new Progress(server.ctx, scan)
  progress.currentPath = '/media/slow'
  const { promise, resolve } = Promise.withResolvers<string>()
  const result = progress.reportDuring(promise)
  progress.filesTotal = 7
  await waitUntil(async () => (await getShown()).filesTotal === 7)
  expect((await getShown()).currentPath).toBe('/media/slow')
  resolve('walked')
  expect(await result).toBe('walked')
}, 60_000)

test('a failed walk is reported as an error', async () => {
  const broken = new Progress(server.ctx, scan).reportDuring(Promise.reject(new Error('gone')))
  await expect(broken).rejects.toThrow('gone')
}, 60_000)
