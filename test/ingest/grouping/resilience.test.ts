/** A change of names that is interrupted, or made while a scan goes on, ends as if nothing had happened. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import type { Context } from '../../../src/context'
import { groupingJobs } from '../../../src/ingest/grouping/jobs'
import { libraries } from '../../../src/catalog/libraries/schema'
import { eq } from 'drizzle-orm'
import {
  addLibrary,
  booksOf,
  comic,
  ended,
  libraryOf,
  makeFolder,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from '../scanning/support'
import { startGroupingServer, patchLibrary, settled, shelfOf } from './support'
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

const across = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Books of three series, mixed over many folders. */
async function mixed(count: number) {
  const data = await comic()
  const names = ['Saga', 'Bone', 'Akira']
  const files = Array.from({ length: count }, (_, i) => {
    const name = names[i % names.length]!
    return [`F${i % 7}/${name}/${name} v${String(i).padStart(3, '0')}.cbz`, data] as const
  })
  return Object.fromEntries(files)
}

/** Throws in the middle: after so many transactions the program is gone. */
function dyingAfter(writes: number): Context {
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

const jobOf = (libraryId: string) => ({
  id: Bun.randomUUIDv7(),
  kind: regroupLibraryJob.kind,
  payload: { libraryId, mode: 'normal', trigger: 'names' },
  attempts: 1,
  maxAttempts: 5,
})

const run = (ctx: Context, libraryId: string) =>
  findJobHandler(groupingJobs(ctx), regroupLibraryJob)(
    jobOf(libraryId),
    new AbortController().signal,
  )

describe('a change of names', () => {
  test('that is interrupted anywhere goes on where it was', async () => {
    const folder = makeFolder()
    put(folder, await mixed(63))
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const books = (await booksOf(server, id)).map((book) => book.id)
    const kept = new Set((await seriesOf(server, id)).map((series) => series.id))
    await server.ctx.write(async (tx) => {
      await tx.update(libraries).set(across).where(eq(libraries.id, id))
    })
    for (const writes of [0, 1, 2, 1, 3]) {
      const outcome = run(dyingAfter(writes), id).then(
        () => 'done',
        (error: Error) => error.message,
      )
      expect(await outcome).toBe('gone')
    }
    await run(server.ctx, id)
    const shelf = await shelfOf(server, id)
    expect(shelf.map(([title, ...paths]) => [title, paths.length])).toEqual([
      ['Akira', 21],
      ['Bone', 21],
      ['Saga', 21],
    ])
    expect((await booksOf(server, id)).map((book) => book.id)).toEqual(books)
    const present = (await seriesOf(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ bookCount }) => bookCount)).toEqual([21, 21, 21])
    expect(present.every((series) => kept.has(series.id))).toBe(true)
    expect(await libraryOf(server, id)).toMatchObject({ seriesCount: 3, bookCount: 63 })
  }, 60_000)

  test('made while a scan goes on holds for what the scan adds before and after it', async () => {
    const folder = makeFolder()
    put(folder, await mixed(90))
    const id = await addLibrary(server, folder)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    await waitUntil(async () => (await booksOf(server, id)).length >= 30)
    await patchLibrary(server, id, across)
    expect(await ended(server, id, body.id)).toMatchObject({ status: 'completed', added: 90 })
    await settled(server)
    const shelf = await shelfOf(server, id)
    expect(shelf.map(([title, ...paths]) => [title, paths.length])).toEqual([
      ['Akira', 30],
      ['Bone', 30],
      ['Saga', 30],
    ])
    const present = (await seriesOf(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ bookCount }) => bookCount)).toEqual([30, 30, 30])
  }, 60_000)
})
