/** Ranges stand behind the single number they start with and before the next one. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  addLibrary,
  listSeries,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../../ingest/scanning/scan-server'
import { startGroupingServer } from '../../../ingest/grouping/grouping-server'
import { makeCbz } from '../../../support/make/cbz'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST', path: string) =>
  (await server.call(method, path, { as: 'ada' })).body

type Info = Record<string, string | number>

/** Scans files named like this, whose order is not that of their names. */
async function scan(type: string, files: readonly (readonly [name: string, info?: Info])[]) {
  const folder = makeFolder()
  const contents: Record<string, Uint8Array> = {}
  for (const [name, info] of files)
    contents[`Nova Patrol/${name}.cbz`] = await makeCbz(info ? { comicInfo: info } : {})
  writeFiles(folder, contents)
  const libraryId = await addLibrary(server, folder, { type })
  await scanLibrary(server, libraryId)
  const [series] = await listSeries(server, libraryId)
  return series!.id
}

/** Titles are the names of the files. */
const listBooks = async (seriesId: string): Promise<{ id: string; title: string }[]> =>
  (await call('GET', `/series/${seriesId}/books?pageSize=100`)).data

type Case = readonly [what: string, type: string, files: readonly (readonly [string, Info?])[]]

const cases: readonly Case[] = [
  [
    'double issues in names',
    'comic',
    [['#4'], ['Nova Patrol #5'], ['A #5-6'], ['#6'], ['B #7-8'], ['Nova Patrol #8']],
  ],
  [
    'double issues in ComicInfo',
    'comic',
    [
      ['z', { Number: '5' }],
      ['b', { Number: '5-6' }],
      ['a', { Number: '6' }],
    ],
  ],
  [
    'a double issue in a name beside ComicInfo',
    'comic',
    [['z', { Number: '5' }], ['z AU', { Number: '5AU' }], ['Nova Patrol #5-6'], ['#6']],
  ],
  [
    'ranges with the same start, by their ends',
    'manga',
    [['z 1 c001'], ['d c001-002'], ['c c001-003'], ['b c001-010'], ['a c002'], ['y c011-020']],
  ],
  [
    'halves and ranges',
    'manga',
    [['z c002'], ['b c002-002.5'], ['a c002.5'], ['y c002.5-003'], ['x c003'], ['w c003.5']],
  ],
  ['volumes', 'manga', [['z v01'], ['b v01-02'], ['a v01-03'], ['y v02'], ['x v03'], ['c v03-04']]],
  [
    'volumes among chapters',
    'manga',
    [['z c001'], ['y v02'], ['b v02-03'], ['a c004'], ['x c005-006'], ['w c007']],
  ],
  [
    'chapters in volumes',
    'manga',
    [['z v01 c001'], ['b v01 c001-002'], ['a v01 c002'], ['y v02'], ['d v02-03'], ['c v03']],
  ],
  [
    'volumes behind issues',
    'comic',
    [['z #1'], ['a #1-2'], ['#2'], ['z v01 (1999)'], ['b v01-02 (1999)'], ['a v02 (1999)']],
  ],
  [
    'specials',
    'comic',
    [
      ['#1'],
      ['z', { Number: '1', Format: 'Annual' }],
      ['b', { Number: '1-2', Format: 'Annual' }],
      ['a', { Number: '2', Format: 'Annual' }],
      ['y', { Number: '3', Format: 'Special' }],
      ['x', { Number: '3-4', Format: 'Special' }],
      ['w', { Number: '4', Format: 'Special' }],
    ],
  ],
]

test.each(cases)('orders %s', async (_, type, files) => {
  const id = await scan(type, files)
  expect((await listBooks(id)).map(({ title }) => title)).toEqual(files.map(([name]) => name))
})

test('a range is the next book after the number it starts with', async () => {
  const id = await scan('comic', [['Nova Patrol #5'], ['A #5-6'], ['#6'], ['#7']])
  const books = await listBooks(id)
  const getNext = async () => (await call('GET', `/series/${id}/next-book`)).book.title as string
  await call('POST', `/books/${books[0]!.id}/read`)
  expect(await getNext()).toBe('A #5-6')
  await call('POST', `/books/${books[1]!.id}/read`)
  expect(await getNext()).toBe('#6')
})
