import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { listLabels } from '../../../src/catalog/labels/service'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { recountLabels } from '../../../src/catalog/labels/recount-labels'
import { libraries } from '../../../src/catalog/libraries/schema'
import { series } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { waitForEvents } from '../../support/events'
import { type TestServer, startTestServer } from '../../support/server'
import { genres, tags } from '../../../src/catalog/labels/schema'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededLibrary,
  type SeededSeries,
} from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let row: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write(async (tx) => {
    await tx.delete(libraries)
    await tx.delete(genres)
    await tx.delete(tags)
  })
  library = await seedLibrary(server)
  row = await seedSeries(server, library)
})

const as = 'max'
const listNames = (labels: { name: string }[]) => labels.map(({ name }) => name)
const listCounts = async (kind: 'genres' | 'tags' = 'genres') => {
  const { body } = await server.call('GET', `/${kind}`, { as: 'ann' })
  return Object.fromEntries(
    body.data.map((label: { name: string; seriesCount: number }) => [
      label.name,
      label.seriesCount,
    ]),
  )
}
const getLocks = async () => {
  const { body } = await server.call('GET', `/series/${row.id}/metadata/locks`, { as })
  return { genres: body.genres, tags: body.tags }
}

describe.each([
  ['genres', 'genre'],
  ['tags', 'tag'],
] as const)('%s of a series', (path, kind) => {
  const at = (more = '') => `/series/${row.id}/${path}${more}`
  const putLabels = (list: unknown) => server.call('PUT', at(), { as, body: { [path]: list } })

  test('are set as a whole, by name, without duplicates in case, and locked', async () => {
    const { status, body } = await putLabels(['Sci-Fi', 'drama', 'DRAMA', ' sci-fi '])
    expect([status, listNames(body[path])]).toEqual([200, ['drama', 'Sci-Fi']])
    expect((await server.call('GET', at(), { as: 'ann' })).body).toEqual(body)
    expect((await getLocks())[path]).toBe(true)
    expect(listNames((await putLabels(['Action', 'sci-FI'])).body[path])).toEqual([
      'Action',
      'Sci-Fi',
    ])
    expect(await listCounts(path)).toEqual({ Action: 1, 'Sci-Fi': 1 })
  })

  test('neither lock nor publish an event without a change', async () => {
    await server.ctx.write((tx) => setLabels(tx, row.id, kind, ['Same']))
    await putLabels(['same'])
    expect((await getLocks())[path]).toBe(false)
    await putLabels(['same', 'more'])
    const events = await waitForEvents(server, row.id, 2)
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ fieldsUpdated: [path] })
  })

  test('are added and removed one by one', async () => {
    const added = await server.call('POST', at(), { as, body: { name: 'New' } })
    expect([added.status, added.body.name, added.body.seriesCount]).toEqual([200, 'New', 1])
    const again = await server.call('POST', at(), { as, body: { name: 'NEW' } })
    expect([again.status, again.body]).toEqual([200, added.body])
    expect((await getLocks())[path]).toBe(true)
    expect((await server.call('DELETE', at(`/${added.body.id}`), { as })).status).toBe(204)
    expect((await server.call('DELETE', at(`/${added.body.id}`), { as })).status).toBe(404)
    expect(await listCounts(path)).toEqual({})
  })

  test.each([
    [{ [path]: 'Drama' }, 400],
    [{ [path]: [''] }, 400],
    [{ [path]: ['  '] }, 400],
    [{ [path]: ['a'.repeat(101)] }, 400],
    [{ [path]: Array.from({ length: 201 }, (_, i) => `g${i}`) }, 400],
    [{ [path]: [], more: 1 }, 400],
    [{}, 400],
  ])('reject %j', async (body, status) => {
    expect((await server.call('PUT', at(), { as, body })).status).toBe(status)
  })

  test('require series:write to be changed', async () => {
    const missing = '0196f6a0-0000-7000-8000-000000000000'
    expect((await server.call('PUT', at(), { as: 'ann', body: { [path]: [] } })).status).toBe(403)
    expect((await server.call('POST', at(), { as: 'ann', body: { name: 'x' } })).status).toBe(403)
    expect((await server.call('DELETE', at(`/${missing}`), { as: 'ann' })).status).toBe(403)
    expect((await server.call('DELETE', `/${path}/${missing}`, { as: 'ann' })).status).toBe(403)
    expect((await server.call('POST', `/${path}/cleanup`, { as: 'ann' })).status).toBe(403)
    expect((await server.call('GET', `/${path}`)).status).toBe(401)
    expect((await server.call('DELETE', `/${path}/${missing}`, { as })).status).toBe(404)
    expect((await server.call('GET', `/series/${missing}/${path}`, { as })).status).toBe(404)
  })
})

