import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { scanChanges, scanUndos } from '../../../src/ingest/scanning/schema'
import { runUndo } from '../../../src/ingest/scanning/undo/undo'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  undoScan,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

async function createLibrary(title: string, count: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, count)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder, { name: `Moves ${title}` })
  await scanLibrary(server, id)
  return { id, folder, files, before: await takeSnapshot(id) }
}

/** Returns the path and series of each book. */
async function takeSnapshot(libraryId: string) {
  const all = await listBooks(server, libraryId)
  const entries = all.map(({ id, relativePath, seriesId, trashedAt, missingSince }) => [
    id,
    { relativePath, seriesId, isTrashed: trashedAt !== null, isMissing: missingSince !== null },
  ])
  return Object.fromEntries(entries) as Record<string, { relativePath: string }>
}

const findId = (before: Record<string, { relativePath: string }>, path: string) =>
  Object.entries(before).find(([, { relativePath }]) => relativePath === path)![0]

function moveFile(folder: string, from: string, to: string) {
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  renameSync(join(folder, from), join(folder, to))
}

test('returns books that were moved to another series', async () => {
  const { id, folder, before } = await createLibrary('Home', 4)
  const book = findId(before, 'Home/Home v1.cbz')
  await server.call('PUT', `/books/${book}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  moveFile(folder, 'Home/Home v1.cbz', 'Away/Home v1.cbz')
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 1, added: 0, missing: 0 })
  expect(await takeSnapshot(id)).not.toEqual(before)
  expect(await undoScan(server, id, second.id)).toMatchObject({ total: 1, done: 1, skipped: 0 })
  expect(await takeSnapshot(id)).toEqual(before)
  const { body } = await server.call('GET', `/books/${book}`, { as: 'ann' })
  expect(body.book.readProgress).toMatchObject({ completed: true })
  const home = await server.call('GET', `/series/${body.book.seriesId}`, { as: 'ann' })
  expect(home.body).toMatchObject({ bookCount: 4, metadata: { title: 'Home' } })
  // The file is still at its new path, so the next scan repeats the first one.
  expect(await scanLibrary(server, id)).toMatchObject({ moved: 1, missing: 0 })
})

test('returns books that swapped paths in a circle', async () => {
  const { id, folder, before } = await createLibrary('Round', 3)
  const buildName = (n: number | string) => `Round/Round v${n}.cbz`
  moveFile(folder, buildName(1), buildName('x'))
  moveFile(folder, buildName(2), buildName(1))
  moveFile(folder, buildName(3), buildName(2))
  moveFile(folder, buildName('x'), buildName(3))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 3, added: 0, missing: 0 })
  expect(await undoScan(server, id, second.id)).toMatchObject({ done: 3, skipped: 0 })
  expect(await takeSnapshot(id)).toEqual(before)
})

test('returns a circle of books that needs several transactions, with one record', async () => {
  const { id, folder, before } = await createLibrary('Long', 80)
  const buildName = (n: number | string) => `Long/Long v${n}.cbz`
  moveFile(folder, buildName(1), buildName('x'))
  for (let n = 2; n <= 80; n++) moveFile(folder, buildName(n), buildName(n - 1))
  moveFile(folder, buildName('x'), buildName(80))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 80, added: 0, missing: 0 })
  const path = `/libraries/${id}/scans/${second.id}/changes?pageSize=500`
  const { body } = await server.call('GET', path, { as: 'max' })
  const seen = body.data as { bookId: string; path: string; pathBefore: string }[]
  expect(seen).toHaveLength(80)
  expect(new Set(seen.map(({ bookId }) => bookId)).size).toBe(80)
  const now = await takeSnapshot(id)
  for (const change of seen) {
    expect(change.path).toBe(now[change.bookId]!.relativePath)
    expect(change.pathBefore).toBe(before[change.bookId]!.relativePath)
  }
  expect(await undoScan(server, id, second.id)).toMatchObject({ total: 80, done: 80, skipped: 0 })
  expect(await takeSnapshot(id)).toEqual(before)
}, 60_000)

test('keeps a book whose old path is taken, and the books that depend on it', async () => {
  const { id, folder, before, files } = await createLibrary('Blocked', 3)
  const buildName = (n: number | string) => `Blocked/Blocked v${n}.cbz`
  // 1 moves to the path of 2, 2 elsewhere, and a new book to the path of 1.
  moveFile(folder, buildName(2), buildName('elsewhere'))
  moveFile(folder, buildName(1), buildName(2))
  writeFiles(folder, { [buildName(1)]: (await makeDifferentComics('New', 1))['New/New v1.cbz']! })
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 2, added: 1 })
  const after = await takeSnapshot(id)
  const done = await undoScan(server, id, second.id)
  expect(done).toMatchObject({ total: 3, done: 1, skipped: 2 })
  expect(done.message.code).toBe('scans.result.undo_skipped')
  const now = await takeSnapshot(id)
  for (const place of [buildName(1), buildName(2)]) {
    const book = findId(before, place)
    expect(now[book]).toEqual(after[book]!)
  }
  expect(Object.keys(files)).toHaveLength(3)
})

test('marks a book as missing again that returned elsewhere', async () => {
  const { id, folder, before, files } = await createLibrary('Lost', 3)
  writeFiles(folder, { 'Lost/Lost v2.cbz': null })
  await scanLibrary(server, id)
  const lost = await takeSnapshot(id)
  writeFiles(folder, { 'Found/Lost v2.cbz': files['Lost/Lost v2.cbz']! })
  const third = await scanLibrary(server, id)
  expect(third).toMatchObject({ moved: 1, added: 0 })
  expect(await undoScan(server, id, third.id)).toMatchObject({ done: 1, skipped: 0 })
  expect(await takeSnapshot(id)).toEqual(lost)
  expect(Object.keys(lost)).toEqual(Object.keys(before))
})

test('an undo of many moves that is interrupted at every step has the same result', async () => {
  const { id, folder, before } = await createLibrary('Storm', 130)
  for (let n = 1; n <= 130; n++) {
    moveFile(folder, `Storm/Storm v${n}.cbz`, `Storm ${n % 2}/Storm v${n}.cbz`)
  }
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 130, added: 0, missing: 0 })
  const asked = { scanId: second.id, status: 'pending', total: 131 } as const
  await server.ctx.write((tx) => tx.insert(scanUndos).values(asked).returning())
  const payload = { libraryId: id, scanId: second.id }
  const job = { id: second.id, kind: 'undo_scan', payload, attempts: 1, maxAttempts: 99 }
  let cuts = 0
  for (let runs = 0; ; runs++) {
    if (runs > 50) throw new Error('the undo does not end')
    const controller = new AbortController()
    // Each run gets one slice further than the one before, then crashes.
    const ctx = { ...server.ctx, write: crashAfter(runs + 1, controller) }
    const effect = await runUndo(ctx, job, controller.signal).catch((error: Error) => error.message)
    if (effect === 'the program ends') {
      cuts++
      continue
    }
    await server.ctx.write((tx) => (effect as (of: typeof tx) => Promise<void>)(tx))
    break
  }
  expect(cuts).toBeGreaterThan(3)
  expect(await takeSnapshot(id)).toEqual(before)
  const left = await server.ctx.db
    .select({ undo: scanChanges.undo })
    .from(scanChanges)
    .where(eq(scanChanges.scanId, second.id))
  expect(new Set(left.map((row) => row.undo))).toEqual(new Set(['done']))
  const path = `/libraries/${id}/scans/${second.id}/undo`
  expect((await server.call('GET', path, { as: 'max' })).body).toMatchObject({
    status: 'completed',
    // Number of books and series together.
    done: 131,
    skipped: 0,
  })
}, 60_000)

function crashAfter(writes: number, controller: AbortController): ScanServer['ctx']['write'] {
  let left = writes
  return async (work) => {
    const result = await server.ctx.write(work)
    if (--left === 0) controller.abort(new Error('the program ends'))
    return result
  }
}
