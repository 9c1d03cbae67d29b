/** Imports from a BookLore server, which a server in this process stands for. */
import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importingJobs } from '../../../src/ingest/importing/jobs'
import { startTestServer, type TestServer } from '../../support/server'
import { type BookloreAnswers, startBooklore } from './booklore-server'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, seedShelf } from './shelf'

const servers: TestServer[] = []
const sources: ReturnType<typeof startBooklore>[] = []
afterEach(async () => {
  for (const source of sources.splice(0)) await source.stop()
  for (const server of servers.splice(0)) await server.close()
})

const shelf = (id: number, name: string, userId = 7) => ({ id, name, userId, publicShelf: false })
const file = (fileName: string) => ({ fileName, filePath: `/books/${fileName}` })
const answers: BookloreAnswers = {
  user: { id: 7, username: 'kim', email: 'kim@example.org', permissions: { admin: true } },
  libraries: [{ id: 1, name: 'Comics', paths: [{ id: 1, path: '/books' }] }],
  books: [
    {
      id: 1,
      libraryId: 1,
      primaryFile: file('Ashfall/Ashfall 01.cbz'),
      metadata: { title: 'Soot', seriesName: 'Ashfall', seriesNumber: 1 },
      readStatus: 'READ',
      dateFinished: '2024-03-01T20:15:00Z',
      lastReadTime: '2024-03-05T20:15:00Z',
      cbxProgress: { page: 20, percentage: 100 },
      personalRating: 8,
      shelves: [shelf(3, 'Harbours'), shelf(4, 'Of another', 9)],
    },
    {
      id: 2,
      libraryId: 1,
      // As in older versions.
      fileName: 'Ashfall 02.cbz',
      fileSubPath: 'Ashfall',
      libraryPath: { path: '/books' },
      readStatus: 'READING',
      lastReadTime: '2024-03-06T20:15:00Z',
      cbxProgress: { page: 5, percentage: 25 },
      shelves: [shelf(3, 'Harbours')],
    },
    {
      id: 3,
      libraryId: 1,
      primaryFile: file('Old/x.epub'),
      readStatus: 'READ',
      lastReadTime: '2024-03-07T20:15:00Z',
      epubProgress: { cfi: 'x', percentage: 100 },
    },
    { id: 4, readStatus: 'READ', primaryFile: file('Old/y.epub') },
    { id: 'none' },
  ],
}

function startSource(given: BookloreAnswers = answers) {
  const source = startBooklore(() => given)
  sources.push(source)
  return source
}

/** It is offline, which does not matter for a server in the same network. */
async function start() {
  const server = await startTestServer()
  servers.push(server)
  server.engine.register(importingJobs(server.ctx))
  await server.engine.start()
  return { server, ...(await seedShelf(server)) }
}

const call = (server: TestServer, method: string, path = '', body?: object) =>
  server.call(method, `/imports${path}`, { as: 'ada', ...(body && { body }) })

const login = { username: 'kim', password: 'secret' }

async function settle(server: TestServer, id: string) {
  await server.engine.idle()
  return (await call(server, 'GET', `/${id}`)).body
}

async function preview(server: TestServer, address: string, who: object = login) {
  const started = await call(server, 'POST', '', { server: { address, ...who } })
  expect(started.status).toBe(201)
  return settle(server, started.body.id)
}

test('what a server tells is shown, imported once, and undone', async () => {
  const { server, ashfall, b1, b2 } = await start()
  const source = startSource()
  const before = await dumpTables(server)
  const ready = await preview(server, source.address)
  expect(source.asked).toEqual([
    'POST /lore/api/v1/auth/login',
    'GET /lore/api/v1/users/me',
    'GET /lore/api/v1/libraries',
    'GET /lore/api/v1/books',
  ])
  const person = {
    name: 'kim',
    isNew: true,
    isAdmin: true,
    keepsPassword: false,
    completed: { new: 1, waiting: 1 },
    positions: { new: 1 },
    ratings: { new: 1 },
  }
  expect(ready).toMatchObject({
    kind: 'booklore',
    state: 'ready',
    path: null,
    preview: {
      folders: [{ from: '/books', to: '/srv/media' }],
      books: { total: 4, found: { path: 2 }, waiting: 2 },
      people: [person],
      lists: [{ name: 'Harbours', kind: 'readlist', found: 2, total: 2, outcome: 'new' }],
    },
  })
  expect(ready.preview.leftOut.map(({ code }: { code: string }) => code.split('.').at(-1))).toEqual(
    ['no_password', 'only_one_person', 'undated_books'],
  )
  expect(await dumpTables(server)).toEqual(before)
  // Neither the password nor the token is stored.
  const stored = join(server.ctx.config.data_dir, 'imports', ready.id, 'original', 'booklore.json')
  expect(readFileSync(stored, 'utf8')).not.toMatch(/secret|token-1/)

  const choice = { people: [{ foreignId: '7', userId: server.getUserId('ann') }] }
  expect((await call(server, 'PUT', `/${ready.id}/mapping`, choice)).status).toBe(202)
  await settle(server, ready.id)
  expect((await call(server, 'POST', `/${ready.id}/apply`)).status).toBe(202)
  expect(await settle(server, ready.id)).toMatchObject({ state: 'done' })
  expect(await get(server, 'ann', `/books/${b1}/progress`)).toMatchObject({
    completed: true,
    completedAt: '2024-03-01T20:15:00.000Z',
  })
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  expect(await get(server, 'ann', `/series/${ashfall}`)).toMatchObject({ id: ashfall })

  const again = await preview(server, source.address, { token: 'token-1' })
  await call(server, 'PUT', `/${again.id}/mapping`, choice)
  expect((await settle(server, again.id)).preview.people).toMatchObject([
    { completed: { same: 2 }, positions: { same: 1 }, ratings: { same: 1 } },
  ])
  await call(server, 'POST', `/${ready.id}/undo`)
  expect(await settle(server, ready.id)).toMatchObject({ state: 'undone', kept: 0 })
  const progress = await server.call('GET', `/books/${b2}/progress`, { as: 'ann' })
  expect(progress.body?.currentPage ?? null).not.toBe(5)
})

