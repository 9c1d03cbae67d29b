import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import {
  alternateTitles,
  externalIds,
  externalLinks,
  externalRatings,
} from '../../../src/catalog/metadata/schema'
import { seriesProgress } from '../../../src/reading/progress/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { series, seriesMetadata } from '../../../src/catalog/series/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { getSeries, listSeriesPage } from '../../../src/catalog/series/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.delete(libraries))
  library = await seedLibrary(server, { name: 'Comics' })
})

/** Refreshes the counters as a scan does. */
async function refreshCounts() {
  await server.ctx.write(async (tx) => {
    const own = sql`${series.libraryId} = ${libraries.id} and ${series.trashedAt} is null`
    await tx
      .update(libraries)
      .set({ seriesCount: sql`(select count(*) from ${series} where ${own})` })
  })
}

const setProgress = (
  seriesId: string,
  values: Partial<typeof seriesProgress.$inferInsert>,
  as = 'ann',
) =>
  server.ctx.write(async (tx) => {
    await tx
      .insert(seriesProgress)
      .values({ userId: server.getUserId(as), seriesId, updatedAt: new Date(), ...values })
  })
const addLabels = (seriesId: string, kind: 'genre' | 'tag', ...names: string[]) =>
  server.ctx.write((tx) => setLabels(tx, seriesId, kind, names))
const listTitles = async (query: string, as = 'ann') => {
  const { status, body } = await server.call('GET', `/series?${query}`, { as })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title)
}
const listPage = async (query: string) =>
  (await server.call('GET', `/series?${query}`, { as: 'ann' })).body

const seedThree = async () => {
  const a = await seedSeries(server, library, {
    title: 'Alpha',
    status: 'ongoing',
    year: 2001,
    bookCount: 5,
    rating: 10,
    createdAt: new Date(1000),
    updatedAt: new Date(9000),
  })
  const b = await seedSeries(server, library, {
    title: 'Beta',
    status: 'ended',
    bookCount: 9,
    tracked: true,
    createdAt: new Date(3000),
    updatedAt: new Date(7000),
  })
  const c = await seedSeries(server, library, {
    title: 'Gamma',
    year: 1990,
    bookCount: 1,
    rating: 90,
    createdAt: new Date(2000),
    updatedAt: new Date(8000),
  })
  await addLabels(a.id, 'genre', 'Drama', 'Sci-Fi')
  await addLabels(b.id, 'genre', 'drama')
  await addLabels(c.id, 'tag', 'blue')
  await setProgress(b.id, { booksRead: 9, lastReadAt: new Date(100) })
  await setProgress(a.id, { booksRead: 2, lastReadAt: new Date(200) })
  await setProgress(c.id, { booksRead: 1, lastReadAt: new Date(300) }, 'ada')
  await refreshCounts()
  return { a, b, c }
}
const listFew = async (path: string) =>
  (await server.call('GET', path, { as: 'ann' })).body.map(
    (row: { metadata: { title: string } }) => row.metadata.title,
  )
const searchTitles = async (query: string, more = {}) => {
  const { status, body } = await server.call('POST', '/series/search', {
    as: 'ann',
    body: { query, ...more },
  })
  expect(status).toBe(200)
  return body.map((row: { metadata: { title: string } }) => row.metadata.title)
}

