import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { listBooksInTrash, listSeriesInTrash, restoreBook } from '../../../src/ingest/trash/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  put,
  scan,
  type ScanServer,
} from '../scanning/support'
import { startTrashServer } from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

async function library(title: string, count: number) {
  const folder = makeFolder()
  put(folder, await differentComics(title, count))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const all = await booksOf(server, id)
  return { id, folder, all, seriesId: all[0]!.seriesId }
}

const trashed = async (libraryId: string, more = '') =>
  (await call('GET', `/trash/books?libraryId=${libraryId}${more}`)).body.data as {
    id: string
    reason: string
  }[]

describe('the trash of books', () => {
  test('takes a book out of sight, and a scan does not bring it back', async () => {
    const { id, all, seriesId } = await library('Hidden', 3)
    const book = all[0]!
    await call('PUT', `/books/${book.id}/progress`, 'ann', { currentPage: 1, completed: true })
    expect((await call('DELETE', `/books/${book.id}`)).status).toBe(204)
    expect((await call('GET', `/books/${book.id}`, 'ann')).status).toBe(404)
    expect((await call('GET', `/series/${seriesId}`, 'ann')).body.bookCount).toBe(2)
    expect((await call('GET', `/libraries/${id}`, 'ann')).body.bookCount).toBe(2)
    await scan(server, id, 'deep')
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
    expect(await trashed(id)).toEqual([])
    expect((await call('GET', `/libraries/${id}`, 'ann')).body.bookCount).toBe(3)
    expect((await call('POST', `/books/${book.id}/restore`)).status).toBe(404)
  })

  test('tells what is missing from what was removed, and restores only what is there', async () => {
    const { id, folder, all } = await library('Lost', 3)
    put(folder, { 'Lost/Lost v2.cbz': null })
    await scan(server, id)
    await call('DELETE', `/books/${all[0]!.id}`)
    expect((await trashed(id)).map(({ reason }) => reason)).toEqual(['removed', 'missing'])
    expect(await trashed(id, '&reason=missing')).toMatchObject([{ id: all[1]!.id }])
    expect(await trashed(id, '&reason=removed')).toMatchObject([{ id: all[0]!.id }])
    expect(await trashed(id, `&seriesId=${Bun.randomUUIDv7()}`)).toEqual([])
    const refused = await call('POST', `/books/${all[1]!.id}/restore`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('trash.file_missing')
  })

  test('is paged', async () => {
    const { id, all } = await library('Many', 5)
    for (const book of all) await call('DELETE', `/books/${book.id}`)
    const first = await call('GET', `/trash/books?libraryId=${id}&pageSize=2`)
    const last = await call('GET', `/trash/books?libraryId=${id}&pageSize=2&page=3`)
    expect(first.body).toMatchObject({ total: 5, totalPages: 3 })
    expect(first.body.data).toHaveLength(2)
    expect(last.body.data.map((book: { id: string }) => book.id)).toEqual([all[0]!.id])
  })
})

describe('the trash of series', () => {
  test('takes a series with all its books, and gives back those whose files are there', async () => {
    const { id, folder, all, seriesId } = await library('Whole', 3)
    put(folder, { 'Whole/Whole v3.cbz': null })
    await scan(server, id)
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
    expect(await trashed(id)).toMatchObject([{ id: all[2]!.id }])
    const again = await call('POST', `/series/${seriesId}/restore`)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('trash.files_missing')
  })

  test('a series with nothing in the trash cannot be restored', async () => {
    const { seriesId } = await library('Present', 1)
    const refused = await call('POST', `/series/${seriesId}/restore`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('trash.nothing_to_restore')
  })
})

describe('who may look into the trash', () => {
  test('is never a reader', async () => {
    const { id, all, seriesId } = await library('Private', 2)
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
    expect(await trashed(id)).toEqual([])
  })

  test('sees only the libraries that are open to him', async () => {
    const mine = await library('Mine', 1)
    const theirs = await library('Theirs', 1)
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

  test('does not find what is in a library that is itself in the trash', async () => {
    const { id, seriesId, all } = await library('Sunk', 1)
    await call('DELETE', `/series/${seriesId}`)
    const one = eq(libraries.id, id)
    await server.ctx.write((tx) =>
      tx.update(libraries).set({ trashedAt: new Date() }).where(one).returning(),
    )
    expect(await trashed(id)).toEqual([])
    expect((await call('POST', `/books/${all[0]!.id}/restore`)).status).toBe(404)
  })

  test('is refused what is no id, no reason or no page', async () => {
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
