/** Imports of reading apps into one's own account, by HTTP. */
import { afterEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { books } from '../../../../src/catalog/books/schema'
import { runConfirmedImport } from '../../../../src/ingest/importing/managed/run-imports'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { findImport } from '../../../../src/ingest/importing/merge/queries'
import { refreshSeriesAndProgress } from '../../../../src/reading/progress/refresh-series-and-progress'
import { bookCompletions } from '../../../../src/reading/progress/schema'
import { makeZip } from '../../../support/make/zip'
import { seedBook, seedLibrary, seedSeries } from '../../../support/seed'
import type { TestServer } from '../../../support/server'
import { dumpTables } from '../dump-tables'
import { buildSidecar, hashOf } from './koreader-files'
import { buildMihonBackup, type WrittenBackup } from './mihon-backup'
import { startImportServer } from './own-import'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** ann sees only the first library. */
async function start() {
  const server = await startImportServer()
  servers.push(server)
  const open = await seedLibrary(server, { path: '/srv/media' })
  const hidden = await seedLibrary(server, { path: '/srv/secret' })
  const ashfall = await seedSeries(server, open, { title: 'Ashfall' })
  const twins = [await seedSeries(server, open, { title: 'Twins' })]
  twins.push(await seedSeries(server, open, { title: 'Twins' }))
  const secret = await seedSeries(server, hidden, { title: 'Secret' })
  const add = async (
    series: typeof ashfall,
    values: { volume?: number; chapter?: number; relativePath?: string },
  ) => (await seedBook(server, series, { title: 'Book', ...values })).id
  const ids = {
    open: open.id,
    hidden: hidden.id,
    chapter1: await add(ashfall, { chapter: 1, relativePath: 'Ashfall/Ashfall c001.cbz' }),
    chapter2: await add(ashfall, { chapter: 2 }),
    volume3: await add(ashfall, { volume: 3 }),
    secret: await add(secret, { chapter: 1 }),
  }
  for (const twin of twins) await add(twin, { chapter: 1 })
  const all = [ashfall, ...twins, secret].map(({ id }) => id)
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, all))
  await limit(server, [open.id])
  return { server, ...ids }
}

const limit = (server: TestServer, libraryIds: string[] | null) =>
  server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
    as: 'ada',
    body: { libraryIds },
  })

const at = '2024-03-01T20:15:00.000Z'
const backup: WrittenBackup = {
  mangas: [
    {
      title: 'Ashfall',
      categories: [1],
      notes: 'Again in spring',
      chapters: [
        { url: '/a/1', number: 1, read: true, readAt: at },
        { url: '/a/2', number: 2, lastPageRead: 4, modifiedAt: at, bookmark: true },
        // A volume is no chapter of an online source.
        { url: '/a/3', number: 3, read: true, readAt: at },
      ],
    },
    {
      title: 'Secret',
      categories: [1, 2],
      chapters: [{ url: '/s/1', number: 1, read: true, readAt: at }],
    },
    { title: 'Twins', chapters: [{ url: '/t/1', number: 1, read: true, readAt: at }] },
  ],
  categories: [
    { name: 'Finished', order: 1 },
    { name: 'Hidden', order: 2 },
  ],
}

const call = (server: TestServer, method: string, path = '', as = 'ann') =>
  server.call(method, `/user/imports${path}`, { as })

async function send(server: TestServer, bytes: Uint8Array, as = 'ann') {
  const form = new FormData()
  form.append('file', new File([bytes], 'app.mihon_2024-03-03.tachibk'))
  const response = await server.fetch('/api/v1/user/imports', { method: 'POST', as, body: form })
  return { status: response.status, body: (await response.json()) as { id: string } }
}

async function settle(server: TestServer, id: string, as = 'ann') {
  await server.engine.idle()
  const { status, body } = await call(server, 'GET', `/${id}`, as)
  expect(status).toBe(200)
  return body
}

async function preview(server: TestServer, data: WrittenBackup = backup, as = 'ann') {
  const started = await send(server, gzipSync(buildMihonBackup(data)), as)
  expect(started.status).toBe(201)
  return settle(server, started.body.id, as)
}

