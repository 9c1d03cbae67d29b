/** Runs the purge job by hand: no engine is registered for it. */
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
  startScanServer,
  put,
  scan,
  type ScanServer,
} from '../scanning/support'
import { trashMessages } from '../../../src/ingest/trash/messages'
import { withText } from '../../../src/platform/messages/message'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

/** A series in the trash, and the job that is to delete it. */
async function asked(title: string, count: number) {
  const folder = makeFolder()
  put(folder, await differentComics(title, count))
  const libraryId = await addLibrary(server, folder)
  await scan(server, libraryId)
  const [book] = await booksOf(server, libraryId)
  await call('DELETE', `/series/${book!.seriesId}`)
  const { body } = await call('POST', `/series/${book!.seriesId}/purge`, 'max', { name: title })
  const job = { id: body.id, kind: 'purge_trash', payload: {}, attempts: 1, maxAttempts: 5 }
  return { libraryId, seriesId: book!.seriesId, job }
}

const left = (libraryId: string) => server.ctx.db.$count(books, eq(books.libraryId, libraryId))

test('a purge deletes nothing when the database cannot be saved', async () => {
  const { libraryId, job } = await asked('Full', 2)
  await runPurge(server.ctx, job, new AbortController().signal, async () => {
    throw new BackupRefused('The disk is full.')
  })
  const { body } = await call('GET', `/purges/${job.id}`)
  expect(body).toMatchObject({ status: 'failed', booksPurged: 0 })
  expect(body.message).toEqual(
    withText(trashMessages.backup_failed({ detail: 'The disk is full.' })),
  )
  expect(await left(libraryId)).toBe(2)
})

test('a fault while it is saved leaves everything, and the job to be tried again', async () => {
  const { libraryId, job } = await asked('Fault', 2)
  const purge = runPurge(server.ctx, job, new AbortController().signal, async () => {
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
  expect(second.body.code).toBe('trash.purge_running')
  await server.ctx.queue.cancelJob(job.id)
})

test('a purge that is interrupted goes on where it was, and saves the database once', async () => {
  const { libraryId, job } = await asked('Cut', 120)
  let saved = 0
  const save = async () => `copy ${++saved}`
  const controller = new AbortController()
  const first = runPurge(server.ctx, job, controller.signal, save)
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
  const [kept] = await booksOf(server, libraryId)
  const later = { trashedAt: new Date(Date.now() + 60_000) }
  await server.ctx.write((tx) =>
    tx.update(books).set(later).where(eq(books.id, kept!.id)).returning(),
  )
  const effect = await runPurge(server.ctx, job, new AbortController().signal, save)
  await server.ctx.writeBulk((tx) => effect!(tx))
  expect((await call('GET', `/purges/${job.id}`)).body).toMatchObject({
    status: 'completed',
    booksPurged: 119,
    seriesPurged: 0,
  })
  expect(saved).toBe(1)
  expect((await booksOf(server, libraryId)).map(({ id }) => id)).toEqual([kept!.id])
}, 60_000)
