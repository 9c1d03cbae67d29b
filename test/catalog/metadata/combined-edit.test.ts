import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { emptyMetadata } from '../../../src/media/contents/file-metadata'
import { type TestServer, startTestServer } from '../../support/server'
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
  library = await seedLibrary(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  row = await seedSeries(server, library, { title: 'Saga' })
})

const as = 'max'
const at = (more = '') => `/series/${row.id}${more}`
const editSeries = (body: object, headers = {}) =>
  server.call('POST', at('/metadata/edit'), { as, body, headers })
const getSeries = async () => (await server.call('GET', at(), { as })).body
const listNames = (labels: { name: string }[]) => labels.map(({ name }) => name)
const link = { sourceName: 'Site', url: 'https://site.org/1' }
const externalId = { source: 'plugin:site', externalId: '7', externalUrl: 'https://site.org/7' }

describe('a combined edit of a series', () => {
  test('changes fields, labels, titles, links, IDs and locks together', async () => {
    const answer = await editSeries({
      publisher: 'Press',
      genres: ['Drama'],
      tags: ['long'],
      alternateTitles: [{ label: 'Romaji', title: 'Kuro no' }],
      externalLinks: [link],
      externalIds: [externalId],
      externalRatings: [{ sourceName: 'Site', rating: 85 }],
      locks: { tags: false, year: true },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.locks).toMatchObject({
      publisher: true,
      genres: true,
      alternateTitles: true,
      tags: false,
      year: true,
    })
    const full = await getSeries()
    expect([listNames(full.genres), listNames(full.tags)]).toEqual([['Drama'], ['long']])
    expect(full).toMatchObject({
      alternateTitles: [{ label: 'Romaji', title: 'Kuro no' }],
      externalLinks: [{ sourceName: 'site', url: 'https://site.org/1' }],
      externalIds: [externalId],
      externalRatings: [{ sourceName: 'site', rating: 85 }],
    })
    const found = await server.call('POST', '/series/search', { as, body: { query: 'kuro' } })
    expect(found.body).toHaveLength(1)
  })

  test('removes rows missing from a list and keeps the others', async () => {
    const titles = [
      { label: 'a', title: 'One' },
      { label: 'b', title: 'Two' },
    ]
    await editSeries({ alternateTitles: titles, externalLinks: [link], externalIds: [externalId] })
    const before = await getSeries()
    await editSeries({ alternateTitles: titles.slice(1), externalLinks: [], externalIds: [] })
    const after = await getSeries()
    expect(after.alternateTitles).toEqual([before.alternateTitles[1]])
    expect([after.externalLinks, after.externalIds]).toEqual([[], []])
  })

  test.each([
    [{ externalLinks: [{ sourceName: 'a', url: 'ftp://a' }] }, 'externalLinks.0.url'],
    [{ externalLinks: [link, { ...link, sourceName: 'SITE' }] }, 'externalLinks.1.sourceName'],
    [{ alternateTitles: [{ label: 'a', title: ' ' }] }, 'alternateTitles.0.title'],
    [{ externalIds: [{ source: 'mine', externalId: '1' }] }, 'externalIds.0.source'],
    [{ externalRatings: [{ sourceName: 'a', rating: 101 }] }, 'externalRatings.0.rating'],
    [{ language: 'not a language' }, 'language'],
  ])('changes nothing when one part is invalid: %j', async (wrong, path) => {
    const answer = await editSeries({ publisher: 'Press', genres: ['Drama'], ...wrong })
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path])
    const full = await getSeries()
    expect([full.metadata.publisher, full.genres]).toEqual([null, []])
  })

  test.each([
    ['genres', { genres: ['Theirs'] }],
    ['links', { externalLinks: [link] }],
    ['titles', { alternateTitles: [{ label: 'a', title: 'b' }] }],
    ['ids', { externalIds: [externalId] }],
  ])('is rejected when someone else changed the %s in the meantime', async (_, theirs) => {
    const { headers } = await server.call('GET', at('/metadata'), { as })
    const tag = { 'if-match': headers.get('etag')! }
    // The ETag contains a time in milliseconds, so the next change must be later.
    await Bun.sleep(5)
    expect((await editSeries(theirs)).status).toBe(200)
    expect((await editSeries({ publisher: 'Mine' }, tag)).status).toBe(412)
    expect((await getSeries()).metadata.publisher).toBeNull()
  })

  test('requires permission to edit series', async () => {
    const answer = await server.call('POST', at('/metadata/edit'), { as: 'ann', body: {} })
    expect(answer.status).toBe(403)
  })
})

describe('a reset', () => {
  beforeEach(async () => {
    const metadata = { genres: ['Drama'], tags: ['file'], localizedSeries: 'Saga du file' }
    const fileMetadata = {
      ...emptyMetadata('comicinfo'),
      ...metadata,
      links: ['https://a.org/saga'],
    }
    await seedBook(server, row, { contents: { fileMetadata } })
    const fields = ['genres', 'tags', 'alternateTitles', 'externalLinks']
    await server.call('POST', at('/metadata/reset'), { as, body: { fields } })
    await editSeries({
      publisher: 'Mine',
      genres: ['Mine'],
      tags: [],
      alternateTitles: [],
      externalLinks: [link],
    })
  })

  const fromFile = {
    genres: [{ name: 'Drama' }],
    tags: [{ name: 'file' }],
    alternateTitles: [{ label: 'Localized', title: 'Saga du file' }],
    externalLinks: [{ sourceName: 'a.org', url: 'https://a.org/saga', externalId: null }],
  }

  test('restores genres, tags, titles and links from the files', async () => {
    const { status, body } = await server.call('DELETE', at('/metadata'), { as })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...fromFile, publisher: null })
    expect(Object.values(body.locks)).not.toContain(true)
  })

  test('of named fields keeps the others', async () => {
    const fields = ['tags', 'externalLinks']
    const { body } = await server.call('POST', at('/metadata/reset'), { as, body: { fields } })
    const { tags, externalLinks } = fromFile
    expect(body).toMatchObject({ publisher: 'Mine', genres: [{ name: 'Mine' }] })
    expect(body).toMatchObject({ tags, externalLinks, alternateTitles: [] })
    expect(body.locks).toMatchObject({ genres: true, tags: false })
  })

  test('can be part of an edit, next to other changes', async () => {
    const { body } = await editSeries({ reset: ['genres', 'publisher'], publisher: 'New' })
    expect(body).toMatchObject({ genres: fromFile.genres, publisher: 'New' })
    expect(body.locks).toMatchObject({ genres: false, publisher: true })
  })

  test('in bulk has the same effect and skips series without changes', async () => {
    const body = { seriesIds: [row.id] }
    const resetMany = () => server.call('POST', '/series/bulk/metadata/reset', { as, body })
    expect((await resetMany()).body.updatedCount).toBe(1)
    expect(await getSeries()).toMatchObject(fromFile)
    expect((await resetMany()).body.updatedCount).toBe(0)
  })

  test('is offered with the values of the files', async () => {
    const { body } = await server.call('GET', at('/metadata/sources'), { as })
    const findField = (name: string) =>
      body.fields.find(({ field }: { field: string }) => field === name)
    expect(findField('externalLinks')).toEqual({
      field: 'externalLinks',
      value: [{ sourceName: 'site', url: link.url, externalId: null }],
      source: 'edited',
      isLocked: false,
      candidates: [{ source: 'comicinfo', value: fromFile.externalLinks }],
    })
    expect(findField('alternateTitles')).toMatchObject({ value: [], source: 'edited' })
  })
})