describe('the full series response', () => {
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

  test('has every field of the specification, with null for missing values', async () => {
    const { id } = await seedSeries(server, library, { title: 'Bare' })
    const { status, body } = await server.call('GET', `/series/${id}`, { as: 'ann' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      libraryId: library.id,
      libraryName: 'Comics',
      path: null,
      bookCount: 0,
      createdAt: time,
      updatedAt: time,
      metadata: {
        title: 'Bare',
        titleSort: null,
        summary: null,
        publisher: null,
        imprint: null,
        status: null,
        readingDirection: null,
        ageRating: null,
        language: null,
        year: null,
        totalChapterCount: null,
        totalVolumeCount: null,
        authors: null,
        customMetadata: null,
        locks: {
          ageRating: false,
          alternateTitles: false,
          authorsJsonLock: false,
          cover: false,
          customMetadata: false,
          genres: false,
          imprint: false,
          language: false,
          publisher: false,
          readingDirection: false,
          status: false,
          summary: false,
          tags: false,
          title: false,
          titleSort: false,
          totalChapterCount: false,
          totalVolumeCount: false,
          year: false,
        },
        createdAt: time,
        updatedAt: time,
      },
      alternateTitles: [],
      externalIds: [],
      externalLinks: [],
      externalRatings: [],
      genres: [],
      tags: [],
      hasCustomCover: false,
      selectedCoverSource: 'first_book',
      coverColor: null,
      tracked: false,
      unreadCount: 0,
      readCount: 0,
      lastCompletedAt: null,
      wantToRead: false,
      localMaxChapter: null,
      localMaxVolume: null,
      volumesOwned: 0,
      upstreamChapterGap: null,
      upstreamVolumeGap: null,
      upstreamGapProvider: null,
    })
  })

  test('is the same in every endpoint that returns series', async () => {
    const row = await seedSeries(server, library, {
      title: 'Whole',
      publisher: 'Press',
      status: 'ongoing',
      readingDirection: 'rtl',
      ageRating: 13,
      language: 'pt-BR',
      year: 1999,
      totalChapterCount: 20.5,
      totalVolumeCount: 4,
      tracked: true,
      rating: 75,
      metadata: {
        titleSort: 'Whole, The',
        summary: 'All of it',
        imprint: 'Small Press',
        authors: [{ name: 'Ann Author', role: 'writer' }],
        customMetadata: { shelf: [1, { deep: true }] },
        locks: ['title', 'cover'],
        sources: { totalChapterCount: 'plugin:one' },
      },
    })
    await seedBook(server, row, { volume: 1 })
    await seedBook(server, row, { volume: 2, chapter: 7.5 })
    const seriesId = row.id
    const at = new Date('2026-01-02T03:04:05.678Z')
    await server.ctx.write(async (tx) => {
      await refreshSeriesCounters(tx, [row.id])
      await setLabels(tx, row.id, 'genre', ['Drama'])
      await setLabels(tx, row.id, 'tag', ['favourite'])
      await tx.insert(alternateTitles).values({ seriesId, label: 'Korean', title: '전체' })
      await tx
        .insert(externalIds)
        .values({ seriesId, source: 'plugin:one', externalId: '7', lastSyncedAt: at })
      await tx.insert(externalLinks).values({ seriesId, sourceName: 'site', url: 'https://a.org/' })
      await tx
        .insert(externalRatings)
        .values({ seriesId, sourceName: 'site', rating: 75, voteCount: 3, fetchedAt: at })
      await tx.insert(wantToRead).values({ userId: server.getUserId('ann'), seriesId, position: 1 })
    })
    await setProgress(row.id, { booksRead: 1, lastCompletedAt: at })
    await refreshCounts()

    const { body } = await server.call('GET', `/series/${row.id}`, { as: 'ann' })
    const own = { id: uuid, seriesId, createdAt: time, updatedAt: time }
    expect(body).toMatchObject({
      bookCount: 2,
      metadata: {
        title: 'Whole',
        titleSort: 'Whole, The',
        summary: 'All of it',
        publisher: 'Press',
        imprint: 'Small Press',
        status: 'ongoing',
        readingDirection: 'rtl',
        ageRating: 13,
        language: 'pt-BR',
        year: 1999,
        totalChapterCount: 20.5,
        totalVolumeCount: 4,
        authors: [{ name: 'Ann Author', role: 'writer', sortName: null }],
        customMetadata: { shelf: [1, { deep: true }] },
      },
      tracked: true,
      unreadCount: 1,
      readCount: 0,
      lastCompletedAt: at.toISOString(),
      wantToRead: true,
      localMaxChapter: 7.5,
      localMaxVolume: 2,
      volumesOwned: 1,
      upstreamChapterGap: 13,
      upstreamVolumeGap: 2,
      upstreamGapProvider: 'plugin:one',
    })
    expect(Object.entries(body.metadata.locks).filter(([, isLocked]) => isLocked)).toEqual([
      ['cover', true],
      ['title', true],
    ])
    expect(body.alternateTitles).toEqual([{ ...own, label: 'Korean', title: '전체' }])
    expect(body.externalIds).toEqual([
      {
        ...own,
        source: 'plugin:one',
        externalId: '7',
        externalUrl: null,
        lastSyncedAt: at.toISOString(),
        metadataHash: null,
      },
    ])
    expect(body.externalLinks).toEqual([
      { ...own, sourceName: 'site', url: 'https://a.org/', externalId: null },
    ])
    expect(body.externalRatings).toEqual([
      { ...own, sourceName: 'site', rating: 75, voteCount: 3, fetchedAt: at.toISOString() },
    ])
    expect(body.genres).toEqual([{ id: uuid, name: 'Drama', seriesCount: 1, createdAt: time }])
    expect(body.tags).toEqual([{ id: uuid, name: 'favourite', seriesCount: 1, createdAt: time }])

    for (const place of [
      '/series',
      '/series/full',
      `/libraries/${library.id}/series`,
      '/series/recently-added',
      '/series/recently-updated',
      '/series/in-progress',
      `/libraries/${library.id}/series/recently-added`,
      `/libraries/${library.id}/series/recently-updated`,
      `/libraries/${library.id}/series/in-progress`,
    ]) {
      const shown = await server.call('GET', place, { as: 'ann' })
      expect([place, shown.status, (shown.body.data ?? shown.body)[0]]).toEqual([place, 200, body])
    }
    expect((await server.call('GET', `/series/${row.id}/full`, { as: 'ann' })).body).toEqual(body)
  })

  test('contains the folder only for users who may edit libraries', async () => {
    const { id } = await seedSeries(server, library, { title: 'Placed' })
    expect((await server.call('GET', `/series/${id}`, { as: 'max' })).body.path).toBe(
      '/library/Placed',
    )
    expect((await server.call('GET', `/series/${id}`, { as: 'ann' })).body.path).toBeNull()
  })
})

