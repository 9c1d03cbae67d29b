/** The rules of section 2.1, through a real scan and the API alone. */
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
  seriesId = (await ask('GET', '/series')).data[0].id
})
afterAll(() => server.close())

async function addVolumes(...names: string[]) {
  const data = await makeComic()
  writeFiles(folder, Object.fromEntries(names.map((name) => [`Saga/${name}`, data])))
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as: 'ann', ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const shown = () => ask('GET', `/series/${seriesId}`)
const books = async () => (await ask('GET', `/series/${seriesId}/books`)).data as { id: string }[]
const readAgain = async ({ id }: { id: string }) => {
  await ask('POST', `/books/${id}/unread`)
  await ask('POST', `/books/${id}/read`)
}

describe('the read count of a series', () => {
  test('is that of its least read book', async () => {
    const [first, second] = await books()
    await ask('POST', `/books/${first!.id}/read`)
    expect(await shown()).toMatchObject({ readCount: 0, lastCompletedAt: null, unreadCount: 1 })
    await ask('POST', `/books/${second!.id}/read`)
    expect(await shown()).toMatchObject({ readCount: 1, unreadCount: 0 })
    await readAgain(first!)
    expect((await shown()).readCount).toBe(1)
    await readAgain(second!)
    expect((await shown()).readCount).toBe(2)
  })

  test('falls to 0 with a new volume, while the passes stay to be seen', async () => {
    const before = await shown()
    const history = await ask('GET', `/series/${seriesId}/read-history`)
    expect(history.entries).toHaveLength(2)
    expect(before.lastCompletedAt).toBe(history.entries[0].completedAt)

    await addVolumes('Saga v03.cbz')
    await scanLibrary(server, libraryId)
    const after = await shown()
    expect(after).toMatchObject({ bookCount: 3, readCount: 0, unreadCount: 1 })
    expect(after.lastCompletedAt).toBe(before.lastCompletedAt)
    const later = await ask('GET', `/series/${seriesId}/read-history`)
    expect(later).toEqual({ ...history, readCount: 0 })

    const third = (await books())[2]!
    await ask('POST', `/books/${third.id}/read`)
    expect(await shown()).toMatchObject({ readCount: 1, unreadCount: 0 })
  })

  test('is 0 for a series without books', async () => {
    const empty = await seedSeries(server, await seedLibrary(server), { title: 'Empty' })
    await ask('POST', `/series/${empty.id}/read`)
    const body = await ask('GET', `/series/${empty.id}`)
    expect(body).toMatchObject({
      bookCount: 0,
      readCount: 0,
      unreadCount: 0,
      lastCompletedAt: null,
    })
  })
})

test('highest chapter and volume and the volumes owned follow the books', async () => {
  await addVolumes('Saga v07.cbz', 'Saga v02 c110.5.cbz', 'Saga c012.cbz')
  await scanLibrary(server, libraryId)
  expect(await shown()).toMatchObject({
    bookCount: 6,
    localMaxVolume: 7,
    localMaxChapter: 110.5,
    // A volume without a chapter is a whole one: 1, 2, 3 and 7.
    volumesOwned: 4,
  })
})

test('the queue of what to read is each user’s own', async () => {
  expect((await shown()).wantToRead).toBe(false)
  await ask('POST', '/want-to-read', { seriesId })
  expect((await shown()).wantToRead).toBe(true)
  const { body } = await server.call('GET', `/series/${seriesId}`, { as: 'max' })
  expect(body.wantToRead).toBe(false)
  await ask('DELETE', `/want-to-read/series/${seriesId}`)
  expect((await shown()).wantToRead).toBe(false)
})

test('release tracking is switched for the series, and shows what is missing', async () => {
  const edit = (path: string, body: unknown) =>
    server.call('PATCH', `/series/${seriesId}/${path}`, { as: 'max', body })
  await edit('metadata', { totalVolumeCount: 10, totalChapterCount: 120 })
  expect(await shown()).toMatchObject({
    tracked: false,
    upstreamVolumeGap: null,
    upstreamChapterGap: null,
  })
  await edit('tracking', { tracked: true })
  expect(await shown()).toMatchObject({
    // A person gave the totals, so no provider did.
    tracked: true,
    upstreamVolumeGap: 3,
    upstreamChapterGap: 9.5,
    upstreamGapProvider: null,
  })
  await edit('tracking', { tracked: false })
  expect(await shown()).toMatchObject({ tracked: false, upstreamVolumeGap: null })
})
