/** Built-in providers in the plugin operations of the API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findBuiltInByName } from '../../../src/ingest/providers/providers'
import { seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { type ProviderServers, startProviderServers } from '../providers/servers/all'

let servers: ProviderServers
let server: TestServer
beforeAll(async () => {
  servers = startProviderServers()
  server = await startTestServer(servers.settings)
})
afterAll(async () => {
  await server.close()
  servers.stop()
})

const get = (path: string, as = 'max') => server.call('GET', `/plugins/${path}`, { as })
const listNames = async (query: string) =>
  (await get(`actions?${query}`)).body.actions.map(
    ({ pluginName }: { pluginName: string }) => pluginName,
  )

test('a library offers the providers that it uses, in places where series are matched', async () => {
  const { id } = await seedLibrary(server, { type: 'comic' })
  expect(await listNames('scope=series:detail')).toContain('comicvine')
  expect(await listNames('scope=elsewhere')).toEqual([])
  const { body } = await server.call('GET', `/libraries/${id}/providers`, { as: 'max' })
  const used = body.providers.filter(({ isUsed }: { isUsed: boolean }) => isUsed)
  expect(await listNames(`scope=series:detail&libraryId=${id}`)).toEqual(
    used.map(({ name }: { name: string }) => name),
  )
  expect((await get(`actions?scope=a&libraryId=${Bun.randomUUIDv7()}`)).status).toBe(404)
})

test('books have the providers that know books', async () => {
  const names = await listNames('scope=book')
  expect(names).toContain('openlibrary')
  expect(names).not.toContain('anilist')
  expect(await listNames('scope=book:detail')).toEqual(names)
})

test('links lead to works that the provider recognizes', async () => {
  const { body } = await get('web-links', 'ann')
  expect(body.providers).toContainEqual({
    pluginName: 'anilist',
    displayName: 'AniList',
    searchUrlTemplate: 'https://anilist.co/search/manga?search={title}',
    seriesLinks: [{ source: 'plugin:anilist', urlTemplate: 'https://anilist.co/manga/{id}' }],
  })
  const ids = {
    anilist: '30013',
    openlibrary: 'OL893415W',
    mangadex: 'a1c7c817-4e59-43b7-9365-09675a149a6f',
    kitsu: '38',
    comicvine: '27512',
  }
  for (const [name, id] of Object.entries(ids)) {
    const { workUrl, parseLink } = findBuiltInByName(name)!
    expect(parseLink(workUrl!.replace('{id}', id))).toBe(id)
  }
})

async function execute(action: unknown, provider = 'anilist') {
  const { body } = await get('actions?scope=series:detail')
  const { pluginId } = body.actions.find(
    ({ pluginName }: { pluginName: string }) => pluginName === provider,
  )
  return server.call('POST', `/plugins/${pluginId}/execute`, { as: 'max', body: { action } })
}
const ask = (action: string, params: object) =>
  execute({ metadata: { action, contentType: 'series', params } })

test('a provider is asked to search, rank and get', async () => {
  const searched = (await ask('search', { title: 'Vinland' })).body
  expect(searched).toMatchObject({ success: true, error: null, problem: null })
  expect(searched.result[0]).toMatchObject({ externalId: '30642', title: 'Vinland Saga' })
  const matched = (await ask('match', { title: 'Vinland Saga' })).body.result
  expect(matched[0]).toMatchObject({ externalId: '30642', score: expect.any(Number) })
  const work = (await ask('get', { externalId: '30642' })).body.result
  expect(work).toMatchObject({ title: 'Vinland Saga', totalVolumeCount: 29 })
  expect((await execute('ping')).body).toMatchObject({ success: true, result: null })
})

test('a provider of books is asked for books', async () => {
  const askBook = async (action: string, params: object) =>
    (await execute({ metadata: { action, contentType: 'book', params } }, 'openlibrary')).body
  const dune = { title: 'Dune', author: 'Frank Herbert', isbn: '9780441013593' }
  expect((await askBook('search', dune)).result[0]).toMatchObject({ externalId: 'OL7523113M' })
  expect((await askBook('match', dune)).result[0].score).toBeGreaterThan(1)
  const { result } = await askBook('get', { externalId: 'OL7523113M' })
  expect(result).toMatchObject({ title: 'Dune', originalYear: 1965 })
})

test('what a provider cannot do is said', async () => {
  const unknown = (await ask('get', { externalId: '99' })).body
  expect(unknown).toMatchObject({ success: false, problem: { code: 'outgoing.not_found' } })
  expect(unknown.error).toBe(unknown.problem.message)
  const missing = await ask('search', {})
  expect([missing.status, missing.body.details[0].path]).toEqual([
    400,
    'action.metadata.params.title',
  ])
  const book = await execute({ metadata: { action: 'search', contentType: 'book' } })
  expect([book.status, book.body.details[0].path]).toEqual([400, 'action.metadata.contentType'])
  const path = `/plugins/${Bun.randomUUIDv7()}/execute`
  const none = await server.call('POST', path, { as: 'max', body: { action: 'ping' } })
  expect(none.status).toBe(404)
})
