import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import {
  addLibrary,
  booksOf,
  comic,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const seriesJson = (metadata: object) => JSON.stringify({ metadata })
const opf = (title: string, more = '') =>
  `<package version="2.0"><metadata><dc:title>${title}</dc:title>${more}</metadata></package>`

type Files = Record<string, Uint8Array | string>

async function libraryWith(files: Files) {
  const folder = makeFolder()
  put(folder, files)
  const id = await addLibrary(server, folder)
  const { findings } = await scan(server, id)
  return { folder, id, findings }
}

async function metadataOf(libraryId: string, kind: 'books' | 'series' = 'books') {
  const [row] = await (kind === 'books' ? booksOf : seriesOf)(server, libraryId)
  const { body } = await server.call('GET', `/${kind}/${row!.id}/metadata`, { as: 'ada' })
  const { body: sources } = await server.call('GET', `/${kind}/${row!.id}/metadata/sources`, {
    as: 'ada',
  })
  const of = (name: string) =>
    sources.fields.find((one: { field: string }) => one.field === name)?.source
  const title = kind === 'books' ? (row as typeof books.$inferSelect).title : body.title
  return { id: row!.id, body, of, title, files: sources.files }
}

describe('what lies beside books', () => {
  test('series.json speaks of the series, before what its books say', async () => {
    const inside = await makeCbz({ pages: 1, comicInfo: { Series: 'Inside', Year: 2020 } })
    const words = { name: 'Saga', year: 2012, description_text: 'War.', status: 'Ended' }
    const { id } = await libraryWith({
      'S/1.cbz': inside,
      'S/series.json': seriesJson({ ...words, total_issues: 54 }),
    })
    const { body, of } = await metadataOf(id, 'series')
    expect(body).toMatchObject({ title: 'Saga', year: 2012, summary: 'War.', status: 'ended' })
    expect(body.totalChapterCount).toBe(54)
    expect([of('title'), of('summary')]).toEqual(['series_json', 'series_json'])
  })

  test.each<[string, Files]>([
    ['metadata.opf in its folder', { 'T/metadata.opf': opf('Beside') }],
    ['a description of its own name', { 'T/Guards.opf': opf('Beside') }],
    ['ComicInfo.xml in its folder', { 'T/ComicInfo.xml': makeComicInfo({ Title: 'Beside' }) }],
  ])('a book is described by %s, before what it says itself', async (_, files) => {
    const comicInfo = { Title: 'Inside', Publisher: 'TestServer' }
    const inside = await makeCbz({ pages: 1, comicInfo })
    const { id } = await libraryWith({ 'T/Guards.cbz': inside, ...files })
    const { body, title, of } = await metadataOf(id)
    expect([title, body.publisher, of('publisher')]).toEqual(['Beside', 'TestServer', 'comicinfo'])
  })

  test('metadata.opf among several books speaks of none of them, but of the series', async () => {
    const { id } = await libraryWith({
      'S/1.cbz': await comic(),
      'S/2.cbz': await comic(),
      'S/metadata.opf': opf('One of them', '<dc:publisher>TestServer</dc:publisher>'),
    })
    const [first] = await booksOf(server, id)
    expect(first?.title).toBe('1')
    expect((await metadataOf(id, 'series')).body).toMatchObject({
      title: 'S',
      publisher: 'TestServer',
    })
  })

  test.each<[string, string, string]>([
    ['half a series.json', 'series.json', '{"metadata":'],
    ['an OPF that is none', 'metadata.opf', 'junk'],
    ['a ComicInfo of 9 MiB', 'ComicInfo.xml', 'x'.repeat(9 << 20)],
    ['a cover that is none', 'cover.jpg', 'junk'],
  ])('%s is a finding and nothing else', async (_, name, junk) => {
    const { id, findings } = await libraryWith({ 'S/1.cbz': await comic(), [`S/${name}`]: junk })
    expect(findings).toBe(1)
    const ofBook = await metadataOf(id)
    const ofSeries = await metadataOf(id, 'series')
    const [file] = [...ofBook.files, ...ofSeries.files]
    expect(file.name).toBe(name)
    expect(file.problem.message).toBeString()
    expect((await seriesOf(server, id))[0]?.selectedCoverSource).toBe('first_book')
  })

  test('files that are none of these are passed over', async () => {
    const { findings, id } = await libraryWith({
      'S/1.cbz': await comic(),
      'S/readme.txt': 'x',
      'S/package.json': '{}',
      'S/photo.jpg': 'x',
      'S/.cover.jpg': 'x',
    })
    expect(findings).toBe(0)
    expect((await metadataOf(id, 'series')).files).toEqual([])
  })
})

describe('when only what lies beside changes', () => {
  /** Nothing of the book's file is looked at: it could not even be opened. */
  async function scanWithoutOpening(id: string) {
    const before = await booksOf(server, id)
    const result = await scan(server, id)
    const after = await booksOf(server, id)
    expect(after.map(({ analyzedAt }) => analyzedAt)).toEqual(
      before.map(({ analyzedAt }) => analyzedAt),
    )
    expect([result.status, result.changed, result.added]).toEqual(['completed', 0, 0])
  }
  const later = new Date('2024-06-01T00:00:00Z')

  test('books and series are said anew: added, changed and gone', async () => {
    const inside = await makeCbz({ pages: 1, comicInfo: { Title: 'Inside', Series: 'Inner' } })
    const { folder, id } = await libraryWith({ 'S/a.cbz': inside })
    const titles = async () => [
      (await metadataOf(id)).title,
      (await metadataOf(id, 'series')).body.title,
    ]
    expect(await titles()).toEqual(['Inside', 'Inner'])
    put(folder, { 'S/metadata.opf': opf('Beside'), 'S/series.json': seriesJson({ name: 'Outer' }) })
    await scanWithoutOpening(id)
    expect(await titles()).toEqual(['Beside', 'Outer'])
    put(folder, { 'S/metadata.opf': opf('Better') }, later)
    await scanWithoutOpening(id)
    expect(await titles()).toEqual(['Better', 'Outer'])
    put(folder, { 'S/metadata.opf': null, 'S/series.json': null })
    await scanWithoutOpening(id)
    expect(await titles()).toEqual(['Inside', 'Inner'])
  })

  test('a second book in the folder takes the description from the first', async () => {
    const { folder, id } = await libraryWith({
      'S/a.cbz': await comic(),
      'S/metadata.opf': opf('Beside'),
    })
    expect((await metadataOf(id)).title).toBe('Beside')
    put(folder, { 'S/b.cbz': await comic() })
    await scan(server, id)
    expect((await metadataOf(id)).title).toBe('a')
  })

  test('what a person wrote or locked stays', async () => {
    const { folder, id } = await libraryWith({ 'S/a.cbz': await comic() })
    const { id: bookId } = await metadataOf(id)
    const edit = { as: 'ada', body: { publisher: 'Mine' } } as const
    await server.call('PATCH', `/books/${bookId}/metadata`, edit)
    put(folder, { 'S/metadata.opf': opf('T', '<dc:publisher>File</dc:publisher>') })
    await scan(server, id)
    expect((await metadataOf(id)).body.publisher).toBe('Mine')
  })

  test('nothing is forgotten when the folder cannot be seen', async () => {
    const { folder, id } = await libraryWith({
      'S/a.cbz': await comic(),
      'S/metadata.opf': opf('Beside'),
    })
    put(folder, { S: null })
    await scan(server, id)
    const [book] = await server.ctx.db.select().from(books).where(eq(books.libraryId, id))
    expect(book?.title).toBe('Beside')
  })
})
