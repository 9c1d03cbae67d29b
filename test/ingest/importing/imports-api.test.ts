/** Imports from other programs that administrators start in the interface, by HTTP. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../../src/context'
import { importingJobs } from '../../../src/ingest/importing/jobs'
import { runImportPreview } from '../../../src/ingest/importing/managed/run-imports'
import { findImport, updateImport } from '../../../src/ingest/importing/merge/queries'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { writeCalibre } from './databases/calibre-database'
import { type CalibreWebData, writeCalibreWeb } from './databases/calibre-web-database'
import { writeKavita } from './databases/kavita-database'
import { type KomgaData, writeKomga } from './databases/komga-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'

const folder = mkdtempSync(join(tmpdir(), 'imports-api-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const komga: KomgaData = {
  people: [
    { email: 'kim@example.org', roles: ['ADMIN'] },
    { email: 'ben@example.org', row: { CREATED_DATE: '2024-01-01 00:00:00' } },
  ],
  books: [
    { id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1 },
    { id: 'B2', path: 'Old/x.cbz', series: 'Old', number: 1 },
  ],
  readings: [
    {
      book: 'B1',
      person: 'kim@example.org',
      page: 20,
      completed: true,
      at: '2024-03-01T20:15:00Z',
    },
  ],
  collections: [{ id: 'C1', name: 'Grey Press', items: ['Ashfall'] }],
}

let count = 0
function write(data: KomgaData = komga) {
  const path = join(folder, `${++count}`, 'database.sqlite')
  writeKomga(path, data)
  return path
}

async function start(settings: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(settings)
  servers.push(server)
  server.engine.register(importingJobs(server.ctx))
  await server.engine.start()
  const library = await seedLibrary(server, { path: '/srv/media' })
  const series = await seedSeries(server, library, { title: 'Ashfall' })
  const book = { title: 'One', relativePath: 'Ashfall/Ashfall 01.cbz', volume: 1 }
  const { id: bookId } = await seedBook(server, series, book)
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [series.id]))
  return { server, bookId }
}

const call = (server: TestServer, method: string, path = '', body?: object, as = 'ada') =>
  server.call(method, `/imports${path}`, { as, ...(body && { body }) })

/** Runs the jobs and returns the import. */
async function settle(server: TestServer, id: string) {
  await server.engine.idle()
  const { status, body } = await call(server, 'GET', `/${id}`)
  expect(status).toBe(200)
  return body
}

async function preview(server: TestServer, body: object = { path: write() }) {
  const started = await call(server, 'POST', '', body)
  // The job may have begun or ended already.
  expect(started.status).toBe(201)
  return settle(server, started.body.id)
}

const filesOf = ({ ctx }: TestServer, id: string) => join(ctx.config.data_dir, 'imports', id)

