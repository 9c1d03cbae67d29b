/** The job itself, in a house where nobody else takes it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { BackupRefused } from '../../../src/platform/db/copies/manifest'
import { runPurge } from '../../../src/ingest/trash/purge'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  openScanHouse,
  put,
  scan,
  type ScanHouse,
} from '../scanning/support'

let house: ScanHouse
beforeAll(async () => {
  house = await openScanHouse()
})
afterAll(() => house.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  house.call(method, path, { as, ...(body !== undefined && { body }) })

/** A series in the trash, and the job that is to delete it. */
async function asked(title: string, count: number) {
  const folder = makeFolder()
  put(folder, await differentComics(title, count))
  const libraryId = await addLibrary(house, folder)
  await scan(house, libraryId)
  const [book] = await booksOf(house, libraryId)
  await call('DELETE', `/series/${book!.seriesId}`)
  const { body } = await call('POST', `/series/${book!.seriesId}/purge`, 'max', { name: title })
  const job = { id: body.id, kind: 'purge_trash', payload: {}, attempts: 1, maxAttempts: 5 }
  return { libraryId, seriesId: book!.seriesId, job }
}

const left = (libraryId: string) => house.ctx.db.$count(books, eq(books.libraryId, libraryId))

test('a purge deletes nothing when the database cannot be saved', async () => {
  const { libraryId, job } = await asked('Full', 2)
  await runPurge(house.ctx, job, new AbortController().signal, async () => {
    throw new BackupRefused('The disk is full.')
  })
  const { body } = await call('GET', `/purges/${job.id}`)
  expect(body).toMatchObject({ status: 'failed', booksPurged: 0 })
  expect(body.message).toContain('The disk is full.')
  expect(await left(libraryId)).toBe(2)
})

test('a fault while it is saved leaves everything, and the job to be tried again', async () => {
  const { libraryId, job } = await asked('Fault', 2)
  const purge = runPurge(house.ctx, job, new AbortController().signal, async () => {
    throw new Error('a fault of ours')
  })
  expect(await Promise.resolve(purge).catch((error: Error) => error.message)).toBe(
    'a fault of ours',
  )
  expect((await call('GET', `/purges/${job.id}`)).body.status).toBe('pending')
  expect(await left(libraryId)).toBe(2)
})

test('only one purge of a library at a time', async () => {
  const { seriesId, job } = await asked('Busy', 1)
  const second = await call('POST', `/series/${seriesId}/purge`, 'max', { name: 'Busy' })
  expect(second.status).toBe(409)
  expect(second.body.message).toContain('already')
  await house.ctx.queue.cancelJob(job.id)
})

test('a purge that is interrupted goes on where it was, and saves the database once', async () => {
  const { libraryId, job } = await asked('Cut', 120)
  let saved = 0
  const save = async () => `copy ${++saved}`
  const controller = new AbortController()
  const first = runPurge(house.ctx, job, controller.signal, save)
  for (let tries = 0; (await left(libraryId)) === 120; tries++) {
    if (tries > 2000) throw new Error('nothing is purged')
    await Bun.sleep(1)
  }
  controller.abort(new Error('the program ends'))
  expect(await Promise.resolve(first).catch((error: Error) => error.message)).toBe(
    'the program ends',
  )
  const rest = await left(libraryId)
  expect(rest).toBeGreaterThan(0)
  const half = (await call('GET', `/purges/${job.id}`)).body
  expect(half).toMatchObject({ status: 'running', booksPurged: 120 - rest, backup: 'copy 1' })

  // What comes into the trash after it was asked for is not meant.
  const [kept] = await booksOf(house, libraryId)
  const later = { trashedAt: new Date(Date.now() + 60_000) }
  await house.ctx.write((tx) =>
    tx.update(books).set(later).where(eq(books.id, kept!.id)).returning(),
  )
  const effect = await runPurge(house.ctx, job, new AbortController().signal, save)
  await house.ctx.writeBulk((tx) => effect!(tx))
  expect((await call('GET', `/purges/${job.id}`)).body).toMatchObject({
    status: 'completed',
    booksPurged: 119,
    seriesPurged: 0,
  })
  expect(saved).toBe(1)
  expect((await booksOf(house, libraryId)).map(({ id }) => id)).toEqual([kept!.id])
}, 60_000)
