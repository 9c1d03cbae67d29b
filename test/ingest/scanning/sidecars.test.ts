import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const buildSeriesJson = (metadata: object) => JSON.stringify({ metadata })
const buildOpf = (title: string, more = '') =>
  `<package version="2.0"><metadata><dc:title>${title}</dc:title>${more}</metadata></package>`

type Files = Record<string, Uint8Array | string>

async function createLibrary(files: Files) {
  const folder = makeFolder()
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  const { findings } = await scanLibrary(server, id)
  return { folder, id, findings }
}

async function getMetadata(libraryId: string, kind: 'books' | 'series' = 'books') {
  const [row] = await (kind === 'books' ? listBooks : listSeries)(server, libraryId)
  const { body } = await server.call('GET', `/${kind}/${row!.id}/metadata`, { as: 'ada' })
  const { body: sources } = await server.call('GET', `/${kind}/${row!.id}/metadata/sources`, {
    as: 'ada',
  })
  const findField = (name: string) =>
    sources.fields.find((one: { field: string }) => one.field === name)?.source
  const title = kind === 'books' ? (row as typeof books.$inferSelect).title : body.title
  return { id: row!.id, body, findField, title, files: sources.files }
}

describe('sidecar files', () => {
  test('series.json takes precedence over books for series metadata', async () => {
    const inside = await makeCbz({ pages: 1, comicInfo: { Series: 'Inside', Year: 2020 } })
    const words = { name: 'Saga', year: 2012, description_text: 'War.', status: 'Ended' }
    const { id } = await createLibrary({
      'S/1.cbz': inside,
      'S/series.json': buildSeriesJson({ ...words, total_issues: 54 }),
    })
    const { body, findField } = await getMetadata(id, 'series')
    expect(body).toMatchObject({ title: 'Saga', year: 2012, summary: 'War.', status: 'ended' })
    expect(body.totalChapterCount).toBe(54)
    expect([findField('title'), findField('summary')]).toEqual(['series_json', 'series_json'])
  })

  test.each<[string, Files]>([
    ['metadata.opf in its folder', { 'T/metadata.opf': buildOpf('Beside') }],
    ['a sidecar file with the name of the book', { 'T/Guards.opf': buildOpf('Beside') }],
    ['ComicInfo.xml in its folder', { 'T/ComicInfo.xml': makeComicInfo({ Title: 'Beside' }) }],
  ])('%s takes precedence over the metadata inside a book', async (_, files) => {
    const comicInfo = { Title: 'Inside', Publisher: 'TestServer' }
    const inside = await makeCbz({ pages: 1, comicInfo })
    const { id } = await createLibrary({ 'T/Guards.cbz': inside, ...files })
    const { body, title, findField } = await getMetadata(id)
    expect([title, body.publisher, findField('publisher')]).toEqual([
      'Beside',
      'TestServer',
      'comicinfo',
    ])
  })

  test('metadata.opf next to several books describes the series only', async () => {
    const { id } = await createLibrary({
      'S/1.cbz': await makeComic(),
      'S/2.cbz': await makeComic(),
      'S/metadata.opf': buildOpf('One of them', '<dc:publisher>TestServer</dc:publisher>'),
    })
    const [first] = await listBooks(server, id)
    expect(first?.title).toBe('1')
    expect((await getMetadata(id, 'series')).body).toMatchObject({
      title: 'S',
      publisher: 'TestServer',
    })
  })

  test.each<[string, string, string]>([
    ['a truncated series.json', 'series.json', '{"metadata":'],
    ['an invalid OPF', 'metadata.opf', 'junk'],
    ['a ComicInfo of 9 MiB', 'ComicInfo.xml', 'x'.repeat(9 << 20)],
    ['an invalid cover', 'cover.jpg', 'junk'],
  ])('%s is a finding with no other effect', async (_, name, junk) => {
    const { id, findings } = await createLibrary({
      'S/1.cbz': await makeComic(),
      [`S/${name}`]: junk,
    })
    expect(findings).toBe(1)
    const ofBook = await getMetadata(id)
    const ofSeries = await getMetadata(id, 'series')
    const [file] = [...ofBook.files, ...ofSeries.files]
    expect(file.name).toBe(name)
    expect(file.problem.message).toBeString()
    expect((await listSeries(server, id))[0]?.selectedCoverSource).toBe('first_book')
  })

  test('unrelated files are ignored', async () => {
    const { findings, id } = await createLibrary({
      'S/1.cbz': await makeComic(),
      'S/readme.txt': 'x',
      'S/package.json': '{}',
      'S/photo.jpg': 'x',
      'S/.cover.jpg': 'x',
    })
    expect(findings).toBe(0)
    expect((await getMetadata(id, 'series')).files).toEqual([])
  })
})

