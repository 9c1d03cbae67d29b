/** Actions, keys and screens of administrators in the Komga API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Permission } from '../../../src/accounts/permissions/model'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { givePasswords, password, signIn } from '../../accounts/sign-in'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let library: { id: string }
let series: SeededSeries
let book: { id: string }

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const seeded = await seedLibrary(server, { path: makeFolder() })
  library = seeded
  series = await seedSeries(server, seeded)
  book = await seedBook(server, series)
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
})

const send = async (method: string, path: string, as: string, body?: unknown) =>
  (await komga(method, path, { as, ...(body !== undefined && { body }) })).status
const countTasks = async () =>
  (await server.call('GET', '/tasks?status=pending', { as: 'ada' })).body.data.length

describe('libraries', () => {
  test('are added, changed and trashed', async () => {
    const root = makeFolder()
    const body = {
      type: 'KomgaLibraryCreateRequest',
      name: 'New Comics',
      root,
      scanInterval: 'EVERY_6H',
      scanOnStartup: true,
      scanDirectoryExclusions: ['#recycle', '@eaDir'],
      hashPages: true,
    }
    const { body: made } = await komga('POST', '/api/v1/libraries', { as: 'ada', body })
    expect(made).toMatchObject({
      name: 'New Comics',
      root,
      scanInterval: 'EVERY_6H',
      scanOnStartup: true,
      scanDirectoryExclusions: ['#recycle', '@eaDir'],
    })
    const path = `/api/v1/libraries/${made.id}`
    const patch = { name: 'Old Comics', root, scanInterval: 'DISABLED' }
    expect(await send('PATCH', path, 'ada', patch)).toBe(204)
    expect((await komga('GET', path, { as: 'ada' })).body).toMatchObject({
      name: 'Old Comics',
      root,
      scanInterval: 'DISABLED',
      scanOnStartup: true,
    })
    expect(await send('PUT', path, 'ada', { name: 'Comics' })).toBe(204)
    expect(await send('DELETE', path, 'ada')).toBe(204)
    expect(await send('GET', path, 'ada')).toBe(404)
    const trashed = await server.call('GET', '/libraries?trashed=true', { as: 'ada' })
    expect(trashed.body).toContainEqual(expect.objectContaining({ id: made.id }))
  })

  test('are scanned and read again; a second scan joins the first', async () => {
    const path = `/api/v1/libraries/${library.id}`
    const actions = ['scan', 'scan?deep=true', 'analyze', 'metadata/refresh']
    for (const action of actions) expect(await send('POST', `${path}/${action}`, 'max')).toBe(202)
    const { body } = await server.call('GET', `/libraries/${library.id}/scans`, { as: 'ada' })
    expect(body.data.length).toBeGreaterThan(0)
  })

  test('get all their thumbnails again', async () => {
    const path = '/api/v1/books/thumbnails?for_bigger_result_only=true'
    expect(await send('PUT', path, 'ann')).toBe(403)
    const before = await countTasks()
    expect(await send('PUT', path, 'max')).toBe(202)
    expect(await countTasks()).toBeGreaterThan(before)
  })

  test('are not scanned while they are disabled', async () => {
    const path = `/libraries/${library.id}`
    await server.call('PATCH', path, { as: 'ada', body: { isActive: false } })
    expect(await send('POST', `/api/v1${path}/scan`, 'ada')).toBe(409)
  })

  test('are not changed by readers, nor with nonsense', async () => {
    const path = `/api/v1/libraries/${library.id}`
    for (const action of ['scan', 'analyze', 'metadata/refresh']) {
      expect(await send('POST', `${path}/${action}`, 'ann')).toBe(403)
    }
    expect(await send('DELETE', path, 'ann')).toBe(403)
    expect(await send('PATCH', path, 'ann', { name: 'Mine' })).toBe(403)
    for (const body of [{ name: 7 }, { scanInterval: 'OFTEN' }, [], 'null', { root: 'relative' }]) {
      expect([body, await send('PATCH', path, 'ada', body)]).toEqual([body, 400])
    }
    expect(await send('POST', '/api/v1/libraries', 'ada', { name: 'No root' })).toBe(400)
    expect(await send('POST', `/api/v1/libraries/${Bun.randomUUIDv7()}/scan`, 'ada')).toBe(404)
  })
})

describe('series and books', () => {
  test('are read again', async () => {
    for (const action of ['analyze', 'metadata/refresh']) {
      expect(await send('POST', `/api/v1/series/${series.id}/${action}`, 'max')).toBe(202)
      expect(await send('POST', `/api/v1/books/${book.id}/${action}`, 'max')).toBe(202)
      expect(await send('POST', `/api/v1/books/${book.id}/${action}`, 'ann')).toBe(403)
    }
  })

  test('are moved to the trash, and files stay', async () => {
    expect(await send('DELETE', `/api/v1/books/${book.id}/file`, 'ann')).toBe(403)
    expect(await send('DELETE', `/api/v1/books/${book.id}/file`, 'ada')).toBe(202)
    expect(await send('GET', `/api/v1/books/${book.id}`, 'ada')).toBe(404)
    const other = await seedSeries(server, { ...series, id: library.id, path: '/library' })
    await seedBook(server, other)
    expect(await send('DELETE', `/api/v1/series/${other.id}/file`, 'ada')).toBe(202)
    expect(await send('GET', `/api/v1/series/${other.id}`, 'ada')).toBe(404)
    const { body } = await server.call('GET', '/trash/series', { as: 'ada' })
    expect(body.data).toContainEqual(expect.objectContaining({ id: other.id }))
    expect(await send('DELETE', `/api/v1/books/${Bun.randomUUIDv7()}/file`, 'ada')).toBe(404)
  })
})

describe('API keys', () => {
  const path = '/api/v2/users/me/api-keys'
  const create = (headers: Record<string, string>, body: unknown = { comment: 'Tablet' }) =>
    komga('POST', path, { as: '', headers, body })

  test('are made with the password, with the rights of the user', async () => {
    await givePasswords(server, 'ann')
    const authorization = `Basic ${btoa(`ann:${password}`)}`
    const first = await create({ authorization })
    expect(first.body).toMatchObject({ comment: 'Tablet', userId: server.getUserId('ann') })
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    const { key } = first.body
    const me = await komga('GET', '/api/v2/users/me', { as: '', headers: { 'x-api-key': key } })
    expect(me.body.roles).not.toContain('ADMIN')
    const { body: listed } = await komga('GET', path, { as: '', headers: { cookie } })
    expect(listed).toHaveLength(1)
    expect(JSON.stringify(listed)).not.toContain(key)
    const one = `${path}/${first.body.id}`
    expect((await komga('DELETE', one, { as: '', headers: { cookie } })).status).toBe(204)
    expect((await komga('GET', path, { as: '', headers: { 'x-api-key': key } })).status).toBe(401)
  })

  test('are not made with a key, by strangers, from foreign pages or without a comment', async () => {
    await givePasswords(server, 'max')
    const authorization = `Basic ${btoa(`max:${password}`)}`
    const first = await create({ authorization })
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    expect((await create({ 'x-api-key': first.body.key })).status).toBe(403)
    expect((await create({})).status).toBe(401)
    expect((await create({ cookie, origin: 'https://evil.example' })).status).toBe(403)
    for (const body of [{}, { comment: '' }, { comment: 5 }, [], '{']) {
      expect((await create({ authorization }, body)).status).toBe(400)
    }
    const foreign = `${path}/${Bun.randomUUIDv7()}`
    expect((await komga('DELETE', foreign, { as: '', headers: { cookie } })).status).toBe(404)
  })
})

test('P4: the OPDS feeds of Komga lead to the feeds of Quire', async () => {
  for (const [from, to] of [
    ['/komga/opds/v1.2/catalog', '/opds'],
    ['/komga/opds/v2/catalog', '/opds/v2'],
    ['/komga/opds/v1.2', '/opds'],
  ] as const) {
    const answer = await server.fetch(from, { as: 'ann' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, to])
    expect((await server.fetch(to, { as: 'ann' })).status).toBe(200)
  }
})

describe('screens of administrators', () => {
  test.each([
    '/api/v1/settings',
    '/api/v1/history',
    '/api/v1/page-hashes',
    '/api/v1/page-hashes/unknown',
    '/api/v1/announcements',
    '/api/v1/releases',
    '/api/v1/fonts/families',
    '/api/v1/claim',
    '/api/v1/oauth2/providers',
    '/api/v1/books/duplicates',
    '/api/v2/users/authentication-activity',
    '/api/v2/users/me/authentication-activity',
    '/actuator/info',
  ])('%s has a valid answer', async (path) => {
    expect((await komga('GET', path, { as: 'ada' })).status).toBe(200)
  })

  test('P15: sign-ins are listed, to administrators and to their users', async () => {
    await givePasswords(server, 'ann')
    await signIn(server, 'ann')
    const ann = server.getUserId('ann')
    const { body: all } = await komga('GET', '/api/v2/users/authentication-activity', { as: 'ada' })
    expect(all.content[0]).toMatchObject({ userId: ann, success: true, source: 'password' })
    const { body: own } = await komga('GET', '/api/v2/users/me/authentication-activity', {
      as: 'ann',
    })
    expect(own.content.map(({ userId }: { userId: string }) => userId)).toEqual([ann])
    const latest = `/api/v2/users/${ann}/authentication-activity/latest`
    const { status, body } = await komga('GET', latest, { as: 'ada' })
    expect([status, body.userId, body.success]).toEqual([200, ann, true])
    expect((await komga('GET', latest, { as: 'ann' })).body).toEqual(body)
    expect((await komga('GET', latest, { as: 'max' })).status).toBe(403)
    const everybody = '/api/v2/users/authentication-activity'
    expect((await komga('GET', everybody, { as: 'ann' })).status).toBe(403)
    const none = `/api/v2/users/${Bun.randomUUIDv7()}/authentication-activity/latest`
    expect((await komga('GET', none, { as: 'ada' })).status).toBe(404)
  })

  test.each<[Permission[], number]>([
    [['account:read'], 200],
    [['series:read', 'books:read', 'progress:read', 'libraries:read'], 403],
  ])(
    'P15: a key with %j reads the sign-ins of its own account: %i',
    async (permissions, status) => {
      await givePasswords(server, 'ann')
      await signIn(server, 'ann')
      const created = await server.call('POST', '/api-keys', {
        as: 'ann',
        body: { name: 'app', permissions },
      })
      const readKey = async (id: string) =>
        (await server.call('GET', `/api-keys/${id}`, { as: 'ann' })).body
      const headers = { 'x-api-key': created.body.key }
      const find = async (path: string) => (await komga('GET', path, { as: '', headers })).status
      const latest = `/api/v2/users/${server.getUserId('ann')}/authentication-activity/latest`
      expect(await find(latest)).toBe(status)
      // Uses are stored after the answer.
      await waitUntil(async () => (await readKey(created.body.id)).lastUsedAt)
      expect(await find(`${latest}?apikey_id=${created.body.id}`)).toBe(status)
      expect(await find('/api/v2/users/me/authentication-activity')).toBe(status)
      const others = `/api/v2/users/${server.getUserId('ada')}/authentication-activity/latest`
      expect(await find(others)).toBe(403)
    },
  )

  test('lists users with their roles and libraries', async () => {
    const ann = server.getUserId('ann')
    const body = { libraryIds: [library.id] }
    await server.call('PUT', `/users/${ann}/libraries`, { as: 'ada', body })
    const { body: users } = await komga('GET', '/api/v2/users', { as: 'ada' })
    await server.call('PUT', `/users/${ann}/libraries`, { as: 'ada', body: { libraryIds: null } })
    const find = (id: string) => users.find((user: { id: string }) => user.id === id)
    expect(find(ann)).toMatchObject({
      sharedAllLibraries: false,
      sharedLibrariesIds: [library.id],
      ageRestriction: null,
    })
    expect(find(ann).roles).not.toContain('ADMIN')
    expect(find(server.getUserId('ada')).roles).toContain('ADMIN')
    expect(await send('GET', '/api/v2/users', 'ann')).toBe(403)
  })

  test('shows folders to those who manage libraries', async () => {
    const folder = makeFolder()
    writeTree(folder, { 'Comics/a.txt': 'a' })
    const body = { path: folder, showFiles: true }
    const { body: found } = await komga('POST', '/api/v1/filesystem', { as: 'ada', body })
    expect(found.directories).toEqual([
      { type: 'directory', name: 'Comics', path: `${folder}/Comics` },
    ])
    expect(await send('POST', '/api/v1/filesystem', 'ann', body)).toBe(403)
    for (const path of ['/proc', 'relative', server.ctx.config.data_dir]) {
      expect(await send('POST', '/api/v1/filesystem', 'ada', { path })).toBe(400)
    }
  })

  test('cancels pending tasks', async () => {
    await send('POST', `/api/v1/libraries/${library.id}/scan`, 'ada')
    expect(await send('DELETE', '/api/v1/tasks', 'ann')).toBe(403)
    const { body } = await komga('DELETE', '/api/v1/tasks', { as: 'ada' })
    expect(body).toBeGreaterThan(0)
    expect(await countTasks()).toBe(0)
  })

  test.each([
    ['POST', '/api/v1/books/import'],
    ['POST', '/api/v1/readlists/match/comicrack'],
    ['POST', `/api/v1/libraries/${Bun.randomUUIDv7()}/empty-trash`],
    ['POST', '/actuator/shutdown'],
  ])('%s %s answers that Quire has nothing like it', async (method, path) => {
    const { status, body } = await komga(method, path, { as: 'ada', body: {} })
    expect(status).toBe(501)
    expect(body).toMatchObject({ status: 501, error: 'not_implemented', path: `/komga${path}` })
    expect(await send(method, path, '')).toBe(401)
  })
})
