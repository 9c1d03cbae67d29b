import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { heldTagId } from '../../../src/accounts/permissions/restriction-rules'
import {
  startHolding,
  holdSeries,
  stopHoldingSeries,
} from '../../../src/catalog/sharing-tags/hold-series'
import { mergeSharingTags } from '../../../src/catalog/sharing-tags/series-tags'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { sharingTags } from '../../../src/catalog/sharing-tags/schema'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.update(seriesTable).set({ sharingSet: 0 }))
  await server.ctx.write((tx) => tx.delete(sharingTags))
})

const ada = (method: string, path: string, body?: object) =>
  server.call(method, path, { as: 'ada', ...(body && { body }) })
const createTag = async (name: string, description?: string): Promise<string> =>
  (await ada('POST', '/admin/sharing-tags', { name, ...(description && { description }) })).body.id
const createSeries = async (title = 'Knight') => (await seedSeries(server, library, { title })).id
const listTags = async (seriesId: string) =>
  (await ada('GET', `/series/${seriesId}/sharing-tags`)).body.map(
    ({ name }: { name: string }) => name,
  )
const setTags = (seriesId: string, sharingTagIds: string[]) =>
  ada('PUT', `/series/${seriesId}/sharing-tags`, { sharingTagIds })
const createTags = async (count: number, prefix = 'Tag') => {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: Bun.randomUUIDv7(),
    name: `${prefix} ${n}`,
    nameKey: `${prefix} ${n}`.toLowerCase(),
  }))
  await server.ctx.write((tx) => tx.insert(sharingTags).values(rows))
  return rows.map(({ id }) => id)
}

test('a tag has a name, a description and counts', async () => {
  const id = await createTag('  Horror ', 'Not for children')
  const [seen, trashed] = [await createSeries('Seen'), await createSeries('Trashed')]
  await setTags(seen, [id])
  await setTags(trashed, [id])
  const isTrashed = eq(seriesTable.id, trashed)
  await server.ctx.write((tx) =>
    tx.update(seriesTable).set({ trashedAt: new Date() }).where(isTrashed),
  )
  const grant = { sharingTagId: id, accessMode: 'deny' }
  await ada('PUT', `/users/${server.getUserId('ann')}/sharing-tags`, grant)
  const { body } = await ada('GET', `/admin/sharing-tags/${id}`)
  expect(body).toEqual({
    id,
    name: 'Horror',
    description: 'Not for children',
    seriesCount: 1,
    userCount: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await ada('GET', '/admin/sharing-tags')).body.data).toEqual([body])
  expect((await ada('GET', `/series/${seen}/sharing-tags`)).body).toEqual([
    { id, name: 'Horror', description: 'Not for children' },
  ])
})

test('tags are listed by name, in pages', async () => {
  for (const name of ['beta', 'Alpha', 'gamma']) await createTag(name)
  const list = async (query: string) => {
    const { body } = await ada('GET', `/admin/sharing-tags?${query}`)
    return [body.total, ...body.data.map(({ name }: { name: string }) => name)]
  }
  expect(await list('')).toEqual([3, 'Alpha', 'beta', 'gamma'])
  expect(await list('page=2&pageSize=2')).toEqual([3, 'gamma'])
})

test('name and description are changed each on its own', async () => {
  const id = await createTag('Horror', 'Not for children')
  const path = `/admin/sharing-tags/${id}`
  const before = (await ada('GET', path)).body
  await server.clock.advance(60_000)
  const renamed = (await ada('PATCH', path, { name: 'Terror' })).body
  expect(renamed).toMatchObject({ name: 'Terror', description: 'Not for children' })
  expect(renamed.updatedAt > before.updatedAt).toBe(true)
  expect((await ada('PATCH', path, { description: null })).body).toMatchObject({
    name: 'Terror',
    description: null,
  })
  // Its own name in other letters is not taken.
  expect((await ada('PATCH', path, { name: 'TERROR' })).body.name).toBe('TERROR')
  await createTag('Taken')
  const taken = await ada('PATCH', path, { name: 'taken' })
  expect([taken.status, taken.body.code]).toEqual([409, 'sharing.name_taken'])
  const blank = await ada('PATCH', path, { name: '  ' })
  expect([blank.status, blank.body.details?.[0]?.path]).toEqual([400, 'name'])
  expect((await ada('GET', path)).body.name).toBe('TERROR')
})