test('a command asks a server, too', async () => {
  const { server } = await start()
  const source = startSource()
  const { address } = source
  const { report } = await runImportOf(server, address, { server: { address, ...login } })
  expect(report).toMatchObject({ source: { kind: 'booklore' }, books: { total: 4 } })
})

test('who sees only some libraries there sees no others here', async () => {
  const { server } = await start()
  const user = { id: 8, username: 'lee', permissions: {}, assignedLibraries: [{ id: 1 }] }
  const { address } = startSource({ ...answers, user })
  await runImportOf(server, address, { server: { address, ...login } })
  const { data } = await get(server, 'ada', '/users')
  const lee = data.find(({ username }: { username: string }) => username === 'lee')
  const libraries = await get(server, 'ada', `/users/${lee.id}/libraries`)
  expect(libraries.libraryIds).toHaveLength(1)
})

const json = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } })

test.each<[string, string, BookloreAnswers, object]>([
  ['a wrong password', 'server_refused', answers, { username: 'kim', password: 'wrong' }],
  ['a wrong token', 'server_refused', answers, { token: 'other' }],
  ['no login', 'server_login', answers, {}],
  ['a web page', 'server_other', { answer: () => new Response('<html>') }, login],
  ['no token', 'server_other', { answer: () => json('{"accessToken":5}') }, login],
  ['broken JSON', 'server_other', { answer: () => json('{"accessToken"') }, login],
  ['another server', 'server_other', { answer: () => json('{}', 404) }, login],
  ['a redirect', 'server_other', { answer: () => Response.redirect('http://other/', 302) }, login],
  ['an error', 'server_failed', { answer: () => json('{}', 502) }, login],
  ['books in another form', 'server_other', { ...answers, books: { content: [] } }, login],
  [
    'endless answers',
    'server_too_large',
    { answer: () => json(`{${' '.repeat(3 * 2 ** 20)}}`) },
    login,
  ],
])('%s is told in plain words', async (_, code, given, who) => {
  const { server } = await start()
  const { address } = startSource(given)
  const { status, body } = await call(server, 'POST', '', { server: { address, ...who } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body.code).toBe(`imports.${code}`)
  expect((await call(server, 'GET')).body).toEqual([])
})

test('addresses that are none, a silent server and an offline Quire are told', async () => {
  const { server } = await start()
  const { address, stop } = startSource()
  await stop()
  const ask = async (to: TestServer, at: string) => {
    const { body } = await call(to, 'POST', '', { server: { address: at, ...login } })
    return body.code
  }
  expect(await ask(server, address)).toBe('imports.server_silent')
  for (const wrong of ['books', 'ftp://books', 'http://kim:x@books', 'file:///etc/passwd']) {
    expect(await ask(server, wrong)).toBe('imports.server_address')
  }
  const both = { path: '/x', server: { address, ...login } }
  expect((await call(server, 'POST', '', both)).status).toBe(400)
  expect(await ask(server, 'https://books.example.org')).toBe('imports.server_offline')
})

test('answers that cannot be read end the preview', async () => {
  const { server } = await start()
  const broken = (path: string) => (path.endsWith('/books') ? json('[{"id": 1}, {') : undefined)
  const { address } = startSource({ ...answers, answer: broken })
  expect(await preview(server, address)).toMatchObject({
    state: 'failed',
    error: { code: 'imports.damaged' },
  })
  const nobody = startSource({ ...answers, user: { name: 'x' } })
  expect(await preview(server, nobody.address)).toMatchObject({
    state: 'failed',
    error: { code: 'imports.damaged' },
  })
})
