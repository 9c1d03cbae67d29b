import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import {
  isAllowedScope,
  preferenceKeys,
  type PreferenceKey,
} from '../../../src/reading/preferences/preference-keys'
import { preferences } from '../../../src/reading/preferences/schema'
import { getScopedPreferences } from '../../../src/reading/preferences/service'
import { getReaderSettings } from '../../../src/reading/preferences/reader-settings'
import { series } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let book: SeededBook
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write(async (tx) => {
    await tx.delete(libraries)
    await tx.delete(preferences)
  })
  const library = await seedLibrary(server, { name: 'Comics' })
  book = await seedBook(server, await seedSeries(server, library))
})

const call = (method: string, path: string, body?: unknown, as = 'ann') =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })
const putSettings = (query: string, values: object, as = 'ann') =>
  call('PUT', `/preferences?${query}`, { preferences: values }, as)
const getSettings = async (as = 'ann') =>
  (await call('GET', `/books/${book.id}/reader-settings`, undefined, as)).body.settings

describe('settings by scope', () => {
  test('are stored per user and entity', async () => {
    const values = { 'reader.fit': 'width', 'epub.lineHeight': 1.25, 'reader.trim': true }
    const { status, body } = await putSettings(`scope=series&id=${book.seriesId}`, values)
    expect(status).toBe(200)
    expect(body).toEqual({ scope: 'series', id: book.seriesId, preferences: values })
    const everywhere = await call('GET', '/preferences')
    expect(everywhere.body).toEqual({ scope: 'user', id: null, preferences: {} })
    const others = await call(
      'GET',
      `/preferences?scope=series&id=${book.seriesId}`,
      undefined,
      'max',
    )
    expect(others.body.preferences).toEqual({})
  })

  test('are changed one by one, deleted with null, or replaced as a whole', async () => {
    await putSettings('', { 'ui.theme': 'dark', 'home.hidden': ['on-deck'] })
    const change = { preferences: { 'ui.theme': null, 'list.density': 'compact' } }
    expect((await call('PATCH', '/preferences', change)).body.preferences).toEqual({
      'home.hidden': ['on-deck'],
      'list.density': 'compact',
    })
    const { body } = await putSettings('', { 'ui.motion': 'reduced' })
    expect(body.preferences).toEqual({ 'ui.motion': 'reduced' })
  })

  test('a replacement keeps what the user has seen, unless it says so', async () => {
    const seen = { 'ui.seenVersion': '0.3.0', 'ui.hintsSeen': ['palette'] }
    await putSettings('', { ...seen, 'ui.theme': 'dark' })
    const replaced = await putSettings('', { 'ui.motion': 'reduced' })
    expect(replaced.body.preferences).toEqual({ ...seen, 'ui.motion': 'reduced' })
    const newer = await putSettings('', { 'ui.seenVersion': '0.4.0' })
    expect(newer.body.preferences).toEqual({ ...seen, 'ui.seenVersion': '0.4.0' })
    expect((await putSettings(`scope=book&id=${book.id}`, {})).status).toBe(200)
    const none = { 'ui.seenVersion': null, 'ui.hintsSeen': null }
    expect((await putSettings('', none)).body.preferences).toEqual({})
  })

  test.each([
    ['an unknown key', 'scope=user', { 'ui.colour': 'red' }, 'preferences.ui.colour'],
    ['an unknown value', 'scope=user', { 'ui.theme': 'pink' }, 'preferences.ui.theme'],
    ['a number out of bounds', '', { 'reader.brightness': 1e9 }, 'preferences.reader.brightness'],
    ['an endless list', '', { 'home.order': Array(61).fill('x') }, 'preferences.home.order'],
    ['an endless text', '', { 'epub.font': 'x'.repeat(61) }, 'preferences.epub.font'],
    ['an id that is not allowed', `id=${Bun.randomUUIDv7()}`, {}, 'id'],
    ['a missing id', 'scope=book', {}, 'id'],
    ['an unknown scope', 'scope=world', {}, 'scope'],
  ])('reject %s', async (_what, query, values, path) => {
    const { status, body } = await putSettings(query, values)
    expect([status, body.details[0].path]).toEqual([400, path])
  })

  test('reject fields that an entity does not support', async () => {
    const { status, body } = await putSettings(`scope=book&id=${book.id}`, { 'ui.theme': 'dark' })
    expect([status, body.details[0].path]).toEqual([400, 'preferences.ui.theme'])
    const library = await putSettings(`scope=library&id=${book.libraryId}`, {
      'list.view': 'table',
    })
    expect(library.status).toBe(200)
  })

  test('cannot refer to entities that the user cannot see', async () => {
    for (const scope of ['library', 'series', 'book'] as const) {
      const unknown = await putSettings(`scope=${scope}&id=${Bun.randomUUIDv7()}`, {
        'reader.trim': true,
      })
      expect(unknown.status).toBe(404)
    }
    const restricted = { ...system, userId: server.getUserId('ann'), libraryIds: [] }
    const asked = getScopedPreferences(server.ctx, restricted, { scope: 'book', id: book.id })
    expect(asked).rejects.toMatchObject({ reason: 'not_found' })
    const settings = getReaderSettings(server.ctx, restricted, book.id)
    expect(settings).rejects.toMatchObject({ reason: 'not_found' })
  })

  test('are deleted with their entity', async () => {
    await putSettings(`scope=book&id=${book.id}`, { 'reader.trim': true })
    await server.ctx.write((tx) => tx.delete(books).where(eq(books.id, book.id)))
    expect(await server.ctx.db.select().from(preferences)).toEqual([])
  })

  test('require sign-in', async () => {
    expect((await putSettings('', {}, 'anonymous')).status).toBe(401)
  })
})

