/** A change of naming rules has the same result if it is interrupted or made during a scan. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import type { Context } from '../../../src/context'
import { groupingJobs } from '../../../src/ingest/grouping/jobs'
import { libraries } from '../../../src/catalog/libraries/schema'
import { eq } from 'drizzle-orm'
import {
  addLibrary,
  listBooks,
  makeComic,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../scanning/scan-server'
import { startGroupingServer, patchLibrary, waitUntilRegrouped, listShelf } from './grouping-server'
import { waitUntil } from '../../support/wait-until'
import { findJobHandler } from '../../support/jobs'
import { regroupLibraryJob } from '../../../src/ingest/grouping/model'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const acrossFolders = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Builds books of three series in mixed folders. */
async function buildMixedFolders(count: number) {
  const data = await makeComic()
  const names = ['Saga', 'Bone', 'Akira']
  const files = Array.from({ length: count }, (_, i) => {
    const name = names[i % names.length]!
    return [`F${i % 7}/${name}/${name} v${String(i).padStart(3, '0')}.cbz`, data] as const
  })
  return Object.fromEntries(files)
}

/** Throws after this many transactions, like a crash. */
function crashAfter(writes: number): Context {
  let left = writes
  const { ctx } = server
  return {
    ...ctx,
    writeBulk: (work) => {
      if (left-- <= 0) throw new Error('gone')
      return ctx.writeBulk(work)
    },
  }
}

const findJob = (libraryId: string) => ({
  id: Bun.randomUUIDv7(),
  kind: regroupLibraryJob.kind,
  payload: { libraryId, mode: 'normal', trigger: 'names' },
  attempts: 1,
  maxAttempts: 5,
})

const runJob = (ctx: Context, libraryId: string) =>
  findJobHandler(groupingJobs(ctx), regroupLibraryJob)(
    findJob(libraryId),
    new AbortController().signal,
  )

describe('a change of naming rules', () => {
  test('resumes after an interruption at any point', async () => {
    const folder = makeFolder()
    writeFiles(folder, await buildMixedFolders(63))
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const books = (await listBooks(server, id)).map((book) => book.id)
    const kept = new Set((await listSeries(server, id)).map((series) => series.id))
    await server.ctx.write(async (tx) => {
      await tx.update(libraries).set(acrossFolders).where(eq(libraries.id, id))
    })
    for (const writes of [0, 1, 2, 1, 3]) {
      const outcome = runJob(crashAfter(writes), id).then(
        () => 'done',
        (error: Error) => error.message,
      )
      expect(await outcome).toBe('gone')
    }
    await runJob(server.ctx, id)
    const shelf = await listShelf(server, id)
    expect(shelf.map(([title, ...paths]) => [title, paths.length])).toEqual([
      ['Akira', 21],
      ['Bone', 21],
      ['Saga', 21],
    ])
    expect((await listBooks(server, id)).map((book) => book.id)).toEqual(books)
    const present = (await listSeries(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ bookCount }) => bookCount)).toEqual([21, 21, 21])
    expect(present.every((series) => kept.has(series.id))).toBe(true)
    expect(await getLibrary(server, id)).toMatchObject({ seriesCount: 3, bookCount: 63 })
  }, 60_000)

  test('during a scan applies to books added before and after it', async () => {
    const folder = makeFolder()
    writeFiles(folder, await buildMixedFolders(90))
    const id = await addLibrary(server, folder)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await listBooks(server, id)).length >= 30)
    await patchLibrary(server, id, acrossFolders)
    expect(await waitUntilScanEnded(server, id, body.id)).toMatchObject({
      status: 'completed',
      added: 90,
    })
    await waitUntilRegrouped(server)
    const shelf = await listShelf(server, id)
    expect(shelf.map(([title, ...paths]) => [title, paths.length])).toEqual([
      ['Akira', 30],
      ['Bone', 30],
      ['Saga', 30],
    ])
    const present = (await listSeries(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ bookCount }) => bookCount)).toEqual([30, 30, 30])
  }, 60_000)
})
