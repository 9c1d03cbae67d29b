/** D1: a book that a copy continues leaves the trash, and restoring it names the copy. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobs } from '../../../src/platform/jobs/schema'
import { waitUntil } from '../../support/wait-until'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { startTrashServer } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

async function call(method: string, path: string, body?: object, as = 'ada') {
  const response = await server.call(method, path, { as, ...(body && { body }) })
  expect(`${method} ${path} ${response.status}`).toMatch(/ 20\d$/)
  return response.body
}

const waitUntilMerged = () =>
  waitUntil(async () => {
    const rows = await server.ctx.db.select({ kind: jobs.kind, state: jobs.state }).from(jobs)
    return rows.every(
      ({ kind, state }) => kind !== 'merge_copies' || !['ready', 'running'].includes(state),
    )
  })

/** Two libraries with the same books. Both copies of the first book are in use. */
async function createCopies(title: string) {
  const files = await makeDifferentComics(title, 2)
  const stays = await makeDifferentComics(`Stays ${title}`, 1)
  const [old, fresh] = [makeFolder(), makeFolder()]
  writeFiles(old, { ...files, ...stays })
  writeFiles(fresh, files)
  const oldId = await addLibrary(server, old)
  await scanLibrary(server, oldId)
  const freshId = await addLibrary(server, fresh)
  await scanLibrary(server, freshId)
  const ofOld = (await listBooks(server, oldId)).filter((one) =>
    one.relativePath.startsWith(`${title}/`),
  )
  const ofFresh = await listBooks(server, freshId)
  for (const { id } of [...ofOld, ...ofFresh]) {
    await call('PUT', `/books/${id}/progress`, { currentPage: 1 }, 'ann')
  }
  return { title, files, old, oldId, ofOld, ofFresh, seriesId: ofOld[0]!.seriesId }
}

const listTrash = async (kind: 'books' | 'series', query: string) =>
  (await call('GET', `/trash/${kind}?${query}`)).data.map(({ id }: { id: string }) => id)

test('D1: books whose files were deleted leave the trash and return with their files', async () => {
  const { title, files, old, oldId, ofOld, ofFresh, seriesId } = await createCopies('Deleted')
  writeFiles(old, { [title]: null })
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  const ids = ofOld.map(({ id }) => id).toSorted()
  expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([])
  expect(await listTrash('books', `libraryId=${oldId}&reason=missing`)).toEqual([])
  expect(await listTrash('series', `libraryId=${oldId}`)).toEqual([])
  const continued = await listTrash('books', `libraryId=${oldId}&reason=continued`)
  expect(continued.toSorted()).toEqual(ids)
  expect(await listTrash('books', `bookId=${ids[0]}`)).toEqual([ids[0]])
  const restored = await server.call('POST', `/books/${ofOld[0]!.id}/restore`, { as: 'ada' })
  expect(restored).toMatchObject({
    status: 409,
    body: {
      code: 'trash.continued',
      params: { title: ofFresh[0]!.title, series: 'Deleted' },
    },
  })
  const series = await server.call('POST', `/series/${seriesId}/restore`, { as: 'ada' })
  expect(series).toMatchObject({
    status: 409,
    body: { code: 'trash.series_continued', params: { series: 'Deleted' } },
  })
  writeFiles(old, files)
  await scanLibrary(server, oldId)
  for (const { id } of [...ofOld, ...ofFresh]) await call('GET', `/books/${id}`)
})

test('D1: books are in the trash while nothing that is present continues them', async () => {
  const { title, old, oldId, ofOld, ofFresh } = await createCopies('Both')
  writeFiles(old, { [title]: null })
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  expect(await listTrash('series', `libraryId=${oldId}`)).toEqual([])
  await call('DELETE', `/books/${ofFresh[0]!.id}`)
  await waitUntilMerged()
  expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([ofOld[0]!.id])
  expect(await listTrash('series', `libraryId=${oldId}`)).toEqual([ofOld[0]!.seriesId])
})

test('D1: a removed series is restored beside the copies that continue its books', async () => {
  const { oldId, ofOld, ofFresh, seriesId } = await createCopies('Removed')
  await call('DELETE', `/series/${seriesId}`)
  await waitUntilMerged()
  expect(await listTrash('series', `libraryId=${oldId}`)).toEqual([seriesId])
  const one = ofOld[0]!.id
  expect(await call('POST', `/books/${one}/restore`)).toMatchObject({ id: one })
  expect(await call('POST', `/series/${seriesId}/restore`)).toMatchObject({ restored: 1 })
  for (const { id } of [...ofOld, ...ofFresh]) {
    const { book } = await call('GET', `/books/${id}`, undefined, 'ann')
    expect(book.readProgress).toMatchObject({ currentPage: 1 })
  }
})

test('D1: the books of a deleted library are restored beside their copies', async () => {
  const { oldId, ofOld, ofFresh } = await createCopies('Library')
  await call('DELETE', `/libraries/${oldId}`)
  await waitUntilMerged()
  await call('POST', `/libraries/${oldId}/restore`)
  for (const { id } of [...ofOld, ...ofFresh]) await call('GET', `/books/${id}`)
  expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([])
})
