/** Exclusions from the sync, settings of a connection, and tasks of the sync. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { series } from '../../../src/catalog/series/schema'
import { seedLibrary } from '../../support/seed'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(() => home.reset())

const setConfig = (config: object, as = 'ann') =>
  home.server.call('PATCH', `${home.idOf('anilist')}/config`, { as, body: { config } })

describe('left out of both directions', () => {
  const readBoth = async (left: { id: string; books: string[] }, kept: { books: string[] }) => {
    await home.read(left.books.slice(0, 2))
    await home.read(kept.books.slice(0, 2))
    home.anilist.entries.set(3, entry({ progress: 4 }))
    await home.sync()
    expect([...home.anilist.entries.keys()].toSorted()).toEqual([2, 3])
    await setConfig({ excludedSeriesIds: null, excludedLibraryIds: null, excludeAdult: null })
    await home.sync()
    expect([...home.anilist.entries.keys()].toSorted()).toEqual([1, 2, 3])
  }

  test('are single series', async () => {
    const [left, kept] = [await home.addWork(1), await home.addWork(2)]
    await home.settle()
    await setConfig({ excludedSeriesIds: [left.id] })
    await readBoth(left, kept)
  })

  test('are libraries', async () => {
    const library = await seedLibrary(home.server, { type: 'manga' })
    const [left, kept] = [await home.addWork(1, { library }), await home.addWork(2)]
    const pulled = await home.addWork(3, { library })
    await home.settle()
    await setConfig({ excludedLibraryIds: [library.id] })
    home.anilist.entries.set(3, entry({ progress: 4 }))
    await home.sync()
    expect(await home.listRead(pulled.books)).toEqual([])
    await readBoth(left, kept)
    expect(await home.listRead(pulled.books)).toEqual([1, 2, 3, 4])
  })

  test('are works for adults', async () => {
    const [left, kept] = [await home.addWork(1), await home.addWork(2)]
    const mark = (id: string, ageRating: number) =>
      home.server.ctx.write((tx) => tx.update(series).set({ ageRating }).where(eq(series.id, id)))
    await mark(left.id, 18)
    await mark(kept.id, 16)
    await home.settle()
    await setConfig({ excludeAdult: true })
    await readBoth(left, kept)
  })
})

describe('settings of a connection', () => {
  test('are changed one by one, and stay when the person connects again', async () => {
    await home.connect()
    const id = Bun.randomUUIDv7()
    expect((await setConfig({ excludeAdult: true })).body.config).toEqual({ excludeAdult: true })
    await setConfig({ excludedSeriesIds: [id] })
    await home.connect()
    const { config } = await home.call('GET', home.idOf('anilist'))
    expect(config).toEqual({ excludeAdult: true, excludedSeriesIds: [id] })
  })

  const tooMany = Array.from({ length: 1001 }, () => Bun.randomUUIDv7())
  test.each([
    ['a word', { excludeAdult: 'yes' }],
    ['no id', { excludedSeriesIds: ['x'] }],
    ['an object', { excludedSeriesIds: {} }],
    ['a number', { excludedLibraryIds: [1] }],
    ['an unknown name', { unknown: 1 }],
    ['the name of a member of all objects', { constructor: true }],
    ['too many ids', { excludedSeriesIds: tooMany }],
  ])('refuse %s', async (_, config) => {
    await home.connect()
    expect((await setConfig(config)).status).toBe(400)
    expect((await home.call('GET', home.idOf('anilist'))).config).toEqual({})
  })

  test('are those of one user', async () => {
    await home.connect()
    expect((await setConfig({ excludeAdult: true }, 'max')).status).toBe(404)
  })
})

test('the latest task of a connection', async () => {
  const path = `${home.idOf('anilist')}/tasks`
  expect((await home.server.call('GET', path, { as: 'ann' })).status).toBe(404)
  await home.connect()
  expect((await home.server.call('GET', path, { as: 'ann' })).status).toBe(204)
  await home.sync()
  expect((await home.server.call('GET', path, { as: 'ann' })).body).toMatchObject({
    taskType: 'sync_reading',
    status: expect.stringMatching(/running|completed/),
  })
  expect((await home.server.call('GET', `${path}?type=other`, { as: 'ann' })).status).toBe(204)
  expect((await home.server.call('GET', path, { as: 'max' })).status).toBe(404)
})
