/** Scans of two libraries at the same time: a file moves from one to the other meanwhile. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import type { Context } from '../../../src/context'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { scanLibraryJob, scanProgress } from '../../../src/ingest/scanning/model'
import type { Phase } from '../../../src/ingest/scanning/lifecycle/scan-progress'
import { findWrongDerivedData } from '../../support/derived'
import { findJobHandler } from '../../support/jobs'
import { makeComic, makeComics, moveFile } from './user-data'
import {
  addLibrary,
  listBooks,
  listSeries,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

let seeds = 0
async function createLibraries() {
  const [here, there] = [makeFolder(), makeFolder()]
  writeFiles(here, await makeComics('Old', 3, (seeds += 100)))
  writeFiles(there, { 'Z/0.cbz': await makeComic((seeds += 100)) })
  const from = await addLibrary(server, here)
  const to = await addLibrary(server, there)
  for (const id of [from, to]) await scanLibrary(server, id)
  const book = (await listBooks(server, from))[0]!
  return { here, there, from, to, book }
}

/** Scans the library and calls `interrupt` before the given write of the given phase. */
async function scanInterrupted(
  libraryId: string,
  at: { phase: Phase; write: number },
  interrupt: () => Promise<unknown>,
) {
  const payload = { libraryId, mode: 'normal', trigger: 'manual' }
  const job = { id: Bun.randomUUIDv7(), kind: 'scan_library', payload, attempts: 1, maxAttempts: 9 }
  let writes: number | undefined
  const stopListening = server.ctx.bus.subscribeToOwn(scanProgress, (event) => {
    if (event.libraryId === libraryId && event.phase === at.phase) writes ??= 0
  })
  const writeBulk: Context['writeBulk'] = async (work) => {
    if (writes !== undefined && ++writes === at.write) await interrupt()
    return server.ctx.writeBulk(work)
  }
  const run = (ctx: Context) =>
    findJobHandler(scanningJobs(ctx), scanLibraryJob)(job, new AbortController().signal)
  try {
    const effect = await run({ ...server.ctx, writeBulk })
    if (effect) await server.ctx.writeBulk((tx) => effect(tx))
  } finally {
    stopListening()
    expect(writes).toBeGreaterThanOrEqual(at.write)
  }
}

async function expectMoved({ to, book }: { to: string; book: { id: string } }) {
  const arrived = (await listBooks(server, to)).find(({ id }) => id === book.id)
  expect(arrived).toMatchObject({ trashedAt: null, missingSince: null, relativePath: 'New/1.cbz' })
  const seriesIds = (await listSeries(server, to)).map(({ id }) => id)
  expect(seriesIds).toContain(arrived!.seriesId)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
}

test('a missing file that another scan has found elsewhere is not trashed', async () => {
  const world = await createLibraries()
  const { here, there, from, to, book } = world
  moveFile(`${here}/${book.relativePath}`, `${there}/New/1.cbz`)
  await scanInterrupted(from, { phase: 'tidy', write: 1 }, () => scanLibrary(server, to))
  await expectMoved(world)
})

test('a file that another scan has found elsewhere is not stored at its old place', async () => {
  const world = await createLibraries()
  const { here, there, from, to, book } = world
  const path = `${here}/${book.relativePath}`
  utimesSync(path, new Date(), new Date('2024-06-01'))
  const scan = scanInterrupted(from, { phase: 'analyze', write: 2 }, async () => {
    moveFile(path, `${there}/New/1.cbz`)
    await scanLibrary(server, to)
  })
  expect(await scan.catch(String)).toContain('books were moved during the scan')
  await expectMoved(world)
  await scanLibrary(server, from)
  await expectMoved(world)
})
