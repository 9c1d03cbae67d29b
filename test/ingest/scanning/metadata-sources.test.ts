import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookContents, bookMetadata } from '../../../src/catalog/books/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const firstWords = {
  Title: 'File Title',
  Series: 'File Series',
  Summary: 'From the file',
  Publisher: 'First TestServer',
  Writer: 'First Writer',
  Genre: 'Drama',
  Year: 2001,
}
const otherWords = {
  Title: 'Other Title',
  Series: 'Other Series',
  Summary: 'Other words',
  Publisher: 'Other TestServer',
  Writer: 'Other Writer',
  Genre: 'Comedy',
  Year: 2002,
}

async function createLibrary(comicInfo: Record<string, string | number>) {
  const folder = makeFolder()
  writeFiles(folder, { 'S/1.cbz': await makeCbz({ pages: 1, comicInfo }) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { folder, id }
}

const rewriteFile = async (folder: string, comicInfo: Record<string, string | number>) =>
  writeFiles(folder, { 'S/1.cbz': await makeCbz({ pages: 2, comicInfo }) })

async function getMetadata(libraryId: string) {
  const [book] = await listBooks(server, libraryId)
  const [row] = await server.ctx.db.select().from(bookMetadata).where(eq(bookMetadata.n, book!.n))
  return { ...row!, id: book!.id, title: book!.title }
}

const call = async (method: string, path: string, body: unknown) => {
  const answer = await server.call(method, path, { as: 'ada', body })
  expect(answer.status).toBeLessThan(300)
}

test('a changed file changes the metadata of book and series', async () => {
  const { folder, id } = await createLibrary(firstWords)
  await rewriteFile(folder, otherWords)
  await scanLibrary(server, id)
  expect(await getMetadata(id)).toMatchObject({
    title: 'Other Title',
    summary: 'Other words',
    publisher: 'Other TestServer',
    writer: 'Other Writer',
    year: 2002,
  })
  const [series] = await listSeries(server, id)
  expect(series).toMatchObject({ title: 'Other Series', publisher: 'Other TestServer', year: 2002 })
  const { body } = await server.call('GET', `/series/${series!.id}`, { as: 'ada' })
  expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Comedy'])
})

test('a value removed from a file is cleared', async () => {
  const { folder, id } = await createLibrary(firstWords)
  await rewriteFile(folder, { Writer: 'First Writer' })
  await scanLibrary(server, id)
  expect(await getMetadata(id)).toMatchObject({
    title: '1',
    summary: null,
    publisher: null,
    year: null,
  })
  expect(await listSeries(server, id)).toMatchObject([{ title: 'S', publisher: null, year: null }])
})

test('an edited or locked value is never changed by a scan', async () => {
  const { folder, id } = await createLibrary(firstWords)
  const { id: bookId } = await getMetadata(id)
  await call('PATCH', `/books/${bookId}/metadata`, { summary: 'Mine', publisher: null })
  await call('PUT', `/books/${bookId}/metadata/locks`, { writerLock: true })
  const [before] = await listSeries(server, id)
  await call('PATCH', `/series/${before!.id}`, { title: 'My Series' })
  await server.ctx.write((tx) =>
    tx
      .update(seriesMetadata)
      .set({ locks: ['title', 'publisher', 'genres'] })
      .where(eq(seriesMetadata.n, before!.n)),
  )
  await rewriteFile(folder, otherWords)
  for (const mode of ['normal', 'deep']) await scanLibrary(server, id, mode)
  expect(await getMetadata(id)).toMatchObject({
    title: 'Other Title',
    summary: 'Mine',
    // A cleared field counts as an edit, too.
    publisher: null,
    writer: 'First Writer',
    year: 2002,
  })
  const [series] = await listSeries(server, id)
  expect(series).toMatchObject({ title: 'My Series', publisher: 'First TestServer', year: 2002 })
  const { body } = await server.call('GET', `/series/${series!.id}`, { as: 'ada' })
  expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Drama'])
})

test('a provider takes precedence over the file, and the file over the path', async () => {
  const { folder, id } = await createLibrary(firstWords)
  const book = await getMetadata(id)
  await server.ctx.write((tx) =>
    tx
      .update(bookMetadata)
      .set({ summary: 'From outside', sources: { ...book.sources, summary: 'plugin:oracle' } })
      .where(eq(bookMetadata.n, book.n)),
  )
  await rewriteFile(folder, otherWords)
  await scanLibrary(server, id)
  const after = await getMetadata(id)
  expect(after).toMatchObject({ summary: 'From outside', publisher: 'Other TestServer' })
  expect(after.sources).toMatchObject({ summary: 'plugin:oracle', publisher: 'comicinfo' })
})

test('the first book provides series metadata, and others fill the gaps', async () => {
  const folder = makeFolder()
  const { Genre: _, ...quiet } = firstWords
  writeFiles(folder, {
    'S/S v1.cbz': await makeCbz({ pages: 1, comicInfo: quiet }),
    'S/S v2.cbz': await makeCbz({ pages: 1, comicInfo: { ...otherWords, Imprint: 'Small' } }),
  })
  const id = await addLibrary(server, folder)
  for (const mode of ['normal', 'deep']) {
    await scanLibrary(server, id, mode)
    expect(await listSeries(server, id)).toMatchObject([
      { title: 'File Series', publisher: 'First TestServer' },
    ])
  }
})

test('a broken file keeps its metadata and progress', async () => {
  const { folder, id } = await createLibrary(firstWords)
  const { id: bookId } = await getMetadata(id)
  const progress = { currentPage: 1, progressPercentage: 0.5 }
  await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body: progress })
  writeFiles(folder, { 'S/1.cbz': 'no archive any more' })
  expect(await scanLibrary(server, id)).toMatchObject({ changed: 1, findings: 1 })
  expect(await getMetadata(id)).toMatchObject({
    id: bookId,
    title: 'File Title',
    summary: 'From the file',
  })
  expect((await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })).status).toBe(200)
  const contents = await server.ctx.db.select().from(bookContents)
  expect(contents.find(({ findings }) => findings.length > 0)?.findings).toHaveLength(1)
})
