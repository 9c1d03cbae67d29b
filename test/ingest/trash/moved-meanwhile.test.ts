/** A scan gives a book to another series while a person takes it out of sight, or gives it back. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import type { Context } from '../../../src/context'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-all'
import {
  restoreBook,
  restoreSeries,
  trashBook,
  trashSeries,
} from '../../../src/ingest/trash/service'
import { system } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  put,
  scan,
  type ScanServer,
} from '../scanning/support'
import { wrongDerived } from '../../storm/derived'
import { startTrashServer } from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

/** A library with two series of three books each, and the first series of it. */
async function library(name: string) {
  const folder = makeFolder()
  put(folder, await differentComics(`${name} A`, 3))
  put(folder, await differentComics(`${name} B`, 3))
  const id = await addLibrary(server, folder, { name })
  await scan(server, id)
  const all = await booksOf(server, id)
  const [book] = all
  const { seriesId: from } = book!
  const { seriesId: to } = all.find(({ seriesId }) => seriesId !== from)!
  return { book: book!, from, to }
}

/** The context of a request between whose first question and whose first write the book is moved. */
function meanwhile(id: string, to: string): Context {
  let moved = false
  const move = async () => {
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
      await move()
      return server.ctx.write(work)
    },
  }
}

test('a book that is moved meanwhile is taken out of the series it is in', async () => {
  const { book, to } = await library('Taken')
  await trashBook(meanwhile(book.id, to), system, book.id)
  expect(await wrongDerived(server.ctx)).toEqual([])
})

test('a book that is moved meanwhile comes back to the series it is in', async () => {
  const { book, to } = await library('Back')
  await trashBook(server.ctx, system, book.id)
  await restoreBook(meanwhile(book.id, to), system, book.id)
  expect(await wrongDerived(server.ctx)).toEqual([])
})

test('a book that left its series meanwhile is not taken away with it', async () => {
  const { book, from, to } = await library('Left')
  await trashSeries(meanwhile(book.id, to), system, from)
  expect(await wrongDerived(server.ctx)).toEqual([])
  const [after] = await server.ctx.db.select().from(books).where(eq(books.id, book.id))
  expect(after!.trashedAt).toBeNull()
})

test('a book that left its series meanwhile does not come back with it', async () => {
  const { book, from, to } = await library('Stays')
  await trashSeries(server.ctx, system, from)
  expect(await restoreSeries(meanwhile(book.id, to), system, from)).toEqual({
    restored: 2,
    missing: 0,
  })
  expect(await wrongDerived(server.ctx)).toEqual([])
})
