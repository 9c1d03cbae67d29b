/** Section 2.10 and rule 2 of section 4 of the specification, tested with a scanned book. */
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
import { tables, enumValues } from './tables'
import { findDeviations } from './values'

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
const getMetadata = async () => (await server.call('GET', path, { as: 'ann' })).body
const pickValues = (body: Record<string, unknown>) => fields.map((name) => [name, body[name]])
const nothing = fields.map((name) => [name, null])

async function putMetadata(body: unknown) {
  const answer = await server.call('PUT', path, { as: 'max', body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  expect(findDeviations('bookMetadata', answer.body, besides)).toEqual([])
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

describe('PUT of book metadata', () => {
  test('clears every omitted field, even values from the file', async () => {
    const before = await getMetadata()
    expect(findDeviations('bookMetadata', before, besides)).toEqual([])
    expect(before).toMatchObject({ writer: 'A', year: 2019, chapter: 1.5, manga: true })
    expect(pickValues(await putMetadata({}))).toEqual(nothing)
    expect(pickValues(await getMetadata())).toEqual(nothing)
  })

  test('is not undone by a scan', async () => {
    await putMetadata({ writer: 'Mine' })
    for (const mode of ['normal', 'deep']) await scanLibrary(server, libraryId, mode)
    expect(await getMetadata()).toMatchObject({ writer: 'Mine', year: null, publisher: null })
  })

  test('stores every field, and null clears every field', async () => {
    expect(Object.keys(everything).toSorted()).toEqual(fields.toSorted())
    expect(pickValues(await putMetadata(everything))).toEqual(pickValues(everything))
    expect(pickValues(await putMetadata(Object.fromEntries(nothing)))).toEqual(nothing)
  })

  test.each(fields)('without %s clears only %s', async (left) => {
    const { [left as 'day']: _, ...rest } = everything
    await putMetadata(everything)
    expect(pickValues(await putMetadata(rest))).toEqual(pickValues({ ...everything, [left]: null }))
  })
})

describe('every enumeration value is accepted', () => {
  test.each(enumValues['bookType']!)('for a book of type %s', async (bookType) => {
    expect((await putMetadata({ bookType })).bookType).toBe(bookType)
  })

  test.each(enumValues['personRole']!)('for a person with role %s', async (role) => {
    const { authors } = await putMetadata({ authors: [{ name: 'A', role }] })
    expect(authors).toEqual([{ name: 'A', role, sortName: null }])
  })
})

test.each([
  ['day', [1, 31], [0, 32, 1.5]],
  ['month', [1, 12], [0, 13, 1.5]],
])('%s is limited to its range', async (name, allowed, refused) => {
  for (const value of allowed) expect((await putMetadata({ [name]: value }))[name]).toBe(value)
  for (const value of refused) {
    const { status, body } = await server.call('PUT', path, { as: 'max', body: { [name]: value } })
    expect([status, body.details[0].path]).toEqual([400, name])
  }
})
