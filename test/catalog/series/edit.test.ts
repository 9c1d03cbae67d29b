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
const getMetadata = async () => (await server.call('GET', path, { as })).body
const putMetadata = (body: unknown, headers = {}) => server.call('PUT', path, { as, body, headers })
const patchMetadata = (body: unknown, headers = {}) =>
  server.call('PATCH', path, { as, body, headers })
const listLocked = (locks: Record<string, boolean>) =>
  Object.keys(locks).filter((name) => locks[name])
const readRow = async () =>
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

const applyOffer = async (values: Record<string, unknown>, source = 'plugin:one') =>
  (await applyChangeSet(server.ctx, seriesEntity, { id: row.id, values, source })).fields
const getUpdatedAt = () => `/series/${row.id}/tracking`

describe('PUT of series metadata', () => {
  test('stores every field and returns the stored values', async () => {
    const { status, body } = await putMetadata(everything)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...everything, id: row.id, seriesId: row.id })
    expect(await getMetadata()).toEqual(body)
    expect(listLocked(body.locks).toSorted()).toEqual(
      [
        ...Object.keys(everything).filter((name) => name !== 'authors'),
        'authorsJsonLock',
      ].toSorted(),
    )
  })

  test('clears omitted fields, but never the title', async () => {
    await putMetadata(everything)
    const { body } = await putMetadata({ year: 2021, summary: null })
    const cleared = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
    expect(body).toMatchObject({ ...cleared, title: 'New title', year: 2021 })
  })

  test('accepts the metadata of a full series response', async () => {
    await putMetadata(everything)
    const { metadata } = (await server.call('GET', `/series/${row.id}`, { as })).body
    const again = await putMetadata(metadata)
    expect([again.status, again.body.updatedAt]).toEqual([200, metadata.updatedAt])
  })
})

