import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { insertScan, type ScanRow } from '../../../src/ingest/scanning/queries'
import { Progress } from '../../../src/ingest/scanning/lifecycle/progress'
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

const shown = async () =>
  (await server.call('GET', `/libraries/${scan.libraryId}/scans`, { as: 'max' })).body.data[0]

test('a running scan shows which file it reads, one that has ended does not', async () => {
  const progress = new Progress(server.ctx, scan)
  progress.currentPath = 'Saga/Saga 001.cbz'
  await progress.report()
  expect((await shown()).currentPath).toBe('Saga/Saga 001.cbz')
  await server.ctx.write((tx) => tx.update(scans).set({ status: 'completed' }))
  expect((await shown()).currentPath).toBeNull()
}, 60_000)

test('while a slow disk is walked, what was found so far is told', async () => {
  const progress = new Progress(server.ctx, scan)
  progress.currentPath = '/media/slow'
  const { promise, resolve } = Promise.withResolvers<string>()
  const told = progress.reportDuring(promise)
  progress.filesTotal = 7
  await waitUntil(async () => (await shown()).filesTotal === 7)
  expect((await shown()).currentPath).toBe('/media/slow')
  resolve('walked')
  expect(await told).toBe('walked')
}, 60_000)

test('a walk that fails is not swallowed by the telling', async () => {
  const broken = new Progress(server.ctx, scan).reportDuring(Promise.reject(new Error('gone')))
  await expect(broken).rejects.toThrow('gone')
}, 60_000)
