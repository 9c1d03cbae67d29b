import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { scanUndos } from '../../../src/ingest/scanning/schema'
import { failUndo, runUndo } from '../../../src/ingest/scanning/undo/undo'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
  seriesOf,
  undo,
} from './support'
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

async function library(title: string, count: number) {
  const folder = makeFolder()
  const files = await differentComics(title, count)
  put(folder, files)
  const id = await addLibrary(server, folder, { name: `Undo ${title}` })
  const first = await scan(server, id)
  return { id, folder, files, first, all: await booksOf(server, id) }
}

describe('undoing a scan that missed books', () => {
  test('brings them back with all that was read, also where the files are gone still', async () => {
    const { id, folder, all } = await library('Missed', 4)
    await call('PUT', `/books/${all[0]!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    await call('DELETE', `/books/${all[3]!.id}`)
    put(folder, { Missed: null })
    put(folder, { 'Missed/keep.txt': 'x' })
    const second = await scan(server, id)
    expect(second.missing).toBe(0)
    expect(second.status).toBe('failed')
    put(folder, await differentComics('Another', 1))
    const third = await scan(server, id)
    expect(third).toMatchObject({ missing: 4, added: 1 })
    expect(await presentPaths(server, id)).toEqual(['Another/Another v1.cbz'])

    expect(await undo(server, id, third.id)).toMatchObject({
      status: 'completed',
      total: 5,
      done: 5,
      skipped: 0,
      message: null,
    })
    // What a person had put into the trash before stays there.
    expect(await presentPaths(server, id)).toEqual(
      all.slice(0, 3).map(({ relativePath }) => relativePath),
    )
    const { body } = await call('GET', `/books/${all[0]!.id}`, 'ann')
    expect(body.book.readProgress).toMatchObject({ completed: true })
    const [missed] = await seriesOf(server, id).then((rows) =>
      rows.filter(({ title }) => title === 'Missed'),
    )
    expect(missed).toMatchObject({ bookCount: 3, trashedAt: null })
    expect((await call('GET', `/libraries/${id}`)).body.bookCount).toBe(3)
    const rows = (await call('GET', `/libraries/${id}/scans/${third.id}/changes`)).body.data
    expect(rows.every(({ undone }: { undone: string }) => undone === 'done')).toBe(true)
  })
})

describe('undoing a scan that added books', () => {
  test('puts them aside, and no scan adds them again until a person wants them', async () => {
    const { id, folder, all, first } = await library('Added', 2)
    put(folder, await differentComics('Wrong', 3))
    const second = await scan(server, id)
    await call('PATCH', `/books/${all[0]!.id}`, 'max', { title: 'As a person says' })
    const wrong = (await booksOf(server, id)).filter(({ relativePath }) =>
      /Wrong/.test(relativePath),
    )
    await call('PUT', `/books/${wrong[0]!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    expect(await undo(server, id, second.id)).toMatchObject({ done: 3, total: 3 })
    const [shown] = (await call('GET', `/libraries/${id}/scans`)).body.data
    expect([shown.id, shown.undo]).toEqual([second.id, 'completed'])
    expect(await presentPaths(server, id)).toEqual(['Added/Added v1.cbz', 'Added/Added v2.cbz'])
    expect((await call('GET', `/books/${all[0]!.id}`)).body.book.title).toBe('As a person says')
    expect(existsSync(join(folder, 'Wrong/Wrong v1.cbz'))).toBe(true)
    expect(await scan(server, id, 'deep')).toMatchObject({ added: 0 })
    expect(await presentPaths(server, id)).toHaveLength(2)

    const { body } = await call('GET', `/libraries/${id}/ignored?pageSize=2`)
    expect(body).toMatchObject({ total: 3, totalPages: 2 })
    const [mark] = body.data
    expect(mark).toMatchObject({ path: 'Wrong/Wrong v1.cbz', bookId: wrong[0]!.id })
    const stop = `/libraries/${id}/ignored/${mark.id}`
    expect((await call('DELETE', stop)).status).toBe(204)
    expect((await call('DELETE', stop)).status).toBe(404)
    const again = await call('GET', `/books/${wrong[0]!.id}`, 'ann')
    expect(again.body.book.readProgress).toMatchObject({ completed: true })

    // Restoring a book from the trash says the same.
    expect((await call('POST', `/books/${wrong[1]!.id}/restore`)).status).toBe(200)
    expect((await call('GET', `/libraries/${id}/ignored`)).body.total).toBe(1)
    // An earlier one can not be undone any more.
    const refused = await call('POST', `/libraries/${id}/scans/${first.id}/undo`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('scans.undo_not_newest')
  })

  test('keeps a file ignored whose book was deleted for good', async () => {
    const { id, first } = await library('Never', 2)
    await undo(server, id, first.id)
    await server.ctx.write((tx) => tx.delete(books).where(eq(books.libraryId, id)).returning())
    expect(await scan(server, id)).toMatchObject({ added: 0 })
    const { body } = await call('GET', `/libraries/${id}/ignored`)
    expect(body.data).toMatchObject([{ bookId: null }, { bookId: null }])
    await call('DELETE', `/libraries/${id}/ignored/${body.data[0].id}`)
    expect(await scan(server, id)).toMatchObject({ added: 1 })
    expect(await presentPaths(server, id)).toEqual([body.data[0].path])
  })
})

describe('an undo is refused', () => {
  test('with a clear word', async () => {
    const { id, folder, first } = await library('Refused', 2)
    const nothing = await scan(server, id)
    const path = (scanId: string) => `/libraries/${id}/scans/${scanId}/undo`
    const empty = await call('POST', path(nothing.id))
    expect([empty.status, empty.body.code]).toEqual([409, 'scans.nothing_to_undo'])
    // A scan that did nothing does not stand in the way of the one before it.
    put(folder, await differentComics('More', 1))
    const later = await scan(server, id)
    const old = await call('POST', path(first.id))
    expect([old.status, old.body.code]).toEqual([409, 'scans.undo_not_newest'])
    await scan(server, id)
    expect(await undo(server, id, later.id)).toMatchObject({ done: 1 })
    const twice = await call('POST', path(later.id))
    expect([twice.status, twice.body.code]).toEqual([409, 'scans.already_undone'])
  })

  test('while a scan of the library waits or runs', async () => {
    const { id, first } = await library('Busy', 1)
    const key = `scan:${id}`
    const runAt = new Date(Date.now() + 3_600_000)
    await server.ctx.write((tx) =>
      server.ctx.queue.enqueue(tx, defineJob('scan_library'), {}, { key, runAt }),
    )
    const refused = await call('POST', `/libraries/${id}/scans/${first.id}/undo`)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('scans.undo_busy')
    await server.ctx.queue.cancel(key)
    expect(await undo(server, id, first.id)).toMatchObject({ done: 1 })
  })
})

describe('an undo that is interrupted', () => {
  test('goes on where it was, and one that broke down can be asked for again', async () => {
    const { id, first } = await library('Cut', 120)
    const total = { scanId: first.id, status: 'pending', total: 120 } as const
    await server.ctx.write((tx) => tx.insert(scanUndos).values(total).returning())
    const payload = { libraryId: id, scanId: first.id }
    const job = { id: first.id, kind: 'undo_scan', payload, attempts: 1, maxAttempts: 5 }
    const controller = new AbortController()
    const running = runUndo(server.ctx, job, controller.signal)
    const present = () =>
      server.ctx.db.$count(books, and(eq(books.libraryId, id), isNull(books.trashedAt)))
    for (let tries = 0; (await present()) === 120; tries++) {
      if (tries > 2000) throw new Error('nothing is undone')
      await Bun.sleep(1)
    }
    controller.abort(new Error('the program ends'))
    expect(await Promise.resolve(running).catch((error: Error) => error.message)).toBe(
      'the program ends',
    )
    const left = await present()
    expect(left).toBeGreaterThan(0)
    const path = `/libraries/${id}/scans/${first.id}/undo`
    expect((await call('GET', path)).body).toMatchObject({ status: 'running', done: 120 - left })

    await server.ctx.write((tx) => failUndo(server.ctx)(tx, job))
    const failed = (await call('GET', path)).body
    expect(failed).toMatchObject({
      status: 'failed',
      message: withText(scanResultMessages.undo_failed()),
    })
    expect(await undo(server, id, first.id)).toMatchObject({ status: 'completed', done: 120 })
    expect(await present()).toBe(0)
  }, 60_000)
})
