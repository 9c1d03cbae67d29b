import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { libraries } from '../../../src/catalog/libraries/schema'
import { preferences } from '../../../src/reading/preferences/schema'
import { addOwnProfile } from '../../../src/reading/preferences/profiles/merge-profiles'
import { readingProfiles } from '../../../src/reading/preferences/profiles/schema'
import { maxProfiles } from '../../../src/reading/preferences/profiles/model'
import { chooseProfile } from '../../../src/reading/preferences/profiles/service'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let book: SeededBook
let other: SeededBook
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write(async (tx) => {
    await tx.delete(libraries)
    await tx.delete(preferences)
    await tx.delete(readingProfiles)
  })
  const library = await seedLibrary(server, { name: 'Comics' })
  book = await seedBook(server, await seedSeries(server, library))
  other = await seedBook(server, await seedSeries(server, library))
})

const call = (method: string, path: string, body?: unknown, as = 'ann') =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })
const create = async (name: string, settings: object = {}, as = 'ann') =>
  (await call('POST', '/reading-profiles', { name, settings }, as)).body.id as string
const choose = (profileId: string | null, seriesIds: readonly string[], as = 'ann') =>
  call('POST', '/reading-profiles/choose', { profileId, seriesIds }, as)
const getReader = async (id = book.id, as = 'ann') =>
  (await call('GET', `/books/${id}/reader-settings`, undefined, as)).body
const list = async (as = 'ann') =>
  (await call('GET', '/reading-profiles', undefined, as)).body.profiles

const night = { 'reader.background': 'black', 'reader.brightness': 60 }

