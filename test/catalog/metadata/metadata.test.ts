import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { alternateTitles } from '../../../src/catalog/metadata/schema'
import { series } from '../../../src/catalog/series/schema'
import { waitForEvents } from '../../support/events'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary, type SeededSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let row: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  row = await seedSeries(server, library)
})

const as = 'max'
const missing = '0196f6a0-0000-7000-8000-000000000000'
const at = (more: string) => `/series/${row.id}/${more}`
const sendRequest = (method: string, more: string, body?: unknown) =>
  server.call(method, at(more), { as, body })

const getLocks = async () => (await sendRequest('GET', 'metadata/locks')).body.alternateTitles
const searchSeries = async (query: string) =>
  (await server.call('POST', '/series/search', { as, body: { query } })).body.length
const getAverage = async () =>
  (await server.ctx.db.select().from(series).where(eq(series.id, row.id)))[0]!.rating

describe('alternate titles', () => {
  test('are added, found by search, changed and deleted', async () => {
    const added = await sendRequest('POST', 'alternate-titles', {
      label: 'Romaji',
      title: ' Kuro no ',
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ seriesId: row.id, label: 'Romaji', title: 'Kuro no' })
    expect(await getLocks()).toBe(true)
    expect(await searchSeries('kuro')).toBe(1)

    const one = `alternate-titles/${added.body.id}`
    const changed = await sendRequest('PATCH', one, { title: 'Shiro', label: null })
    expect(changed.body).toMatchObject({ label: 'Romaji', title: 'Shiro' })
    expect([await searchSeries('kuro'), await searchSeries('shiro')]).toEqual([0, 1])
    expect((await sendRequest('GET', 'alternate-titles')).body).toEqual({ titles: [changed.body] })

    expect((await sendRequest('DELETE', one)).status).toBe(204)
    expect((await sendRequest('DELETE', one)).status).toBe(404)
    expect((await sendRequest('PATCH', one, { title: 'x' })).status).toBe(404)
    expect(await searchSeries('shiro')).toBe(0)
  })

  test('are not accessible through another series', async () => {
    const added = await sendRequest('POST', 'alternate-titles', { label: 'a', title: 'b' })
    const other = await seedSeries(server, library)
    const path = `/series/${other.id}/alternate-titles/${added.body.id}`
    expect((await server.call('DELETE', path, { as })).status).toBe(404)
    expect((await server.call('PATCH', path, { as, body: { title: 'c' } })).status).toBe(404)
  })

  test('are limited in number', async () => {
    await server.ctx.write(async (tx) => {
      const titles = Array.from({ length: 100 }, (_, i) => ({ label: 'a', title: `${i}` }))
      await tx.insert(alternateTitles).values(titles.map((one) => ({ ...one, seriesId: row.id })))
    })
    expect((await sendRequest('POST', 'alternate-titles', { label: 'a', title: 'x' })).status).toBe(
      409,
    )
  })
})

describe('external IDs', () => {
  test.each(['comicinfo', 'epub', 'plugin:my-plugin_1.0'])(
    'accept the source %s',
    async (source) => {
      const first = await sendRequest('POST', 'external-ids', { source, externalId: '1' })
      expect([first.status, first.body.source]).toEqual([201, source])
    },
  )

  test('are unique per source: 201 for a new one, 200 for an update', async () => {
    const first = await sendRequest('POST', 'external-ids', {
      source: 'plugin:A',
      externalId: '1',
      externalUrl: 'https://a.org/1',
    })
    expect([first.status, first.body.source]).toEqual([201, 'plugin:a'])
    const second = await sendRequest('POST', 'external-ids', {
      source: 'plugin:a',
      externalId: '2',
    })
    expect([second.status, second.body]).toMatchObject([
      200,
      { id: first.body.id, externalId: '2', externalUrl: 'https://a.org/1' },
    ])
    expect(second.body.createdAt).toBe(first.body.createdAt)
    const third = await sendRequest('POST', 'external-ids', {
      source: 'plugin:a',
      externalId: '2',
      externalUrl: null,
    })
    expect(third.body.externalUrl).toBeNull()
    expect((await sendRequest('GET', 'external-ids')).body).toEqual({ externalIds: [third.body] })
    expect((await sendRequest('DELETE', `external-ids/${first.body.id}`)).status).toBe(204)
    expect((await sendRequest('DELETE', `external-ids/${first.body.id}`)).status).toBe(404)
  })
})

describe('external links', () => {
  test('B6: have one name per site, whether it is given as name or host', async () => {
    const post = (sourceName: string, path: string) =>
      sendRequest('POST', 'external-links', { sourceName, url: `https://anilist.co/manga/${path}` })
    const first = await post('AniList', '1')
    for (const [place, name] of ['anilist.co', 'www.AniList.co', 'anilist'].entries()) {
      const again = await post(name, `${place + 2}`)
      expect([again.status, again.body.id, again.body.sourceName]).toEqual([
        200,
        first.body.id,
        'anilist',
      ])
    }
    expect((await sendRequest('DELETE', `external-links/${first.body.id}`)).status).toBe(204)
  })

  test('are unique per site, in lower case', async () => {
    const first = await sendRequest('POST', 'external-links', {
      sourceName: 'Some Site',
      url: 'HTTPS://Example.org/a b',
      externalId: '5',
    })
    expect([first.status, first.body]).toMatchObject([
      201,
      { sourceName: 'some site', url: 'https://example.org/a%20b', externalId: '5' },
    ])
    const second = await sendRequest('POST', 'external-links', {
      sourceName: 'some SITE',
      url: 'http://b.org',
    })
    expect([second.status, second.body]).toMatchObject([
      200,
      { id: first.body.id, url: 'http://b.org/', externalId: '5' },
    ])
    expect((await sendRequest('GET', 'external-links')).body).toEqual({ links: [second.body] })
    expect((await sendRequest('DELETE', `external-links/${first.body.id}`)).status).toBe(204)
    expect((await sendRequest('DELETE', `external-links/${first.body.id}`)).status).toBe(404)
  })
})

