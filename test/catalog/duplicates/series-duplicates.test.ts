/** Series that are probably the same, by title or by an ID at a provider. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { externalIds } from '../../../src/catalog/metadata/schema'
import { users } from '../../../src/accounts/users/schema'
import { eq } from 'drizzle-orm'
import { seedLibrary, type SeededLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let manga: SeededLibrary
let comics: SeededLibrary
let ids: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  manga = await seedLibrary(server, { name: 'Manga' })
  comics = await seedLibrary(server, { name: 'Comics' })
  await server.addUser('cat', 'reader')
  const limited = { libraryIds: [manga.id] }
  await server.ctx.write((tx) =>
    tx
      .update(users)
      .set(limited)
      .where(eq(users.id, server.getUserId('cat'))),
  )
  const add = (library: SeededLibrary, title: string, day: number, more = {}) =>
    seedSeries(server, library, {
      title,
      createdAt: new Date(Date.UTC(2026, 0, day)),
      bookCount: day,
      ...more,
    })
  const first = await add(manga, 'Frieren', 1)
  const second = await add(manga, 'FRIÉREN', 2)
  const other = await add(comics, 'Frieren', 3)
  const renamed = await add(comics, 'Sousou no Frieren', 4)
  const trashed = await add(manga, 'Frieren', 5, { trashedAt: new Date() })
  await add(manga, 'Alone', 6)
  await addIds([first, renamed, trashed], 'plugin:anilist', '118586')
  await addIds([second], 'plugin:anilist', '1')
  await addIds([other], 'plugin:mangaupdates', '118586')
  ids = { first: first.id, second: second.id, other: other.id, renamed: renamed.id }
})
afterAll(() => server.close())

const addIds = (all: SeededSeries[], source: string, externalId: string) =>
  server.ctx.write((tx) =>
    tx
      .insert(externalIds)
      .values(all.map(({ id: seriesId }) => ({ seriesId, source, externalId }))),
  )

const list = async (as: string, query = '') =>
  (await server.call('GET', `/duplicates/series${query}`, { as })).body
const listMembers = ({ members }: { members: { id: string }[] }) => members.map(({ id }) => id)

test('are grouped by the ID at a provider, and by title', async () => {
  const body = await list('max')
  expect(body).toMatchObject({
    totalGroups: 2,
    totalDuplicateSeries: 5,
    externalIdGroups: 1,
    titleGroups: 1,
  })
  const [external, title] = body.duplicates
  expect(external).toMatchObject({
    matchType: 'external_id',
    matchKey: 'plugin:anilist 118586',
    duplicateCount: 2,
    libraryId: null,
  })
  expect(listMembers(external)).toEqual([ids['first']!, ids['renamed']!])
  expect(title).toMatchObject({
    matchType: 'title',
    matchKey: 'Frieren',
    duplicateCount: 3,
    createdAt: '2026-01-03T00:00:00.000Z',
  })
  expect(listMembers(title)).toEqual([ids['first']!, ids['second']!, ids['other']!])
  expect(title.members[2]).toMatchObject({ title: 'Frieren', libraryName: 'Comics', bookCount: 3 })
})

test('have the same ID with each request', async () => {
  const [before, after] = [await list('max'), await list('max')]
  expect(after.duplicates.map(({ id }: { id: string }) => id)).toEqual(
    before.duplicates.map(({ id }: { id: string }) => id),
  )
})

test('are found only among what the user sees', async () => {
  const body = await list('cat')
  expect(body).toMatchObject({ totalGroups: 1, externalIdGroups: 0, totalDuplicateSeries: 2 })
  expect(listMembers(body.duplicates[0])).toEqual([ids['first']!, ids['second']!])
  expect(body.duplicates[0].libraryId).toBe(manga.id)
})

test('can be limited to one kind of match', async () => {
  const titles = await list('max', '?matchType=title')
  expect(titles).toMatchObject({ totalGroups: 1, externalIdGroups: 0, titleGroups: 1 })
  expect(await list('max', '?matchType=external_id')).toMatchObject({ titleGroups: 0 })
  const wrong = await server.call('GET', '/duplicates/series?matchType=size', { as: 'max' })
  expect(wrong.status).toBe(400)
  expect((await server.call('GET', '/duplicates/series')).status).toBe(401)
})

test('can be dismissed and restored, each group by itself', async () => {
  const titleOf = async (query: string) => {
    const { duplicates, totalGroups } = await list('max', query)
    return { id: duplicates[0]?.id as string, totalGroups }
  }
  const { id } = await titleOf('?matchType=title')
  const send = async (method: string, path: string, as = 'max') =>
    (await server.call(method, `/duplicates/series/${path}`, { as })).status
  expect(await send('DELETE', id, 'ann')).toBe(403)
  expect(await send('POST', `${id}/restore`)).toBe(409)
  expect(await send('DELETE', Bun.randomUUIDv7())).toBe(404)
  expect(await send('DELETE', id)).toBe(204)
  expect(await send('DELETE', id)).toBe(204)
  expect(await titleOf('?matchType=title')).toEqual({ id: undefined as never, totalGroups: 0 })
  expect(await list('max')).toMatchObject({ totalGroups: 1, externalIdGroups: 1 })
  expect(await titleOf('?dismissed=true')).toEqual({ id, totalGroups: 1 })
  // Dismissed groups of books are listed separately.
  const books = await server.call('GET', '/duplicates?dismissed=true', { as: 'max' })
  expect(books.body.total).toBe(0)
  expect(await send('POST', `${id}/restore`)).toBe(204)
  expect(await titleOf('?matchType=title')).toEqual({ id, totalGroups: 1 })
})

test('are found while they are dismissed and restored at once', async () => {
  const { duplicates } = await list('max', '?matchType=title')
  const path = `/duplicates/series/${duplicates[0].id}`
  const statuses = new Set<number>()
  for (let round = 0; round < 30; round++) {
    const requests = [
      server.call('DELETE', path, { as: 'max' }),
      server.call('POST', `${path}/restore`, { as: 'max' }),
      server.call('POST', `${path}/restore`, { as: 'ada' }),
    ]
    for (const { status } of await Promise.all(requests)) statuses.add(status)
  }
  expect([...statuses].toSorted()).toEqual([204, 409])
  await server.call('POST', `${path}/restore`, { as: 'max' })
})

test('are compared by sort title', async () => {
  const rename = async (series: string, titleSort: string | null) => {
    const path = `/series/${ids[series]}/metadata`
    const { status } = await server.call('PATCH', path, { as: 'max', body: { titleSort } })
    expect(status).toBe(200)
  }
  await rename('renamed', 'Frieren')
  expect((await list('max', '?matchType=title')).duplicates[0].duplicateCount).toBe(4)
  await rename('renamed', null)
  expect((await list('max', '?matchType=title')).duplicates[0].duplicateCount).toBe(3)
})