describe('reading progress in a series', () => {
  test('is counted per user', async () => {
    const row = await seedSeries(server, library)
    for (let i = 0; i < 3; i++) await seedBook(server, row)
    await server.ctx.write((tx) => refreshSeriesCounters(tx, [row.id]))
    await setProgress(row.id, { booksRead: 2, readCount: 0 })
    const getProgress = async (as: string) =>
      (await server.call('GET', `/series/${row.id}`, { as })).body
    expect(await getProgress('ann')).toMatchObject({ unreadCount: 1, readCount: 0 })
    expect(await getProgress('ada')).toMatchObject({
      unreadCount: 3,
      readCount: 0,
      wantToRead: false,
    })
  })

  test('is empty for a series without books, whatever the table contains', async () => {
    const row = await seedSeries(server, library)
    await setProgress(row.id, { readCount: 4, booksRead: 4 })
    const { body } = await server.call('GET', `/series/${row.id}`, { as: 'ann' })
    expect(body).toMatchObject({ bookCount: 0, readCount: 0, unreadCount: 0 })
  })

  test('keeps the date of the last completion when a new volume lowers the count', async () => {
    const row = await seedSeries(server, library)
    await seedBook(server, row)
    await server.ctx.write((tx) => refreshSeriesCounters(tx, [row.id]))
    const at = new Date('2026-01-01T00:00:00.000Z')
    await setProgress(row.id, { booksRead: 1, readCount: 2, lastCompletedAt: at })
    const before = await server.call('GET', `/series/${row.id}`, { as: 'ann' })
    expect(before.body).toMatchObject({ readCount: 2, unreadCount: 0 })
    await seedBook(server, row)
    await server.ctx.write(async (tx) => {
      await refreshSeriesCounters(tx, [row.id])
      await tx
        .update(seriesProgress)
        .set({ readCount: 0 })
        .where(eq(seriesProgress.seriesId, row.id))
    })
    const after = await server.call('GET', `/series/${row.id}`, { as: 'ann' })
    expect(after.body).toMatchObject({
      readCount: 0,
      unreadCount: 1,
      lastCompletedAt: at.toISOString(),
    })
  })
})

