import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { listBooksInTrash, listSeriesInTrash, restoreBook } from '../../../src/ingest/trash/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { startTrashServer } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

async function createLibrary(title: string, count: number) {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics(title, count))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const all = await listBooks(server, id)
  return { id, folder, all, seriesId: all[0]!.seriesId }
}

const listTrash = async (libraryId: string, more = '') =>
  (await call('GET', `/trash/books?libraryId=${libraryId}${more}`)).body.data as {
    id: string
    reason: string
  }[]

describe('the trash of books', () => {
  test('hides a trashed book, and a scan does not restore it', async () => {
    const { id, all, seriesId } = await createLibrary('Hidden', 3)
    const book = all[0]!
    await call('PUT', `/books/${book.id}/progress`, 'ann', { currentPage: 1, completed: true })
    expect((await call('DELETE', `/books/${book.id}`)).status).toBe(204)
    expect((await call('GET', `/books/${book.id}`, 'ann')).status).toBe(404)
    expect((await call('GET', `/series/${seriesId}`, 'ann')).body.bookCount).toBe(2)
    expect((await call('GET', `/libraries/${id}`, 'ann')).body.bookCount).toBe(2)
    await scanLibrary(server, id, 'deep')
    expect((await call('GET', `/books/${book.id}`, 'ann')).status).toBe(404)
    const { body } = await call('GET', `/trash/books?libraryId=${id}`)
    expect(body).toMatchObject({ total: 1, totalPages: 1 })
    expect(body.data).toMatchObject([
      { id: book.id, seriesId, reason: 'removed', restorable: true, readBy: 1, missingSince: null },
    ])
    expect(body.data[0].path).toEndWith('Hidden/Hidden v1.cbz')

    const restored = await call('POST', `/books/${book.id}/restore`)
    expect(restored.status).toBe(200)
    expect(restored.body).toMatchObject({ id: book.id, deleted: false })
    const { body: seen } = await call('GET', `/books/${book.id}`, 'ann')
    expect(seen.book.readProgress).toMatchObject({ completed: true })
    expect(await listTrash(id)).toEqual([])
    expect((await call('GET', `/libraries/${id}`, 'ann')).body.bookCount).toBe(3)
    expect((await call('POST', `/books/${book.id}/restore`)).status).toBe(404)
  })

  test('distinguishes missing from removed books and restores only those with a file', async () => {
    const { id, folder, all } = await createLibrary('Lost', 3)
    writeFiles(folder, { 'Lost/Lost v2.cbz': null })
    await scanLibrary(server, id)
    await call('DELETE', `/books/${all[0]!.id}`)
    expect((await listTrash(id)).map(({ reason }) => reason)).toEqual(['removed', 'missing'])
    expect(await listTrash(id, '&reason=missing')).toMatchObject([{ id: all[1]!.id }])
    expect(await listTrash(id, '&reason=removed')).toMatchObject([{ id: all[0]!.id }])
    expect(await listTrash(id, `&seriesId=${Bun.randomUUIDv7()}`)).toEqual([])
    expect(await listTrash(id, `&bookId=${all[1]!.id}`)).toMatchObject([{ id: all[1]!.id }])
    expect(await listTrash(id, `&bookId=${all[2]!.id}`)).toEqual([])
    const refused = await call('POST', `/books/${all[1]!.id}/restore`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('trash.file_missing')
  })

  test('is paged', async () => {
    const { id, all } = await createLibrary('Many', 5)
    for (const book of all) await call('DELETE', `/books/${book.id}`)
    const first = await call('GET', `/trash/books?libraryId=${id}&pageSize=2`)
    const last = await call('GET', `/trash/books?libraryId=${id}&pageSize=2&page=3`)
    expect(first.body).toMatchObject({ total: 5, totalPages: 3 })
    expect(first.body.data).toHaveLength(2)
    expect(last.body.data.map((book: { id: string }) => book.id)).toEqual([all[0]!.id])
  })
})

describe('the trash of series', () => {
  test('trashes a series with its books and restores those with files', async () => {
    const { id, folder, all, seriesId } = await createLibrary('Whole', 3)
    writeFiles(folder, { 'Whole/Whole v3.cbz': null })
    await scanLibrary(server, id)
    expect((await call('DELETE', `/series/${seriesId}`)).status).toBe(204)
    expect((await call('GET', `/series/${seriesId}`, 'ann')).status).toBe(404)
    const { body } = await call('GET', `/trash/series?libraryId=${id}`)
    expect(body.data).toMatchObject([
      { id: seriesId, title: 'Whole', bookCount: 3, restorableCount: 2, readBy: 0 },
    ])
    expect(body.total).toBe(1)
    const restored = await call('POST', `/series/${seriesId}/restore`)
    expect(restored.body).toEqual({ restored: 2, missing: 1 })
    expect((await call('GET', `/series/${seriesId}`, 'ann')).body.bookCount).toBe(2)
    expect(await listTrash(id)).toMatchObject([{ id: all[2]!.id }])
    const again = await call('POST', `/series/${seriesId}/restore`)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('trash.files_missing')
  })

  test('rejects restoring a series with nothing in the trash', async () => {
    const { seriesId } = await createLibrary('Present', 1)
    const refused = await call('POST', `/series/${seriesId}/restore`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('trash.nothing_to_restore')
  })
})

describe('access to the trash', () => {
  test('is denied to readers', async () => {
    const { id, all, seriesId } = await createLibrary('Private', 2)
    const [book] = all
    const body = { name: 'Private' }
    for (const [method, path, sent] of [
      ['GET', '/trash/books'],
      ['GET', '/trash/series'],
      ['GET', '/purges'],
      ['GET', `/purges/${book!.id}`],
      ['DELETE', `/books/${book!.id}`],
      ['DELETE', `/series/${seriesId}`],
      ['POST', `/books/${book!.id}/restore`],
      ['POST', `/series/${seriesId}/restore`],
      ['POST', `/books/${book!.id}/purge`, body],
      ['POST', `/series/${seriesId}/purge`, body],
      ['POST', `/libraries/${id}/purge`, body],
    ] as const) {
      expect([method, path, (await call(method, path, 'ann', sent)).status]).toEqual([
        method,
        path,
        403,
      ])
    }
    expect(await listTrash(id)).toEqual([])
  })

  test('is limited to accessible libraries', async () => {
    const mine = await createLibrary('Mine', 1)
    const theirs = await createLibrary('Theirs', 1)
    for (const { seriesId } of [mine, theirs]) await call('DELETE', `/series/${seriesId}`)
    const viewer: Viewer = { ...system, libraryIds: [mine.id] }
    const paging = { page: 1, pageSize: 500, offset: 0 }
    const found = await listBooksInTrash(server.ctx, viewer, {}, paging)
    expect(found.data.map(({ id }) => id)).toEqual([mine.all[0]!.id])
    expect(found.total).toBe(1)
    expect((await listSeriesInTrash(server.ctx, viewer, {}, paging)).total).toBe(1)
    const restoring = restoreBook(server.ctx, viewer, theirs.all[0]!.id)
    expect(await restoring.catch((error: { reason: string }) => error.reason)).toBe('not_found')
  })

  test('excludes the content of a trashed library', async () => {
    const { id, seriesId, all } = await createLibrary('Sunk', 1)
    await call('DELETE', `/series/${seriesId}`)
    const one = eq(libraries.id, id)
    await server.ctx.write((tx) =>
      tx.update(libraries).set({ trashedAt: new Date() }).where(one).returning(),
    )
    expect(await listTrash(id)).toEqual([])
    expect((await call('POST', `/books/${all[0]!.id}/restore`)).status).toBe(404)
  })

  test('requires valid IDs, reasons and page numbers', async () => {
    for (const path of [
      '/trash/books?libraryId=1',
      '/trash/books?reason=other',
      '/trash/books?page=0',
      '/trash/series?pageSize=501',
      '/trash/series?reason=missing',
    ]) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 400])
    }
    for (const [method, path] of [
      ['DELETE', `/books/${Bun.randomUUIDv7()}`],
      ['DELETE', `/series/${Bun.randomUUIDv7()}`],
      ['POST', `/series/${Bun.randomUUIDv7()}/restore`],
    ] as const) {
      expect([path, (await call(method, path)).status]).toEqual([path, 404])
    }
  })
})
