/** Entry D1 of the second examination: a book that a copy continues leaves the trash, and restoring it names the copy. */
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
import { createCall, startTrashServer } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = createCall(() => server)

const waitUntilMerged = () =>
  waitUntil(async () => {
    const rows = await server.ctx.db.select({ kind: jobs.kind, state: jobs.state }).from(jobs)
    return rows.every(
      ({ kind, state }) => kind !== 'merge_copies' || !['ready', 'running'].includes(state),
    )
  })

/** Two libraries with the same books. Both copies of the first book are in use. */
async function createCopies(title: string) {
  const files = await makeDifferentComics(title, 2, 5)
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

/** What people see of a book. */
async function see(id: string, as: string) {
  const { book } = await call('GET', `/books/${id}`, undefined, as)
  const bookmarks = await call('GET', `/books/${id}/bookmarks`, undefined, as)
  const rating = await server.call('GET', `/books/${id}/rating`, { as })
  const wanted = await call('GET', '/want-to-read?pageSize=100', undefined, as)
  const metadata = await call('GET', `/books/${id}/metadata`)
  return {
    page: book.readProgress?.currentPage ?? null,
    notes: (bookmarks.data ?? bookmarks.bookmarks).map(({ note }: { note: string }) => note),
    rating: rating.status === 200 ? rating.body.rating : null,
    isWanted: JSON.stringify(wanted).includes(id),
    summary: metadata.summary,
    isLocked: metadata.locks.summaryLock,
  }
}

test('D1: a book is separated from the copy that continues it, and continued again', async () => {
  const { title, old, oldId, ofOld, ofFresh } = await createCopies('Apart')
  const [lost, copy] = [ofOld[0]!.id, ofFresh[0]!.id]
  const before = await see(copy, 'max')
  const own = await see(copy, 'ann')
  const list = await call('POST', '/readlists', { name: 'Apart' }, 'ada')
  await call('POST', `/readlists/${list.id}/books`, { bookIds: [lost] }, 'ada')
  await call('PUT', `/books/${lost}/progress`, { currentPage: 2 }, 'max')
  await call('POST', `/books/${lost}/bookmarks`, { page: 1, note: 'Max was here' }, 'max')
  await call('PUT', `/books/${lost}/rating`, { rating: 80 }, 'max')
  await call('POST', '/want-to-read', { bookId: lost }, 'max')
  await call('PATCH', `/books/${lost}/metadata`, { summary: 'Edited' })
  const edited = await see(lost, 'max')
  writeFiles(old, { [title]: null })
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  expect(await see(copy, 'max')).toEqual(edited)
  const listed = async () => (await call('GET', `/readlists/${list.id}/books`)).data
  expect(JSON.stringify(await listed())).toContain(copy)

  await call('POST', `/books/${copy}/bookmarks`, { page: 2, note: 'Only here' }, 'max')
  const shown = await server.call('POST', `/books/${lost}/restore`, { as: 'ada' })
  expect(shown.body.message).toContain('can separate it from the copy')
  await call('POST', `/books/${lost}/separate`)
  expect(await see(copy, 'max')).toEqual({ ...before, notes: ['Only here'] })
  expect(await see(copy, 'ann')).toEqual(own)
  expect(JSON.stringify(await listed())).not.toContain(copy)

  // The book waits in the trash for its file, and no scan decides otherwise.
  await scanLibrary(server, oldId)
  await scanLibrary(server, ofFresh[0]!.libraryId)
  await waitUntilMerged()
  expect(await see(copy, 'max')).toMatchObject({ summary: before.summary, page: before.page })
  expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([lost])
  expect(await listTrash('books', 'undecided=true')).not.toContain(lost)
  const { data } = await call('GET', `/trash/books?bookId=${lost}`)
  expect(data[0]).toMatchObject({ reason: 'missing', continuedBy: null, copies: [{ id: copy }] })
  expect(await server.call('POST', `/books/${lost}/separate`, { as: 'ada' })).toMatchObject({
    status: 409,
    body: { code: 'trash.not_continued' },
  })
  const again = await server.call('POST', `/books/${lost}/restore`, { as: 'ada' })
  expect(again).toMatchObject({ status: 409, body: { code: 'trash.file_missing' } })

  await call('POST', `/books/${copy}/continue`, { bookId: lost })
  const both = await see(copy, 'max')
  expect({ ...both, notes: both.notes.toSorted() }).toEqual({
    ...edited,
    notes: ['Max was here', 'Only here'],
  })
  expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([])
})

test('D1: a separated book returns with its file and all that people did with it', async () => {
  const { title, files, old, oldId, ofOld, ofFresh } = await createCopies('Returns')
  const [lost, copy] = [ofOld[0]!.id, ofFresh[0]!.id]
  await call('PUT', `/books/${lost}/progress`, { currentPage: 2 }, 'max')
  const edited = await see(lost, 'max')
  writeFiles(old, { [title]: null })
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  await call('PUT', `/books/${copy}/progress`, { currentPage: 4 }, 'max')
  await call('POST', `/books/${lost}/separate`)
  writeFiles(old, files)
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  expect(await see(lost, 'max')).toEqual(edited)
  expect((await see(copy, 'max')).page).toBe(4)
  for (const as of ['ann', 'max']) {
    const answer = await server.call('POST', `/books/${lost}/separate`, { as })
    expect(answer.status).toBe(as === 'ann' ? 403 : 404)
  }
})

test('D1: what readers had in both books before stays in both after they are separated', async () => {
  const { title, old, oldId, ofOld, ofFresh } = await createCopies('Twice')
  const [lost, copy] = [ofOld[0]!.id, ofFresh[0]!.id]
  const list = await call('POST', '/readlists', { name: 'Twice' }, 'ada')
  for (const [id, rating] of [
    [lost, 80],
    [copy, 30],
  ] as const) {
    await call('PUT', `/books/${id}/progress`, { currentPage: 3 }, 'max')
    await call('POST', `/books/${id}/bookmarks`, { page: 1, note: 'The same' }, 'max')
    await call('PUT', `/books/${id}/rating`, { rating }, 'max')
    await call('POST', '/want-to-read', { bookId: id }, 'max')
    await call('POST', `/readlists/${list.id}/books`, { bookIds: [id] }, 'ada')
    await call('PATCH', `/books/${id}/metadata`, { summary: 'The same' })
  }
  const before = await see(copy, 'max')
  writeFiles(old, { [title]: null })
  await scanLibrary(server, oldId)
  await waitUntilMerged()
  await call('POST', `/books/${lost}/separate`)
  expect(await see(copy, 'max')).toEqual(before)
  expect(JSON.stringify(await call('GET', `/readlists/${list.id}/books`))).toContain(copy)
})

test('D1: a book is continued by a copy in another folder of its library', async () => {
  const files = await makeDifferentComics('Same', 2, 5)
  const copies = Object.entries(files).map(([path, data]) => [`Elsewhere/${path}`, data])
  const stays = await makeDifferentComics('Stays Same', 1)
  const folder = makeFolder()
  writeFiles(folder, { ...files, ...stays, ...Object.fromEntries(copies) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const books = await listBooks(server, id)
  for (const book of books)
    await call('PUT', `/books/${book.id}/progress`, { currentPage: 1 }, 'ann')
  const gone = books.find((one) => one.relativePath.startsWith('Same/'))!
  writeFiles(folder, { Same: null })
  await scanLibrary(server, id)
  await waitUntilMerged()
  expect(await listTrash('books', `libraryId=${id}`)).toEqual([])
  expect(await listTrash('series', `libraryId=${id}`)).toEqual([])
  expect(await server.call('POST', `/books/${gone.id}/restore`, { as: 'ada' })).toMatchObject({
    status: 409,
    body: { code: 'trash.continued' },
  })
})

test.each(['series', 'libraries'])(
  'D1: books of removed %s leave the trash when their files are deleted afterwards',
  async (removed) => {
    const { title, old, oldId, ofOld, seriesId } = await createCopies(`Removed ${removed}`)
    const isSeries = removed === 'series'
    await call('DELETE', isSeries ? `/series/${seriesId}` : `/libraries/${oldId}`)
    await waitUntilMerged()
    writeFiles(old, { [title]: null })
    if (!isSeries) await call('POST', `/libraries/${oldId}/restore`)
    await scanLibrary(server, oldId)
    await waitUntilMerged()
    expect(await listTrash('books', `libraryId=${oldId}`)).toEqual([])
    const restored = await server.call('POST', `/books/${ofOld[0]!.id}/restore`, { as: 'ada' })
    expect(restored).toMatchObject({ status: 409, body: { code: 'trash.continued' } })
  },
)