describe('a list of series', () => {
  test.each([
    ['', ['Alpha', 'Beta', 'Gamma']],
    ['sort=name,desc', ['Gamma', 'Beta', 'Alpha']],
    ['sort=date_added,desc', ['Beta', 'Gamma', 'Alpha']],
    ['sort=date_updated', ['Beta', 'Gamma', 'Alpha']],
    ['sort=release_date,asc', ['Gamma', 'Alpha', 'Beta']],
    ['sort=release_date,desc', ['Alpha', 'Gamma', 'Beta']],
    ['sort=date_read,desc', ['Alpha', 'Beta', 'Gamma']],
    ['sort=date_read,asc', ['Beta', 'Alpha', 'Gamma']],
    ['sort=date_read,desc&page=2&pageSize=2', ['Gamma']],
    ['sort=date_read,desc&page=2&pageSize=1', ['Beta']],
    ['sort=date_read,desc&page=3&pageSize=1', ['Gamma']],
    ['sort=date_read,desc&page=4&pageSize=1', []],
    ['sort=book_count,desc', ['Beta', 'Alpha', 'Gamma']],
    ['sort=unread_count,desc', ['Alpha', 'Gamma', 'Beta']],
    ['sort=unread_count,asc', ['Beta', 'Gamma', 'Alpha']],
    ['sort=rating,desc', ['Gamma', 'Alpha', 'Beta']],
    ['sort=community_rating,asc', ['Alpha', 'Gamma', 'Beta']],
    ['sort=external_rating,desc', ['Gamma', 'Alpha', 'Beta']],
    ['genres=DRAMA', ['Alpha', 'Beta']],
    ['genres=drama,sci-fi', ['Alpha']],
    ['genres=drama&genres=sci-fi', ['Alpha']],
    ['genres=none', []],
    ['tags=Blue', ['Gamma']],
    ['tags=blue&genres=drama', []],
    ['status=ongoing', ['Alpha']],
    ['status=ongoing,ended', ['Alpha', 'Beta']],
    ['status=ongoing&status=ended', ['Alpha', 'Beta']],
    ['status=hiatus', []],
    ['readStatus=unread', ['Gamma']],
    ['readStatus=in_progress', ['Alpha']],
    ['readStatus=read', ['Beta']],
    ['readStatus=read,unread', ['Beta', 'Gamma']],
    ['readStatus=in_progress&sort=date_read,desc', ['Alpha']],
    ['tracked=true', ['Beta']],
    ['tracked=false', ['Alpha', 'Gamma']],
    ['search=gam', ['Gamma']],
    ['search=!!', []],
    ['page=2&pageSize=2', ['Gamma']],
    ['page=9', []],
    ['full=true', ['Alpha', 'Beta', 'Gamma']],
    ['pageSize=500', ['Alpha', 'Beta', 'Gamma']],
  ])('returns for ?%s the titles %j', async (query, expected) => {
    await seedThree()
    expect(await listTitles(query)).toEqual(expected)
    const total = (await listPage(query)).total
    const isPaged = query.includes('page=')
    expect(total).toBe(isPaged ? 3 : expected.length)
  })

  test('is wrapped as specified, with links that keep the query', async () => {
    await seedThree()
    const { body, headers } = await server.call(
      'GET',
      `/series?pageSize=1&page=2&libraryId=${library.id}&sort=name,asc`,
      { as: 'ann' },
    )
    const at = (n: number) =>
      `/api/v1/series?pageSize=1&page=${n}&libraryId=${library.id}&sort=name%2Casc`
    expect(body).toMatchObject({ page: 2, pageSize: 1, total: 3, totalPages: 3 })
    expect(body.links).toEqual({ first: at(1), last: at(3), self: at(2), next: at(3), prev: at(1) })
    expect(headers.get('link')).toContain(`<${at(3)}>; rel="next"`)
  })

  test('is shuffled the same way on all pages of a day', async () => {
    await seedThree()
    const whole = await listTitles('sort=random')
    expect(whole.toSorted()).toEqual(['Alpha', 'Beta', 'Gamma'])
    const pages = await Promise.all(
      [1, 2, 3].map((n) => listTitles(`sort=random&pageSize=1&page=${n}`)),
    )
    expect(pages.flat()).toEqual(whole)
    expect(await listTitles('sort=random,desc')).toEqual(whole.toReversed())
  })

  test('is the same in every form of its conditions', async () => {
    for (let i = 0; i < 45; i++) {
      const { id } = await seedSeries(server, library, { title: `S ${i}`, bookCount: 2 })
      if (i % 2 === 0) await addLabels(id, 'genre', 'even')
      if (i % 3 === 0) await addLabels(id, 'tag', 'third')
      if (i % 5 === 0) await setProgress(id, { booksRead: i % 10 === 0 ? 2 : 1 })
    }
    for (const query of ['genres=even', 'tags=third', 'readStatus=unread', 'search=s']) {
      // A small page is read in index order, and a large page from the set of matches.
      const walked = [
        await listTitles(`${query}&pageSize=1`),
        await listTitles(`${query}&pageSize=1&page=2`),
      ]
      const whole = await listTitles(`${query}&pageSize=100`)
      expect(walked.flat()).toEqual(whole.slice(0, 2))
      expect(whole.length).toBeGreaterThan(2)
    }
  })

  test('can be limited to a library', async () => {
    await seedThree()
    const other = await seedLibrary(server, { name: 'Other' })
    await seedSeries(server, other, { title: 'Else' })
    await refreshCounts()
    expect(await listTitles(`libraryId=${other.id}`)).toEqual(['Else'])
    const { body } = await server.call('GET', `/libraries/${other.id}/series`, { as: 'ann' })
    expect([body.total, body.data[0].libraryName]).toEqual([1, 'Other'])
    const recent = await server.call('GET', `/libraries/${other.id}/series/recently-added`, {
      as: 'ann',
    })
    expect(recent.body).toHaveLength(1)
  })

  test('on the home page has the requested length, newest first', async () => {
    await seedThree()
    expect(await listFew('/series/recently-added?limit=2')).toEqual(['Beta', 'Gamma'])
    expect(await listFew('/series/recently-updated?limit=1&full=true')).toEqual(['Alpha'])
    expect(await listFew('/series/in-progress')).toEqual(['Alpha'])
  })

  test.each([
    ['/series?colour=red', 'colour'],
    ['/series?sort=height', 'sort'],
    ['/series?sort=name,up', 'sort'],
    ['/series?sort=relevance', 'sort'],
    ['/series?page=0', 'page'],
    ['/series?pageSize=501', 'pageSize'],
    ['/series?pageSize=x', 'pageSize'],
    ['/series?libraryId=1', 'libraryId'],
    ['/series?status=done', 'status'],
    ['/series?readStatus=reading', 'readStatus'],
    ['/series?tracked=1', 'tracked'],
    [`/series?genres=${'a,'.repeat(30)}`, 'genres'],
    [`/series?search=${'a'.repeat(201)}`, 'search'],
    ['/series/recently-added?limit=501', 'limit'],
    ['/series/recently-added?page=1', 'page'],
    ['/series/nope', 'id'],
    ['/series/0196F6A0-0000-7000-8000-000000000000', 'id'],
  ])('rejects %s and names %s', async (path, member) => {
    const { status, body } = await server.call('GET', path, { as: 'ann' })
    expect([status, body.error, body.details?.[0]?.path]).toEqual([400, 'invalid', member])
  })
})

