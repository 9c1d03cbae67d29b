import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../../src/context'
import { books } from '../../../src/catalog/books/schema'
import { scanUndos } from '../../../src/ingest/scanning/schema'
import { failUndo, runUndo } from '../../../src/ingest/scanning/undo/undo'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from './scan-server'
import { defineJob } from '../../../src/platform/jobs/job'
import { scanResultMessages } from '../../../src/ingest/scanning/messages'
import { withText } from '../../../src/platform/messages/message'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

async function createLibrary(title: string, count: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, count)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder, { name: `Undo ${title}` })
  const first = await scanLibrary(server, id)
  return { id, folder, files, first, all: await listBooks(server, id) }
}

describe('undoing a scan that found books missing', () => {
  test('restores them with all progress, even while the files are missing', async () => {
    const { id, folder, all } = await createLibrary('Missed', 4)
    await call('PUT', `/books/${all[0]!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    await call('DELETE', `/books/${all[3]!.id}`)
    writeFiles(folder, { Missed: null })
    writeFiles(folder, { 'Missed/keep.txt': 'x' })
    const second = await scanLibrary(server, id)
    expect(second.missing).toBe(0)
    expect(second.status).toBe('failed')
    writeFiles(folder, await makeDifferentComics('Another', 1))
    const third = await scanLibrary(server, id)
    expect(third).toMatchObject({ missing: 4, added: 1 })
    expect(await listPresentPaths(server, id)).toEqual(['Another/Another v1.cbz'])

    expect(await undoScan(server, id, third.id)).toMatchObject({
      status: 'completed',
      total: 5,
      done: 5,
      skipped: 0,
      message: null,
    })
    // Books that a user trashed before stay in the trash.
    expect(await listPresentPaths(server, id)).toEqual(
      all.slice(0, 3).map(({ relativePath }) => relativePath),
    )
    const { body } = await call('GET', `/books/${all[0]!.id}`, 'ann')
    expect(body.book.readProgress).toMatchObject({ completed: true })
    const [missed] = await listSeries(server, id).then((rows) =>
      rows.filter(({ title }) => title === 'Missed'),
    )
    expect(missed).toMatchObject({ bookCount: 3, trashedAt: null })
    expect((await call('GET', `/libraries/${id}`)).body.bookCount).toBe(3)
    const rows = (await call('GET', `/libraries/${id}/scans/${third.id}/changes`)).body.data
    expect(rows.every(({ undone }: { undone: string }) => undone === 'done')).toBe(true)
  })
})

describe('undoing a scan that added books', () => {
  test('ignores their files until a user restores them', async () => {
    const { id, folder, all, first } = await createLibrary('Added', 2)
    writeFiles(folder, await makeDifferentComics('Wrong', 3))
    const second = await scanLibrary(server, id)
    await call('PATCH', `/books/${all[0]!.id}`, 'max', { title: 'As a person says' })
    const wrong = (await listBooks(server, id)).filter(({ relativePath }) =>
      /Wrong/.test(relativePath),
    )
    await call('PUT', `/books/${wrong[0]!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    expect(await undoScan(server, id, second.id)).toMatchObject({ done: 3, total: 3 })
    const [shown] = (await call('GET', `/libraries/${id}/scans`)).body.data
    expect([shown.id, shown.undo]).toEqual([second.id, 'completed'])
    expect(await listPresentPaths(server, id)).toEqual(['Added/Added v1.cbz', 'Added/Added v2.cbz'])
    expect((await call('GET', `/books/${all[0]!.id}`)).body.book.title).toBe('As a person says')
    expect(existsSync(join(folder, 'Wrong/Wrong v1.cbz'))).toBe(true)
    expect(await scanLibrary(server, id, 'deep')).toMatchObject({ added: 0 })
    expect(await listPresentPaths(server, id)).toHaveLength(2)

    const { body } = await call('GET', `/libraries/${id}/ignored?pageSize=2`)
    expect(body).toMatchObject({ total: 3, totalPages: 2 })
    const [mark] = body.data
    expect(mark).toMatchObject({ path: 'Wrong/Wrong v1.cbz', bookId: wrong[0]!.id })
    const stop = `/libraries/${id}/ignored/${mark.id}`
    expect((await call('DELETE', stop)).status).toBe(204)
    expect((await call('DELETE', stop)).status).toBe(404)
    const again = await call('GET', `/books/${wrong[0]!.id}`, 'ann')
    expect(again.body.book.readProgress).toMatchObject({ completed: true })

    // Restoring a book from the trash has the same effect.
    expect((await call('POST', `/books/${wrong[1]!.id}/restore`)).status).toBe(200)
    expect((await call('GET', `/libraries/${id}/ignored`)).body.total).toBe(1)
    // An earlier scan can no longer be undone.
    const refused = await call('POST', `/libraries/${id}/scans/${first.id}/undo`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('scans.undo_not_newest')
  })

  test('keeps ignoring a file whose book was purged', async () => {
    const { id, first } = await createLibrary('Never', 2)
    await undoScan(server, id, first.id)
    await server.ctx.write((tx) => tx.delete(books).where(eq(books.libraryId, id)).returning())
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0 })
    const { body } = await call('GET', `/libraries/${id}/ignored`)
    expect(body.data).toMatchObject([{ bookId: null }, { bookId: null }])
    await call('DELETE', `/libraries/${id}/ignored/${body.data[0].id}`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1 })
    expect(await listPresentPaths(server, id)).toEqual([body.data[0].path])
  })
})

