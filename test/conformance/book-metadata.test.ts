/** Section 2.10 and rule 2 of section 4, on a book that was really scanned. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles as putFiles,
  scanLibrary,
  type ScanServer,
} from '../ingest/scanning/scan-server'
import { makeCbz } from '../support/make/cbz'
import { tables, words } from './tables'
import { deviations } from './values'

const comicInfo = {
  Series: 'S',
  Title: 'T',
  Number: '1.5',
  Count: 12,
  Volume: 2,
  Summary: 'All of it',
  Year: 2019,
  Month: 4,
  Day: 30,
  Writer: 'A',
  Penciller: 'B',
  Inker: 'C',
  Colorist: 'D',
  Letterer: 'E',
  CoverArtist: 'F',
  Editor: 'G',
  Translator: 'H',
  Publisher: 'P',
  Imprint: 'I',
  Genre: 'Drama',
  LanguageISO: 'pt-BR',
  Format: 'One-Shot',
  BlackAndWhite: 'Yes',
  Manga: 'Yes',
  GTIN: '9780306406157',
}

let server: ScanServer
let libraryId: string
let path: string
beforeAll(async () => {
  server = await startScanServer()
  const folder = makeFolder()
  putFiles(folder, { 'S/S 1.cbz': await makeCbz({ pages: 1, width: 8, height: 12, comicInfo }) })
  libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const { body } = await server.call('GET', '/books', { as: 'max' })
  path = `/books/${body.data[0].id}/metadata`
})
afterAll(() => server.close())

const besides = ['bookId', 'locks', 'updatedAt']
const fields = tables.bookMetadata.map(({ name }) => name)
const get = async () => (await server.call('GET', path, { as: 'ann' })).body
const valuesOf = (body: Record<string, unknown>) => fields.map((name) => [name, body[name]])
const nothing = fields.map((name) => [name, null])

async function put(body: unknown) {
  const answer = await server.call('PUT', path, { as: 'max', body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  expect(deviations('bookMetadata', answer.body, besides)).toEqual([])
  return answer.body
}

const everything = {
  authors: [{ name: 'A', role: 'writer', sortName: null }],
  blackAndWhite: false,
  awards: [{ name: 'Prize', category: null, won: true, year: 2001 }],
  bookType: 'manga',
  chapter: 10.5,
  colorist: 'A, B',
  count: 12,
  coverArtist: 'C',
  customMetadata: { a: [1] },
  day: 31,
  edition: 'First',
  editor: 'E',
  formatDetail: 'TPB',
  genre: 'Horror',
  imprint: 'I',
  inker: 'K',
  isbns: '9780306406157, 080442957X',
  languageIso: 'ja',
  letterer: 'L',
  manga: true,
  month: 12,
  originalTitle: 'O',
  originalYear: 1999,
  penciller: 'P',
  publisher: 'TestServer',
  seriesPosition: 1.5,
  seriesTotal: 3,
  subjects: ['one'],
  subtitle: 'S',
  summary: 'Long',
  translator: 'T',
  volume: 2,
  writer: 'W',
  year: 2024,
}

describe('a full replacement', () => {
  test('clears each field that it leaves out, also what the file had said', async () => {
    const before = await get()
    expect(deviations('bookMetadata', before, besides)).toEqual([])
    expect(before).toMatchObject({ writer: 'A', year: 2019, chapter: 1.5, manga: true })
    expect(valuesOf(await put({}))).toEqual(nothing)
    expect(valuesOf(await get())).toEqual(nothing)
  })

  test('is not undone by a scan', async () => {
    await put({ writer: 'Mine' })
    for (const mode of ['normal', 'deep']) await scanLibrary(server, libraryId, mode)
    expect(await get()).toMatchObject({ writer: 'Mine', year: null, publisher: null })
  })

  test('stores every field, and null clears every field', async () => {
    expect(Object.keys(everything).toSorted()).toEqual(fields.toSorted())
    expect(valuesOf(await put(everything))).toEqual(valuesOf(everything))
    expect(valuesOf(await put(Object.fromEntries(nothing)))).toEqual(nothing)
  })

  test.each(fields)('that leaves out %s alone clears %s alone', async (left) => {
    const { [left as 'day']: _, ...rest } = everything
    await put(everything)
    expect(valuesOf(await put(rest))).toEqual(valuesOf({ ...everything, [left]: null }))
  })
})

describe('every word of an enumeration is taken', () => {
  test.each(words['bookType']!)('a book that is a %s', async (bookType) => {
    expect((await put({ bookType })).bookType).toBe(bookType)
  })

  test.each(words['personRole']!)('a person who is %s', async (role) => {
    const { authors } = await put({ authors: [{ name: 'A', role }] })
    expect(authors).toEqual([{ name: 'A', role, sortName: null }])
  })
})

test.each([
  ['day', [1, 31], [0, 32, 1.5]],
  ['month', [1, 12], [0, 13, 1.5]],
])('%s keeps to its range', async (name, allowed, refused) => {
  for (const value of allowed) expect((await put({ [name]: value }))[name]).toBe(value)
  for (const value of refused) {
    const { status, body } = await server.call('PUT', path, { as: 'max', body: { [name]: value } })
    expect([status, body.details[0].path]).toEqual([400, name])
  }
})
