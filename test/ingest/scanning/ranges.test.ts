/** Numbers of books whose file names hold ranges, letters, or a kind that their metadata lacks. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeEpub } from '../../support/make/epub'
import {
  addLibrary,
  listBooks,
  listSeries,
  makeComic,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function scanFiles(names: string[]) {
  const folder = makeFolder()
  const data = await makeComic()
  writeFiles(folder, Object.fromEntries(names.map((name) => [`Harbor/Harbor ${name}.cbz`, data])))
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const [series] = await listSeries(server, libraryId)
  return { libraryId, id: series!.id }
}

const get = async (path: string) => (await server.call('GET', path, { as: 'ada' })).body
const edit = (path: string, body: unknown) => server.call('PATCH', path, { as: 'ada', body })

test('A1: the end of a chapter range counts as highest, present and for the gap', async () => {
  const { id } = await scanFiles(['c001-050', 'c051-100'])
  expect(await get(`/series/${id}/missing`)).toMatchObject({ chapters: [], chapterCount: 0 })
  expect((await get(`/series/${id}/numbers`)).chapters).toEqual([
    { from: 1, to: 100, state: 'unread' },
  ])
  await edit(`/series/${id}/metadata`, { totalChapterCount: 120 })
  await edit(`/series/${id}/tracking`, { tracked: true })
  expect(await get(`/series/${id}`)).toMatchObject({
    localMaxChapter: 100,
    upstreamChapterGap: 20,
  })
})

test('A1: the end of a volume range counts as owned', async () => {
  const { id } = await scanFiles(['v01-03', 'v04', 'v06'])
  expect(await get(`/series/${id}`)).toMatchObject({ localMaxVolume: 6, volumesOwned: 5 })
  expect((await get(`/series/${id}/missing`)).volumes).toEqual([{ from: 5, to: 5 }])
})

test('A1: a range is shown with its end', async () => {
  const { id } = await scanFiles(['c001-050', 'c051'])
  const { data } = await get(`/series/${id}/books`)
  expect(data).toMatchObject([
    { chapter: 1, chapterEnd: 50, volumeEnd: null },
    { chapter: 51, chapterEnd: null },
  ])
})

test('A1: a range ends with an edit of its beginning and returns with a reset', async () => {
  const { libraryId, id } = await scanFiles(['c001-050'])
  const [book] = await listBooks(server, libraryId)
  expect(book).toMatchObject({ chapter: 1, chapterEnd: 50 })
  await edit(`/books/${book!.id}/metadata`, { chapter: 7 })
  expect((await listBooks(server, libraryId))[0]).toMatchObject({ chapter: 7, chapterEnd: null })
  expect(await get(`/series/${id}`)).toMatchObject({ localMaxChapter: 7 })
  await edit(`/books/${book!.id}/metadata`, { chapter: 1 })
  expect((await listBooks(server, libraryId))[0]).toMatchObject({ chapter: 1, chapterEnd: 50 })
  expect(await get(`/series/${id}`)).toMatchObject({ localMaxChapter: 50 })
})

test('C: chapters that differ by a letter stay apart', async () => {
  const { libraryId } = await scanFiles(['c153', 'c153a', 'c153b'])
  const chapters = (await listBooks(server, libraryId)).map(({ chapter }) => chapter)
  expect(chapters.toSorted()).toEqual([153, 153.1, 153.2])
})

test('A10: a series of volumes lacks no chapters', async () => {
  const { id } = await scanFiles(['v01', 'v02'])
  await edit(`/series/${id}/metadata`, { totalChapterCount: 120, totalVolumeCount: 5 })
  await edit(`/series/${id}/tracking`, { tracked: true })
  expect(await get(`/series/${id}`)).toMatchObject({
    upstreamChapterGap: null,
    upstreamVolumeGap: 3,
  })
})

test('A7: a name that says chapter has priority over the index of an EPUB', async () => {
  const folder = makeFolder()
  const epub = (seriesIndex: number) => makeEpub({ series: 'Harbor', seriesIndex })
  writeFiles(folder, {
    'Harbor/Harbor Chapter 1.cbz': await makeComic(),
    'Harbor/Harbor Chapter 2.epub': await epub(2),
    'Harbor/Harbor Chapter 3.cbz': await makeComic(),
    'Harbor/Harbor Chapter 4.epub': await epub(9),
  })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  expect(await listNumbers(libraryId)).toEqual([
    [null, 1],
    [null, 2],
    [null, 3],
    [null, 4],
  ])
})

/** Lists volumes and chapters in reading order. */
async function listNumbers(libraryId: string) {
  const books = (await listBooks(server, libraryId)).toSorted((a, b) =>
    a.sortKey < b.sortKey ? -1 : 1,
  )
  return books.map(({ volume, chapter }) => [volume, chapter])
}

test('A7: volumes and chapters that share no number are one sequence', async () => {
  const folder = makeFolder()
  writeFiles(folder, {
    'Harbor/Harbor 1.cbz': await makeComic(),
    'Harbor/Harbor 2.epub': await makeEpub({ series: 'Harbor', seriesIndex: 2 }),
    'Harbor/Harbor 3.cbz': await makeComic(),
    'Harbor/Harbor 4.epub': await makeEpub({ series: 'Harbor', seriesIndex: 4 }),
  })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const inSequence = [
    [null, 1],
    [2, null],
    [null, 3],
    [4, null],
  ]
  expect(await listNumbers(libraryId)).toEqual(inSequence)

  const before = await listBooks(server, libraryId)
  await scanLibrary(server, libraryId, 'deep')
  const times = (books: typeof before) => books.map(({ updatedAt }) => updatedAt)
  expect(times(await listBooks(server, libraryId))).toEqual(times(before))
  expect(await listNumbers(libraryId)).toEqual(inSequence)

  writeFiles(folder, { 'Harbor/Harbor Chapter 2.cbz': await makeComic() })
  await scanLibrary(server, libraryId)
  expect(await listNumbers(libraryId)).toEqual([
    [2, null],
    [4, null],
    [null, 1],
    [null, 2],
    [null, 3],
  ])

  const second = (await listBooks(server, libraryId)).find(({ chapter }) => chapter === 2)
  await edit(`/books/${second!.id}/metadata`, { chapter: 5 })
  expect(await listNumbers(libraryId)).toEqual([...inSequence, [null, 5]])
})

test('A7: chapters of volumes and files in their own order stay where they are', async () => {
  const { libraryId } = await scanFiles(['v02', 'v04 c009', 'c001', 'c003'])
  expect(await listNumbers(libraryId)).toEqual([
    [2, null],
    [4, 9],
    [null, 1],
    [null, 3],
  ])
})