async function importAll(server: TestServer, data: WrittenBackup = backup) {
  const { id } = await preview(server, data)
  expect((await call(server, 'POST', `/${id}/apply`)).status).toBe(202)
  return settle(server, id)
}

const filesOf = ({ ctx }: TestServer, id: string) => join(ctx.config.data_dir, 'imports', id)

test('a preview is confirmed, a repeat changes nothing, and an undo removes all', async () => {
  const { server, chapter1, chapter2, volume3 } = await start()
  const before = await dumpTables(server)
  const ready = await preview(server)
  expect(ready).toMatchObject({
    state: 'ready',
    kind: 'mihon',
    path: null,
    preview: {
      folders: [],
      books: {
        total: 5,
        found: { number: 2 },
        waiting: 2,
        ambiguous: 1,
        missing: ['Ashfall 3', 'Secret 1'],
        unclear: ['Twins 1'],
      },
      people: [
        {
          account: 'ann',
          isNew: false,
          completed: { new: 1, waiting: 2, ambiguous: 1 },
          positions: { new: 1 },
          ratings: { new: 1 },
          bookmarks: { new: 1 },
        },
      ],
      lists: [
        { name: 'Finished', outcome: 'new', found: 1, total: 2 },
        { name: 'Hidden', outcome: 'not_possible', found: 0, total: 1 },
      ],
    },
  })
  expect(await dumpTables(server)).toEqual(before)

  expect((await call(server, 'POST', `/${ready.id}/apply`)).status).toBe(202)
  const done = await settle(server, ready.id)
  expect(done).toMatchObject({ state: 'done', canUndo: true, preview: ready.preview })
  expect(existsSync(filesOf(server, ready.id))).toBe(false)
  const progressOf = async (id: string) =>
    (await server.call('GET', `/books/${id}/progress`, { as: 'ann' })).body
  expect(await progressOf(chapter1)).toMatchObject({ completed: true, completedAt: at })
  expect(await progressOf(chapter2)).toMatchObject({ completed: false, currentPage: 5 })
  expect(await progressOf(volume3)).toBe('')
  const collections = await server.call('GET', '/collections', { as: 'ann' })
  expect(collections.body.data).toMatchObject([{ name: 'Finished', sharing: 'private' }])
  expect((await server.call('GET', '/collections', { as: 'max' })).body.data).toEqual([])

  const after = await dumpTables(server)
  const again = await importAll(server)
  expect(again.preview.people).toMatchObject([
    { completed: { same: 4 }, positions: { same: 1 }, bookmarks: { same: 1 } },
  ])
  expect(await dumpTables(server)).toEqual(after)
  expect((await call(server, 'POST', `/${again.id}/undo`)).status).toBe(202)
  await settle(server, again.id)

  expect((await call(server, 'POST', `/${ready.id}/undo`)).status).toBe(202)
  expect(await settle(server, ready.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await dumpTables(server)).toEqual(before)
  const listed = await call(server, 'GET')
  expect(listed.body).toMatchObject([{ id: again.id }, { id: ready.id, state: 'undone' }])
})

test('what waits joins only books that its owner can see', async () => {
  const { server, hidden, open, secret } = await start()
  const { id } = await importAll(server)
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
  await limit(server, [open, hidden])
  expect(await joinWaitingFacts(server.ctx)).toBe(1)
  const progress = await server.call('GET', `/books/${secret}/progress`, { as: 'ann' })
  expect(progress.body).toMatchObject({ completed: true })
  expect((await call(server, 'POST', `/${id}/undo`)).status).toBe(202)
  expect(await settle(server, id)).toMatchObject({ state: 'undone', kept: 0 })
})

test('nothing hidden is matched, named or told apart from what is not here', async () => {
  const { server, secret } = await start()
  const guess: WrittenBackup = {
    mangas: [
      {
        title: 'x',
        url: `http://here/komga/api/v1/series/${secret}`,
        chapters: [
          { url: `http://here/komga/api/v1/books/${secret}`, number: 8, read: true, readAt: at },
          {
            url: `http://here/komga/api/v1/books/${Bun.randomUUIDv7()}`,
            number: 9,
            read: true,
            readAt: at,
          },
        ],
      },
    ],
  }
  const { preview: shown } = await preview(server, guess)
  expect(shown.books).toMatchObject({ found: {}, waiting: 2, missing: ['x 8', 'x 9'] })
  expect(JSON.stringify(shown)).not.toContain('/srv')
})

test('books that the app read from here are found by their ID', async () => {
  const { server, volume3, chapter1 } = await start()
  const { body: served } = await server.call('GET', `/books/${chapter1}`, { as: 'ann' })
  const here: WrittenBackup = {
    mangas: [
      {
        title: 'Another title',
        url: `http://here/komga/api/v1/series/${served.seriesId}`,
        categories: [1],
        chapters: [
          {
            url: `http://here/komga/api/v1/books/${volume3}`,
            number: 9,
            lastPageRead: 1,
            readAt: at,
          },
        ],
      },
      {
        source: 0,
        title: 'Local',
        chapters: [{ url: 'Ashfall/Ashfall c001.cbz', read: true, readAt: at }],
      },
    ],
    categories: [{ name: 'Finished', order: 1 }],
  }
  const { preview: shown } = await preview(server, here)
  expect(shown).toMatchObject({
    books: { total: 2, found: { id: 1, name: 1 } },
    lists: [{ name: 'Finished', found: 1 }],
  })
})

test('a chapter that was marked as read without a date adds no second completion', async () => {
  const { server, chapter1 } = await start()
  const chapter = { url: '/a/1', number: 1, read: true }
  const mark = (modifiedAt: string) =>
    importAll(server, { mangas: [{ title: 'Ashfall', chapters: [{ ...chapter, modifiedAt }] }] })
  await mark(at)
  const again = await mark('2024-06-01T00:00:00Z')
  expect(again.preview.people).toMatchObject([{ completed: { same: 1 } }])
  const { body } = await server.call('GET', `/books/${chapter1}/progress`, { as: 'ann' })
  expect(body).toMatchObject({ completed: true, completedAt: at })
  expect(await server.ctx.db.$count(bookCompletions)).toBe(1)
})

test('a page of another file is never the end of the book here', async () => {
  const { server, chapter2 } = await start()
  const chapters = [{ url: '/a/2', number: 2, lastPageRead: 60, readAt: at }]
  await importAll(server, { mangas: [{ title: 'Ashfall', chapters }] })
  const { body } = await server.call('GET', `/books/${chapter2}/progress`, { as: 'ann' })
  expect(body).toMatchObject({ completed: false, currentPage: 18 })
})

test('files of KOReader are imported, found by hash, and undone', async () => {
  const { server, chapter1, chapter2, secret } = await start()
  const setHash = (id: string, sign: string) =>
    server.ctx.write((tx) =>
      tx
        .update(books)
        .set({ partialMd5: hashOf(sign) })
        .where(eq(books.id, id)),
    )
  await setHash(chapter2, 'a')
  await setHash(secret, 'b')
  const before = await dumpTables(server)
  const day = { modified: '2024-04-01', pages: 20 }
  const sidecars = {
    'x/Other name.sdr': { ...day, hash: hashOf('a'), status: 'reading', fraction: 0.25, page: 5 },
    'x/Hidden.sdr': { ...day, hash: hashOf('b'), status: 'complete' },
    'Ashfall/Ashfall c001.sdr': { ...day, status: 'complete', rating: 4 },
  }
  const bytes = makeZip(
    Object.entries(sidecars).map(([name, sidecar]) => ({
      name: `${name}/metadata.cbz.lua`,
      data: buildSidecar(sidecar),
    })),
  )
  const { body } = await send(server, bytes)
  const ready = await settle(server, body.id)
  expect(ready).toMatchObject({
    state: 'ready',
    kind: 'koreader',
    preview: {
      books: { total: 3, found: { hash: 1, name: 1 }, waiting: 1, missing: ['x/Hidden.cbz'] },
      people: [{ completed: { new: 1, waiting: 1 }, positions: { new: 1 }, ratings: { new: 1 } }],
    },
  })
  await call(server, 'POST', `/${body.id}/apply`)
  expect((await settle(server, body.id)).state).toBe('done')
  const progress = await server.call('GET', `/books/${chapter2}/progress`, { as: 'ann' })
  expect(progress.body).toMatchObject({ completed: false, currentPage: 5 })
  const rating = await server.call('GET', `/books/${chapter1}/user-data`, { as: 'ann' })
  expect(rating.body).toMatchObject({ rating: 80 })
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
  await call(server, 'POST', `/${body.id}/undo`)
  expect(await settle(server, body.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await dumpTables(server)).toEqual(before)
})

test('an import belongs to one person', async () => {
  const { server } = await start()
  const { id } = await preview(server)
  for (const as of ['max', 'ada']) {
    expect((await call(server, 'GET', `/${id}`, as)).status).toBe(404)
    expect((await call(server, 'DELETE', `/${id}`, as)).status).toBe(404)
    for (const step of ['apply', 'undo']) {
      expect((await call(server, 'POST', `/${id}/${step}`, as)).status).toBe(404)
    }
    expect((await call(server, 'GET', '', as)).body).toEqual([])
  }
  const asAdmin = (method: string, path = '') =>
    server.call(method, `/imports${path}`, { as: 'ada', ...(method === 'PUT' && { body: {} }) })
  expect((await asAdmin('GET')).body).toEqual([])
  expect((await asAdmin('GET', `/${id}`)).status).toBe(404)
  expect((await asAdmin('PUT', `/${id}/mapping`)).status).toBe(404)
  expect((await asAdmin('POST', `/${id}/apply`)).status).toBe(404)
  expect((await asAdmin('POST', `/${id}/undo`)).status).toBe(404)
  expect((await asAdmin('DELETE', `/${id}`)).status).toBe(404)
  expect((await call(server, 'GET', `/${id}`)).body.state).toBe('ready')
})

test('one import waits for a decision at a time, and can be discarded', async () => {
  const { server } = await start()
  const { id } = await preview(server)
  const second = await send(server, buildMihonBackup(backup))
  expect(second).toMatchObject({ status: 409, body: { code: 'imports.own_unfinished' } })
  expect((await preview(server, backup, 'max')).state).toBe('ready')
  expect((await call(server, 'POST', `/${id}/undo`)).status).toBe(409)
  expect((await call(server, 'DELETE', `/${id}`)).status).toBe(204)
  expect(existsSync(filesOf(server, id))).toBe(false)
  expect((await preview(server)).state).toBe('ready')
})

test('what is no backup says so, and blocks nothing', async () => {
  const { server } = await start()
  const before = await dumpTables(server)
  const { body } = await send(server, Buffer.from('something else'))
  expect(await settle(server, body.id)).toMatchObject({
    state: 'failed',
    kind: null,
    canUndo: false,
    error: { code: 'imports.no_app_file' },
  })
  expect((await call(server, 'POST', `/${body.id}/apply`)).status).toBe(409)
  expect((await preview(server)).state).toBe('ready')
  expect((await call(server, 'DELETE', `/${body.id}`)).status).toBe(204)
  const empty = await server.fetch('/api/v1/user/imports', {
    method: 'POST',
    as: 'ann',
    body: new FormData(),
  })
  expect(empty.status).toBe(400)
  expect(await dumpTables(server)).toEqual(before)
})

test('an account that was deactivated meanwhile imports nothing', async () => {
  const { server } = await start()
  const { id } = await preview(server)
  await server.engine.stop()
  await call(server, 'POST', `/${id}/apply`)
  const user = `/users/${server.getUserId('ann')}`
  const changed = await server.call('PATCH', user, { as: 'ada', body: { isActive: false } })
  expect(changed.status).toBe(200)
  const before = await dumpTables(server)
  const effect = await runConfirmedImport(server.ctx, id, new AbortController().signal)
  await server.ctx.write((tx) => effect!(tx))
  expect(await findImport(server.ctx.db, id)).toMatchObject({
    state: 'failed',
    report: { error: { code: 'imports.account_gone' } },
  })
  expect(await dumpTables(server)).toEqual(before)
  expect((await server.call('DELETE', user, { as: 'ada' })).status).toBeLessThan(300)
  expect(await findImport(server.ctx.db, id)).toBeUndefined()
})