test('a preview is confirmed, and the import is undone', async () => {
  const { server, bookId } = await start()
  const before = await dumpTables(server)
  const ready = await preview(server)
  expect(ready).toMatchObject({
    state: 'ready',
    kind: 'komga',
    progress: null,
    canUndo: false,
    error: null,
    preview: {
      folders: [{ from: '/comics', to: '/srv/media', sampled: 2, found: 1 }],
      books: { total: 2, found: { path: 1 }, waiting: 1, missing: ['/comics/Old/x.cbz'] },
      people: [
        { name: 'kim', account: 'kim', isNew: true, isAdmin: true, userId: null },
        { name: 'ben', account: 'ben', isNew: true, isAdmin: false, userId: null },
      ],
      lists: [{ name: 'Grey Press', outcome: 'new', found: 1, total: 1 }],
    },
  })
  expect(ready.preview.leftOut.map(({ code }: { code: string }) => code)).toContain(
    'imports.left_out.no_password',
  )
  expect(await dumpTables(server)).toEqual(before)

  const applying = await call(server, 'POST', `/${ready.id}/apply`)
  // The job may have ended before the response was built.
  expect(applying).toMatchObject({ status: 202, body: { id: ready.id } })
  const done = await settle(server, ready.id)
  expect(done).toMatchObject({ state: 'done', canUndo: true, preview: ready.preview })
  expect(done.finishedAt).not.toBeNull()
  expect(existsSync(filesOf(server, ready.id))).toBe(false)
  const collections = await server.call('GET', '/collections', { as: 'ada' })
  expect(collections.body.data).toMatchObject([{ name: 'Grey Press' }])

  const undoing = await call(server, 'POST', `/${ready.id}/undo`)
  expect(undoing).toMatchObject({ status: 202, body: { id: ready.id } })
  expect(await settle(server, ready.id)).toMatchObject({ state: 'undone', canUndo: false, kept: 0 })
  expect(await dumpTables(server)).toEqual(before)
  expect((await call(server, 'POST', `/${ready.id}/undo`)).status).toBe(409)
  const { body: listed } = await call(server, 'GET')
  expect(listed).toMatchObject([{ id: ready.id, state: 'undone' }])
  expect((await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })).status).not.toBe(
    200,
  )
})

test('the folder of Kavita is read, and its kind can be named', async () => {
  const { server } = await start()
  const path = join(folder, 'kavita')
  const files = [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }]
  writeKavita(join(path, 'config', 'kavita.db'), {
    people: [{ id: 1, name: 'kim', row: { ApiKey: 'abc' } }],
    series: [{ id: 1, name: 'Ashfall' }],
    chapters: [{ id: 1, series: 1, volume: 1, files }],
    readings: [{ chapter: 1, person: 1, pagesRead: 20, at: '2024-03-01T20:15:00Z' }],
  })
  const before = await dumpTables(server)
  const wrong = await preview(server, { path: join(path, 'config', 'kavita.db'), kind: 'komga' })
  expect(wrong).toMatchObject({ state: 'failed', error: { code: 'imports.wrong_kind' } })
  const ready = await preview(server, { path, kind: 'kavita' })
  expect(ready).toMatchObject({
    state: 'ready',
    kind: 'kavita',
    preview: {
      books: { total: 1, found: { path: 1 } },
      people: [{ name: 'kim', isNew: true, completed: { new: 1 } }],
      leftOut: [
        { code: 'imports.left_out.no_password' },
        { message: 'API keys (1): create new ones here, or sign in again in the apps' },
      ],
    },
  })
  await call(server, 'POST', `/${ready.id}/apply`)
  expect(await settle(server, ready.id)).toMatchObject({ state: 'done', kind: 'kavita' })
  await call(server, 'POST', `/${ready.id}/undo`)
  expect(await settle(server, ready.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await dumpTables(server)).toEqual(before)
})

test('people and folders are chosen, and the preview follows', async () => {
  const { server, bookId } = await start()
  const { id, preview: first } = await preview(server)
  const { body: users } = await server.call('GET', '/users', { as: 'ada' })
  const ann = users.data.find(({ username }: { username: string }) => username === 'ann')
  const [kim, ben] = first.people
  const mapping = {
    folders: [{ from: '/comics/', to: '/elsewhere' }],
    people: [
      { foreignId: kim.foreignId, userId: ann.id },
      { foreignId: ben.foreignId, userId: null },
    ],
  }
  const mapped = await call(server, 'PUT', `/${id}/mapping`, mapping)
  expect(mapped.status).toBe(202)
  expect(await settle(server, id)).toMatchObject({
    state: 'ready',
    preview: {
      folders: [{ from: '/comics', to: '/elsewhere' }],
      people: [
        { name: 'kim', account: 'ann', userId: ann.id, isNew: false, completed: { new: 1 } },
        { name: 'ben', account: null, userId: null },
      ],
    },
  })
  await call(server, 'POST', `/${id}/apply`)
  expect((await settle(server, id)).state).toBe('done')
  const progress = await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })
  expect(progress.body).toMatchObject({ completed: true })
  expect((await call(server, 'DELETE', `/${id}`)).status).toBe(409)
})

