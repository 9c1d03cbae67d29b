/** Runs the purge job directly, without an engine. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { BackupRefused } from '../../../src/platform/db/backups/manifest'
import { failPurge, runPurge } from '../../../src/ingest/trash/purge'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { trashMessages } from '../../../src/ingest/trash/messages'
import { withText } from '../../../src/platform/messages/message'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

/** Creates a trashed series and its purge job. */
async function requestPurge(title: string, count: number) {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics(title, count))
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const [book] = await listBooks(server, libraryId)
  await call('DELETE', `/series/${book!.seriesId}`)
  const { body } = await call('POST', `/series/${book!.seriesId}/purge`, 'max', { name: title })
  const job = { id: body.id, kind: 'purge_trash', payload: {}, attempts: 1, maxAttempts: 5 }
  return { libraryId, seriesId: book!.seriesId, job }
}

const countLeft = (libraryId: string) => server.ctx.db.$count(books, eq(books.libraryId, libraryId))

test('deletes nothing when the database backup fails', async () => {
  const { libraryId, job } = await requestPurge('Full', 2)
  await runPurge(server.ctx, job, new AbortController().signal, async () => {
    throw new BackupRefused('The disk is full')
  })
  const { body } = await call('GET', `/purges/${job.id}`)
  expect(body).toMatchObject({ status: 'failed', booksPurged: 0 })
  expect(body.message).toEqual(
    withText(trashMessages.backup_failed({ detail: 'The disk is full' })),
  )
  expect(await countLeft(libraryId)).toBe(2)
})

test('a crash during the backup keeps everything and retries the job', async () => {
  const { libraryId, job } = await requestPurge('Fault', 2)
  const purge = runPurge(server.ctx, job, new AbortController().signal, async () => {
    throw new Error('an internal error')
  })
  expect(await Promise.resolve(purge).catch((error: Error) => error.message)).toBe(
    'an internal error',
  )
  expect((await call('GET', `/purges/${job.id}`)).body.status).toBe('pending')
  expect(await countLeft(libraryId)).toBe(2)
})

test('a purge that failed during its backup deletes nothing', async () => {
  const { libraryId, job } = await requestPurge('Late', 2)
  await runPurge(server.ctx, job, new AbortController().signal, async () => {
    await server.ctx.write((tx) => failPurge(server.ctx)(tx, job))
    return 'copy'
  })
  const { body } = await call('GET', `/purges/${job.id}`)
  expect(body).toMatchObject({ status: 'failed', booksPurged: 0, backup: null })
  expect(await countLeft(libraryId)).toBe(2)
})

test('rejects a second purge of the same library', async () => {
  const { seriesId, job } = await requestPurge('Busy', 1)
  const second = await call('POST', `/series/${seriesId}/purge`, 'max', { name: 'Busy' })
  expect(second.status).toBe(409)
  expect(second.body.code).toBe('trash.purge_running')
  await server.ctx.queue.cancelJob(job.id)
})

test('resumes an interrupted purge with a single backup', async () => {
  const { libraryId, job } = await requestPurge('Cut', 120)
  let saved = 0
  const backUp = async () => `copy ${++saved}`
  const controller = new AbortController()
  const first = runPurge(server.ctx, job, controller.signal, backUp)
  for (let tries = 0; (await countLeft(libraryId)) === 120; tries++) {
    if (tries > 2000) throw new Error('nothing is purged')
    await Bun.sleep(1)
  }
  controller.abort(new Error('the program ends'))
  expect(await Promise.resolve(first).catch((error: Error) => error.message)).toBe(
    'the program ends',
  )
  const rest = await countLeft(libraryId)
  expect(rest).toBeGreaterThan(0)
  const half = (await call('GET', `/purges/${job.id}`)).body
  expect(half).toMatchObject({ status: 'running', booksPurged: 120 - rest, backup: 'copy 1' })

  // Books trashed after the request are not purged.
  const [kept] = await listBooks(server, libraryId)
  const later = { trashedAt: new Date(Date.now() + 60_000) }
  await server.ctx.write((tx) =>
    tx.update(books).set(later).where(eq(books.id, kept!.id)).returning(),
  )
  const effect = await runPurge(server.ctx, job, new AbortController().signal, backUp)
  await server.ctx.writeBulk((tx) => effect!(tx))
  expect((await call('GET', `/purges/${job.id}`)).body).toMatchObject({
    status: 'completed',
    booksPurged: 119,
    seriesPurged: 0,
  })
  expect(saved).toBe(1)
  expect((await listBooks(server, libraryId)).map(({ id }) => id)).toEqual([kept!.id])
}, 60_000)
