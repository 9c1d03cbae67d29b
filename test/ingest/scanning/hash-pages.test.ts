import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { hashBooks } from '../../../src/ingest/scanning/hashing/hashing'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('documents of more books than a page are hashed', async () => {
  const path = mkdtempSync(join(tmpdir(), 'hash-pages-'))
  const library = await seedLibrary(server, { path })
  const series = await seedSeries(server, library)
  for (let n = 0; n <= 100; n++) {
    const relativePath = `${n}.cbz`
    const file = join(path, relativePath)
    writeFileSync(file, `book ${n}`)
    const { size, mtimeMs: modifiedAtMs } = statSync(file)
    await seedBook(server, series, { relativePath, size, modifiedAtMs })
  }
  const isLeft = and(eq(books.libraryId, library.id), isNull(books.partialMd5))
  expect(await server.ctx.db.$count(books, isLeft)).toBe(101)
  await hashBooks(server.ctx, new AbortController().signal)
  expect(await server.ctx.db.$count(books, isLeft)).toBe(0)
})
