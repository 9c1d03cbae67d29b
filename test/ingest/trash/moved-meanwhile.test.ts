/** A scan moves a book to another series while a user trashes or restores it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import type { Context } from '../../../src/context'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import {
  restoreBook,
  restoreSeries,
  trashBook,
  trashSeries,
} from '../../../src/ingest/trash/service'
import { system } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { findWrongDerivedData } from '../../support/derived'
import { startTrashServer } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

/** Creates a library with two series of three books each. Returns a book and both series IDs. */
async function createLibrary(name: string) {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics(`${name} A`, 3))
  writeFiles(folder, await makeDifferentComics(`${name} B`, 3))
  const id = await addLibrary(server, folder, { name })
  await scanLibrary(server, id)
  const all = await listBooks(server, id)
  const [book] = all
  const { seriesId: from } = book!
  const { seriesId: to } = all.find(({ seriesId }) => seriesId !== from)!
  return { book: book!, from, to }
}

/** Creates a request context that moves the book between the first read and the first write. */
function createMovingContext(id: string, to: string): Context {
  let moved = false
  const moveBook = async () => {
    if (moved) return
    moved = true
    await server.ctx.write(async (tx) => {
      const [book] = await tx.select().from(books).where(eq(books.id, id))
      await tx.update(books).set({ seriesId: to }).where(eq(books.id, id))
      await refreshSeriesProgressAndSearch(tx, [book!.seriesId, to])
    })
  }
  return {
    ...server.ctx,
    write: async (work) => {
      await moveBook()
      return server.ctx.write(work)
    },
  }
}

test('trashing a moved book updates its new series', async () => {
  const { book, to } = await createLibrary('Taken')
  await trashBook(createMovingContext(book.id, to), system, book.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('restoring a moved book updates its new series', async () => {
  const { book, to } = await createLibrary('Back')
  await trashBook(server.ctx, system, book.id)
  await restoreBook(createMovingContext(book.id, to), system, book.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('trashing a series keeps a book that was moved out of it', async () => {
  const { book, from, to } = await createLibrary('Left')
  await trashSeries(createMovingContext(book.id, to), system, from)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  const [after] = await server.ctx.db.select().from(books).where(eq(books.id, book.id))
  expect(after!.trashedAt).toBeNull()
})

test('restoring a series ignores a book that was moved out of it', async () => {
  const { book, from, to } = await createLibrary('Stays')
  await trashSeries(server.ctx, system, from)
  expect(await restoreSeries(createMovingContext(book.id, to), system, from)).toEqual({
    restored: 2,
    missing: 0,
  })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
