/** Numbers of books from files to the API: order, groups, next, counters. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  addLibrary,
  listSeries,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../../ingest/scanning/scan-server'
import { patchLibrary, startGroupingServer } from '../../../ingest/grouping/grouping-server'
import { makeCbz } from '../../../support/make/cbz'
import { makeEpub } from '../../../support/make/epub'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(() => server.close())

const get = async (path: string) => (await server.call('GET', path, { as: 'ada' })).body
const post = (path: string, body?: unknown) =>
  server.call('POST', path, { as: 'ada', ...(body !== undefined && { body }) })

interface Book {
  id: string
  title: string
  volume: number | null
  chapter: number | null
  numberKind: string | null
  numberFrom: number | null
  numberTo: number | null
}

async function scan(files: Record<string, Uint8Array>, type = 'mixed') {
  const folder = makeFolder()
  writeFiles(folder, files)
  const libraryId = await addLibrary(server, folder, { type })
  await scanLibrary(server, libraryId)
  const [series] = await listSeries(server, libraryId)
  return { libraryId, id: series!.id, folder }
}

const listAll = async (seriesId: string): Promise<Book[]> =>
  (await get(`/series/${seriesId}/books?pageSize=100`)).data

const makeNamed = async (
  names: readonly string[],
  comicInfo: Record<string, string | number> = {},
) => {
  const data = await makeCbz({ comicInfo })
  return Object.fromEntries(names.map((name) => [`Nova Patrol/Nova Patrol ${name}.cbz`, data]))
}

async function markRead(books: readonly Book[], ...positions: number[]) {
  for (const position of positions) await post(`/books/${books[position]!.id}/read`)
}

const getNext = async (seriesId: string) =>
  (await get(`/series/${seriesId}/next-book`)).book as Book | null

const half = [1, 2, 2.5, 3, 10]

test('F1: half volumes in names are in order, and next', async () => {
  const { id } = await scan(await makeNamed(['v01', 'v02', 'v02.5', 'v03', 'v10']), 'manga')
  const books = await listAll(id)
  expect(books.map(({ numberFrom }) => numberFrom)).toEqual(half)
  expect(books.map(({ volume }) => volume)).toEqual([1, 2, null, 3, 10])
  expect(books.every(({ numberKind }) => numberKind === 'volume')).toBe(true)
  await markRead(books, 0, 1)
  expect((await getNext(id))?.numberFrom).toBe(2.5)
  const { next } = await get(`/books/${books[1]!.id}/adjacent`)
  expect(next.numberFrom).toBe(2.5)
  expect(await get(`/series/${id}`)).toMatchObject({ localMaxVolume: 10, volumesOwned: 4 })
  expect((await get(`/series/${id}/missing`)).volumes).toEqual([{ from: 4, to: 9 }])
})

test('F1: half volumes in ComicInfo are in order', async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [index, Volume] of half.entries()) {
    files[`Nova Patrol/${'edcba'[index]}.cbz`] = await makeCbz({ comicInfo: { Volume } })
  }
  const { id } = await scan(files, 'manga')
  expect((await listAll(id)).map(({ numberFrom }) => numberFrom)).toEqual(half)
})

test.each([
  ['21-22', 21, 22],
  ['21 – 22', 21, 22],
  ['21/22', 21, 22],
  ['21 & 22', 21, 22],
  ['21+22', 21, 22],
  ['21,22', 21, 22],
  ['3 (of 6)', 3, null],
  ['3/6', 3, null],
  ['#5', 5, null],
  ['Issue 5', 5, null],
  ['1/2', 0.5, null],
  ['12,5', 12.5, null],
  ['12a', 12.1, null],
  ['1,000,000', 1_000_000, null],
  ['78.BEY', 78, null],
] as const)('N3, J1: the number %p in ComicInfo is read', async (Number, numberFrom, numberTo) => {
  const { id } = await scan(await makeNamed(['a'], { Number }), 'comic')
  expect((await listAll(id))[0]).toMatchObject({ numberKind: 'issue', numberFrom, numberTo })
})

test('N3: double issues in ComicInfo leave no gap, and are followed by the next', async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [index, Number] of ['20', '21-22', '23'].entries())
    files[`Nova Patrol/${'cba'[index]}.cbz`] = await makeCbz({ comicInfo: { Number } })
  const { id } = await scan(files, 'comic')
  const books = await listAll(id)
  expect(books.map(({ numberFrom }) => numberFrom)).toEqual([20, 21, 23])
  expect((await get(`/series/${id}/missing`)).chapters).toEqual([])
  await markRead(books, 0, 1)
  expect((await getNext(id))?.numberFrom).toBe(23)
})

test('F1: a range of volumes in ComicInfo is one', async () => {
  const { id } = await scan(await makeNamed(['a'], { Volume: '1-3' }), 'manga')
  expect((await listAll(id))[0]).toMatchObject({ numberKind: 'volume', numberFrom: 1, numberTo: 3 })
})

test('F1: half volumes in the series index of e-books are in order', async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [index, number] of half.entries()) {
    const letter = 'edcba'[index]!
    files[`Harbor/${letter}.epub`] = await makeEpub({
      title: `Book ${letter}`,
      series: 'Harbor',
      seriesIndex: number,
    })
  }
  const { id } = await scan(files, 'book')
  const books = await listAll(id)
  expect(books.map(({ numberFrom }) => numberFrom)).toEqual(half)
  expect(books.map(({ volume }) => volume)).toEqual([1, 2, null, 3, 10])
})

test('F1: what a user enters replaces a half volume, and clearing it removes the number', async () => {
  const { id } = await scan(await makeNamed(['v01', 'v02.5']), 'manga')
  const [, second] = await listAll(id)
  const edit = (volume: number | null) =>
    server.call('PATCH', `/books/${second!.id}/metadata`, { as: 'ada', body: { volume } })
  await edit(4)
  expect((await listAll(id))[1]).toMatchObject({ volume: 4, numberKind: 'volume', numberFrom: 4 })
  await edit(null)
  expect((await listAll(id))[1]).toMatchObject({ volume: null, numberKind: null })
})

test('J1: the start year in place of a volume is the year of the series', async () => {
  const files = await makeNamed(['005'], { Volume: 2019, Number: 5, Year: 2020 })
  const { id } = await scan(files)
  expect(await listAll(id)).toMatchObject([
    { volume: null, chapter: 5, numberKind: 'issue', numberFrom: 5 },
  ])
  const series = await get(`/series/${id}`)
  expect(series.metadata.year).toBe(2019)
  expect(series).toMatchObject({ localMaxVolume: null, volumesOwned: 0, localMaxChapter: 5 })
})

test('J1: a year that a user enters as volume stays', async () => {
  const { id } = await scan(await makeNamed(['005'], { Volume: 2019, Number: 5 }))
  const [book] = await listAll(id)
  await server.call('PATCH', `/books/${book!.id}/metadata`, { as: 'ada', body: { volume: 2019 } })
  expect(await listAll(id)).toMatchObject([{ volume: 2019, numberKind: 'issue', numberFrom: 5 }])
})

test('J1: the type of a library decides between issues and chapters, also when it changes', async () => {
  const { id, libraryId } = await scan(await makeNamed(['005', '006']), 'comic')
  expect((await listAll(id)).map(({ numberKind }) => numberKind)).toEqual(['issue', 'issue'])
  await patchLibrary(server, libraryId, { type: 'manga' })
  expect((await listAll(id)).map(({ numberKind }) => numberKind)).toEqual(['chapter', 'chapter'])
})

test('J1: an edited format makes an annual', async () => {
  const { id } = await scan(await makeNamed(['001', '002']), 'comic')
  const [first] = await listAll(id)
  const body = { formatDetail: 'Annual' }
  await server.call('PATCH', `/books/${first!.id}/metadata`, { as: 'ada', body })
  expect(await listAll(id)).toMatchObject([
    { numberKind: 'issue', numberFrom: 2 },
    { numberKind: 'annual', numberFrom: 1 },
  ])
})

const mixture = ['Annual 01 (2020)', 'TPB 01 (2020)', '001', '002', '003', 'Special 01']

test('J5: collected editions, annuals and specials follow the issues, and are counted', async () => {
  const { id } = await scan(await makeNamed(mixture), 'comic')
  const books = await listAll(id)
  expect(books.map(({ numberKind, numberFrom }) => `${numberKind} ${numberFrom}`)).toEqual([
    'issue 1',
    'issue 2',
    'issue 3',
    'collected 1',
    'annual 1',
    'special 1',
  ])
  expect(await get(`/series/${id}/number-kinds`)).toEqual([
    { numberKind: 'issue', bookCount: 3 },
    { numberKind: 'collected', bookCount: 1 },
    { numberKind: 'annual', bookCount: 1 },
    { numberKind: 'special', bookCount: 1 },
  ])
  const annuals = await get(`/series/${id}/books?numberKind=annual`)
  expect(annuals.data).toMatchObject([{ numberKind: 'annual', numberFrom: 1 }])
  expect(await get(`/series/${id}`)).toMatchObject({ localMaxChapter: 3, volumesOwned: 0 })
})

test('J5: next is the first unread issue after the furthest read one', async () => {
  const { id } = await scan(await makeNamed(mixture), 'comic')
  const books = await listAll(id)
  const nextAfter = async (...read: number[]) => {
    await markRead(books, ...read)
    const onDeck = await get(`/books/on-deck?seriesId=${id}`)
    const next = await getNext(id)
    expect(onDeck.data[0]?.id).toBe(next?.id)
    return next && `${next.numberKind} ${next.numberFrom}`
  }
  // An annual read in between does not take over.
  expect(await nextAfter(4)).toBe('issue 1')
  expect(await nextAfter(1)).toBe('issue 3')
  expect(await nextAfter(2)).toBe('issue 1')
  expect(await nextAfter(0)).toBe('collected 1')
  expect(await nextAfter(3)).toBe('special 1')
  await markRead(books, 5)
  expect(await getNext(id)).toBe(null)
})

test('J5: next is a book in progress, and the first book of an unread series', async () => {
  const { id } = await scan(await makeNamed(mixture), 'comic')
  const books = await listAll(id)
  expect((await getNext(id))?.id).toBe(books[0]!.id)
  await server.call('PUT', `/books/${books[3]!.id}/progress`, {
    as: 'ada',
    body: { currentPage: 1 },
  })
  expect((await getNext(id))?.id).toBe(books[3]!.id)
})

test('J5: plain volumes follow the issues of their series', async () => {
  const { id } = await scan(await makeNamed(['v01 (2020)', '001', '002', 'v02 (2021)']), 'comic')
  const order = (await listAll(id)).map(
    ({ numberKind, numberFrom }) => `${numberKind} ${numberFrom}`,
  )
  expect(order).toEqual(['issue 1', 'issue 2', 'volume 1', 'volume 2'])
})

test('J5: of volumes and chapters, those read last continue', async () => {
  const names = ['v01', 'v02', 'v03', 'c001', 'c002', 'c003']
  const { id } = await scan(await makeNamed(names), 'manga')
  const books = await listAll(id)
  expect(books.map(({ numberKind }) => numberKind)).toEqual([
    'volume',
    'volume',
    'volume',
    'chapter',
    'chapter',
    'chapter',
  ])
  await markRead(books, 0)
  expect((await getNext(id))?.id).toBe(books[1]!.id)
  await server.clock.advance(60_000)
  await markRead(books, 4)
  expect((await getNext(id))?.id).toBe(books[5]!.id)
})

test('a volume among the chapters that becomes a chapter of that volume moves', async () => {
  const { id } = await scan(await makeNamed(['c001', 'v02']), 'manga')
  const [, volume] = await listAll(id)
  expect(volume).toMatchObject({ numberKind: 'volume', numberFrom: 2 })
  const body = { chapter: 7 }
  await server.call('PATCH', `/books/${volume!.id}/metadata`, { as: 'ada', body })
  expect((await listAll(id)).map(({ chapter }) => chapter)).toEqual([7, 1])
})