test('a series has tags in the order of their names, each once', async () => {
  const [beta, alpha] = [await createTag('Beta'), await createTag('Alpha')]
  const id = await createSeries()
  expect((await setTags(id, [beta, alpha])).status).toBe(200)
  expect(await listTags(id)).toEqual(['Alpha', 'Beta'])
  const added = await ada('POST', `/series/${id}/sharing-tags`, { sharingTagId: beta })
  expect(added.body).toHaveLength(2)
  expect((await ada('DELETE', `/series/${id}/sharing-tags/${beta}`)).status).toBe(204)
  expect(await listTags(id)).toEqual(['Alpha'])
  expect((await ada('DELETE', `/series/${id}/sharing-tags/${beta}`)).status).toBe(404)
  await setTags(id, [])
  expect(await listTags(id)).toEqual([])
})

test('equal combinations are told apart from others, and events name the series that changed', async () => {
  const [one, two] = [await createTag('One'), await createTag('Two')]
  const [a, b] = [await createSeries('A'), await createSeries('B')]
  await setTags(a, [one, two])
  await setTags(b, [one])
  await server.forgetEvents()
  await setTags(a, [two, one])
  await setTags(b, [two])
  const listTypes = (id: string) =>
    server.events
      .filter((event) => 'seriesId' in event && event.seriesId === id)
      .map(({ type }) => type)
      .toSorted()
  await waitUntil(() => listTypes(b).length === 2)
  expect([listTypes(a), listTypes(b)]).toEqual([[], ['series_metadata_updated', 'series_updated']])
  await setTags(a, [two])
  expect([await listTags(a), await listTags(b)]).toEqual([['Two'], ['Two']])
})

test('a series has at most fifty tags, set, added and merged', async () => {
  const tags = await createTags(52)
  const id = await createSeries()
  expect((await setTags(id, tags.slice(0, 49))).status).toBe(200)
  const add = (sharingTagId: string) => ada('POST', `/series/${id}/sharing-tags`, { sharingTagId })
  expect((await add(tags[49]!)).status).toBe(200)
  const refused = await add(tags[50]!)
  expect([refused.status, refused.body.code]).toEqual([409, 'sharing.too_many_on_series'])
  const other = await createSeries()
  await setTags(other, tags.slice(50))
  await server.ctx.write((tx) => mergeSharingTags(server.ctx, tx, { fromId: other, toId: id }))
  const merged = await listTags(id)
  expect(merged).toHaveLength(50)
  // Those of the series that goes come first.
  expect(merged).toEqual(expect.arrayContaining(['Tag 50', 'Tag 51']))
})

test('a merge of a series without tags changes nothing', async () => {
  const tag = await createTag('Only')
  const [from, to] = [await createSeries('From'), await createSeries('To')]
  await setTags(to, [tag])
  await server.ctx.write((tx) => mergeSharingTags(server.ctx, tx, { fromId: from, toId: to }))
  expect([await listTags(from), await listTags(to)]).toEqual([[], ['Only']])
  await server.ctx.write((tx) => mergeSharingTags(server.ctx, tx, { fromId: to, toId: from }))
  expect(await listTags(from)).toEqual(['Only'])
})

test('many series change at once; unknown series and tags are told', async () => {
  const [one, two] = [await createTag('One'), await createTag('Two')]
  const [a, b] = [await createSeries('A'), await createSeries('B')]
  await setTags(a, [one])
  const path = '/series/bulk/sharing-tags'
  const unknown = Bun.randomUUIDv7()
  const changed = await ada('PATCH', path, { seriesIds: [a, b, unknown], add: [one] })
  expect(changed.body).toMatchObject({
    updatedCount: 1,
    unchangedCount: 1,
    problems: [{ id: unknown, error: 'not_found' }],
  })
  await ada('PATCH', path, { seriesIds: [a, b], add: [two], remove: [one] })
  expect([await listTags(a), await listTags(b)]).toEqual([['Two'], ['Two']])
  const both = await ada('PATCH', path, { seriesIds: [a], add: [one], remove: [one] })
  expect(both.body.unchangedCount).toBe(1)
  expect((await setTags(a, [unknown])).status).toBe(404)
  expect((await setTags(unknown, [one])).status).toBe(404)
  expect(await listTags(a)).toEqual(['Two'])
})