describe('search', () => {
  test('finds word prefixes in any order, best title match first', async () => {
    for (const title of ['Knights of the Dragon', 'Dragon', 'Dragonfly', '進撃の巨人']) {
      await seedSeries(server, library, { title })
    }
    expect(await searchTitles('dragon')).toEqual(['Dragon', 'Dragonfly', 'Knights of the Dragon'])
    expect(await searchTitles('DRAG kni')).toEqual(['Knights of the Dragon'])
    expect(await searchTitles('進撃')).toEqual(['進撃の巨人'])
    expect(await searchTitles('ragon')).toEqual([])
    expect(await listTitles('search=dragon&pageSize=1&page=2')).toEqual(['Dragonfly'])
  })

  test('finds alternate titles, people and publishers', async () => {
    const row = await seedSeries(server, library, {
      title: 'Plain',
      publisher: 'Northern Press',
      metadata: { authors: [{ name: 'Ünal Öz', role: 'writer' }] },
    })
    await seedBook(server, row, {
      metadata: {
        writer: 'Flat Writer, Second',
        authors: [{ name: 'Struct Ured', role: 'inker' }],
      },
    })
    await server.ctx.write(async (tx) => {
      await tx.insert(alternateTitles).values({ seriesId: row.id, label: 'x', title: 'Einfach' })
      await refreshSearchText(tx, [row.id])
    })
    for (const query of ['einfach', 'unal oz', 'northern', 'second', 'struct', 'plain flat']) {
      expect([query, await searchTitles(query)]).toEqual([query, ['Plain']])
    }
  })

  test('filters by library and treats operators as words', async () => {
    await seedSeries(server, library, { title: 'Same' })
    const other = await seedLibrary(server)
    expect(await searchTitles('same', { libraryId: other.id })).toEqual([])
    expect(await searchTitles('same', { libraryId: null, full: true })).toEqual(['Same'])
    for (const query of ['"', 'a OR b', "sa' & !x", 'sa*)', 'NEAR(a b)', "'':*|"])
      await searchTitles(query)
  })

  test.each([
    [{}],
    [{ query: '' }],
    [{ query: 'a', x: 1 }],
    [{ query: 'a'.repeat(201) }],
    ['text'],
  ])('rejects %j', async (body) => {
    expect((await server.call('POST', '/series/search', { as: 'ann', body })).status).toBe(400)
  })
})

