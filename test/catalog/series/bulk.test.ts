import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { libraries } from '../../../src/catalog/libraries/schema'
import { editManySeries } from '../../../src/catalog/series/bulk/service'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { withText } from '../../../src/platform/messages/message'
import { requestMessages } from '../../../src/platform/messages/common'
import { seriesMessages } from '../../../src/catalog/series/messages'

let server: TestServer
let library: SeededLibrary
let ids: string[]
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.delete(libraries))
  library = await seedLibrary(server, { name: 'Comics' })
  ids = []
  for (const title of ['One', 'Two', 'Three']) {
    ids.push((await seedSeries(server, library, { title })).id)
  }
})

const call = (method: string, path: string, body: unknown, as = 'max') =>
  server.call(method, `/series/bulk${path}`, { as, body })
const getSeries = async (id: string) =>
  (await server.call('GET', `/series/${id}`, { as: 'max' })).body
const listNames = (labels: { name: string }[]) => labels.map(({ name }) => name)

describe('bulk edits of series', () => {
  test('set, clear and lock fields like a single edit, and publish an event for each', async () => {
    await server.call('PATCH', `/series/${ids[0]}/metadata`, {
      as: 'max',
      body: { publisher: 'Big TestServer' },
    })
    const missing = Bun.randomUUIDv7()
    const seriesIds = [...ids, missing, ids[0]]
    const edit = { seriesIds, publisher: 'Big TestServer', year: 1999, summary: null }
    const { status, body } = await call('PATCH', '/metadata', edit)
    expect(status).toBe(200)
    expect(body).toEqual({
      updatedCount: 3,
      unchangedCount: 0,
      problems: [{ id: missing, error: 'not_found', ...withText(seriesMessages.not_found()) }],
      ...withText(requestMessages.bulk_changed({ updated: 3, total: 4 })),
    })
    for (const id of ids) {
      const { metadata } = await getSeries(id)
      expect([metadata.publisher, metadata.year]).toEqual(['Big TestServer', 1999])
      expect([metadata.locks.publisher, metadata.locks.summary]).toEqual([true, false])
    }
    const again = await call('PATCH', '/metadata', { seriesIds: ids, year: 1999 })
    expect(again.body).toMatchObject({ updatedCount: 0, unchangedCount: 3 })
    const updates = server.events.filter(({ type }) => type === 'series_updated')
    expect(updates.length).toBeGreaterThanOrEqual(3)
  })

  test('set locks, and reset fields to the file values', async () => {
    const locked = await call('PUT', '/metadata/locks', { seriesIds: ids, year: true })
    expect(locked.body.updatedCount).toBe(3)
    await call('PATCH', '/metadata', { seriesIds: [ids[0]], status: 'ended' })
    const reset = await call('POST', '/metadata/reset', { seriesIds: ids })
    expect(reset.body.updatedCount).toBe(3)
    const { metadata } = await getSeries(ids[0]!)
    expect([metadata.status, metadata.locks.year]).toEqual([null, false])
    expect((await call('POST', '/metadata/reset', { seriesIds: ids })).body.updatedCount).toBe(0)
  })

  test('add and remove labels and keep the others', async () => {
    await call('POST', '/genres', { seriesIds: [ids[0]], add: ['Drama', 'Noir'] })
    const change = { seriesIds: ids, add: ['Crime', 'crime'], remove: ['DRAMA'] }
    const { body } = await call('POST', '/genres', change)
    expect(body).toMatchObject({ updatedCount: 3, problems: [] })
    expect(listNames((await getSeries(ids[0]!)).genres)).toEqual(['Crime', 'Noir'])
    expect((await getSeries(ids[1]!)).metadata.locks.genres).toBe(true)
    expect((await call('POST', '/genres', change)).body.unchangedCount).toBe(3)
    await call('POST', '/tags', { seriesIds: ids, add: ['blue'] })
    expect(listNames((await getSeries(ids[2]!)).tags)).toEqual(['blue'])
    const { body: genres } = await server.call('GET', '/genres', { as: 'ann' })
    expect(genres.data.find(({ name }: { name: string }) => name === 'Crime').seriesCount).toBe(3)
  })

  test('enable release tracking', async () => {
    expect((await call('POST', '/track-for-releases', { seriesIds: ids })).body.updatedCount).toBe(
      3,
    )
    expect((await getSeries(ids[0]!)).tracked).toBe(true)
    const off = await call('POST', '/untrack-for-releases', { seriesIds: [ids[0]] })
    expect(off.body.updatedCount).toBe(1)
  })

  test('skip series that the viewer cannot see', async () => {
    const viewer = { ...system, libraryIds: [] }
    const answer = await editManySeries(server.ctx, viewer, { seriesIds: ids, year: 1 })
    expect(answer).toMatchObject({ updatedCount: 0, unchangedCount: 0 })
    expect(answer.problems).toHaveLength(3)
    expect((await getSeries(ids[0]!)).metadata.year).toBeNull()
  })

  test.each([
    ['a reader', 'PATCH', '/metadata', { year: 1 }, 'ann', 403],
    ['an anonymous client', 'POST', '/genres', { add: ['x'] }, 'anonymous', 401],
    ['a title for all', 'PATCH', '/metadata', { title: 'Same' }, 'max', 400],
    ['an invalid year', 'PATCH', '/metadata', { year: 'x' }, 'max', 400],
    ['an invalid language', 'PATCH', '/metadata', { language: '!' }, 'max', 400],
    ['a blank label', 'POST', '/genres', { add: [' '] }, 'max', 400],
    ['an unknown lock', 'PUT', '/metadata/locks', { colour: true }, 'max', 400],
  ])('reject %s', async (_what, method, path, body, as, status) => {
    expect((await call(method, path, { seriesIds: ids, ...body }, as)).status).toBe(status)
  })

  test('reject an empty list and more than 500 series', async () => {
    for (const seriesIds of [[], Array.from({ length: 501 }, () => Bun.randomUUIDv7()), ['x']]) {
      expect((await call('PATCH', '/metadata', { seriesIds, year: 1 })).status).toBe(400)
    }
  })
})
