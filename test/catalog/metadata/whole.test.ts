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
const edit = (body: object, headers = {}) =>
  server.call('POST', at('/metadata/edit'), { as, body, headers })
const shown = async () => (await server.call('GET', at(), { as })).body
const names = (labels: { name: string }[]) => labels.map(({ name }) => name)
const link = { sourceName: 'Site', url: 'https://site.org/1' }
const number = { source: 'plugin:site', externalId: '7', externalUrl: 'https://site.org/7' }

describe('an edit of a whole series', () => {
  test('changes fields, labels, titles, links, ids and locks at once', async () => {
    const answer = await edit({
      publisher: 'Press',
      genres: ['Drama'],
      tags: ['long'],
      alternateTitles: [{ label: 'Romaji', title: 'Kuro no' }],
      externalLinks: [link],
      externalIds: [number],
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
    const full = await shown()
    expect([names(full.genres), names(full.tags)]).toEqual([['Drama'], ['long']])
    expect(full).toMatchObject({
      alternateTitles: [{ label: 'Romaji', title: 'Kuro no' }],
      externalLinks: [{ sourceName: 'site', url: 'https://site.org/1' }],
      externalIds: [number],
      externalRatings: [{ sourceName: 'site', rating: 85 }],
    })
    const found = await server.call('POST', '/series/search', { as, body: { query: 'kuro' } })
    expect(found.body).toHaveLength(1)
  })

  test('takes away what a list no longer holds, and keeps the rows that stay', async () => {
    const titles = [
      { label: 'a', title: 'One' },
      { label: 'b', title: 'Two' },
    ]
    await edit({ alternateTitles: titles, externalLinks: [link], externalIds: [number] })
    const before = await shown()
    await edit({ alternateTitles: titles.slice(1), externalLinks: [], externalIds: [] })
    const after = await shown()
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
  ])('does nothing of it where a part is wrong: %j', async (wrong, path) => {
    const answer = await edit({ publisher: 'Press', genres: ['Drama'], ...wrong })
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path])
    const full = await shown()
    expect([full.metadata.publisher, full.genres]).toEqual([null, []])
  })

  test.each([
    ['genres', { genres: ['Theirs'] }],
    ['links', { externalLinks: [link] }],
    ['titles', { alternateTitles: [{ label: 'a', title: 'b' }] }],
    ['ids', { externalIds: [number] }],
  ])('is refused where somebody else changed the %s meanwhile', async (_, theirs) => {
    const { headers } = await server.call('GET', at('/metadata'), { as })
    const tag = { 'if-match': headers.get('etag')! }
    // A change is told by its time, which is kept in milliseconds.
    await Bun.sleep(5)
    expect((await edit(theirs)).status).toBe(200)
    expect((await edit({ publisher: 'Mine' }, tag)).status).toBe(412)
    expect((await shown()).metadata.publisher).toBeNull()
  })

  test('is for those who may edit series', async () => {
    const answer = await server.call('POST', at('/metadata/edit'), { as: 'ann', body: {} })
    expect(answer.status).toBe(403)
  })
})

describe('a reset', () => {
  beforeEach(async () => {
    const said = { genres: ['Drama'], tags: ['file'], localizedSeries: 'Saga du file' }
    const fileMetadata = { ...emptyMetadata('comicinfo'), ...said, links: ['https://a.org/saga'] }
    await seedBook(server, row, { contents: { fileMetadata } })
    const fields = ['genres', 'tags', 'alternateTitles', 'externalLinks']
    await server.call('POST', at('/metadata/reset'), { as, body: { fields } })
    await edit({
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
    externalLinks: [{ sourceName: 'a.org', url: 'https://a.org/saga' }],
  }

  test('gives genres, tags, titles and links back to the files', async () => {
    const { status, body } = await server.call('DELETE', at('/metadata'), { as })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...fromFile, publisher: null })
    expect(Object.values(body.locks)).not.toContain(true)
  })

  test('of those that are named leaves the others', async () => {
    const fields = ['tags', 'externalLinks']
    const { body } = await server.call('POST', at('/metadata/reset'), { as, body: { fields } })
    const { tags, externalLinks } = fromFile
    expect(body).toMatchObject({ publisher: 'Mine', genres: [{ name: 'Mine' }] })
    expect(body).toMatchObject({ tags, externalLinks, alternateTitles: [] })
    expect(body.locks).toMatchObject({ genres: true, tags: false })
  })

  test('is part of an edit, and so are changes beside it', async () => {
    const { body } = await edit({ reset: ['genres', 'publisher'], publisher: 'New' })
    expect(body).toMatchObject({ genres: fromFile.genres, publisher: 'New' })
    expect(body.locks).toMatchObject({ genres: false, publisher: true })
  })

  test('of many does the same, and tells who had nothing to take back', async () => {
    const body = { seriesIds: [row.id] }
    const many = () => server.call('POST', '/series/bulk/metadata/reset', { as, body })
    expect((await many()).body.updatedCount).toBe(1)
    expect(await shown()).toMatchObject(fromFile)
    expect((await many()).body.updatedCount).toBe(0)
  })

  test('is offered with what the files say', async () => {
    const { body } = await server.call('GET', at('/metadata/sources'), { as })
    const of = (name: string) => body.fields.find(({ field }: { field: string }) => field === name)
    expect(of('externalLinks')).toEqual({
      field: 'externalLinks',
      value: [{ sourceName: 'site', url: link.url }],
      source: 'edited',
      isLocked: false,
      candidates: [{ source: 'comicinfo', value: fromFile.externalLinks }],
    })
    expect(of('alternateTitles')).toMatchObject({ value: [], source: 'edited' })
  })
})