describe('external ratings', () => {
  test('are unique per source, and averaged', async () => {
    const first = await sendRequest('POST', 'external-ratings', {
      sourceName: 'A',
      rating: 80,
      voteCount: 9,
    })
    expect([first.status, first.body]).toMatchObject([
      201,
      { sourceName: 'a', rating: 80, voteCount: 9 },
    ])
    await sendRequest('POST', 'external-ratings', { sourceName: 'b', rating: 33.5 })
    expect(await getAverage()).toBe(56.75)
    const again = await sendRequest('POST', 'external-ratings', { sourceName: 'a', rating: 0 })
    expect([again.status, again.body]).toMatchObject([200, { id: first.body.id, voteCount: 9 }])
    expect(await getAverage()).toBe(16.75)
    expect((await sendRequest('GET', 'external-ratings')).body.ratings).toHaveLength(2)
    expect((await sendRequest('DELETE', 'external-ratings/A')).status).toBe(204)
    expect((await sendRequest('DELETE', 'external-ratings/a')).status).toBe(404)
    expect((await sendRequest('DELETE', 'external-ratings/b')).status).toBe(204)
    expect(await getAverage()).toBeNull()
  })
})

describe('an invalid request is rejected', () => {
  test.each([
    ['alternate-titles', { label: '', title: 'x' }, 'label'],
    ['alternate-titles', { label: 'x', title: '  ' }, 'title'],
    ['alternate-titles', { label: 'x' }, 'title'],
    ['alternate-titles', { label: 'x', title: 'a'.repeat(501) }, 'title'],
    ['alternate-titles', { label: 'x', title: 'x', more: 1 }, 'more'],
    ['external-ids', { source: 'mine', externalId: '1' }, 'source'],
    ['external-ids', { source: 'plugin:', externalId: '1' }, 'source'],
    ['external-ids', { source: 'plugin:a b', externalId: '1' }, 'source'],
    ['external-ids', { source: 'epub', externalId: '' }, 'externalId'],
    ['external-ids', { source: 'epub', externalId: '1', externalUrl: 'ftp://a' }, 'externalUrl'],
    ['external-links', { sourceName: ' ', url: 'https://a.org' }, 'sourceName'],
    ['external-links', { sourceName: 'a', url: 'javascript:alert(1)' }, 'url'],
    ['external-links', { sourceName: 'a', url: '//a.org' }, 'url'],
    ['external-links', { sourceName: 'a', url: `https://a.org/${'a'.repeat(2000)}` }, 'url'],
    ['external-ratings', { sourceName: 'a', rating: 100.1 }, 'rating'],
    ['external-ratings', { sourceName: 'a', rating: -1 }, 'rating'],
    ['external-ratings', { sourceName: 'a', rating: '5' }, 'rating'],
    ['external-ratings', { sourceName: 'a', rating: 5, voteCount: -1 }, 'voteCount'],
  ])('%s %j', async (path, body, member) => {
    const answer = await sendRequest('POST', path, body)
    expect([answer.status, answer.body.error, answer.body.details?.[0]?.path]).toEqual([
      400,
      'invalid',
      member,
    ])
  })

  const bodies = {
    'alternate-titles': { label: 'x', title: 'x' },
    'external-ids': { source: 'epub', externalId: '1' },
    'external-links': { sourceName: 'a', url: 'https://a.org' },
    'external-ratings': { sourceName: 'a', rating: 5 },
  }
  test.each(Object.entries(bodies))(
    '%s by a reader, an anonymous client, or for a missing series',
    async (path, body) => {
      expect((await server.call('POST', at(path), { as: 'ann', body })).status).toBe(403)
      expect((await server.call('POST', at(path), { body })).status).toBe(401)
      expect((await server.call('GET', at(path))).status).toBe(401)
      expect((await server.call('GET', at(path), { as: 'ann' })).status).toBe(200)
      expect((await server.call('DELETE', at(`${path}/${missing}`), { as: 'ann' })).status).toBe(
        403,
      )
      expect((await sendRequest('DELETE', `${path}/${missing}`)).status).toBe(404)
      expect((await server.call('POST', `/series/${missing}/${path}`, { as, body })).status).toBe(
        404,
      )
      expect((await server.call('GET', `/series/${missing}/${path}`, { as })).status).toBe(404)
    },
  )
})

test('every change publishes an event and moves the series to the top of recently updated', async () => {
  await Bun.sleep(2)
  await sendRequest('POST', 'external-links', { sourceName: 'a', url: 'https://a.org' })
  expect((await waitForEvents(server, row.id, 2)).map(({ type }) => type)).toEqual([
    'series_metadata_updated',
    'series_updated',
  ])
  const { body } = await server.call('GET', '/series/recently-updated?limit=1', { as })
  expect(body[0].id).toBe(row.id)
})
