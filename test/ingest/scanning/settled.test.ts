import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookContents, bookMetadata } from '../../../src/catalog/books/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

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

async function libraryWith(comicInfo: Record<string, string | number>) {
  const folder = makeFolder()
  put(folder, { 'S/1.cbz': await makeCbz({ pages: 1, comicInfo }) })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { folder, id }
}

const rewrite = async (folder: string, comicInfo: Record<string, string | number>) =>
  put(folder, { 'S/1.cbz': await makeCbz({ pages: 2, comicInfo }) })

async function wide(libraryId: string) {
  const [book] = await booksOf(server, libraryId)
  const [row] = await server.ctx.db.select().from(bookMetadata).where(eq(bookMetadata.n, book!.n))
  return { ...row!, id: book!.id, title: book!.title }
}

const call = async (method: string, path: string, body: unknown) => {
  const answer = await server.call(method, path, { as: 'ada', body })
  expect(answer.status).toBeLessThan(300)
}

test('a changed file changes what it said before, in the book and in the series', async () => {
  const { folder, id } = await libraryWith(firstWords)
  await rewrite(folder, otherWords)
  await scan(server, id)
  expect(await wide(id)).toMatchObject({
    title: 'Other Title',
    summary: 'Other words',
    publisher: 'Other TestServer',
    writer: 'Other Writer',
    year: 2002,
  })
  const [series] = await seriesOf(server, id)
  expect(series).toMatchObject({ title: 'Other Series', publisher: 'Other TestServer', year: 2002 })
  const { body } = await server.call('GET', `/series/${series!.id}`, { as: 'ada' })
  expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Comedy'])
})

test('what a file does not say any more is taken back', async () => {
  const { folder, id } = await libraryWith(firstWords)
  await rewrite(folder, { Writer: 'First Writer' })
  await scan(server, id)
  expect(await wide(id)).toMatchObject({ title: '1', summary: null, publisher: null, year: null })
  expect(await seriesOf(server, id)).toMatchObject([{ title: 'S', publisher: null, year: null }])
})

test('what a person edited or locked is never touched by a scan', async () => {
  const { folder, id } = await libraryWith(firstWords)
  const { id: bookId } = await wide(id)
  await call('PATCH', `/books/${bookId}/metadata`, { summary: 'Mine', publisher: null })
  await call('PUT', `/books/${bookId}/metadata/locks`, { writerLock: true })
  const [before] = await seriesOf(server, id)
  await call('PATCH', `/series/${before!.id}`, { title: 'My Series' })
  await server.ctx.write((tx) =>
    tx
      .update(seriesMetadata)
      .set({ locks: ['title', 'publisher', 'genres'] })
      .where(eq(seriesMetadata.n, before!.n)),
  )
  await rewrite(folder, otherWords)
  for (const mode of ['normal', 'deep']) await scan(server, id, mode)
  expect(await wide(id)).toMatchObject({
    title: 'Other Title',
    summary: 'Mine',
    // A person's clear is a word, too.
    publisher: null,
    writer: 'First Writer',
    year: 2002,
  })
  const [series] = await seriesOf(server, id)
  expect(series).toMatchObject({ title: 'My Series', publisher: 'First TestServer', year: 2002 })
  const { body } = await server.call('GET', `/series/${series!.id}`, { as: 'ada' })
  expect(body.genres.map(({ name }: { name: string }) => name)).toEqual(['Drama'])
})

test('a provider ranks over the file, the file over the path', async () => {
  const { folder, id } = await libraryWith(firstWords)
  const book = await wide(id)
  await server.ctx.write((tx) =>
    tx
      .update(bookMetadata)
      .set({ summary: 'From outside', sources: { ...book.sources, summary: 'plugin:oracle' } })
      .where(eq(bookMetadata.n, book.n)),
  )
  await rewrite(folder, otherWords)
  await scan(server, id)
  const after = await wide(id)
  expect(after).toMatchObject({ summary: 'From outside', publisher: 'Other TestServer' })
  expect(after.sources).toMatchObject({ summary: 'plugin:oracle', publisher: 'comicinfo' })
})

test('the first book speaks for the series, others fill what it leaves open', async () => {
  const folder = makeFolder()
  const { Genre: _, ...quiet } = firstWords
  put(folder, {
    'S/S v1.cbz': await makeCbz({ pages: 1, comicInfo: quiet }),
    'S/S v2.cbz': await makeCbz({ pages: 1, comicInfo: { ...otherWords, Imprint: 'Small' } }),
  })
  const id = await addLibrary(server, folder)
  for (const mode of ['normal', 'deep']) {
    await scan(server, id, mode)
    expect(await seriesOf(server, id)).toMatchObject([
      { title: 'File Series', publisher: 'First TestServer' },
    ])
  }
})

test('a file that breaks keeps what it had said, and its reading', async () => {
  const { folder, id } = await libraryWith(firstWords)
  const { id: bookId } = await wide(id)
  const progress = { currentPage: 1, progressPercentage: 0.5 }
  await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body: progress })
  put(folder, { 'S/1.cbz': 'no archive any more' })
  expect(await scan(server, id)).toMatchObject({ changed: 1, findings: 1 })
  expect(await wide(id)).toMatchObject({
    id: bookId,
    title: 'File Title',
    summary: 'From the file',
  })
  expect((await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })).status).toBe(200)
  const contents = await server.ctx.db.select().from(bookContents)
  expect(contents.find(({ findings }) => findings.length > 0)?.findings).toHaveLength(1)
})
