import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { series, seriesMetadata } from '../../../src/catalog/series/schema'
import { applyChangeSet } from '../../../src/catalog/metadata/change-sets/change-sets'
import { seriesEntity } from '../../../src/catalog/series/metadata/series-fields'
import { waitForEvents } from '../../support/events'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'

let server: TestServer
let row: SeededSeries
let path: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  row = await seedSeries(server, await seedLibrary(server), { title: 'First' })
  path = `/series/${row.id}/metadata`
})

const as = 'max'
const get = async () => (await server.call('GET', path, { as })).body
const put = (body: unknown, headers = {}) => server.call('PUT', path, { as, body, headers })
const patch = (body: unknown, headers = {}) => server.call('PATCH', path, { as, body, headers })
const locked = (locks: Record<string, boolean>) => Object.keys(locks).filter((name) => locks[name])
const stored = async () =>
  (
    await server.ctx.db
      .select({ series, metadata: seriesMetadata })
      .from(series)
      .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
      .where(eq(series.id, row.id))
  )[0]!

const everything = {
  title: 'New title',
  titleSort: 'Title, new',
  summary: 'Line one\nline two',
  publisher: 'Press',
  imprint: 'Small',
  status: 'hiatus',
  readingDirection: 'ttb',
  ageRating: 16,
  language: 'pt-BR',
  year: 2020,
  totalChapterCount: 12.5,
  totalVolumeCount: 3,
  authors: [{ name: 'A', role: 'penciller', sortName: null }],
  customMetadata: { a: { b: [1, null, 'x'] } },
}

const offer = async (values: Record<string, unknown>, source = 'plugin:one') =>
  (await applyChangeSet(server.ctx, seriesEntity, { id: row.id, values, source })).fields
const at = () => `/series/${row.id}/tracking`

describe('a replacement', () => {
  test('stores every field, and answers with what is stored', async () => {
    const { status, body } = await put(everything)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...everything, id: row.id, seriesId: row.id })
    expect(await get()).toEqual(body)
    expect(locked(body.locks).toSorted()).toEqual(
      [
        ...Object.keys(everything).filter((name) => name !== 'authors'),
        'authorsJsonLock',
      ].toSorted(),
    )
  })

  test('clears what it leaves out, but never the title', async () => {
    await put(everything)
    const { body } = await put({ year: 2021, summary: null })
    const cleared = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
    expect(body).toMatchObject({ ...cleared, title: 'New title', year: 2021 })
  })

  test('takes back what a full series response holds as its metadata', async () => {
    await put(everything)
    const { metadata } = (await server.call('GET', `/series/${row.id}`, { as })).body
    const again = await put(metadata)
    expect([again.status, again.body.updatedAt]).toEqual([200, metadata.updatedAt])
  })
})

describe('a change', () => {
  test('touches only what it names, locks values and not clears', async () => {
    await put({ year: 2000, publisher: 'Press' })
    await server.call('PUT', `${path}/locks`, { as, body: { year: false, publisher: false } })
    const { body } = await patch({ year: null, summary: 'S', publisher: 'Press' })
    expect(body).toMatchObject({ title: 'First', year: null, summary: 'S', publisher: 'Press' })
    expect(locked(body.locks)).toEqual(['summary'])
  })

  test('is not hindered by a lock', async () => {
    await server.call('PUT', `${path}/locks`, { as, body: { year: true } })
    expect((await patch({ year: 1980 })).body.year).toBe(1980)
  })

  test('tidies: blanks clear, languages are spelled right', async () => {
    const { body } = await patch({ publisher: '  ', language: 'PT-br', title: '  Spaced ' })
    expect(body).toMatchObject({ publisher: null, language: 'pt-BR', title: 'Spaced' })
  })

  test('moves the series in lists and search', async () => {
    await patch({ title: 'Zebra', authors: [{ name: 'Quill', role: 'writer' }] })
    const { series: narrow } = await stored()
    expect(narrow.sortKey).toBe('zebra')
    await patch({ titleSort: 'Aardvark' })
    expect((await stored()).series.sortKey).toBe('aardvark')
    await patch({ titleSort: null })
    expect((await stored()).series.sortKey).toBe('zebra')
    for (const query of ['zebra', 'quill']) {
      const { body } = await server.call('POST', '/series/search', { as, body: { query } })
      expect(body.map(({ id }: { id: string }) => id)).toContain(row.id)
    }
    const { body } = await server.call('POST', '/series/search', {
      as,
      body: { query: 'aardvark' },
    })
    expect(body).toEqual([])
  })

  test('is announced with its fields, and not when nothing changed', async () => {
    await patch({ title: 'First' })
    await patch({ year: 2001, title: 'First' })
    expect(await waitForEvents(server, row.id, 2)).toMatchObject([
      { type: 'series_metadata_updated', seriesId: row.id, fieldsUpdated: ['year'] },
      { type: 'series_updated', seriesId: row.id, libraryId: row.libraryId },
    ])
  })

  test('by its short form renames and locks', async () => {
    const { status, body } = await server.call('PATCH', `/series/${row.id}`, {
      as,
      body: { title: 'Renamed' },
    })
    expect([status, body.id, body.title]).toEqual([200, row.id, 'Renamed'])
    expect(locked((await get()).locks)).toEqual(['title'])
  })
})