describe('the list of labels', () => {
  test('is paged, searched and counted', async () => {
    await server.ctx.write((tx) =>
      setLabels(tx, row.id, 'genre', ['Action', 'Drama', '100% Drama']),
    )
    const { body } = await server.call('GET', '/genres?pageSize=2', { as: 'ann' })
    expect([listNames(body.data), body.total, body.totalPages]).toEqual([
      ['100% Drama', 'Action'],
      3,
      2,
    ])
    const searchLabels = async (search: string) =>
      listNames((await server.call('GET', `/genres?search=${search}`, { as: 'ann' })).body.data)
    expect(await searchLabels('DRA')).toEqual(['100% Drama', 'Drama'])
    expect(await searchLabels('0%25')).toEqual(['100% Drama'])
    expect(await searchLabels('_')).toEqual([])
    expect((await server.call('GET', '/genres?q=x', { as: 'ann' })).status).toBe(400)
  })

  test('deletes a label from every series', async () => {
    await server.ctx.write((tx) => setLabels(tx, row.id, 'genre', ['Gone', 'Stays']))
    const { body } = await server.call('GET', '/genres?search=gone', { as })
    const { status } = await server.call('DELETE', `/genres/${body.data[0].id}`, { as })
    expect(status).toBe(204)
    const { body: shown } = await server.call('GET', `/series/${row.id}`, { as })
    expect(listNames(shown.genres)).toEqual(['Stays'])
  })

  test('deletes labels without series, even without a trashed one', async () => {
    const trashed = await seedSeries(server, library, { trashedAt: new Date() })
    await server.ctx.write(async (tx) => {
      await setLabels(tx, row.id, 'genre', ['Used', 'Once'])
      await setLabels(tx, row.id, 'genre', ['Used'])
      await setLabels(tx, trashed.id, 'genre', ['Kept'])
    })
    expect(await listCounts()).toEqual({ Used: 1 })
    const trial = await server.call('POST', '/genres/cleanup?dryRun=true', { as })
    expect(trial.body).toEqual({ deletedCount: 1, deletedNames: ['Once'] })
    const { body } = await server.call('POST', '/genres/cleanup', { as })
    expect(body).toEqual({ deletedCount: 1, deletedNames: ['Once'] })
    const again = await server.call('POST', '/genres/cleanup?dryRun=true', { as })
    expect(again.body).toEqual({ deletedCount: 0, deletedNames: [] })
    const left = await server.ctx.db.select({ name: genres.name }).from(genres)
    expect(left.map(({ name }) => name).toSorted()).toEqual(['Kept', 'Used'])
  })

  test('omits labels of trashed series until these are restored', async () => {
    await seedBook(server, row)
    await server.ctx.write((tx) => setLabels(tx, row.id, 'genre', ['Only']))
    expect(await listCounts()).toEqual({ Only: 1 })
    expect((await server.call('DELETE', `/series/${row.id}`, { as: 'ada' })).status).toBe(204)
    await recountLabels(server.ctx)
    expect(await listCounts()).toEqual({})
    expect((await server.call('POST', `/series/${row.id}/restore`, { as: 'ada' })).status).toBe(200)
    await recountLabels(server.ctx)
    expect(await listCounts()).toEqual({ Only: 1 })
  })

  test('is recounted when series and libraries are trashed and restored', async () => {
    const other = await seedLibrary(server)
    const within = await seedSeries(server, other)
    const second = await seedSeries(server, library)
    await server.ctx.write(async (tx) => {
      for (const { id } of [row, within, second]) await setLabels(tx, id, 'genre', ['Shared'])
    })
    const setTrashed = async (trashedAt: Date | null) => {
      await server.ctx.write(async (tx) => {
        await tx.update(libraries).set({ trashedAt }).where(eq(libraries.id, other.id))
        await tx
          .update(series)
          .set({ trashedAt })
          .where(inArray(series.id, [second.id]))
      })
      await recountLabels(server.ctx)
    }
    await setTrashed(new Date())
    expect(await listCounts()).toEqual({ Shared: 1 })
    await setTrashed(null)
    expect(await listCounts()).toEqual({ Shared: 3 })
  })

  test('shows a viewer only labels of accessible series', async () => {
    const other = await seedLibrary(server)
    const hidden = await seedSeries(server, other)
    await server.ctx.write(async (tx) => {
      await setLabels(tx, row.id, 'genre', ['Shared'])
      await setLabels(tx, hidden.id, 'genre', ['Shared', 'Secret'])
    })
    const viewer = { ...system, libraryIds: [library.id] }
    const paging = { page: 1, pageSize: 50, offset: 0 }
    const asked = { search: undefined, paging }
    const seen = await listLabels(server.ctx, viewer, 'genre', asked)
    expect([seen.total, seen.data.map(({ name, seriesCount }) => [name, seriesCount])]).toEqual([
      1,
      [['Shared', 1]],
    ])
    expect((await listLabels(server.ctx, system, 'genre', asked)).total).toBe(2)
    const beyond = { search: undefined, paging: { page: 3, pageSize: 50, offset: 100 } }
    expect(await listLabels(server.ctx, viewer, 'genre', beyond)).toEqual({ data: [], total: 1 })
  })
})

test('scanned labels are truncated, cleaned and limited in number', async () => {
  const hostile = [
    ' a\0b ',
    'x'.repeat(500),
    '\ud800',
    '',
    ...Array.from({ length: 300 }, (_, i) => `n${i}`),
  ]
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', hostile))
  const { body } = await server.call('GET', `/series/${row.id}/tags`, { as })
  expect(body.tags).toHaveLength(200)
  expect(listNames(body.tags)).toContain('ab')
  expect(Math.max(...listNames(body.tags).map((name) => name.length))).toBe(100)
})