describe('an undo is refused', () => {
  test('with a clear message', async () => {
    const { id, folder, first } = await createLibrary('Refused', 2)
    const nothing = await scanLibrary(server, id)
    const buildUndoPath = (scanId: string) => `/libraries/${id}/scans/${scanId}/undo`
    const empty = await call('POST', buildUndoPath(nothing.id))
    expect([empty.status, empty.body.code]).toEqual([409, 'scans.nothing_to_undo'])
    // A scan without changes does not block undoing the one before it.
    writeFiles(folder, await makeDifferentComics('More', 1))
    const later = await scanLibrary(server, id)
    const old = await call('POST', buildUndoPath(first.id))
    expect([old.status, old.body.code]).toEqual([409, 'scans.undo_not_newest'])
    await scanLibrary(server, id)
    expect(await undoScan(server, id, later.id)).toMatchObject({ done: 1 })
    const twice = await call('POST', buildUndoPath(later.id))
    expect([twice.status, twice.body.code]).toEqual([409, 'scans.already_undone'])
  })

  test('E14: after a scan that only changed files, with the reason', async () => {
    const { id, folder } = await createLibrary('Replaced', 2)
    const other = await makeDifferentComics('Other', 3)
    writeFiles(folder, { 'Replaced/Replaced v1.cbz': other['Other/Other v3.cbz']! })
    const changed = await scanLibrary(server, id)
    expect(changed).toMatchObject({ changed: 1, added: 0, missing: 0 })
    const refused = await call('POST', `/libraries/${id}/scans/${changed.id}/undo`)
    expect([refused.status, refused.body.code]).toEqual([409, 'scans.only_files_changed'])
    expect(refused.body.message).toContain('inside files')
  })

  test('while a scan of the library is queued or running', async () => {
    const { id, first } = await createLibrary('Busy', 1)
    const key = `scan:${id}`
    const runAt = new Date(Date.now() + 3_600_000)
    await server.ctx.write((tx) =>
      server.ctx.queue.enqueue(tx, defineJob('scan_library'), {}, { key, runAt }),
    )
    const refused = await call('POST', `/libraries/${id}/scans/${first.id}/undo`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('scans.undo_busy')
    await server.ctx.queue.cancel(key)
    expect(await undoScan(server, id, first.id)).toMatchObject({ done: 1 })
  })
})

describe('an interrupted undo', () => {
  test('resumes, and a failed one can be requested again', async () => {
    const { id, first } = await createLibrary('Cut', 120)
    const total = { scanId: first.id, status: 'pending', total: 120 } as const
    await server.ctx.write((tx) => tx.insert(scanUndos).values(total).returning())
    const payload = { libraryId: id, scanId: first.id }
    const job = { id: first.id, kind: 'undo_scan', payload, attempts: 1, maxAttempts: 5 }
    const controller = new AbortController()
    const countPresent = () =>
      server.ctx.db.$count(books, and(eq(books.libraryId, id), isNull(books.trashedAt)))
    const running = runUndo(stopAfterFirstUndoSlice(controller), job, controller.signal)
    expect(await Promise.resolve(running).catch((error: Error) => error.message)).toBe(
      'the program ends',
    )
    const left = await countPresent()
    expect(left).toBeGreaterThan(0)
    const path = `/libraries/${id}/scans/${first.id}/undo`
    expect((await call('GET', path)).body).toMatchObject({ status: 'running', done: 120 - left })

    await server.ctx.write((tx) => failUndo(server.ctx)(tx, job))
    const failed = (await call('GET', path)).body
    expect(failed).toMatchObject({
      status: 'failed',
      message: withText(scanResultMessages.undo_failed()),
    })
    expect(await undoScan(server, id, first.id)).toMatchObject({ status: 'completed', done: 120 })
    expect(await countPresent()).toBe(0)
  }, 60_000)
})

/** Returns a context that aborts after the first slice of the undo, which is the second write. */
function stopAfterFirstUndoSlice(controller: AbortController): Context {
  let writes = 0
  const write: Context['write'] = async (work) => {
    const result = await server.ctx.write(work)
    if (++writes === 2) controller.abort(new Error('the program ends'))
    return result
  }
  return { ...server.ctx, write }
}
