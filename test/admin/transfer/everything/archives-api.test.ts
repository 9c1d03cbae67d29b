/** Exports of everything that administrators make in the interface. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveJobs } from '../../../../src/admin/transfer/archives/jobs'
import { createApp } from '../../../../src/app'
import { isCoverFile } from '../../../../src/cli/transfer/kinds/file-checks'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { Bus } from '../../../../src/platform/events/bus'
import { overStore } from '../../../../src/platform/events/transport'
import { seedBook, seedLibrary, seedSeries } from '../../../support/seed'
import { startTestServer, type TestServer } from '../../../support/server'
import { closePlaces, importInto, openEmpty } from './support'

let server: TestServer
let bookId: string
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { path: '/books' })
  const row = await seedSeries(server, library, { title: 'Night' })
  bookId = (await seedBook(server, row, { title: 'One' })).id
  const contents = { kinds: exportKinds, isCover: isCoverFile }
  server.engine.register(archiveJobs(server.ctx, contents))
  await server.engine.start()
})
afterAll(async () => {
  await server.close()
  await closePlaces()
})

const call = (method: string, path = '', body?: object, as = 'ada') =>
  server.call(method, `/admin/archives${path}`, { as, ...(body && { body }) })

async function make(options: object = {}): Promise<string> {
  const { status } = await call('POST', '', options)
  expect(status).toBe(202)
  await server.engine.idle()
  const { body } = await call('GET')
  expect(body).toHaveLength(1)
  return body[0].name
}

test('what was made here is there after the import, by HTTP', async () => {
  const password = 'correct horse battery'
  const account = { username: 'zoe', email: 'zoe@example.org', password, role: 'reader' }
  const created = await server.call('POST', '/users', { as: 'ada', body: account })
  expect(created.status).toBe(201)
  const login = { username: 'zoe', password }
  const signedIn = await server.call('POST', '/auth/login', { body: login })
  const token = signedIn.body.accessToken as string
  const asZoe = (method: string, path: string, body?: object) =>
    server.call(method, path, { as: token, ...(body && { body }) })
  expect((await asZoe('PUT', `/books/${bookId}/progress`, { currentPage: 7 })).status).toBe(200)
  expect((await asZoe('POST', '/readlists', { name: 'Order', ordered: true })).status).toBe(201)

  const name = await make({ withSecrets: true })
  const file = await server.fetch(`/api/v1/admin/archives/${name}/download`, { as: 'ada' })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const path = join(mkdtempSync(join(tmpdir(), 'archive-')), 'all.zip')
  writeFileSync(path, await file.bytes())

  const place = await openEmpty()
  await importInto(place, path)
  const { log, queue } = server.ctx
  const bus = new Bus(overStore(place.ctx), log)
  const app = createApp({ ...place.ctx, log, queue, bus })
  const send = (url: string, init: RequestInit) =>
    app.handle(new Request(`http://localhost/api/v1${url}`, init))
  const json = { 'content-type': 'application/json' }
  const again = await send('/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(login),
  })
  expect(again.status).toBe(200)
  const { accessToken } = (await again.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const progress = await send(`/books/${bookId}/progress`, { headers })
  expect(await progress.json()).toMatchObject({ currentPage: 7 })
  const lists = await send('/readlists', { headers })
  expect(JSON.stringify(await lists.json())).toContain('"Order"')
})

test('only the newest is kept', async () => {
  const first = await make()
  await server.clock.advance(2_000)
  const second = await make()
  expect(second).not.toBe(first)
  expect(readdirSync(join(server.ctx.config.data_dir, 'archives'))).toEqual([second])
  expect((await call('DELETE', `/${second}`)).status).toBe(204)
  expect((await call('GET')).body).toEqual([])
  expect((await call('DELETE', `/${second}`)).status).toBe(404)
  expect((await call('GET', `/${second}/download`)).status).toBe(404)
  expect((await call('GET', '/..%2Fquire.db/download')).status).toBe(404)
})

test('is for administrators who signed in', async () => {
  const name = await make()
  for (const as of ['ann', 'max']) {
    expect((await call('GET', '', undefined, as)).status).toBe(403)
    expect((await call('POST', '', {}, as)).status).toBe(403)
    expect((await call('GET', `/${name}/download`, undefined, as)).status).toBe(403)
    expect((await call('DELETE', `/${name}`, undefined, as)).status).toBe(403)
  }
  const body = { name: 'script', permissions: ['system:admin'] }
  const key = await server.call('POST', '/api-keys', { as: 'ada', body })
  const headers = { 'x-api-key': key.body.key as string }
  const path = '/admin/archives'
  const byKey = await server.call('GET', `${path}/${name}/download`, { headers })
  expect(byKey.status).toBe(403)
  const asked = await server.call('POST', path, { headers, body: { withSecrets: true } })
  expect(asked.status).toBe(403)
  const { body: log } = await server.call('GET', '/audit-log?action=export_everything', {
    as: 'ada',
  })
  expect(log.data.length).toBeGreaterThan(0)
})
