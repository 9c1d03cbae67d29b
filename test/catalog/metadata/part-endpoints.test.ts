/** A part written through its own endpoint has the same source and lock as one written by an edit. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const as = 'max'
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { as, ...(body !== undefined && { body }) })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const rows = <One>(path: string, field: string, one: One) => [path, field, one, [one]] as const

const parts = [
  ['genres', 'genres', { name: 'Drama' }, ['Drama']],
  ['tags', 'tags', { name: 'long' }, ['long']],
  rows('alternate-titles', 'alternateTitles', { label: 'a', title: 'b' }),
  rows('external-links', 'externalLinks', { sourceName: 'site', url: 'https://site.org/1' }),
  rows('external-ids', 'externalIds', { source: 'plugin:site', externalId: '7' }),
  rows('external-ratings', 'externalRatings', { sourceName: 'site', rating: 85 }),
] as const

/** Source and lock of the part, and whether the metadata got another ETag. */
async function outcomeOf(field: string, write: (path: string) => Promise<unknown>) {
  const { id } = await seedSeries(server, library)
  const before = await server.call('GET', `/series/${id}/metadata`, { as })
  // The ETag holds times in milliseconds.
  await Bun.sleep(2)
  await write(`/series/${id}`)
  const after = await server.call('GET', `/series/${id}/metadata`, { as })
  const { fields } = await call('GET', `/series/${id}/metadata/sources`)
  const { source, isLocked } = fields.find((one: { field: string }) => one.field === field)
  return { source, isLocked, isNewTag: before.headers.get('etag') !== after.headers.get('etag') }
}

test.each(parts)('adding to %s has the consequences of an edit', async (path, field, one, list) => {
  const added = await outcomeOf(field, (at) => call('POST', `${at}/${path}`, one))
  const edited = await outcomeOf(field, (at) =>
    call('POST', `${at}/metadata/edit`, { [field]: list }),
  )
  expect(added).toEqual(edited)
  expect(added).toMatchObject({ source: 'edited', isNewTag: true })
})

test.each(parts)('emptying %s has the consequences of an edit', async (path, field, _one, list) => {
  const fill = (at: string) => call('POST', `${at}/metadata/edit`, { [field]: list })
  const open = (at: string) => call('PUT', `${at}/metadata/locks`, { [field]: false })
  const removed = await outcomeOf(field, async (at) => {
    await fill(at)
    if (['genres', 'tags', 'alternateTitles'].includes(field)) await open(at)
    const [row] = (await call('GET', at))[field]
    await call('DELETE', `${at}/${path}/${field === 'externalRatings' ? 'site' : row.id}`)
  })
  const edited = await outcomeOf(field, async (at) => {
    await fill(at)
    if (['genres', 'tags', 'alternateTitles'].includes(field)) await open(at)
    await call('POST', `${at}/metadata/edit`, { [field]: [] })
  })
  expect(removed).toEqual(edited)
  expect(removed).toMatchObject({ source: 'edited', isLocked: false })
})