test('a tag that is deleted leaves all of its series, more than a slice of them', async () => {
  const tag = await createTag('Gone')
  const [other, kept] = [await createTag('Kept'), await createSeries('Kept')]
  await setTags(kept, [other])
  const made = await createSeries('First')
  await setTags(made, [tag])
  const [row] = await server.ctx.db.select().from(seriesTable).where(eq(seriesTable.id, made))
  const copies = Array.from({ length: 120 }, (_, n) => {
    const { n: _n, ...values } = row!
    return { ...values, id: Bun.randomUUIDv7(), groupKey: `copy ${n} ${made}` }
  })
  await server.ctx.write((tx) => tx.insert(seriesTable).values(copies))
  expect((await ada('DELETE', `/admin/sharing-tags/${tag}`)).status).toBe(204)
  const tagged = await server.ctx.db
    .select()
    .from(seriesTable)
    .where(eq(seriesTable.sharingSet, row!.sharingSet))
  expect(tagged).toEqual([])
  expect([await listTags(kept), await listTags(made)]).toEqual([['Kept'], []])
  expect((await ada('DELETE', `/admin/sharing-tags/${tag}`)).status).toBe(404)
})

test('the tag that holds a series back is neither shown nor changed by people', async () => {
  const tag = await createTag('Shown')
  const [held, free] = [await createSeries('Held'), await createSeries('Free')]
  await setTags(held, [tag])
  await server.ctx.write(async (tx) => {
    await startHolding(tx)
    await holdSeries(tx, [held])
  })
  const findSet = async (id: string) =>
    (await server.ctx.db.select().from(seriesTable).where(eq(seriesTable.id, id)))[0]!.sharingSet
  expect(await listTags(held)).toEqual(['Shown'])
  expect((await ada('GET', '/admin/sharing-tags')).body.total).toBe(1)
  expect((await ada('GET', `/admin/sharing-tags/${heldTagId}`)).status).toBe(404)
  expect((await setTags(free, [heldTagId])).status).toBe(404)
  const heldOnly = await setTags(held, [])
  expect([heldOnly.status, heldOnly.body, (await findSet(held)) > 0]).toEqual([200, [], true])
  const unhold = await ada('PATCH', '/series/bulk/sharing-tags', {
    seriesIds: [held],
    remove: [heldTagId],
  })
  expect([unhold.body.unchangedCount, (await findSet(held)) > 0]).toEqual([1, true])
  await setTags(held, [tag])
  await server.ctx.write((tx) => stopHoldingSeries(server.ctx, tx))
  expect(await listTags(held)).toEqual(['Shown'])
  expect(await server.ctx.db.$count(sharingTags, eq(sharingTags.id, heldTagId))).toBe(0)
})

test.each(['max', 'ann'])('%s may not see or change tags', async (as) => {
  const [tag, id] = [await createTag('Hidden'), await createSeries()]
  for (const [method, path, body] of [
    ['GET', '/admin/sharing-tags'],
    ['POST', '/admin/sharing-tags', { name: 'New' }],
    ['PATCH', `/admin/sharing-tags/${tag}`, { name: 'New' }],
    ['DELETE', `/admin/sharing-tags/${tag}`],
    ['GET', `/series/${id}/sharing-tags`],
    ['PUT', `/series/${id}/sharing-tags`, { sharingTagIds: [] }],
    ['PATCH', '/series/bulk/sharing-tags', { seriesIds: [id], add: [tag] }],
  ] as const) {
    const answer = await server.call(method, path, { as, ...(body && { body }) })
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
})
