/** Previews that nobody confirms end together with their files. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importingJobs } from '../../../../src/ingest/importing/jobs'
import {
  deleteOldCopies,
  expirePreviews,
} from '../../../../src/ingest/importing/managed/expired-previews'
import { startTestServer, type TestServer } from '../../../support/server'
import { waitUntil } from '../../../support/wait-until'
import { buildMihonBackup } from '../apps/mihon-backup'
import { writeKomga } from '../databases/komga-database'

const folder = mkdtempSync(join(tmpdir(), 'expired-previews-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const dayMs = 86_400_000

async function start() {
  const server = await startTestServer()
  servers.push(server)
  server.engine.register(importingJobs(server.ctx))
  await server.engine.start()
  return server
}

async function upload(server: TestServer, path: string, as: string, file: File): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const response = await server.fetch(`/api/v1${path}`, { method: 'POST', as, body })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  await server.engine.idle()
  return id
}

function uploadKomga(server: TestServer) {
  const path = join(folder, 'database.sqlite')
  writeKomga(path, { people: [{ email: 'kim@example.org' }], books: [] })
  return upload(server, '/imports', 'ada', new File([readFileSync(path)], 'database.sqlite'))
}

const folderOf = ({ ctx }: TestServer, id: string) => join(ctx.config.data_dir, 'imports', id)

async function cleanUp({ ctx, clock }: TestServer, days: number) {
  await clock.jump(days * dayMs)
  await expirePreviews(ctx)
  await deleteOldCopies(ctx)
}

test('a preview that nobody confirms expires with its file', async () => {
  const server = await start()
  const id = await uploadKomga(server)
  await cleanUp(server, 6.9)
  const get = () => server.call('GET', `/imports/${id}`, { as: 'ada' })
  expect((await get()).body).toMatchObject({ state: 'ready', error: null })
  await cleanUp(server, 0.2)
  expect((await get()).body).toMatchObject({
    state: 'failed',
    preview: null,
    canUndo: false,
    error: { code: 'imports.preview_expired', params: { days: 7 } },
  })
  await waitUntil(() => (existsSync(folderOf(server, id)) ? undefined : true))
  const mapping = await server.call('PUT', `/imports/${id}/mapping`, { as: 'ada', body: {} })
  expect(mapping.status).toBe(409)
  expect(mapping.body.code).toBe('imports.preview_expired')
  expect((await server.call('POST', `/imports/${id}/apply`, { as: 'ada' })).status).toBe(409)
  // Another one can be started.
  await uploadKomga(server)
  expect((await server.call('DELETE', `/imports/${id}`, { as: 'ada' })).status).toBe(204)
})

test('a preview of what someone read in an app expires, too', async () => {
  const server = await start()
  const backup = new File([buildMihonBackup({ mangas: [{ title: 'Ashfall' }] })], 'a.tachibk')
  const id = await upload(server, '/user/imports', 'ann', backup)
  await cleanUp(server, 7.1)
  const { body } = await server.call('GET', `/user/imports/${id}`, { as: 'ann' })
  expect(body).toMatchObject({ state: 'failed', error: { code: 'imports.preview_expired' } })
  await waitUntil(() => (existsSync(folderOf(server, id)) ? undefined : true))
})

test('a copy is kept as long as its preview, however old its folder is', async () => {
  const server = await start()
  const id = await uploadKomga(server)
  utimesSync(folderOf(server, id), 1_600_000_000, 1_600_000_000)
  await cleanUp(server, 1)
  expect(existsSync(join(folderOf(server, id), 'original', 'database.sqlite'))).toBe(true)
  await server.call('POST', `/imports/${id}/apply`, { as: 'ada' })
  await server.engine.idle()
  const { body } = await server.call('GET', `/imports/${id}`, { as: 'ada' })
  expect(body.state).toBe('done')
})