describe('changed sidecar files', () => {
  /** Scans, and fails if a book was opened. */
  async function scanWithoutOpening(id: string) {
    const before = await listBooks(server, id)
    const result = await scanLibrary(server, id)
    const after = await listBooks(server, id)
    expect(after.map(({ analyzedAt }) => analyzedAt)).toEqual(
      before.map(({ analyzedAt }) => analyzedAt),
    )
    expect([result.status, result.changed, result.added]).toEqual(['completed', 0, 0])
  }
  const later = new Date('2024-06-01T00:00:00Z')

  test('update books and series: added, changed and removed', async () => {
    const inside = await makeCbz({ pages: 1, comicInfo: { Title: 'Inside', Series: 'Inner' } })
    const { folder, id } = await createLibrary({ 'S/a.cbz': inside })
    const listTitles = async () => [
      (await getMetadata(id)).title,
      (await getMetadata(id, 'series')).body.title,
    ]
    expect(await listTitles()).toEqual(['Inside', 'Inner'])
    writeFiles(folder, {
      'S/metadata.opf': buildOpf('Beside'),
      'S/series.json': buildSeriesJson({ name: 'Outer' }),
    })
    await scanWithoutOpening(id)
    expect(await listTitles()).toEqual(['Beside', 'Outer'])
    writeFiles(folder, { 'S/metadata.opf': buildOpf('Better') }, later)
    await scanWithoutOpening(id)
    expect(await listTitles()).toEqual(['Better', 'Outer'])
    writeFiles(folder, { 'S/metadata.opf': null, 'S/series.json': null })
    await scanWithoutOpening(id)
    expect(await listTitles()).toEqual(['Inside', 'Inner'])
  })

  test('stop describing a book when a second one is added to the folder', async () => {
    const { folder, id } = await createLibrary({
      'S/a.cbz': await makeComic(),
      'S/metadata.opf': buildOpf('Beside'),
    })
    expect((await getMetadata(id)).title).toBe('Beside')
    writeFiles(folder, { 'S/b.cbz': await makeComic() })
    await scanLibrary(server, id)
    expect((await getMetadata(id)).title).toBe('a')
  })

  test('do not change edited or locked values', async () => {
    const { folder, id } = await createLibrary({ 'S/a.cbz': await makeComic() })
    const { id: bookId } = await getMetadata(id)
    const edit = { as: 'ada', body: { publisher: 'Mine' } } as const
    await server.call('PATCH', `/books/${bookId}/metadata`, edit)
    writeFiles(folder, { 'S/metadata.opf': buildOpf('T', '<dc:publisher>File</dc:publisher>') })
    await scanLibrary(server, id)
    expect((await getMetadata(id)).body.publisher).toBe('Mine')
  })

  test('are not treated as removed when the folder is unavailable', async () => {
    const { folder, id } = await createLibrary({
      'S/a.cbz': await makeComic(),
      'S/metadata.opf': buildOpf('Beside'),
    })
    writeFiles(folder, { S: null })
    await scanLibrary(server, id)
    const [book] = await server.ctx.db.select().from(books).where(eq(books.libraryId, id))
    expect(book?.title).toBe('Beside')
  })
})
