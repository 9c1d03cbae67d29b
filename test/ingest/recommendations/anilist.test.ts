/**
 * Recommendations by readers on AniList are requested only if enabled, and only for what the user
 * can see.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cachedResponses } from '../../../src/platform/outgoing/schema'
import {
  outsideRecommendations,
  recommendationDismissals,
} from '../../../src/ingest/recommendations/schema'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { startSyncServer } from '../reading-sync/sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(async () => {
  await home.reset()
  home.anilist.status = undefined
  await home.server.ctx.write(async (tx) => {
    await tx.delete(recommendationDismissals)
    await tx.delete(outsideRecommendations)
    await tx.delete(cachedResponses)
  })
})

const node = (
  id: number,
  { rating = 10, ...more }: { rating?: number; isAdult?: boolean } = {},
) => ({
  rating,
  mediaRecommendation: {
    id,
    type: 'MANGA',
    isAdult: false,
    title: { romaji: `Romaji ${id}`, english: `Recommended ${id}`, native: null },
    description: 'A <i>fine</i> work.',
    genres: ['Drama'],
    status: 'FINISHED',
    startDate: { year: 2001 },
    meanScore: 81,
    siteUrl: `https://anilist.co/manga/${id}`,
    ...more,
  },
})

const setConfig = (config: object) =>
  home.call('PATCH', `${home.idOf('anilist')}/config`, { body: { config } })

const get = (as = 'ann') => home.call('GET', '/user/recommendations', { as })

/** Waits for the recommendations from AniList and returns them. */
async function getFetched(as = 'ann') {
  await waitUntil(async () => {
    const { sources } = await get(as)
    const one = sources.find(({ source }: { source: string }) => source === 'anilist')
    return one !== undefined && one.taskStatus === null
  })
  return listOf(await get(as))
}

interface Shown {
  source: string
  externalId: string
  title: string
}

const listOf = ({ recommendations }: { recommendations: Shown[] }) =>
  recommendations.filter(({ source }) => source === 'anilist')

async function readWork(externalId: number, options: Parameters<typeof home.addWork>[1] = {}) {
  const work = await home.addWork(externalId, options)
  await home.read(work.books.slice(0, 2))
  return work
}

test('are asked for only when the user wants that, and the page does not wait', async () => {
  await readWork(1, { title: 'Mine' })
  home.anilist.recommendations.set(1, [node(50), node(51, { rating: 500 })])
  await home.connect()
  const before = home.anilist.requests
  expect((await get()).sources.map(({ source }: { source: string }) => source)).toEqual(['library'])
  expect(home.anilist.requests).toBe(before)

  await setConfig({ recommendations: true })
  const first = await get()
  expect(first.sources).toContainEqual(
    expect.objectContaining({ source: 'anilist', cached: false, taskStatus: 'pending' }),
  )
  const found = await getFetched()
  expect(found.map(({ externalId }) => externalId)).toEqual(['51', '50'])
  expect(found[0]).toMatchObject({
    title: 'Recommended 51',
    basedOn: ['Mine'],
    seriesId: null,
    inLibrary: false,
    owned: false,
    inCodex: false,
    externalUrl: 'https://anilist.co/manga/51',
    because: { code: 'recommendations.readers', params: { title: 'Mine' } },
    score: 1,
    rating: 81,
  })
  expect((await home.call('GET', '/user/recommendations', { as: 'max' })).sources).toHaveLength(1)
})

test('are asked for at most 20 works, the latest first', async () => {
  for (let id = 1; id <= 23; id++) {
    await readWork(id, { count: 2 })
    home.anilist.recommendations.set(id, [node(1000 + id)])
  }
  await home.connect()
  await setConfig({ recommendations: true })
  const before = home.anilist.requests
  const found = await getFetched()
  expect(home.anilist.requests - before).toBe(20)
  expect(found.map(({ externalId }) => Number(externalId)).toSorted()[0]).toBe(1004)
})

