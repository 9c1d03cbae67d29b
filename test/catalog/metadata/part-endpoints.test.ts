/** The endpoint of a single part sets the same source and lock as editing the whole. */
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

const buildCase = <One>(path: string, field: string, one: One) => [path, field, one, [one]] as const

const parts = [
  ['genres', 'genres', { name: 'Drama' }, ['Drama']],
  ['tags', 'tags', { name: 'long' }, ['long']],
  buildCase('alternate-titles', 'alternateTitles', { label: 'a', title: 'b' }),
  buildCase('external-links', 'externalLinks', { sourceName: 'site', url: 'https://site.org/1' }),
  buildCase('external-ids', 'externalIds', { source: 'plugin:site', externalId: '7' }),
  buildCase('external-ratings', 'externalRatings', { sourceName: 'site', rating: 85 }),
] as const

/** Returns the source and lock of the part, and whether the ETag of the metadata has changed. */
async function getOutcome(field: string, write: (path: string) => Promise<unknown>) {
  const { id } = await seedSeries(server, library)
  const before = await server.call('GET', `/series/${id}/metadata`, { as })
  // The ETag contains times in milliseconds, so the next change must be later.
  await Bun.sleep(2)
  await write(`/series/${id}`)
  const after = await server.call('GET', `/series/${id}/metadata`, { as })
  const { fields } = await call('GET', `/series/${id}/metadata/sources`)
  const { source, isLocked } = fields.find((one: { field: string }) => one.field === field)
  return { source, isLocked, isNewTag: before.headers.get('etag') !== after.headers.get('etag') }
}

test.each(parts)('adding to %s has the same effect as an edit', async (path, field, one, list) => {
  const added = await getOutcome(field, (at) => call('POST', `${at}/${path}`, one))
  const edited = await getOutcome(field, (at) =>
    call('POST', `${at}/metadata/edit`, { [field]: list }),
  )
  expect(added).toEqual(edited)
  expect(added).toMatchObject({ source: 'edited', isNewTag: true })
})

test.each(parts)('emptying %s has the same effect as an edit', async (path, field, _one, list) => {
  const fillPart = (at: string) => call('POST', `${at}/metadata/edit`, { [field]: list })
  const unlockPart = (at: string) => call('PUT', `${at}/metadata/locks`, { [field]: false })
  const removed = await getOutcome(field, async (at) => {
    await fillPart(at)
    if (['genres', 'tags', 'alternateTitles'].includes(field)) await unlockPart(at)
    const [row] = (await call('GET', at))[field]
    await call('DELETE', `${at}/${path}/${field === 'externalRatings' ? 'site' : row.id}`)
  })
  const edited = await getOutcome(field, async (at) => {
    await fillPart(at)
    if (['genres', 'tags', 'alternateTitles'].includes(field)) await unlockPart(at)
    await call('POST', `${at}/metadata/edit`, { [field]: [] })
  })
  expect(removed).toEqual(edited)
  expect(removed).toMatchObject({ source: 'edited', isLocked: false })
})
