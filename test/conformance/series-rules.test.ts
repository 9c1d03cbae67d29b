/** Rules in section 2.1 of the specification, tested with a real scan and only through the API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  addLibrary,
  makeComic,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../ingest/scanning/scan-server'
import { seedLibrary, seedSeries } from '../support/seed'

let server: ScanServer
let folder: string
let libraryId: string
let seriesId: string
beforeAll(async () => {
  server = await startScanServer()
  folder = makeFolder()
  await addVolumes('Saga v01.cbz', 'Saga v02.cbz')
  libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  seriesId = (await request('GET', '/series')).data[0].id
})
afterAll(() => server.close())

async function addVolumes(...names: string[]) {
  const data = await makeComic()
  writeFiles(folder, Object.fromEntries(names.map((name) => [`Saga/${name}`, data])))
}

async function request(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as: 'ann', ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const getSeries = () => request('GET', `/series/${seriesId}`)
const listBooks = async () =>
  (await request('GET', `/series/${seriesId}/books`)).data as { id: string }[]
const completeBook = async ({ id }: { id: string }) => {
  await request('POST', `/books/${id}/unread`)
  await request('POST', `/books/${id}/read`)
}

describe('the read count of a series', () => {
  test('is that of its least read book', async () => {
    const [first, second] = await listBooks()
    await request('POST', `/books/${first!.id}/read`)
    expect(await getSeries()).toMatchObject({ readCount: 0, lastCompletedAt: null, unreadCount: 1 })
    await request('POST', `/books/${second!.id}/read`)
    expect(await getSeries()).toMatchObject({ readCount: 1, unreadCount: 0 })
    await completeBook(first!)
    expect((await getSeries()).readCount).toBe(1)
    await completeBook(second!)
    expect((await getSeries()).readCount).toBe(2)
  })

  test('falls to 0 with a new volume, while completions are kept', async () => {
    const before = await getSeries()
    const history = await request('GET', `/series/${seriesId}/read-history`)
    expect(history.entries).toHaveLength(2)
    expect(before.lastCompletedAt).toBe(history.entries[0].completedAt)

    await addVolumes('Saga v03.cbz')
    await scanLibrary(server, libraryId)
    const after = await getSeries()
    expect(after).toMatchObject({ bookCount: 3, readCount: 0, unreadCount: 1 })
    expect(after.lastCompletedAt).toBe(before.lastCompletedAt)
    const later = await request('GET', `/series/${seriesId}/read-history`)
    expect(later).toEqual({ ...history, readCount: 0 })

    const third = (await listBooks())[2]!
    await request('POST', `/books/${third.id}/read`)
    expect(await getSeries()).toMatchObject({ readCount: 1, unreadCount: 0 })
  })

  test('is 0 for a series without books', async () => {
    const empty = await seedSeries(server, await seedLibrary(server), { title: 'Empty' })
    await request('POST', `/series/${empty.id}/read`)
    const body = await request('GET', `/series/${empty.id}`)
    expect(body).toMatchObject({
      bookCount: 0,
      readCount: 0,
      unreadCount: 0,
      lastCompletedAt: null,
    })
  })
})

test('highest chapter and volume and the owned volumes follow the books', async () => {
  await addVolumes('Saga v07.cbz', 'Saga v02 c110.5.cbz', 'Saga c012.cbz')
  await scanLibrary(server, libraryId)
  expect(await getSeries()).toMatchObject({
    bookCount: 6,
    localMaxVolume: 7,
    localMaxChapter: 110.5,
    // Volumes 1, 2, 3 and 7 count, because books without a chapter number are complete volumes.
    volumesOwned: 4,
  })
})

test('the want-to-read queue is private to each user', async () => {
  expect((await getSeries()).wantToRead).toBe(false)
  await request('POST', '/want-to-read', { seriesId })
  expect((await getSeries()).wantToRead).toBe(true)
  const { body } = await server.call('GET', `/series/${seriesId}`, { as: 'max' })
  expect(body.wantToRead).toBe(false)
  await request('DELETE', `/want-to-read/series/${seriesId}`)
  expect((await getSeries()).wantToRead).toBe(false)
})

test('release tracking is turned on for a series and shows missing numbers', async () => {
  const editSeries = (path: string, body: unknown) =>
    server.call('PATCH', `/series/${seriesId}/${path}`, { as: 'max', body })
  await editSeries('metadata', { totalVolumeCount: 10, totalChapterCount: 120 })
  expect(await getSeries()).toMatchObject({
    tracked: false,
    upstreamVolumeGap: null,
    upstreamChapterGap: null,
  })
  await editSeries('tracking', { tracked: true })
  expect(await getSeries()).toMatchObject({
    // A user set the totals, so no provider overwrites them.
    tracked: true,
    upstreamVolumeGap: 3,
    upstreamChapterGap: 9.5,
    upstreamGapProvider: null,
  })
  await editSeries('tracking', { tracked: false })
  expect(await getSeries()).toMatchObject({ tracked: false, upstreamVolumeGap: null })
})