describe('PATCH of series metadata', () => {
  test('changes only named fields, locks values and does not lock cleared fields', async () => {
    await putMetadata({ year: 2000, publisher: 'Press' })
    await server.call('PUT', `${path}/locks`, { as, body: { year: false, publisher: false } })
    const { body } = await patchMetadata({ year: null, summary: 'S', publisher: 'Press' })
    expect(body).toMatchObject({ title: 'First', year: null, summary: 'S', publisher: 'Press' })
    expect(listLocked(body.locks)).toEqual(['summary'])
  })

  test('is not prevented by a lock', async () => {
    await server.call('PUT', `${path}/locks`, { as, body: { year: true } })
    expect((await patchMetadata({ year: 1980 })).body.year).toBe(1980)
  })

  test('normalizes blanks to null and language codes', async () => {
    const { body } = await patchMetadata({ publisher: '  ', language: 'PT-br', title: '  Spaced ' })
    expect(body).toMatchObject({ publisher: null, language: 'pt-BR', title: 'Spaced' })
  })

  test('updates sort order and search index', async () => {
    await patchMetadata({ title: 'Zebra', authors: [{ name: 'Quill', role: 'writer' }] })
    const { series: narrow } = await readRow()
    expect(narrow.sortKey).toBe('zebra')
    await patchMetadata({ titleSort: 'Aardvark' })
    expect((await readRow()).series.sortKey).toBe('aardvark')
    await patchMetadata({ titleSort: null })
    expect((await readRow()).series.sortKey).toBe('zebra')
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

  test('publishes an event with the changed fields, and none without changes', async () => {
    await patchMetadata({ title: 'First' })
    await patchMetadata({ year: 2001, title: 'First' })
    expect(await waitForEvents(server, row.id, 2)).toMatchObject([
      { type: 'series_metadata_updated', seriesId: row.id, fieldsUpdated: ['year'] },
      { type: 'series_updated', seriesId: row.id, libraryId: row.libraryId },
    ])
  })

  test('of the series itself renames and locks', async () => {
    const { status, body } = await server.call('PATCH', `/series/${row.id}`, {
      as,
      body: { title: 'Renamed' },
    })
    expect([status, body.id, body.title]).toEqual([200, row.id, 'Renamed'])
    expect(listLocked((await getMetadata()).locks)).toEqual(['title'])
  })
})

describe('concurrent edits', () => {
  test('do not overwrite each other when they send If-Match', async () => {
    const { headers } = await server.call('GET', path, { as })
    const tag = headers.get('etag')!
    const first = await patchMetadata({ year: 1 }, { 'if-match': tag })
    expect(first.status).toBe(200)
    const second = await putMetadata({ year: 2 }, { 'if-match': tag })
    expect([second.status, second.body.error]).toEqual([412, 'precondition_failed'])
    expect((await getMetadata()).year).toBe(1)
    const third = await patchMetadata({ year: 3 }, { 'if-match': first.headers.get('etag')! })
    expect(third.status).toBe(200)
    expect((await server.call('DELETE', path, { as, headers: { 'if-match': tag } })).status).toBe(
      412,
    )
  })
})

describe('an invalid request', () => {
  const buildNested = (levels: number): unknown =>
    levels === 0 ? 1 : { a: buildNested(levels - 1) }
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
    [{ language: 'zz-ZZ' }, 'language'],
    [{ totalChapterCount: -1 }, 'totalChapterCount'],
    [{ totalVolumeCount: 1.5 }, 'totalVolumeCount'],
    [{ authors: [{ name: 'A', role: 'juggler' }] }, 'authors.0.role'],
    [{ authors: [{ name: ' ', role: 'writer' }] }, 'authors.0.name'],
    [{ authors: [{ role: 'writer' }] }, 'authors.0.name'],
    [{ authors: Array.from({ length: 201 }, () => ({ name: 'A', role: 'writer' })) }, 'authors'],
    [{ authors: 'A' }, 'authors'],
    [{ customMetadata: [] }, 'customMetadata'],
    [{ customMetadata: buildNested(30) }, 'customMetadata'],
    [{ customMetadata: { a: 'x'.repeat(65_536) } }, 'customMetadata'],
    [{ customMetadata: { a: 'x\0' } }, 'customMetadata.a'],
    [{ customMetadata: { '\ud800': 1 } }, 'customMetadata'],
    [{ colour: 'red' }, 'colour'],
  ])('is rejected: %j', async (body, member) => {
    for (const send of [putMetadata, patchMetadata]) {
      const answer = await send(body)
      expect([answer.status, answer.body.error, answer.body.details?.[0]?.path]).toEqual([
        400,
        'invalid',
        member,
      ])
    }
    expect((await getMetadata()).title).toBe('First')
  })

  test('A8: a word for a language becomes its code', async () => {
    await patchMetadata({ language: 'Japanese' })
    expect((await getMetadata()).language).toBe('ja')
  })

  test('names all errors at once', async () => {
    const { body } = await patchMetadata({ language: '??', title: ' ' })
    expect(body.details.map(({ path: member }: { path: string }) => member).toSorted()).toEqual([
      'language',
      'title',
    ])
  })

  test('null clears every field but the title', async () => {
    await putMetadata(everything)
    const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
    const { status, body } = await patchMetadata(nothing)
    expect([status, body.title, body.year]).toEqual([200, 'New title', null])
  })

  test.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['PUT', '/locks'],
  ])('%s metadata%s requires series:write', async (method, more) => {
    const body = method === 'DELETE' ? undefined : {}
    expect((await server.call(method, `${path}${more}`, { as: 'ann', body })).status).toBe(403)
    expect((await server.call(method, `${path}${more}`, { body })).status).toBe(401)
  })
})

