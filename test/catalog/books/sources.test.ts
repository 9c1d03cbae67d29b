import { afterAll, describe, expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { storeSidecars } from '../../../src/catalog/sidecars/service'
import { ownFields } from '../../../src/catalog/books/metadata/model'
import { startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { withText } from '../../../src/platform/messages/message'
import { fileMetadataMessages } from '../../../src/media/metadata/messages'

const server = await startTestServer()
afterAll(() => server.close())
const library = await seedLibrary(server)
const series = await seedSeries(server, library)

const buildComicInfo = (words: Partial<FileMetadata>) => ({
  ...emptyMetadata('comicinfo'),
  ...words,
})

/** Adds a book whose ComicInfo contains `inside`, with an OPF next to it that contains `beside`. */
async function addBook(inside: Partial<FileMetadata>, beside?: Partial<FileMetadata>) {
  const folder = `Folder ${Bun.randomUUIDv7()}`
  const book = await seedBook(server, series, {
    relativePath: `${folder}/Saga v03.cbz`,
    contents: { fileMetadata: buildComicInfo(inside) },
  })
  if (beside) {
    const draft = { rootId: library.rootId, folder, name: 'metadata.opf', book: 'Saga v03' }
    const finding = { code: 'broken_metadata', message: fileMetadataMessages.invalid_date() }
    const metadata = { ...emptyMetadata('opf'), ...beside }
    const file = { kind: 'opf', size: 1, modifiedAtMs: 1, metadata, finding } as const
    await server.ctx.write((tx) => storeSidecars(tx, [{ ...draft, ...file }]))
  }
  return `/books/${book.id}/metadata`
}

const getSources = async (path: string) => {
  const { status, body } = await server.call('GET', `${path}/sources`, { as: 'ann' })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const getField = async (path: string, name: string) =>
  (await getSources(path)).fields.find((one: { field: string }) => one.field === name)
const resetFields = (path: string, fields?: string[]) =>
  server.call('POST', `${path}/reset`, { as: 'max', body: fields ? { fields } : {} })

describe('sources of a book', () => {
  test('name the source of each value and the other candidates', async () => {
    const path = await addBook({ publisher: 'In', title: 'Inside' }, { publisher: 'Beside' })
    await resetFields(path)
    expect(await getField(path, 'publisher')).toEqual({
      field: 'publisher',
      value: 'Beside',
      source: 'opf',
      isLocked: false,
      candidates: [{ source: 'comicinfo', value: 'In' }],
    })
    expect(await getField(path, 'title')).toMatchObject({
      value: 'Inside',
      source: 'comicinfo',
      candidates: [{ source: 'path', value: 'Saga v03' }],
    })
    expect(await getField(path, 'volume')).toMatchObject({
      value: 3,
      source: 'path',
      candidates: [],
    })
    expect(await getField(path, 'summary')).toEqual({
      field: 'summary',
      value: null,
      source: null,
      isLocked: false,
      candidates: [],
    })
  })

  test("of an edited value keep the file's candidates", async () => {
    const path = await addBook({ publisher: 'In' }, { publisher: 'Beside' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine' } })
    expect(await getField(path, 'publisher')).toMatchObject({
      value: 'Mine',
      source: 'edited',
      isLocked: true,
      candidates: [
        { source: 'opf', value: 'Beside' },
        { source: 'comicinfo', value: 'In' },
      ],
    })
  })

  test('list sidecar files and their problems', async () => {
    const path = await addBook({}, {})
    expect((await getSources(path)).files).toEqual([
      {
        name: 'metadata.opf',
        kind: 'opf',
        problem: withText(fileMetadataMessages.invalid_date()),
      },
    ])
  })

  test('are listed for every field', async () => {
    const { fields } = await getSources(await addBook({}))
    const { body } = await server.call('GET', await addBook({}), { as: 'ann' })
    const { bookId: _, locks: __, updatedAt: ___, ...named } = body
    const names: string[] = fields.map((one: { field: string }) => one.field)
    const expected = [...Object.keys(named), ...ownFields]
    expect(names.toSorted()).toEqual(expected.toSorted())
  })

  test('return 404 for a missing book', async () => {
    const path = `/books/${Bun.randomUUIDv7()}/metadata/sources`
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  })
})

describe('resetting fields of a book', () => {
  test('restores the file values and keeps other fields', async () => {
    const path = await addBook({ publisher: 'In', imprint: 'In' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine', imprint: 'Mine' } })
    const { status, body } = await resetFields(path, ['publisher'])
    expect([status, body.publisher, body.imprint]).toEqual([200, 'In', 'Mine'])
    expect([body.locks.publisherLock, body.locks.imprintLock]).toEqual([false, true])
    expect(await getField(path, 'publisher')).toMatchObject({ source: 'comicinfo', candidates: [] })
  })

  test('without names resets all fields', async () => {
    const path = await addBook({ publisher: 'In', imprint: 'In' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine', imprint: 'Mine' } })
    const { body } = await resetFields(path)
    expect([body.publisher, body.imprint]).toEqual(['In', 'In'])
  })

  test('rejects unknown fields and readers', async () => {
    const path = await addBook({})
    expect((await resetFields(path, ['colour'])).status).toBe(400)
    const asReader = await server.call('POST', `${path}/reset`, { as: 'ann', body: {} })
    expect(asReader.status).toBe(403)
  })
})
