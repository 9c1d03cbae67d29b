/** P12: external IDs and links of books. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startTestServer()
  const series = await seedSeries(server, await seedLibrary(server))
  id = (await seedBook(server, series, { title: 'One' })).id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object, as = 'max') =>
  server.call(method, `/books/${id}${path}`, { as, ...(body && { body }) })

const ids = [{ source: 'plugin:anilist', externalId: '30642', externalUrl: 'https://anilist.co/1' }]
const links = [{ sourceName: 'example', url: 'https://example.org/1', externalId: null }]

async function findSource(field: string) {
  const { body } = await call('GET', '/metadata/sources')
  return body.fields.find((one: { field: string }) => one.field === field)
}

test('P12: external IDs and links are edited, locked, shown with their source, and reset', async () => {
  const body = { externalIds: ids, externalLinks: [{ ...links[0], sourceName: ' Example ' }] }
  expect((await call('POST', '/metadata/edit', body)).status).toBe(200)
  const { body: full } = await server.call('GET', `/books/${id}`, { as: 'ann' })
  expect(full.metadata).toMatchObject({ externalIds: ids, externalLinks: links })
  expect((await call('GET', '/metadata/locks')).body).toMatchObject({
    externalIdsLock: true,
    externalLinksLock: true,
  })
  expect(await findSource('externalIds')).toMatchObject({
    value: ids,
    source: 'edited',
    isLocked: true,
  })
  // A full replacement by the rules of older clients keeps them.
  expect((await call('PUT', '/metadata', { publisher: 'House' })).status).toBe(200)
  expect((await call('PUT', '/metadata/locks', { externalIdsLock: false })).status).toBe(200)
  expect(await findSource('externalIds')).toMatchObject({ source: 'edited', isLocked: false })
  expect((await call('POST', '/metadata/edit', { externalLinks: [] })).status).toBe(200)
  expect((await findSource('externalIds')).value).toEqual(ids)
  expect((await findSource('externalLinks')).value).toBeNull()
  await server.call('POST', '/books/bulk/metadata/reset', { as: 'max', body: { bookIds: [id] } })
  for (const field of ['externalIds', 'externalLinks']) {
    expect(await findSource(field)).toMatchObject({ value: null, source: null, isLocked: false })
  }
})

test('P12: single external IDs and links are set and deleted', async () => {
  expect(await call('POST', '/external-ids', ids[0])).toMatchObject({ status: 201, body: ids[0] })
  const other = { ...ids[0], externalId: '7' }
  expect(await call('POST', '/external-ids', other)).toMatchObject({ status: 200, body: other })
  expect(await call('POST', '/external-links', links[0])).toMatchObject({
    status: 201,
    body: links[0],
  })
  expect((await call('GET', '/external-ids', undefined, 'ann')).body).toEqual({
    externalIds: [other],
  })
  expect((await call('GET', '/external-links', undefined, 'ann')).body).toEqual({ links })
  const source = encodeURIComponent('plugin:anilist')
  for (const [path, wanted] of [
    [`/external-ids/${source}`, 204],
    [`/external-ids/${source}`, 404],
    ['/external-links/example', 204],
    ['/external-links/example', 404],
  ] as const) {
    expect((await call('DELETE', path)).status).toBe(wanted)
  }
  expect((await call('GET', '/external-ids')).body).toEqual({ externalIds: [] })
})

test('P12: external IDs and links of books follow the rules of series', async () => {
  for (const [body, path] of [
    [{ externalLinks: [{ sourceName: 'x', url: 'javascript:alert(1)' }] }, 'externalLinks.0.url'],
    [{ externalIds: [{ source: 'nothing', externalId: '1' }] }, 'externalIds.0.source'],
    [{ externalIds: [ids[0], ids[0]] }, 'externalIds.1.source'],
  ] as const) {
    expect(await call('POST', '/metadata/edit', body)).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    })
  }
  const url = { sourceName: 'x', url: 'ftp://example.org' }
  expect((await call('POST', '/external-links', url)).status).toBe(400)
  expect((await call('POST', '/external-links', links[0], 'ann')).status).toBe(403)
  expect((await call('POST', '/external-ids', ids[0], 'ann')).status).toBe(403)
})
