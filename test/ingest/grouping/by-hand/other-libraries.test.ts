/** A book is always in a series of its file's library, whatever moves with it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import { findWrongDerivedData } from '../../../support/derived'
import {
  addLibrary,
  listBooks,
  listSeries,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  undoScan,
  writeFiles,
} from '../../scanning/scan-server'
import type { Context } from '../../../../src/context'
import { scanningJobs } from '../../../../src/ingest/scanning/jobs'
import { scanLibraryJob } from '../../../../src/ingest/scanning/model'
import { findJobHandler } from '../../../support/jobs'
import { startGroupingServer } from '../grouping-server'
import { changeGrouping, getBookIds, getSeriesId, getShelf, undoGrouping } from './by-hand-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

async function makeLibrary(...titles: string[]) {
  const folder = makeFolder()
  for (const title of titles) writeFiles(folder, await makeDifferentComics(title, 2))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder }
}

async function expectOwnSeries(libraryId: string) {
  const own = new Set((await listSeries(server, libraryId)).map((one) => one.id))
  const foreign = (await listBooks(server, libraryId)).filter(({ seriesId }) => !own.has(seriesId))
  expect(foreign.map(({ relativePath }) => relativePath)).toEqual([])
}

/** Moves Bone to a different library, with a book that a user moved to Akira and then to Bone. */
async function moveWithChosenBook(name: string) {
  const { id, folder } = await makeLibrary(`Saga ${name}`, `Bone ${name}`, `Akira ${name}`)
  const other = await makeLibrary(`Else ${name}`)
  const bookIds = await getBookIds(server, id, [`Saga ${name} v1`])
  const akira = await getSeriesId(server, id, `Akira ${name}`)
  const bone = await getSeriesId(server, id, `Bone ${name}`)
  await changeGrouping(server, { bookIds, targetSeriesId: akira })
  const change = await changeGrouping(server, { bookIds, targetSeriesId: bone })
  renameSync(join(folder, `Bone ${name}`), join(other.folder, `Bone ${name}`))
  const file = `Saga ${name} v1.cbz`
  renameSync(join(folder, `Saga ${name}`, file), join(other.folder, `Bone ${name}`, file))
  const scan = await scanLibrary(server, other.id)
  await scanLibrary(server, id)
  const moved = [`Bone ${name} v1`, `Bone ${name} v2`, `Saga ${name} v1`]
  expect((await getShelf(server, other.id))[`Bone ${name}`]).toEqual(moved)
  expect(await getSeriesId(server, other.id, `Bone ${name}`)).toBe(bone)
  return { id, other, change, scan, bone, moved }
}

test('undoing a change leaves no book in a series of another library', async () => {
  const { id, other, change } = await moveWithChosenBook('one')
  await undoGrouping(server, change.id)
  await expectOwnSeries(other.id)
  await expectOwnSeries(id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('undoing the scan that moved a series keeps the books that a person put there', async () => {
  const { id, other, scan, bone, moved } = await moveWithChosenBook('two')
  await undoScan(server, other.id, scan.id)
  await expectOwnSeries(id)
  await expectOwnSeries(other.id)
  expect(await getSeriesId(server, id, 'Bone two')).toBe(bone)
  expect((await getShelf(server, id))['Bone two']).toEqual(moved)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('undoing a scan leaves books of the other library there', async () => {
  const name = 'three'
  const { id, folder } = await makeLibrary(`Bone ${name}`, `Saga ${name}`)
  const other = await makeLibrary(`Else ${name}`, `More ${name}`)
  renameSync(join(folder, `Bone ${name}`), join(other.folder, `Bone ${name}`))
  const scan = await scanLibrary(server, other.id)
  await scanLibrary(server, id)
  const bone = await getSeriesId(server, other.id, `Bone ${name}`)
  const bookIds = await getBookIds(server, other.id, [`Else ${name} v1`])
  await changeGrouping(server, { bookIds, targetSeriesId: bone })
  const more = await getSeriesId(server, other.id, `More ${name}`)
  const merge = await changeGrouping(server, { seriesIds: [more], targetSeriesId: bone })
  await undoScan(server, other.id, scan.id)
  expect(await getSeriesId(server, id, `Bone ${name}`)).toBe(bone)
  await expectOwnSeries(id)
  await expectOwnSeries(other.id)
  expect(await getShelf(server, other.id)).toEqual({
    [`Else ${name}`]: [`Else ${name} v1`, `Else ${name} v2`],
    [`More ${name}`]: [`More ${name} v1`, `More ${name} v2`],
  })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  const undone = await server.call('POST', `/grouping-changes/${merge.id}/undo`, { as: 'max' })
  expect(undone.status).toBe(200)
  await expectOwnSeries(other.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

/** Scans and calls `between` before each transaction. Returns why the first attempt failed. */
async function scanWith(libraryId: string, between: (n: number) => Promise<unknown>) {
  const payload = { libraryId, mode: 'normal', trigger: 'manual' }
  const job = { id: Bun.randomUUIDv7(), kind: 'scan_library', payload, attempts: 1, maxAttempts: 9 }
  let n = 0
  const writeBulk: Context['writeBulk'] = async (work) => {
    n += 1
    await between(n)
    return server.ctx.writeBulk(work)
  }
  const run = (ctx: Context) =>
    findJobHandler(scanningJobs(ctx), scanLibraryJob)(job, new AbortController().signal)
  const failure = await Promise.resolve(run({ ...server.ctx, writeBulk })).catch(String)
  await run(server.ctx)
  return typeof failure === 'string' ? failure : undefined
}

async function moveBone(name: string) {
  const { id, folder } = await makeLibrary(`Bone ${name}`, `Saga ${name}`)
  const other = await makeLibrary(`Else ${name}`)
  const bone = await getSeriesId(server, id, `Bone ${name}`)
  const bookIds = await getBookIds(server, id, [`Saga ${name} v1`])
  renameSync(join(folder, `Bone ${name}`), join(other.folder, `Bone ${name}`))
  const isHere = async () => (await listSeries(server, id)).some((one) => one.id === bone)
  return { id, other, bone, bookIds, isHere }
}

test('a book that is put into a series while a scan moves it stays in its library', async () => {
  const first = await moveBone('four')
  // Finds the transaction that moves the series: the last one that starts in the old library.
  let last = 0
  await scanWith(first.other.id, async (n) => {
    if (await first.isHere()) last = n
  })
  expect(await first.isHere()).toBe(false)
  const { id, other, bone, bookIds, isHere } = await moveBone('five')
  const failure = await scanWith(other.id, async (n) => {
    if (n === last && (await isHere()))
      await changeGrouping(server, { bookIds, targetSeriesId: bone })
  })
  await scanLibrary(server, id)
  await expectOwnSeries(id)
  await expectOwnSeries(other.id)
  expect(failure).toContain('grouped during the scan')
})