describe('two people', () => {
  test('do not overwrite each other when they say which version they mean', async () => {
    const { headers } = await server.call('GET', path, { as })
    const tag = headers.get('etag')!
    const first = await patch({ year: 1 }, { 'if-match': tag })
    expect(first.status).toBe(200)
    const second = await put({ year: 2 }, { 'if-match': tag })
    expect([second.status, second.body.error]).toEqual([412, 'precondition_failed'])
    expect((await get()).year).toBe(1)
    const third = await patch({ year: 3 }, { 'if-match': first.headers.get('etag')! })
    expect(third.status).toBe(200)
    expect((await server.call('DELETE', path, { as, headers: { 'if-match': tag } })).status).toBe(
      412,
    )
  })
})

describe('a wrong request', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  test.each([
    [{ title: '' }, 'title'],
    [{ title: '   ' }, 'title'],
    [{ title: 'a'.repeat(501) }, 'title'],
    [{ title: 'a\0b' }, 'title'],
    [{ titleSort: 5 }, 'titleSort'],
    [{ summary: 'a'.repeat(50_001) }, 'summary'],
    [{ status: 'done' }, 'status'],
    [{ readingDirection: 'up' }, 'readingDirection'],
    [{ ageRating: 100 }, 'ageRating'],
    [{ ageRating: -1 }, 'ageRating'],
    [{ ageRating: 1.5 }, 'ageRating'],
    [{ year: 0 }, 'year'],
    [{ year: 10_000 }, 'year'],
    [{ year: '1999' }, 'year'],
    [{ language: 'not a language' }, 'language'],
    [{ totalChapterCount: -1 }, 'totalChapterCount'],
    [{ totalVolumeCount: 1.5 }, 'totalVolumeCount'],
    [{ authors: [{ name: 'A', role: 'juggler' }] }, 'authors.0.role'],
    [{ authors: [{ name: ' ', role: 'writer' }] }, 'authors.0.name'],
    [{ authors: [{ role: 'writer' }] }, 'authors.0.name'],
    [{ authors: Array.from({ length: 201 }, () => ({ name: 'A', role: 'writer' })) }, 'authors'],
    [{ authors: 'A' }, 'authors'],
    [{ customMetadata: [] }, 'customMetadata'],
    [{ customMetadata: deep(30) }, 'customMetadata'],
    [{ customMetadata: { a: 'x'.repeat(65_536) } }, 'customMetadata'],
    [{ customMetadata: { a: 'x\0' } }, 'customMetadata.a'],
    [{ customMetadata: { '\ud800': 1 } }, 'customMetadata'],
    [{ colour: 'red' }, 'colour'],
  ])('is refused: %j', async (body, member) => {
    for (const send of [put, patch]) {
      const answer = await send(body)
      expect([answer.status, answer.body.error, answer.body.details?.[0]?.path]).toEqual([
        400,
        'invalid',
        member,
      ])
    }
    expect((await get()).title).toBe('First')
  })

  test('names everything that is wrong at once', async () => {
    const { body } = await patch({ language: '??', title: ' ' })
    expect(body.details.map(({ path: member }: { path: string }) => member).toSorted()).toEqual([
      'language',
      'title',
    ])
  })

  test('null clears every field but the title', async () => {
    await put(everything)
    const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
    const { status, body } = await patch(nothing)
    expect([status, body.title, body.year]).toEqual([200, 'New title', null])
  })

  test.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['PUT', '/locks'],
  ])('%s metadata%s needs series:write', async (method, more) => {
    const body = method === 'DELETE' ? undefined : {}
    expect((await server.call(method, `${path}${more}`, { as: 'ann', body })).status).toBe(403)
    expect((await server.call(method, `${path}${more}`, { body })).status).toBe(401)
  })
})

describe('machines', () => {
  test('write what nobody has spoken of, and say so', async () => {
    expect(await offer({ year: 1999, publisher: 'P' })).toEqual(['publisher', 'year'])
    expect(await get()).toMatchObject({ year: 1999, publisher: 'P' })
    expect((await waitForEvents(server, row.id, 1))[0]).toMatchObject({
      type: 'series_metadata_updated',
      pluginId: 'one',
      fieldsUpdated: ['publisher', 'year'],
    })
  })

  test('touch neither what a person set, nor what a person cleared', async () => {
    await offer({ year: 1999, publisher: 'P' })
    await patch({ year: 2000, publisher: null })
    expect(await offer({ year: 1999, publisher: 'P', imprint: 'I' })).toEqual(['imprint'])
    expect(await get()).toMatchObject({ year: 2000, publisher: null, imprint: 'I' })
  })

  test('may write again once the lock is opened, over a lesser source only', async () => {
    await offer({ publisher: 'P' })
    await server.call('PUT', `${path}/locks`, { as, body: { publisher: true } })
    expect(await offer({ publisher: 'Q' })).toEqual([])
    await server.call('PUT', `${path}/locks`, { as, body: { publisher: false } })
    expect(await offer({ publisher: 'R' }, 'comicinfo')).toEqual([])
    expect(await offer({ publisher: 'Q' })).toEqual(['publisher'])
  })
})

