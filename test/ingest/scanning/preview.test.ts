import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { runPreview } from '../../../src/ingest/scanning/preview/scan-preview'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
  waitUntilEnded,
} from './scan-server'
import { defineJob } from '../../../src/platform/jobs/job'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function previewScan(libraryId: string) {
  const path = `/libraries/${libraryId}/scans/preview`
  const asked = await server.call('POST', path, { as: 'max' })
  expect([asked.status, asked.body.result]).toEqual([202, null])
  return waitUntilEnded(server, path)
}

function move(folder: string, from: string, to: string) {
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  renameSync(join(folder, from), join(folder, to))
}

const listAll = async (libraryId: string) => ({
  books: await listBooks(server, libraryId),
  series: await listSeries(server, libraryId),
  library: await server.ctx.db.select().from(libraries).where(eq(libraries.id, libraryId)),
  scans: (await server.call('GET', `/libraries/${libraryId}/scans`, { as: 'max' })).body.total,
})

describe('a preview', () => {
  test('matches the next scan and changes nothing', async () => {
    const folder = makeFolder()
    writeFiles(folder, await makeDifferentComics('Known', 30))
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    writeFiles(folder, { 'Known/Known v30.cbz': null })
    await scanLibrary(server, id)
    const back = (await makeDifferentComics('Known', 30))['Known/Known v30.cbz']!
    writeFiles(folder, { 'Known/Known v30.cbz': back })
    writeFiles(folder, await makeDifferentComics('New', 25))
    writeFiles(folder, { 'Known/Known v1.cbz': null })
    writeFiles(folder, { 'Known/Known v2.cbz': (await makeDifferentComics('X', 1))['X/X v1.cbz']! })
    move(folder, 'Known/Known v3.cbz', 'Elsewhere/Known v3.cbz')

    const before = await listAll(id)
    const seen = await previewScan(id)
    expect(await listAll(id)).toEqual(before)
    expect(seen).toMatchObject({
      libraryId: id,
      mode: 'normal',
      status: 'completed',
      message: null,
    })
    const { result } = seen
    const findBook = (path: string) => before.books.find((book) => book.relativePath === path)!.id
    expect(result).toMatchObject({
      state: 'available',
      stateReason: null,
      filesFound: 54,
      ignored: 0,
      added: { count: 25 },
      changed: {
        count: 1,
        examples: [{ path: 'Known/Known v2.cbz', bookId: findBook('Known/Known v2.cbz') }],
      },
      moved: {
        count: 1,
        examples: [
          {
            path: 'Elsewhere/Known v3.cbz',
            pathBefore: 'Known/Known v3.cbz',
            bookId: findBook('Known/Known v3.cbz'),
          },
        ],
      },
      missing: { count: 1, examples: [{ bookId: findBook('Known/Known v1.cbz') }] },
      returned: { count: 1, examples: [{ bookId: findBook('Known/Known v30.cbz') }] },
    })
    expect(result.added.examples).toHaveLength(20)
    expect(result.added.examples[0]).toMatchObject({ bookId: null, pathBefore: null })

    const done = await scanLibrary(server, id)
    expect(done).toMatchObject({ added: 25, changed: 1, moved: 1, missing: 1 })
    expect((await previewScan(id)).result).toMatchObject({
      added: { count: 0, examples: [] },
      changed: { count: 0 },
      moved: { count: 0 },
      missing: { count: 0 },
      returned: { count: 0 },
    })
    await undoScan(server, id, done.id)
    expect((await previewScan(id)).result).toMatchObject({
      added: { count: 0 },
      missing: { count: 1 },
    })
  }, 60_000)

  test('explains why no book would be marked as missing', async () => {
    const folder = makeFolder()
    writeFiles(folder, await makeDifferentComics('Half', 50))
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    for (let n = 1; n <= 30; n++) rmSync(join(folder, `Half/Half v${n}.cbz`))
    const half = (await previewScan(id)).result
    expect(half).toMatchObject({ state: 'awaiting_confirmation', missing: { count: 0 } })
    expect(half.stateReason.message).toContain('30 of 50 books')
    rmSync(folder, { recursive: true })
    const gone = (await previewScan(id)).result
    expect(gone).toMatchObject({ state: 'unavailable', filesFound: 0, missing: { count: 0 } })
    expect((await server.call('GET', `/libraries/${id}`, { as: 'max' })).body.state).toBe(
      'available',
    )
  })

  test('runs one at a time and requires permission to edit libraries', async () => {
    const folder = makeFolder()
    const id = await addLibrary(server, folder)
    const path = `/libraries/${id}/scans/preview`
    const call = async (method: string, as: string, asked = path) =>
      (await server.call(method, asked, { as })).status
    expect(await call('GET', 'max')).toBe(404)
    expect([await call('GET', 'ann'), await call('POST', 'ann')]).toEqual([403, 403])
    expect(await call('POST', 'max', `${path}?mode=wild`)).toBe(400)
    expect(await call('POST', 'max', `/libraries/${Bun.randomUUIDv7()}/scans/preview`)).toBe(404)
    const key = `preview:${id}`
    const runAt = new Date(Date.now() + 3_600_000)
    await server.ctx.write((tx) =>
      server.ctx.queue.enqueue(tx, defineJob('preview_scan'), {}, { key, runAt }),
    )
    expect(await call('POST', 'max')).toBe(409)
    await server.ctx.queue.cancel(key)
  })

  test('ends immediately when interrupted and leaves nothing behind', async () => {
    const folder = makeFolder()
    writeFiles(folder, await makeDifferentComics('Cut', 3))
    const id = await addLibrary(server, folder)
    const before = await listAll(id)
    const controller = new AbortController()
    const job = { id: Bun.randomUUIDv7(), kind: 'preview_scan', attempts: 1, maxAttempts: 3 }
    const payload = { libraryId: id, mode: 'normal' } as const
    const looking = runPreview(server.ctx, { ...job, payload }, controller.signal)
    controller.abort(new Error('the program ends'))
    expect(await looking.catch((error: Error) => error.message)).toBe('the program ends')
    expect(await listAll(id)).toEqual(before)
  })
})