test('an account is new although one has the same name, and an administrator stays one', async () => {
  const { server } = await start()
  const people = [{ email: 'ann@example.net', roles: ['ADMIN'] }]
  const { id, preview: first } = await preview(server, {
    path: write({ ...komga, people, readings: [] }),
  })
  expect(first.people).toMatchObject([{ account: 'ann', isNew: false }])
  const [{ foreignId }] = first.people
  const choice = { people: [{ foreignId, userId: 'new', isAdmin: true }] }
  expect((await call(server, 'PUT', `/${id}/mapping`, choice)).status).toBe(202)
  const again = await settle(server, id)
  expect(again).toMatchObject({ admins: [foreignId], preview: { people: [{ isNew: true }] } })
  await call(server, 'POST', `/${id}/apply`)
  expect((await settle(server, id)).state).toBe('done')
  const { body: users } = await server.call('GET', '/users', { as: 'ada' })
  const { account } = again.preview.people[0]
  expect(users.data.find((one: { username: string }) => one.username === account)).toMatchObject({
    role: 'admin',
  })
})

test('a database is uploaded', async () => {
  const { server } = await start()
  const form = new FormData()
  form.append('file', new File([readFileSync(write())], '../database.sqlite'))
  const response = await server.fetch('/api/v1/imports', { method: 'POST', as: 'ada', body: form })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  expect(await settle(server, id)).toMatchObject({ state: 'ready', path: null, kind: 'komga' })
  expect((await call(server, 'DELETE', `/${id}`)).status).toBe(204)
  expect(existsSync(filesOf(server, id))).toBe(false)
  expect((await call(server, 'GET', `/${id}`)).status).toBe(404)
})

const calibreWeb: CalibreWebData = {
  library: {
    books: [{ id: 1, title: 'Soot', path: 'Ashfall', files: { CBZ: 'Ashfall 01' } }],
  },
  people: [{ id: 1, name: 'kim' }],
  read: [{ book: 1, person: 1, status: 1, at: '2024-03-01T20:15:00Z' }],
}

test('Calibre-Web and its library are copied from a path', async () => {
  const { server } = await start()
  const place = join(folder, 'library')
  mkdirSync(place)
  writeCalibre(join(place, 'metadata.db'), calibreWeb.library!)
  const path = join(folder, 'calibre-web', 'app.db')
  const settings = { config_calibre_dir: place }
  writeCalibreWeb(path, { ...calibreWeb, settings, library: null })
  const { id, ...first } = await preview(server, { path: join(folder, 'calibre-web') })
  expect(first).toMatchObject({
    kind: 'calibre-web',
    preview: { books: { found: { path: 1 } }, people: [{ name: 'kim', completed: { new: 1 } }] },
  })
  rmSync(place, { recursive: true })
  await call(server, 'POST', `/${id}/apply`)
  expect((await settle(server, id)).state).toBe('done')
})

test('the library of a renamed database of Calibre-Web is copied, too', async () => {
  const { server } = await start()
  const path = join(folder, 'calibre-web-backup', 'backup.db')
  writeCalibreWeb(path, calibreWeb)
  for (const kind of [undefined, 'calibre-web']) {
    const given = await preview(server, { path, ...(kind && { kind }) })
    expect(given).toMatchObject({ state: 'ready', kind: 'calibre-web' })
  }
})