describe('a reset', () => {
  test('brings back what the first file says and opens the locks', async () => {
    await seedBook(server, row, {
      contents: {
        fileMetadata: {
          source: 'comicinfo',
          series: 'File title',
          publisher: 'File press',
          manga: true,
        },
      },
    })
    await put({ ...everything })
    await server.call('PUT', `${path}/locks`, { as, body: { cover: true } })
    const { status, body } = await server.call('DELETE', path, { as })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'File title',
      publisher: 'File press',
      readingDirection: 'rtl',
      year: null,
      summary: null,
      authors: null,
    })
    expect(locked(body.locks)).toEqual(['cover'])
    expect((await stored()).metadata.sources).toEqual({
      title: 'comicinfo',
      publisher: 'comicinfo',
      readingDirection: 'comicinfo',
    })
  })

  test('without a file falls back to the folder, and keeps what a provider said', async () => {
    await offer({ year: 1999 })
    await patch({ title: 'Mine', summary: 'Mine' })
    await server.ctx.write(async (tx) => {
      await tx
        .update(series)
        .set({ groupKey: 'root/Shelf/The_Folder (2010) [x]' })
        .where(eq(series.id, row.id))
    })
    const { body } = await server.call('DELETE', path, { as })
    expect(body).toMatchObject({ title: 'The Folder', summary: null, year: 1999 })
  })
})

describe('locks', () => {
  test('are set and opened one by one', async () => {
    const set = await server.call('PUT', `${path}/locks`, { as, body: { year: true, cover: true } })
    expect([set.status, locked(set.body)]).toEqual([200, ['cover', 'year']])
    const opened = await server.call('PUT', `${path}/locks`, {
      as,
      body: { year: false, cover: null },
    })
    expect(locked(opened.body)).toEqual(['cover'])
    expect((await server.call('GET', `${path}/locks`, { as: 'ann' })).body).toEqual(opened.body)
  })

  test.each([[{ year: 1 }], [{ height: true }], [[]]])('refuse %j', async (body) => {
    expect((await server.call('PUT', `${path}/locks`, { as, body })).status).toBe(400)
  })
})

describe('tracking', () => {
  test('begins with nothing followed', async () => {
    const { status, body } = await server.call('GET', at(), { as: 'ann' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      seriesId: row.id,
      tracked: false,
      trackChapters: true,
      trackVolumes: true,
      latestKnownChapter: null,
      latestKnownVolume: null,
      languages: null,
      pollIntervalOverrideS: null,
      confidenceThresholdOverride: null,
      volumeChapterMap: null,
    })
  })

  test('changes what is named, and clears with null', async () => {
    const change = async (body: unknown) => (await server.call('PATCH', at(), { as, body })).body
    expect(
      await change({
        tracked: true,
        trackVolumes: false,
        latestKnownChapter: 10.5,
        languages: ['EN', 'pt-br'],
        volumeChapterMap: { 1: [1, 5] },
      }),
    ).toMatchObject({
      tracked: true,
      trackVolumes: false,
      latestKnownChapter: 10.5,
      languages: ['en', 'pt-BR'],
      volumeChapterMap: { 1: [1, 5] },
    })
    expect(await change({ tracked: null, latestKnownChapter: null })).toMatchObject({
      tracked: true,
      trackVolumes: false,
      latestKnownChapter: null,
      languages: ['en', 'pt-BR'],
    })
    expect((await server.call('GET', `/series/${row.id}`, { as: 'ann' })).body.tracked).toBe(true)
  })

  test.each([
    [{ languages: ['??'] }, 'languages.0'],
    [{ confidenceThresholdOverride: 2 }, 'confidenceThresholdOverride'],
    [{ pollIntervalOverrideS: 1 }, 'pollIntervalOverrideS'],
    [{ tracked: 'yes' }, 'tracked'],
    [{ volumeChapterMap: ['\0'] }, 'volumeChapterMap.0'],
    [{ other: 1 }, 'other'],
  ])('refuses %j', async (body, member) => {
    const answer = await server.call('PATCH', at(), { as, body })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, member])
  })

  test('needs series:write to be changed', async () => {
    expect((await server.call('PATCH', at(), { as: 'ann', body: {} })).status).toBe(403)
  })
})
