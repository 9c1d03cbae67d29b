import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { scanChanges, scanUndos } from '../../../src/ingest/scanning/schema'
import { runUndo } from '../../../src/ingest/scanning/undo/undo'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  undo,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

async function library(title: string, count: number) {
  const folder = makeFolder()
  const files = await differentComics(title, count)
  put(folder, files)
  const id = await addLibrary(server, folder, { name: `Moves ${title}` })
  await scan(server, id)
  return { id, folder, files, before: await standing(id) }
}

/** Where each book is and of which series. */
async function standing(libraryId: string) {
  const all = await booksOf(server, libraryId)
  const entries = all.map(({ id, relativePath, seriesId, trashedAt, missingSince }) => [
    id,
    { relativePath, seriesId, isTrashed: trashedAt !== null, isMissing: missingSince !== null },
  ])
  return Object.fromEntries(entries) as Record<string, { relativePath: string }>
}

const idAt = (before: Record<string, { relativePath: string }>, path: string) =>
  Object.entries(before).find(([, { relativePath }]) => relativePath === path)![0]

function move(folder: string, from: string, to: string) {
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  renameSync(join(folder, from), join(folder, to))
}

test('books that were moved to another series are where they were', async () => {
  const { id, folder, before } = await library('Home', 4)
  const book = idAt(before, 'Home/Home v1.cbz')
  await server.call('PUT', `/books/${book}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  move(folder, 'Home/Home v1.cbz', 'Away/Home v1.cbz')
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 1, added: 0, missing: 0 })
  expect(await standing(id)).not.toEqual(before)
  expect(await undo(server, id, second.id)).toMatchObject({ total: 1, done: 1, skipped: 0 })
  expect(await standing(id)).toEqual(before)
  const { body } = await server.call('GET', `/books/${book}`, { as: 'ann' })
  expect(body.book.readProgress).toMatchObject({ completed: true })
  const home = await server.call('GET', `/series/${body.book.seriesId}`, { as: 'ann' })
  expect(home.body).toMatchObject({ bookCount: 4, metadata: { title: 'Home' } })
  // The file is still elsewhere: the next scan sees it as the first one did.
  expect(await scan(server, id)).toMatchObject({ moved: 1, missing: 0 })
})

test('books that took each other’s places go back round', async () => {
  const { id, folder, before } = await library('Round', 3)
  const name = (n: number | string) => `Round/Round v${n}.cbz`
  move(folder, name(1), name('x'))
  move(folder, name(2), name(1))
  move(folder, name(3), name(2))
  move(folder, name('x'), name(3))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 3, added: 0, missing: 0 })
  expect(await undo(server, id, second.id)).toMatchObject({ done: 3, skipped: 0 })
  expect(await standing(id)).toEqual(before)
})

test('a round of so many books that it is written in pieces goes back, and is told as one', async () => {
  const { id, folder, before } = await library('Long', 80)
  const name = (n: number | string) => `Long/Long v${n}.cbz`
  move(folder, name(1), name('x'))
  for (let n = 2; n <= 80; n++) move(folder, name(n), name(n - 1))
  move(folder, name('x'), name(80))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 80, added: 0, missing: 0 })
  const path = `/libraries/${id}/scans/${second.id}/changes?pageSize=500`
  const { body } = await server.call('GET', path, { as: 'max' })
  const seen = body.data as { bookId: string; path: string; pathBefore: string }[]
  expect(seen).toHaveLength(80)
  expect(new Set(seen.map(({ bookId }) => bookId)).size).toBe(80)
  const now = await standing(id)
  for (const change of seen) {
    expect(change.path).toBe(now[change.bookId]!.relativePath)
    expect(change.pathBefore).toBe(before[change.bookId]!.relativePath)
  }
  expect(await undo(server, id, second.id)).toMatchObject({ total: 80, done: 80, skipped: 0 })
  expect(await standing(id)).toEqual(before)
}, 60_000)

test('a book stays where another one lies in its old place, and whoever waits for it does', async () => {
  const { id, folder, before, files } = await library('Blocked', 3)
  const name = (n: number | string) => `Blocked/Blocked v${n}.cbz`
  // 1 goes to where 2 was, 2 elsewhere; and a new book comes to where 1 was.
  move(folder, name(2), name('elsewhere'))
  move(folder, name(1), name(2))
  put(folder, { [name(1)]: (await differentComics('New', 1))['New/New v1.cbz']! })
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 2, added: 1 })
  const after = await standing(id)
  const done = await undo(server, id, second.id)
  expect(done).toMatchObject({ total: 3, done: 1, skipped: 2 })
  expect(done.message.code).toBe('scans.result.undo_skipped')
  const now = await standing(id)
  for (const place of [name(1), name(2)]) {
    const book = idAt(before, place)
    expect(now[book]).toEqual(after[book]!)
  }
  expect(Object.keys(files)).toHaveLength(3)
})

test('a book that was missing and came back elsewhere is missing again', async () => {
  const { id, folder, before, files } = await library('Lost', 3)
  put(folder, { 'Lost/Lost v2.cbz': null })
  await scan(server, id)
  const lost = await standing(id)
  put(folder, { 'Found/Lost v2.cbz': files['Lost/Lost v2.cbz']! })
  const third = await scan(server, id)
  expect(third).toMatchObject({ moved: 1, added: 0 })
  expect(await undo(server, id, third.id)).toMatchObject({ done: 1, skipped: 0 })
  expect(await standing(id)).toEqual(lost)
  expect(Object.keys(lost)).toEqual(Object.keys(before))
})

test('an undo of many moves that is cut in each of its steps ends as if it had not been', async () => {
  const { id, folder, before } = await library('Storm', 130)
  for (let n = 1; n <= 130; n++) {
    move(folder, `Storm/Storm v${n}.cbz`, `Storm ${n % 2}/Storm v${n}.cbz`)
  }
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 130, added: 0, missing: 0 })
  const asked = { scanId: second.id, status: 'pending', total: 131 } as const
  await server.ctx.write((tx) => tx.insert(scanUndos).values(asked).returning())
  const payload = { libraryId: id, scanId: second.id }
  const job = { id: second.id, kind: 'undo_scan', payload, attempts: 1, maxAttempts: 99 }
  let cuts = 0
  for (let runs = 0; ; runs++) {
    if (runs > 50) throw new Error('the undo does not end')
    const controller = new AbortController()
    // Each run may do one slice more than the one before, then the program ends.
    const ctx = { ...server.ctx, write: cutAfter(runs + 1, controller) }
    const effect = await runUndo(ctx, job, controller.signal).catch((error: Error) => error.message)
    if (effect === 'the program ends') {
      cuts++
      continue
    }
    await server.ctx.write((tx) => (effect as (of: typeof tx) => Promise<void>)(tx))
    break
  }
  expect(cuts).toBeGreaterThan(3)
  expect(await standing(id)).toEqual(before)
  const left = await server.ctx.db
    .select({ undo: scanChanges.undo })
    .from(scanChanges)
    .where(eq(scanChanges.scanId, second.id))
  expect(new Set(left.map((row) => row.undo))).toEqual(new Set(['done']))
  const path = `/libraries/${id}/scans/${second.id}/undo`
  expect((await server.call('GET', path, { as: 'max' })).body).toMatchObject({
    status: 'completed',
    // The books, and their series.
    done: 131,
    skipped: 0,
  })
}, 60_000)

function cutAfter(writes: number, controller: AbortController): ScanServer['ctx']['write'] {
  let left = writes
  return async (work) => {
    const result = await server.ctx.write(work)
    if (--left === 0) controller.abort(new Error('the program ends'))
    return result
  }
}