test('mark what is in the library, and leave out what was begun or hidden', async () => {
  await readWork(1)
  const hidden = await seedLibrary(home.server, { type: 'manga' })
  const owned = await home.addWork(50)
  const secret = await home.addWork(51, { library: hidden })
  await readWork(52)
  home.anilist.recommendations.set(1, [node(50), node(51), node(52), node(1)])
  home.anilist.recommendations.set(52, [])
  const path = `/users/${home.server.getUserId('ann')}/libraries`
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: [home.library.id] } })
  await home.connect()
  await setConfig({ recommendations: true })
  const found = await getFetched()
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
  expect(found).toEqual([
    expect.objectContaining({
      externalId: '50',
      seriesId: owned.id,
      codexSeriesId: owned.id,
      inLibrary: true,
      owned: true,
    }),
    expect.objectContaining({ externalId: '51', seriesId: null, inLibrary: false }),
  ])
  expect(JSON.stringify(found)).not.toContain(secret.id)
})

test('say nothing of a series that its user may no longer see', async () => {
  const library = await seedLibrary(home.server, { type: 'manga' })
  await readWork(1, { title: 'Secret', library })
  home.anilist.recommendations.set(1, [node(50)])
  await home.connect()
  await setConfig({ recommendations: true })
  expect(await getFetched()).toHaveLength(1)
  const path = `/users/${home.server.getUserId('ann')}/libraries`
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: [home.library.id] } })
  const after = await get()
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
  expect(listOf(after)).toEqual([])
})

test('are not asked for with series that were kept out', async () => {
  const { id } = await readWork(1)
  home.anilist.recommendations.set(1, [node(50)])
  await home.connect()
  await setConfig({ recommendations: true, excludedSeriesIds: [id] })
  const before = home.anilist.requests
  expect(await getFetched()).toEqual([])
  expect(home.anilist.requests).toBe(before)
})

test('for adults are left out where the user wants that', async () => {
  await readWork(1)
  home.anilist.recommendations.set(1, [node(50, { isAdult: true }), node(51)])
  await home.connect()
  await setConfig({ recommendations: true, excludeAdult: true })
  expect((await getFetched()).map(({ externalId }) => externalId)).toEqual(['51'])
})

test('are dismissed for good, also a series with the same title, and restored', async () => {
  await readWork(1)
  home.anilist.recommendations.set(1, [node(50)])
  await home.connect()
  await setConfig({ recommendations: true })
  expect(await getFetched()).toHaveLength(1)
  const path = '/user/recommendations/50/dismiss'
  expect((await home.server.call('POST', path, { as: 'max', body: {} })).status).toBe(404)
  expect(await home.call('POST', path, { body: { reason: 'no' } })).toEqual({ dismissed: true })
  expect(listOf(await get())).toEqual([])
  expect((await home.server.call('DELETE', path, { as: 'max' })).status).toBe(404)
  await home.call('DELETE', path)
  expect(listOf(await get())).toHaveLength(1)
})

describe('a failing service', () => {
  test('leaves what was fetched before, and is named', async () => {
    await readWork(1)
    home.anilist.recommendations.set(1, [node(50)])
    await home.connect()
    await setConfig({ recommendations: true })
    expect(await getFetched()).toHaveLength(1)
    await home.server.ctx.write(async (tx) => void (await tx.delete(cachedResponses)))
    home.anilist.status = 418
    await home.call('POST', '/user/recommendations/refresh')
    const problem = await waitUntil(async () => (await get()).sources[1]?.problem)
    expect(problem).toMatchObject({ code: expect.any(String) })
    expect(await getFetched()).toHaveLength(1)
  })

  test.each([
    ['no object', 7],
    ['no recommendations', { Media: null }],
    ['odd ones', { Media: { recommendations: { nodes: [null, {}, { rating: 'x' }, node(50)] } } }],
  ])('with %s', async (_, data) => {
    await readWork(1)
    await home.connect()
    await setConfig({ recommendations: true })
    home.anilist.body = JSON.stringify({ data })
    const found = await getFetched()
    home.anilist.body = undefined
    expect(found.length).toBeLessThanOrEqual(1)
  })
})

test('are gone when they are switched off or the connection ends', async () => {
  await readWork(1)
  home.anilist.recommendations.set(1, [node(50)])
  await home.connect()
  await setConfig({ recommendations: true })
  expect(await getFetched()).toHaveLength(1)
  await setConfig({ recommendations: false })
  const { ctx } = home.server
  expect(listOf(await get())).toEqual([])
  await waitUntil(async () => (await ctx.db.$count(outsideRecommendations)) === 0)
  await setConfig({ recommendations: true })
  expect(await getFetched()).toHaveLength(1)
  await home.call('DELETE', home.idOf('anilist'))
  expect(listOf(await get())).toEqual([])
  expect(await ctx.db.$count(outsideRecommendations)).toBe(0)
})
