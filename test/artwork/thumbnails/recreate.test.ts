/** Creating thumbnails on request. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { makeThumbnails } from '../../../src/artwork/thumbnails/model'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let own: SeededLibrary
let other: SeededLibrary
const books = { own: '', second: '', hidden: '' }
const series = { own: '', hidden: '' }

beforeAll(async () => {
  server = await startTestServer()
  own = await seedLibrary(server, { name: 'Own' })
  other = await seedLibrary(server, { name: 'Other' })
  await server.addUser('mia', 'maintainer')
  const path = `/users/${server.getUserId('mia')}/libraries`
  const body = { libraryIds: [own.id] }
  expect((await server.call('PUT', path, { as: 'ada', body })).status).toBe(200)
  const shown = await seedSeries(server, own)
  const hidden = await seedSeries(server, other)
  series.own = shown.id
  series.hidden = hidden.id
  books.own = (await seedBook(server, shown, { title: 'One' })).id
  books.second = (await seedBook(server, shown, { title: 'Two' })).id
  books.hidden = (await seedBook(server, hidden, { title: 'Three' })).id
})
afterAll(() => server.close())

/** Pretends that all books have thumbnails. */
async function makeAll() {
  const row = { state: 'made', shard: '00', hash: 'x', width: 1, height: 1, bytes: 1 } as const
  const values = Object.values(books).map((ownerId) => ({
    ...row,
    ownerId,
    ownerKind: 'book' as const,
    madeAt: new Date(),
  }))
  await server.ctx.write(async (tx) => {
    await tx.delete(thumbnails)
    await tx.insert(thumbnails).values(values)
    await tx.delete(jobs)
  })
}

const listMade = async () => {
  const rows = await server.ctx.db
    .select({ id: thumbnails.ownerId })
    .from(thumbnails)
    .where(inArray(thumbnails.ownerId, Object.values(books)))
  const made = new Set(rows.map(({ id }) => id))
  return Object.entries(books).flatMap(([name, id]) => (made.has(id) ? name : []))
}

const listLibrariesOfTasks = async () => {
  const rows = await server.ctx.db.select().from(jobs).where(eq(jobs.kind, makeThumbnails.kind))
  return rows.map(({ payload }) => (payload as { libraryId: string }).libraryId)
}

const generate = (path: string, body: object, as = 'mia') => server.call('POST', path, { as, body })

test.each([
  { path: () => `/books/${books.own}/thumbnail/generate`, body: () => ({}), count: 1 },
  { path: () => `/series/${series.own}/thumbnail/generate`, body: () => ({}), count: 2 },
  {
    path: () => '/books/bulk/thumbnails/generate',
    body: () => ({ bookIds: [books.own, books.hidden] }),
    count: 1,
  },
  {
    path: () => '/series/bulk/thumbnails/generate',
    body: () => ({ seriesIds: [series.own, series.hidden] }),
    count: 2,
  },
  {
    path: () => '/series/bulk/thumbnails/books/generate',
    body: () => ({ seriesIds: [series.own, series.hidden] }),
    count: 2,
  },
  {
    path: () => '/series/thumbnails/generate',
    body: () => ({ seriesIds: [series.own, series.hidden], libraryId: own.id }),
    count: 2,
  },
  { path: () => '/series/thumbnails/generate', body: () => ({ libraryId: null }), count: 2 },
  { path: () => `/libraries/${own.id}/series/thumbnails/generate`, body: () => ({}), count: 2 },
  { path: () => '/books/thumbnails/generate', body: () => ({ seriesId: series.own }), count: 2 },
  { path: () => '/books/thumbnails/generate', body: () => ({ libraryId: null }), count: 2 },
])('only what the viewer sees is created again: $count', async ({ path, body, count }) => {
  await makeAll()
  const missing = await generate(path(), body())
  expect(missing.status).toBe(202)
  expect(missing.body).toMatchObject({ bookCount: count, taskId: missing.body.taskIds[0] })
  expect(await listLibrariesOfTasks()).toEqual([own.id])
  expect(await listMade()).toEqual(['own', 'second', 'hidden'])

  const again = await generate(path(), { ...body(), force: true })
  // The task is still waiting.
  expect(again.body).toEqual({ bookCount: count, taskId: null, taskIds: [] })
  expect(await listMade()).toEqual(count === 2 ? ['hidden'] : ['second', 'hidden'])
})

test('a hidden book or series is not found, and readers may not create thumbnails', async () => {
  for (const path of [
    `/books/${books.hidden}/thumbnail/generate`,
    `/series/${series.hidden}/thumbnail/generate`,
    `/libraries/${other.id}/series/thumbnails/generate`,
  ]) {
    expect((await generate(path, {})).status).toBe(404)
    expect((await generate(path, {}, 'ann')).status).toBe(403)
  }
})

test('administrators create thumbnails in all libraries, with a task for each', async () => {
  await makeAll()
  const { body } = await generate('/books/thumbnails/generate', {}, 'ada')
  expect(body.bookCount).toBe(3)
  expect(body.taskIds).toHaveLength(2)
  expect((await listLibrariesOfTasks()).toSorted()).toEqual([own.id, other.id].toSorted())
})