describe('reading profiles', () => {
  test('are created, listed by name, renamed, changed and deleted', async () => {
    const made = await call('POST', '/reading-profiles', { name: ' Night ', settings: night })
    expect([made.status, made.body.name, made.body.settings]).toEqual([201, 'Night', night])
    await create('Manga')
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Manga', 'Night'])
    const { id } = made.body
    const changed = await call('PATCH', `/reading-profiles/${id}`, {
      name: 'Dark',
      settings: { 'reader.brightness': null, 'reader.trim': true },
    })
    expect(changed.body).toMatchObject({
      name: 'Dark',
      settings: { 'reader.background': 'black', 'reader.trim': true },
      seriesCount: 0,
    })
    expect((await call('DELETE', `/reading-profiles/${id}`)).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  test('apply to many series, below settings of book and series, above those of the library', async () => {
    const id = await create('Night', { ...night, 'reader.fit': 'width', 'reader.trim': true })
    const chosen = await choose(id, [book.seriesId, other.seriesId])
    expect(chosen.body).toEqual({ changed: 2 })
    const scope = (query: string, values: object) =>
      call('PATCH', `/preferences?${query}`, { preferences: values })
    await scope(`scope=library&id=${book.libraryId}`, { 'reader.fit': 'height' })
    await scope('scope=user', { 'reader.brightness': 90, 'reader.invert': true })
    await scope(`scope=series&id=${book.seriesId}`, { 'reader.background': 'white' })
    await scope(`scope=book&id=${book.id}`, { 'reader.trim': false })
    const { settings, profile } = await getReader()
    expect(profile).toEqual({ id, name: 'Night' })
    expect(settings['reader.background']).toEqual({ value: 'white', source: 'series' })
    expect(settings['reader.trim']).toEqual({ value: false, source: 'book' })
    expect(settings['reader.fit']).toEqual({ value: 'width', source: 'profile' })
    expect(settings['reader.brightness']).toEqual({ value: 60, source: 'profile' })
    expect(settings['reader.invert']).toEqual({ value: true, source: 'user' })
    expect((await getReader(other.id)).settings['reader.background'].value).toBe('black')
    expect((await list())[0].seriesCount).toBe(2)
  })

  test('take precedence over the reading direction of the metadata', async () => {
    await server.ctx.write((tx) => tx.update(libraries).set({ defaultReadingDirection: 'rtl' }))
    await choose(await create('Left', { 'reader.direction': 'ltr' }), [book.seriesId])
    const { settings } = await getReader()
    expect(settings['reader.direction']).toEqual({ value: 'ltr', source: 'profile' })
  })

  test('fall back to the own and inherited settings of the series when deleted', async () => {
    const id = await create('Night', night)
    await choose(id, [book.seriesId])
    await call('PATCH', `/preferences?scope=series&id=${book.seriesId}`, {
      preferences: { 'reader.trim': true },
    })
    await call('DELETE', `/reading-profiles/${id}`)
    const { settings, profile } = await getReader()
    expect(profile).toBeNull()
    expect(settings['reader.background']).toEqual({ value: 'auto', source: 'default' })
    expect(settings['reader.trim']).toEqual({ value: true, source: 'series' })
    const kept = await call('GET', `/preferences?scope=series&id=${book.seriesId}`)
    expect(kept.body.preferences).toEqual({ 'reader.trim': true })
  })

  test('are replaced and removed for many series at once', async () => {
    const [one, two] = [await create('One', night), await create('Two')]
    await choose(one, [book.seriesId])
    expect((await choose(two, [book.seriesId, other.seriesId])).body).toEqual({ changed: 2 })
    expect((await choose(two, [book.seriesId, other.seriesId])).body).toEqual({ changed: 0 })
    expect((await getReader()).profile.id).toBe(two)
    expect((await choose(null, [book.seriesId, book.seriesId])).body).toEqual({ changed: 1 })
    expect((await getReader()).profile).toBeNull()
    expect((await getReader(other.id)).profile.id).toBe(two)
  })

  test('are chosen with the other settings of a series', async () => {
    const id = await create('Night', night)
    const path = `/preferences?scope=series&id=${book.seriesId}`
    const set = await call('PATCH', path, { preferences: { 'reader.profile': id } })
    expect(set.body.preferences).toEqual({ 'reader.profile': id })
    expect((await getReader()).profile.id).toBe(id)
    for (const query of [`scope=book&id=${book.id}`, `scope=library&id=${book.libraryId}`, ''])
      expect(
        (await call('PATCH', `/preferences?${query}`, { preferences: { 'reader.profile': id } }))
          .status,
      ).toBe(400)
  })
})

test('a profile from an export is the one with its ID, even if another has its name', async () => {
  // Whichever comes first in the table.
  for (const names of [
    ['Day', 'Night'],
    ['Night', 'Day'],
  ] as const) {
    await server.ctx.write((tx) => tx.delete(readingProfiles))
    const [first, second] = [await create(names[0]), await create(names[1])]
    const now = server.ctx.clock.now()
    const row = { userId: server.getUserId('ann'), settings: {}, createdAt: now, updatedAt: now }
    const add = (id: string, name: string) =>
      server.ctx.write((tx) => addOwnProfile(tx, { ...row, id, name }))
    expect(await add(second, names[0])).toBe(second)
    expect(await add(first, names[1])).toBe(first)
    expect(await add(Bun.randomUUIDv7(), names[1])).toBe(second)
  }
})

describe('reading profiles refuse', () => {
  test('profiles of other users', async () => {
    const id = await create('Night', night, 'max')
    expect(await list()).toEqual([])
    expect((await call('PATCH', `/reading-profiles/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await call('DELETE', `/reading-profiles/${id}`)).status).toBe(404)
    expect((await choose(id, [book.seriesId])).status).toBe(404)
    const set = await call('PATCH', `/preferences?scope=series&id=${book.seriesId}`, {
      preferences: { 'reader.profile': id },
    })
    expect([set.status, set.body.details[0].path]).toEqual([400, 'preferences.reader.profile'])
    expect((await list('max'))[0].name).toBe('Night')
  })

  test('series that the user cannot see', async () => {
    const id = await create('Night')
    const unknown = await choose(id, [book.seriesId, Bun.randomUUIDv7()])
    expect(unknown.status).toBe(404)
    const restricted = { ...system, userId: server.getUserId('ann'), libraryIds: [] }
    const chosen = chooseProfile(server.ctx, restricted, {
      profileId: id,
      seriesIds: [book.seriesId],
    })
    expect(chosen).rejects.toMatchObject({ reason: 'not_found' })
    expect((await list())[0].seriesCount).toBe(0)
  })

  test.each([
    ['an unknown setting', { name: 'A', settings: { 'ui.theme': 'dark' } }],
    ['a profile as a setting', { name: 'A', settings: { 'reader.profile': Bun.randomUUIDv7() } }],
    ['a value out of bounds', { name: 'A', settings: { 'reader.brightness': 1e9 } }],
    ['an empty name', { name: '  ', settings: {} }],
    ['a long name', { name: 'x'.repeat(61), settings: {} }],
  ])('%s', async (_what, body) => {
    expect((await call('POST', '/reading-profiles', body)).status).toBe(400)
  })

  test('a name that is taken, and too many profiles', async () => {
    const id = await create('Night')
    const day = await create('Day')
    const twin = await call('POST', '/reading-profiles', { name: 'NIGHT', settings: {} })
    expect(twin.status).toBe(409)
    expect((await call('PATCH', `/reading-profiles/${day}`, { name: 'night' })).status).toBe(409)
    expect((await call('PATCH', `/reading-profiles/${id}`, { name: 'NIGHT' })).status).toBe(200)
    for (let at = 2; at < maxProfiles; at++) await create(`Profile ${at}`)
    const more = await call('POST', '/reading-profiles', { name: 'One more', settings: {} })
    expect(more.status).toBe(409)
  })

  test('changes without the right', async () => {
    expect((await call('GET', '/reading-profiles', undefined, 'anonymous')).status).toBe(401)
  })
})