describe('invisible series', () => {
  test('return 404 in the trash or in a trashed library', async () => {
    await seedSeries(server, library, { title: 'Seen' })
    const gone = await seedSeries(server, library, { title: 'Gone', trashedAt: new Date() })
    const lost = await seedLibrary(server, { name: 'Lost', trashedAt: new Date() })
    const within = await seedSeries(server, lost, { title: 'Within' })
    await refreshCounts()
    expect(await listTitles('')).toEqual(['Seen'])
    expect((await listPage('')).total).toBe(1)
    expect((await listPage('tracked=false')).total).toBe(1)
    expect(await listTitles('search=w')).toEqual([])
    for (const path of [
      `/series/${gone.id}`,
      `/series/${within.id}`,
      `/series/${within.id}/metadata`,
      `/series/${gone.id}/genres`,
      `/series/${gone.id}/alternate-titles`,
      `/series/${gone.id}/tracking`,
      `/libraries/${lost.id}/series`,
      `/libraries/${lost.id}/series/in-progress`,
      '/series/0196f6a0-0000-7000-8000-000000000000',
    ]) {
      const { status, body } = await server.call('GET', path, { as: 'ada' })
      expect([path, status, body.error]).toEqual([path, 404, 'not_found'])
    }
  })

  test('are neither listed nor counted for a restricted viewer', async () => {
    const own = await seedSeries(server, library, { title: 'Own' })
    const other = await seedLibrary(server, { name: 'Other' })
    const hidden = await seedSeries(server, other, { title: 'Hidden' })
    await addLabels(own.id, 'genre', 'Shared')
    await addLabels(hidden.id, 'genre', 'Shared')
    await refreshCounts()
    const viewer: Viewer = { ...system, libraryIds: [library.id] }
    const paging = { page: 1, pageSize: 50, offset: 0 }
    for (const sort of ['name,asc', 'date_read,desc', 'unread_count,desc', 'random']) {
      const { data, total } = await listSeriesPage(server.ctx, viewer, { sort }, paging)
      expect([sort, total, data.map((row) => row.metadata.title)]).toEqual([sort, 1, ['Own']])
      expect(data[0]!.genres[0]!.seriesCount).toBe(1)
    }
    expect((await getSeries(server.ctx, system, own.id)).genres[0]!.seriesCount).toBe(2)
    expect(getSeries(server.ctx, viewer, hidden.id)).rejects.toThrow('not found')
    const nobody: Viewer = { ...system, libraryIds: [] }
    expect((await listSeriesPage(server.ctx, nobody, {}, paging)).total).toBe(0)
  })

  test.each([
    ['an anonymous client', undefined, 'GET', '/series', 401],
    ['an anonymous client', undefined, 'POST', '/series/search', 401],
    ['a reader', 'ann', 'PATCH', '/series/0196f6a0-0000-7000-8000-000000000000', 403],
    ['a maintainer', 'max', 'PATCH', '/series/0196f6a0-0000-7000-8000-000000000000', 404],
  ])('%s gets the expected status: %p %s %s %d', async (_, as, method, path, status) => {
    const body = method === 'GET' ? undefined : { title: 'X' }
    const answer = await server.call(method, path, { ...(as && { as }), body })
    expect(answer.status).toBe(status)
  })
})

test('odd roles and values from files do not break a response', async () => {
  const { id, n } = await seedSeries(server, library)
  await server.ctx.write(async (tx) => {
    await tx
      .update(seriesMetadata)
      .set({ authors: [{ name: 'X', role: 'juggler', sortName: 'X' }] })
      .where(eq(seriesMetadata.n, n))
  })
  const { body } = await server.call('GET', `/series/${id}`, { as: 'ann' })
  expect(body.metadata.authors).toEqual([{ name: 'X', role: 'contributor', sortName: 'X' }])
})
