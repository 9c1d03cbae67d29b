/** A maintainer with access to only one library learns nothing about the others. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let own: SeededLibrary
let secret: SeededLibrary
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quire-hidden-')))
const paths = {
  own: join(folder, 'shelves', 'own'),
  secret: join(folder, 'shelves', 'secret'),
  alias: join(folder, 'alias'),
  free: join(folder, 'free'),
}

beforeAll(async () => {
  for (const path of [paths.own, paths.free, join(paths.secret, 'Forbidden Series')]) {
    mkdirSync(path, { recursive: true })
  }
  writeFileSync(join(paths.secret, 'Forbidden Series', 'Forbidden 1.cbz'), 'book')
  symlinkSync(paths.secret, paths.alias)
  server = await startTestServer()
  own = await seedLibrary(server, { name: 'Own shelf', path: paths.own })
  secret = await seedLibrary(server, { name: 'Secret shelf', path: paths.secret })
  await seedSeries(server, own, { title: 'Anvil' })
  await seedSeries(server, secret, { title: 'Bellows' })
  await server.addUser('mia', 'maintainer', ['metrics:read'])
  const body = { libraryIds: [own.id] }
  const path = `/users/${server.getUserId('mia')}/libraries`
  expect((await server.call('PUT', path, { as: 'ada', body })).status).toBe(200)
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** Removes members that differ in every response, and the path that was sent. */
function anonymize(body: { requestId?: string }, path: string): string {
  const { requestId: _, ...rest } = body
  return JSON.stringify(rest).replaceAll(path, '')
}

const attacks: [string, (path: string) => Promise<{ status: number; body: object }>][] = [
  [
    'POST /libraries',
    (path) => server.call('POST', '/libraries', { as: 'mia', body: { name: 'New', path } }),
  ],
  [
    'PATCH /libraries/{own}',
    (path) => server.call('PATCH', `/libraries/${own.id}`, { as: 'mia', body: { path } }),
  ],
  [
    '/filesystem/preview',
    (path) => server.call('GET', `/filesystem/preview?${query({ path })}`, { as: 'mia' }),
  ],
  [
    '/filesystem/preview of the library itself',
    (path) =>
      server.call('GET', `/filesystem/preview?${query({ path, libraryId: secret.id })}`, {
        as: 'mia',
      }),
  ],
  [
    '/filesystem/browse',
    (path) => server.call('GET', `/filesystem/browse?${query({ path })}`, { as: 'mia' }),
  ],
]

const hiddenPaths = [
  paths.secret,
  join(paths.secret, 'Forbidden Series'),
  join(paths.secret, 'No Such Series'),
  paths.alias,
  join(paths.alias, 'Forbidden Series'),
  join(paths.alias, 'No Such Series'),
]

describe.each(attacks)('D2: %s', (_, attack) => {
  test('returns the same error for folders of hidden libraries as for system folders', async () => {
    const forbidden = await attack('/proc')
    expect(forbidden.status).toBe(400)
    for (const path of hiddenPaths) {
      const answer = await attack(path)
      expect(answer.status).toBe(400)
      expect(anonymize(answer.body, path)).toBe(anonymize(forbidden.body, '/proc'))
    }
  })
})

test('D2: the folder browser leaves hidden libraries out', async () => {
  const browse = async (path: string, as: string) => {
    const { body } = await server.call('GET', `/filesystem/browse?${query({ path })}`, { as })
    return body.entries.map(({ name }: { name: string }) => name)
  }
  expect(await browse(join(folder, 'shelves'), 'mia')).toEqual(['own'])
  expect(await browse(folder, 'mia')).toEqual(['free', 'shelves'])
  expect(await browse(join(folder, 'shelves'), 'ada')).toEqual(['own', 'secret'])
})

test('D2: a folder above a hidden library is refused without its name', async () => {
  const body = { name: 'New', path: join(folder, 'shelves') }
  const answer = await server.call('POST', '/libraries', { as: 'mia', body })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).not.toContain('Secret')
})

test('D2: administrators see which library uses a folder', async () => {
  const body = { name: 'New', path: paths.secret }
  const answer = await server.call('POST', '/libraries', { as: 'ada', body })
  expect(answer.status).toBe(409)
  expect(answer.body.message).toContain('Secret shelf')
})

test('D2: the name of a hidden library is available, so trying names does not reveal it', async () => {
  const rename = (name: string) =>
    server.call('PATCH', `/libraries/${own.id}`, { as: 'mia', body: { name } })
  expect((await rename('secret SHELF')).status).toBe(200)
  expect((await rename('Own shelf')).status).toBe(200)
  const body = { name: 'Secret shelf', path: paths.free }
  const created = await server.call('POST', '/libraries', { as: 'mia', body })
  expect(created.status).toBe(201)
  expect((await rename('Secret shelf')).status).toBe(409)
  // An administrator sees both, and can change other settings of each.
  const settings = { body: { isActive: false }, as: 'ada' }
  const path = `/libraries/${created.body.id}`
  expect((await server.call('PATCH', path, settings)).status).toBe(200)
  await server.ctx.write((tx) => tx.delete(libraries).where(eq(libraries.id, created.body.id)))
})

test('D2: metrics neither name nor count hidden libraries', async () => {
  const { body } = await server.call('GET', '/metrics', { as: 'mia' })
  expect(body.inventory).toMatchObject({ libraryCount: 1, seriesCount: 1 })
  expect(body.inventory.libraries.map(({ name }: { name: string }) => name)).toEqual(['Own shelf'])
  const headers = { accept: 'text/plain' }
  const text = await server.call('GET', '/metrics', { as: 'mia', headers })
  expect(text.body).not.toContain('Secret')
  expect((await server.call('GET', '/metrics', { as: 'ada' })).body.inventory.libraryCount).toBe(2)
  const inventory = await server.call('GET', '/metrics/inventory', { as: 'mia' })
  expect(inventory.body).toMatchObject({ libraryCount: 1, seriesCount: 1, bookCount: 0 })
  expect(inventory.body.databaseSize).toBeGreaterThan(0)
  expect(JSON.stringify(inventory.body)).not.toContain('Secret')
})

test('D2: the folder of a hidden library in the trash stays hidden', async () => {
  const trashed = { as: 'ada' }
  expect((await server.call('DELETE', `/libraries/${secret.id}`, trashed)).status).toBe(204)
  const body = { name: 'Mine now', path: paths.secret }
  expect((await server.call('POST', '/libraries', { as: 'mia', body })).status).toBe(400)
})