describe('automatic writers', () => {
  test('fill unset fields and store their name as source', async () => {
    expect(await applyOffer({ year: 1999, publisher: 'P' })).toEqual(['publisher', 'year'])
    expect(await getMetadata()).toMatchObject({ year: 1999, publisher: 'P' })
    expect((await waitForEvents(server, row.id, 1))[0]).toMatchObject({
      type: 'series_metadata_updated',
      pluginId: 'one',
      fieldsUpdated: ['publisher', 'year'],
    })
  })

  test('change neither edited nor cleared fields', async () => {
    await applyOffer({ year: 1999, publisher: 'P' })
    await patchMetadata({ year: 2000, publisher: null })
    expect(await applyOffer({ year: 1999, publisher: 'P', imprint: 'I' })).toEqual(['imprint'])
    expect(await getMetadata()).toMatchObject({ year: 2000, publisher: null, imprint: 'I' })
  })

  test('can write again after unlocking, but only over lesser sources', async () => {
    await applyOffer({ publisher: 'P' })
    await server.call('PUT', `${path}/locks`, { as, body: { publisher: true } })
    expect(await applyOffer({ publisher: 'Q' })).toEqual([])
    await server.call('PUT', `${path}/locks`, { as, body: { publisher: false } })
    expect(await applyOffer({ publisher: 'R' }, 'comicinfo')).toEqual([])
    expect(await applyOffer({ publisher: 'Q' })).toEqual(['publisher'])
  })
})

describe('a reset', () => {
  test('restores the values of the first file and unlocks', async () => {
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
    await putMetadata({ ...everything })
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
    expect(listLocked(body.locks)).toEqual(['cover'])
    expect((await readRow()).metadata.sources).toEqual({
      title: 'comicinfo',
      publisher: 'comicinfo',
      readingDirection: 'comicinfo',
    })
  })

  test('without a file restores the folder name and keeps provider values', async () => {
    await applyOffer({ year: 1999 })
    await patchMetadata({ title: 'Mine', summary: 'Mine' })
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
  test('are set and removed one by one', async () => {
    const set = await server.call('PUT', `${path}/locks`, { as, body: { year: true, cover: true } })
    expect([set.status, listLocked(set.body)]).toEqual([200, ['cover', 'year']])
    const opened = await server.call('PUT', `${path}/locks`, {
      as,
      body: { year: false, cover: null },
    })
    expect(listLocked(opened.body)).toEqual(['cover'])
    expect((await server.call('GET', `${path}/locks`, { as: 'ann' })).body).toEqual(opened.body)
  })

  test.each([[{ year: 1 }], [{ height: true }], [[]]])('reject %j', async (body) => {
    expect((await server.call('PUT', `${path}/locks`, { as, body })).status).toBe(400)
  })
})

describe('release tracking', () => {
  test('follows nothing by default', async () => {
    const { status, body } = await server.call('GET', getUpdatedAt(), { as: 'ann' })
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

  test('58: the latest known number stands in for a total that is unknown or smaller', async () => {
    const getGap = async () =>
      (await server.call('GET', `/series/${row.id}`, { as: 'ann' })).body.upstreamVolumeGap
    const patch = { tracked: true, latestKnownVolume: 7 }
    await server.call('PATCH', getUpdatedAt(), { as: 'max', body: patch })
    expect(await getGap()).toBe(7)
    await patchMetadata({ totalVolumeCount: 9 })
    expect(await getGap()).toBe(9)
    await patchMetadata({ totalVolumeCount: 3 })
    expect(await getGap()).toBe(7)
  })

  test('changes named fields and clears them with null', async () => {
    const changeTracking = async (body: unknown) =>
      (await server.call('PATCH', getUpdatedAt(), { as, body })).body
    expect(
      await changeTracking({
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
    expect(await changeTracking({ tracked: null, latestKnownChapter: null })).toMatchObject({
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
  ])('rejects %j', async (body, member) => {
    const answer = await server.call('PATCH', getUpdatedAt(), { as, body })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, member])
  })

  test('requires series:write to be changed', async () => {
    expect((await server.call('PATCH', getUpdatedAt(), { as: 'ann', body: {} })).status).toBe(403)
  })
})