test('Calibre-Web and its library are uploaded together', async () => {
  const { server } = await start()
  const path = join(folder, 'calibre-web-upload', 'app.db')
  writeCalibreWeb(path, calibreWeb)
  const upload = async (members: Record<string, string>, given?: string) => {
    const form = new FormData()
    for (const [member, name] of Object.entries(members)) {
      const bytes = readFileSync(join(folder, 'calibre-web-upload', name))
      form.append(member, new File([bytes], member === 'file' && given ? given : name))
    }
    const response = await server.fetch('/api/v1/imports', {
      method: 'POST',
      as: 'ada',
      body: form,
    })
    expect(response.status).toBe(201)
    return settle(server, ((await response.json()) as { id: string }).id)
  }
  expect(await upload({ file: 'app.db', library: 'metadata.db' })).toMatchObject({
    state: 'ready',
    kind: 'calibre-web',
    preview: { people: [{ name: 'kim', completed: { new: 1 } }] },
  })
  for (const given of ['metadata.db', 'METADATA.DB', 'metadata.db-wal', '../metadata.db', '\\..']) {
    const { id, ...odd } = await upload({ file: 'app.db', library: 'metadata.db' }, given)
    expect([given, odd]).toMatchObject([
      given,
      { state: 'ready', kind: 'calibre-web', preview: { people: [{ completed: { new: 1 } }] } },
    ])
    const stored = readdirSync(join(filesOf(server, id), 'original'))
    expect(stored.toSorted()).toEqual(['database.sqlite', 'metadata.db'])
    await call(server, 'DELETE', `/${id}`)
  }
  expect(await upload({ file: 'metadata.db' })).toMatchObject({ state: 'ready', kind: 'calibre' })
  expect(await upload({ file: 'app.db' })).toMatchObject({
    state: 'failed',
    error: { code: 'imports.other_missing' },
  })
  const body = { path, library: 'x' }
  expect((await call(server, 'POST', '', body)).status).toBeGreaterThanOrEqual(400)
})

test('what is no source is told, and changes nothing', async () => {
  const { server } = await start()
  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'not a database')
  const before = await dumpTables(server)
  const cases = [
    [{ path: join(folder, 'nowhere') }, 'imports.not_found'],
    [{ path: text }, 'imports.damaged'],
    [{ path: folder }, 'imports.unknown_source'],
    [{ path: '/dev/zero' }, 'imports.unknown_source'],
  ] as const
  for (const [body, code] of cases) {
    const failed = await preview(server, body)
    expect(failed).toMatchObject({ state: 'failed', error: { code }, canUndo: false, kind: null })
    expect((await call(server, 'POST', `/${failed.id}/apply`)).status).toBe(409)
    expect((await call(server, 'POST', `/${failed.id}/undo`)).status).toBe(409)
    expect((await call(server, 'DELETE', `/${failed.id}`)).status).toBe(204)
  }
  expect(await dumpTables(server)).toEqual(before)
})

test('a wrong choice is told and can be corrected', async () => {
  const { server } = await start()
  const { id } = await preview(server)
  const relative = { folders: [{ from: '/comics', to: 'media' }] }
  expect((await call(server, 'PUT', `/${id}/mapping`, relative)).status).toBe(400)
  const stranger = { people: [{ foreignId: 'nobody', userId: null }] }
  expect((await call(server, 'PUT', `/${id}/mapping`, stranger)).status).toBe(202)
  expect(await settle(server, id)).toMatchObject({
    state: 'failed',
    error: { code: 'imports.no_user' },
  })
  expect((await call(server, 'PUT', `/${id}/mapping`, {})).status).toBe(202)
  expect(await settle(server, id)).toMatchObject({ state: 'ready', error: null })
})

test('a chosen account that is gone is told', async () => {
  const { server } = await start()
  const { id, preview: shown } = await preview(server)
  const [kim] = shown.people
  const people = [{ foreignId: kim.foreignId, userId: Bun.randomUUIDv7() }]
  await call(server, 'PUT', `/${id}/mapping`, { people })
  expect(await settle(server, id)).toMatchObject({
    state: 'failed',
    error: { code: 'imports.account_gone' },
  })
})