describe('effective reader settings', () => {
  test('use the most specific value', async () => {
    expect((await getSettings())['reader.fit']).toEqual({ value: 'screen', source: 'default' })
    const places = [
      ['scope=user', 'height', 'user'],
      [`scope=library&id=${book.libraryId}`, 'width', 'library'],
      [`scope=series&id=${book.seriesId}`, 'original', 'series'],
      [`scope=book&id=${book.id}`, 'screen', 'book'],
    ] as const
    for (const [query, value, source] of places) {
      await putSettings(query, { 'reader.fit': value })
      expect((await getSettings())['reader.fit']).toEqual({ value, source })
    }
    expect((await getSettings('max'))['reader.fit'].source).toBe('default')
    expect(Object.keys(await getSettings())).toEqual(
      expect.arrayContaining(['reader.shiftedAt', 'epub.theme', 'reader.preload']),
    )
  })

  test('take the direction from the metadata unless the user overrides it', async () => {
    const getDirection = async () => (await getSettings())['reader.direction']
    await putSettings('', { 'reader.direction': 'rtl' })
    expect(await getDirection()).toEqual({ value: 'rtl', source: 'user' })
    await server.ctx.write((tx) => tx.update(libraries).set({ defaultReadingDirection: 'ttb' }))
    expect(await getDirection()).toEqual({ value: 'ttb', source: 'libraryDirection' })
    await server.ctx.write((tx) => tx.update(series).set({ readingDirection: 'ltr' }))
    expect(await getDirection()).toEqual({ value: 'ltr', source: 'seriesMetadata' })
    await putSettings(`scope=series&id=${book.seriesId}`, { 'reader.direction': 'rtl' })
    expect(await getDirection()).toEqual({ value: 'rtl', source: 'series' })
  })

  test('show a webtoon as a vertical strip', async () => {
    await server.ctx.write((tx) => tx.update(series).set({ readingDirection: 'webtoon' }))
    const settings = await getSettings()
    expect(settings['reader.mode']).toEqual({ value: 'webtoon', source: 'seriesMetadata' })
    expect(settings['reader.direction'].value).toBe('ttb')
  })
})

describe('/user/preferences', () => {
  test('lists, sets and deletes keys with the source of each value', async () => {
    const sent = { preferences: { 'ui.theme': 'oled', 'epub.lineHeight': 1.5, 'reader.gap': 8 } }
    const { body } = await call('PUT', '/user/preferences', sent)
    expect(body.updated).toBe(3)
    const { preferences: own } = (await call('GET', '/user/preferences')).body
    expect(own.map((one: { key: string; valueType: string }) => [one.key, one.valueType])).toEqual([
      ['epub.lineHeight', 'float'],
      ['reader.gap', 'integer'],
      ['ui.theme', 'string'],
    ])
    const one = await call('PUT', '/user/preferences/home.order', { value: ['a', 'b'] })
    expect(one.body).toMatchObject({ value: ['a', 'b'], valueType: 'json' })
    expect((await call('GET', '/user/preferences/home.order')).body.value).toEqual(['a', 'b'])
    expect((await call('DELETE', '/user/preferences/home.order')).body.deleted).toBe(true)
    expect((await call('DELETE', '/user/preferences/home.order')).body.deleted).toBe(false)
    expect((await call('GET', '/user/preferences/home.order')).status).toBe(404)
  })

  test('rejects unknown keys and invalid values', async () => {
    expect((await call('PUT', '/user/preferences/constructor', { value: 1 })).status).toBe(404)
    const { status, body } = await call('PUT', '/user/preferences/home.order', { value: [''] })
    expect([status, body.details[0].path]).toEqual([400, 'value.0'])
    const wrong = await call('PUT', '/user/preferences/ui.theme', { value: null })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'value'])
  })
})

test('every setting can be set for a user, and reader settings for every scope', () => {
  const { 'reader.profile': _, ...settings } = preferenceKeys
  for (const key of Object.keys(settings) as PreferenceKey[]) {
    expect(isAllowedScope(key, 'user')).toBe(true)
    expect(isAllowedScope(key, 'book')).toBe(/^(reader|epub)\./.test(key))
  }
})
