/** Reading positions in files that were replaced by others with another number of pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeFolder,
  type ScanServer,
  scanLibrary,
  startScanServer,
  writeFiles,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, as = 'ada') =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })
const makePages = (pages: number) => makeCbz({ pages, width: 8, height: 12 })
const file = 'Harbor/Harbor v1.cbz'

async function scanBook(pages: number) {
  const folder = makeFolder()
  writeFiles(folder, { [file]: await makePages(pages) })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const [book] = await listBooks(server, libraryId)
  const replace = async (data: Uint8Array | string, day: number) => {
    writeFiles(folder, { [file]: data }, new Date(`2024-06-0${day}T00:00:00Z`))
    await scanLibrary(server, libraryId)
  }
  return { id: book!.id, replace }
}

const getProgress = async (id: string, as = 'ada') =>
  (await call('GET', `/books/${id}/progress`, undefined, as)).body

test('A5: a position is fitted to a replaced file, and the next one ends the notice', async () => {
  const { id, replace } = await scanBook(10)
  await call('PUT', `/books/${id}/progress`, { currentPage: 9 })
  await call('POST', `/books/${id}/read`, undefined, 'max')
  expect((await getProgress(id)).movedFrom).toBeNull()
  await replace(await makePages(6), 2)
  expect(await getProgress(id)).toMatchObject({
    currentPage: 5,
    progressPercentage: 0.9,
    completed: false,
    movedFrom: { currentPage: 9, pageCount: 10 },
  })
  const { body } = await call('GET', `/books/${id}`)
  expect(body.book.readProgress).toEqual(await getProgress(id))
  expect(await getProgress(id, 'max')).toMatchObject({ currentPage: 6, completed: true })
  await call('PUT', `/books/${id}/progress`, { currentPage: 4 })
  expect(await getProgress(id)).toMatchObject({ currentPage: 4, movedFrom: null })
})

test('A5: a position is fitted after the file was damaged for a while', async () => {
  const { id, replace } = await scanBook(10)
  await call('PUT', `/books/${id}/progress`, { currentPage: 9 })
  await replace('not an archive', 2)
  expect((await getProgress(id)).currentPage).toBe(9)
  await replace(await makePages(6), 3)
  expect(await getProgress(id)).toMatchObject({
    currentPage: 5,
    movedFrom: { currentPage: 9, pageCount: 10 },
  })
})

test('A5: a position returns with a file of the former length, however often it changed', async () => {
  const { id, replace } = await scanBook(10)
  await call('PUT', `/books/${id}/progress`, { currentPage: 9, progressPercentage: 0.81 })
  await replace(await makePages(3), 2)
  await replace(await makePages(6), 3)
  expect(await getProgress(id)).toMatchObject({
    currentPage: 4,
    movedFrom: { currentPage: 9, pageCount: 10 },
  })
  await replace(await makePages(10), 4)
  expect(await getProgress(id)).toMatchObject({ currentPage: 9, movedFrom: null })
})

test('A6: a page past the end is refused with the number of pages', async () => {
  const { id } = await scanBook(10)
  const { status, body } = await call('PUT', `/books/${id}/progress`, { currentPage: 11 })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('10 pages')
  expect((await call('GET', `/books/${id}/progress`)).status).toBe(204)
  const last = await call('PUT', `/books/${id}/progress`, { currentPage: 10 })
  expect(last.body.completed).toBe(true)
})