test('an import that is deleted while its source is copied leaves no copy', async () => {
  const { server } = await start()
  await server.engine.stop()
  const { body } = await call(server, 'POST', '', { path: write() })
  let isDeleted = false
  const writeAndDelete: Context['write'] = async (work) => {
    const done = await server.ctx.write(work)
    if (!isDeleted) expect((await call(server, 'DELETE', `/${body.id}`)).status).toBe(204)
    isDeleted = true
    return done
  }
  const ctx = { ...server.ctx, write: writeAndDelete }
  const effect = await runImportPreview(ctx, body.id, new AbortController().signal)
  expect(existsSync(filesOf(server, body.id))).toBe(true)
  await server.ctx.write((tx) => effect!(tx))
  expect(existsSync(filesOf(server, body.id))).toBe(false)
  expect((await call(server, 'GET', `/${body.id}`)).status).toBe(404)
})

test('a preview that someone cancels says so, and is deleted', async () => {
  const { server } = await start()
  await server.engine.stop()
  const { body: started } = await call(server, 'POST', '', { path: write() })
  await cancelTask(server, 'preview_import')
  expect((await call(server, 'GET', `/${started.id}`)).body).toMatchObject({
    state: 'failed',
    canUndo: false,
    error: { code: 'imports.preview_interrupted' },
  })
  expect((await call(server, 'DELETE', `/${started.id}`)).status).toBe(204)
})

test('an import of a command that was killed can be undone, and blocks no other', async () => {
  const { server } = await start()
  const before = await dumpTables(server)
  const { importId } = await runImportOf(server, write())
  await server.ctx.write((tx) => updateImport(tx, importId!, { state: 'applying' }))
  expect((await call(server, 'GET', `/${importId}`)).body.canUndo).toBe(true)
  expect((await preview(server)).state).toBe('ready')
  expect((await call(server, 'POST', `/${importId}/undo`)).status).toBe(202)
  expect((await settle(server, importId!)).state).toBe('undone')
  expect(await dumpTables(server)).toEqual(before)
})

async function cancelTask(server: TestServer, kind: string) {
  const { body } = await server.call('GET', `/tasks?taskType=${kind}`, { as: 'ada' })
  const path = `/tasks/${body.data[0].id}/cancel`
  expect((await server.call('POST', path, { as: 'ada' })).status).toBeLessThan(300)
}

test('only administrators import, with one source each, and not too many', async () => {
  const { server } = await start()
  const path = write()
  for (const as of ['ann', 'max']) {
    expect((await call(server, 'GET', '', undefined, as)).status).toBe(403)
    expect((await call(server, 'POST', '', { path }, as)).status).toBe(403)
  }
  for (const body of [{}, { path: 'database.sqlite' }, { path, kind: 'nothing' }]) {
    expect((await call(server, 'POST', '', body)).status).toBe(400)
  }
  for (let made = 0; made < 5; made++) await preview(server, { path })
  expect((await call(server, 'POST', '', { path })).status).toBe(409)
})

test('an import that someone cancels has failed, and can be undone', async () => {
  const { server } = await start()
  const { id } = await preview(server)
  await server.engine.stop()
  await call(server, 'POST', `/${id}/apply`)
  await cancelTask(server, 'apply_import')
  const { body } = await call(server, 'GET', `/${id}`)
  expect(body).toMatchObject({
    state: 'failed',
    canUndo: true,
    error: { code: 'imports.interrupted' },
  })
})

test('a server is recognized after its first account was deleted', async () => {
  const { server } = await start()
  const importFrom = async (path: string) => {
    const { id } = await preview(server, { path })
    await call(server, 'POST', `/${id}/apply`)
    expect(await settle(server, id)).toMatchObject({ state: 'done' })
    return (await findImport(server.ctx.db, id))!.instance
  }
  const first = await importFrom(write())
  const repeated = write({
    ...komga,
    change: (db) => db.run(`delete from USER where ID = 'U-kim@example.org'`),
  })
  expect(await importFrom(repeated)).toBe(first)
})
