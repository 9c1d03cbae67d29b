import { afterAll, describe, expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { storeSidecars } from '../../../src/catalog/sidecars/service'
import { startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { renderMessage } from '../../../src/platform/messages/message'
import { fileMetadataMessages } from '../../../src/media/metadata/messages'

const server = await startTestServer()
afterAll(() => server.close())
const library = await seedLibrary(server)
const series = await seedSeries(server, library)

const comicInfo = (words: Partial<FileMetadata>) => ({ ...emptyMetadata('comicinfo'), ...words })

/** A book whose ComicInfo says `inside` and beside which an OPF says `beside`. */
async function newBook(inside: Partial<FileMetadata>, beside?: Partial<FileMetadata>) {
  const folder = `Folder ${Bun.randomUUIDv7()}`
  const book = await seedBook(server, series, {
    relativePath: `${folder}/Saga v03.cbz`,
    contents: { fileMetadata: comicInfo(inside) },
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

const sourcesOf = async (path: string) => {
  const { status, body } = await server.call('GET', `${path}/sources`, { as: 'ann' })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const field = async (path: string, name: string) =>
  (await sourcesOf(path)).fields.find((one: { field: string }) => one.field === name)
const reset = (path: string, fields?: string[]) =>
  server.call('POST', `${path}/reset`, { as: 'max', body: fields ? { fields } : {} })

describe('the sources of a book', () => {
  test('tell who said each value and what others say', async () => {
    const path = await newBook({ publisher: 'In', title: 'Inside' }, { publisher: 'Beside' })
    await reset(path)
    expect(await field(path, 'publisher')).toEqual({
      field: 'publisher',
      value: 'Beside',
      source: 'opf',
      isLocked: false,
      candidates: [{ source: 'comicinfo', value: 'In' }],
    })
    expect(await field(path, 'title')).toMatchObject({
      value: 'Inside',
      source: 'comicinfo',
      candidates: [{ source: 'path', value: 'Saga v03' }],
    })
    expect(await field(path, 'volume')).toMatchObject({ value: 3, source: 'path', candidates: [] })
    expect(await field(path, 'summary')).toEqual({
      field: 'summary',
      value: null,
      source: null,
      isLocked: false,
      candidates: [],
    })
  })

  test('of what a person wrote keep what files would say', async () => {
    const path = await newBook({ publisher: 'In' }, { publisher: 'Beside' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine' } })
    expect(await field(path, 'publisher')).toMatchObject({
      value: 'Mine',
      source: 'edited',
      isLocked: true,
      candidates: [
        { source: 'opf', value: 'Beside' },
        { source: 'comicinfo', value: 'In' },
      ],
    })
  })

  test('tell the files that lie beside it, and what is wrong with them', async () => {
    const path = await newBook({}, {})
    expect((await sourcesOf(path)).files).toEqual([
      {
        name: 'metadata.opf',
        kind: 'opf',
        problem: renderMessage(fileMetadataMessages.invalid_date()),
      },
    ])
  })

  test('are told of every field', async () => {
    const { fields } = await sourcesOf(await newBook({}))
    const { body } = await server.call('GET', await newBook({}), { as: 'ann' })
    const { bookId: _, locks: __, updatedAt: ___, ...named } = body
    const names: string[] = fields.map((one: { field: string }) => one.field)
    const expected = [...Object.keys(named), 'title', 'titleSort', 'number']
    expect(names.toSorted()).toEqual(expected.toSorted())
  })

  test('of a book that is not there are not', async () => {
    const path = `/books/${Bun.randomUUIDv7()}/metadata/sources`
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  })
})

describe('a reset of single fields', () => {
  test('gives them back to the file and leaves the others', async () => {
    const path = await newBook({ publisher: 'In', imprint: 'In' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine', imprint: 'Mine' } })
    const { status, body } = await reset(path, ['publisher'])
    expect([status, body.publisher, body.imprint]).toEqual([200, 'In', 'Mine'])
    expect([body.locks.publisherLock, body.locks.imprintLock]).toEqual([false, true])
    expect(await field(path, 'publisher')).toMatchObject({ source: 'comicinfo', candidates: [] })
  })

  test('without names gives all back', async () => {
    const path = await newBook({ publisher: 'In', imprint: 'In' })
    await server.call('PATCH', path, { as: 'max', body: { publisher: 'Mine', imprint: 'Mine' } })
    const { body } = await reset(path)
    expect([body.publisher, body.imprint]).toEqual(['In', 'In'])
  })

  test('of a field that does not exist is refused, as is one by a reader', async () => {
    const path = await newBook({})
    expect((await reset(path, ['colour'])).status).toBe(400)
    const asReader = await server.call('POST', `${path}/reset`, { as: 'ann', body: {} })
    expect(asReader.status).toBe(403)
  })
})
