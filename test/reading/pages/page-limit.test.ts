/** Books with so many pages that listing them would stop the server. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { bookContents, books } from '../../../src/catalog/books/schema'
import { maxPages } from '../../../src/media/contents/contents'
import { readFolder } from '../../../src/media/comic/folder'
import { fileMessages } from '../../../src/media/contents/messages'
import { readBook } from '../../../src/media/reader/reader'
import { makeFolder } from '../../support/make/tree'
import { makeTar } from '../../support/make/tar'
import { makeZip } from '../../support/make/zip'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let series: SeededSeries
const folder = makeFolder()

beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server))
})
afterAll(() => server.close())

const names = Array.from({ length: maxPages + 5 }, (_, i) => `${String(i).padStart(6, '0')}.jpg`)
const tooMany = { code: 'too_large', message: fileMessages.too_many_pages({ max: maxPages }) }

const sources: [string, () => string][] = [
  [
    'a ZIP archive',
    () => {
      const path = join(folder, 'many.cbz')
      writeFileSync(path, makeZip(names.map((name) => ({ name, data: 'x' }))))
      return path
    },
  ],
  [
    'a TAR archive',
    () => {
      const path = join(folder, 'many.cbt')
      writeFileSync(path, makeTar(names.map((name) => ({ name, data: 'x' }))))
      return path
    },
  ],
  [
    'a folder',
    () => {
      const path = join(folder, 'many')
      mkdirSync(path)
      for (const name of names) writeFileSync(join(path, name), '')
      return path
    },
  ],
]

test.each(sources)(
  'D7: %s with more than 20,000 pages gives the first 20,000 and a finding',
  async (_, write) => {
    const path = write()
    const contents = path.endsWith('many') ? readFolder(path) : await readBook(path)
    expect([contents.pageCount, contents.pages.length]).toEqual([maxPages, maxPages])
    expect(contents.pages.at(-1)?.name).toEndWith(names[maxPages - 1]!)
    expect(contents.findings).toContainEqual(tooMany as never)
  },
  60_000,
)

const seedPages = (count: number) =>
  seedBook(server, series, {
    pageCount: count,
    contents: {
      pages: names
        .slice(0, count)
        .map((name) => ({ name, mediaType: 'image/jpeg', size: 1, width: 1, height: 1 })),
      cover: 0,
    },
  })

test('D7: the longest list is built once for many readers', async () => {
  const { id, n } = await seedPages(maxPages)
  const list = async () => (await server.call('GET', `/books/${id}/pages`, { as: 'ann' })).body
  const first = await list()
  expect(first).toHaveLength(maxPages)
  expect(first[0]).toMatchObject({ bookId: id, pageNumber: 1, fileName: names[0] })
  // A later answer comes from memory, even though the rows are gone.
  await server.ctx.write((tx) =>
    tx.update(bookContents).set({ pages: [] }).where(eq(bookContents.n, n)),
  )
  const answers = await Promise.all(Array.from({ length: 24 }, list))
  expect(answers.map(({ length }) => length)).toEqual(Array(24).fill(maxPages))
  expect(answers[23]).toEqual(first)
}, 60_000)

test('D7: a changed book gives a new list, and hidden books none', async () => {
  const { id, n } = await seedPages(3_000)
  const list = () => server.call('GET', `/books/${id}/pages`, { as: 'ann' })
  expect((await list()).body).toHaveLength(3_000)
  await server.ctx.write(async (tx) => {
    await tx
      .update(books)
      .set({ updatedAt: new Date(0) })
      .where(eq(books.n, n))
    await tx.update(bookContents).set({ pages: [] }).where(eq(bookContents.n, n))
  })
  expect((await list()).body).toEqual([])
  expect((await server.call('GET', `/books/${id}/pages`)).status).toBe(401)
})
