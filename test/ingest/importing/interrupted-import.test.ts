/** Imports that end in the middle: at every write, as when the process is killed there. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../../src/context'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { listImports } from '../../../src/ingest/importing/service'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createSharedTest } from '../../support/share'
import { writeKomga } from './databases/komga-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'

const test = createSharedTest(['ingest/importing', 'reading/progress/imported'])
setDefaultTimeout(180_000)

const folder = mkdtempSync(join(tmpdir(), 'interrupted-import-'))
const path = join(folder, 'database.sqlite')
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { path: '/srv' })
  const series = await seedSeries(server, library, { title: 'Night' })
  await seedBook(server, series, { title: 'A', relativePath: 'Night/A.cbz' })
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [series.id]))
  writeKomga(path, {
    people: [{ email: 'kim@example.org', labels: [{ label: 'old', allow: 0 }] }],
    books: [
      { id: 'B1', path: 'Night/A.cbz', series: 'Night' },
      { id: 'B2', path: 'Night/B.cbz', series: 'Night' },
    ],
    series: { Night: { STATUS: 'ENDED', STATUS_LOCK: 1 } },
    labels: [{ SERIES_ID: 'S-Night', LABEL: 'late' }],
    readings: [
      { book: 'B1', person: 'kim@example.org', completed: true, at: '2024-03-01T20:15:00Z' },
      { book: 'B2', person: 'kim@example.org', page: 4, at: '2024-03-02T20:15:00Z' },
    ],
    readLists: [{ id: 'R1', name: 'Nights', items: ['B2', 'B1'] }],
    covers: [
      {
        table: 'THUMBNAIL_SERIES',
        row: { SERIES_ID: 'S-Night', SELECTED: 1, TYPE: 'USER_UPLOADED', THUMBNAIL: picture },
      },
    ],
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

class Killed extends Error {}

/** After this many writes, every further one fails. */
function dieAfter(writes: number): { ctx: Context; hasDied: () => boolean } {
  let left = writes
  const ctx: Context = {
    ...server.ctx,
    write: (work) => {
      if (left-- > 0) return server.ctx.write(work)
      return Promise.reject(new Killed())
    },
  }
  return { ctx, hasDied: () => left < 0 }
}

async function importUntil(writes: number): Promise<boolean> {
  const { ctx, hasDied } = dieAfter(writes)
  try {
    await runImportOf({ ...server, ctx }, path)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  return hasDied()
}

async function undoAll() {
  for (const { id, state } of await listImports(server.ctx)) {
    if (state !== 'undone') await undoImport(server.ctx, id)
  }
}

const countRows = (dump: Record<string, object[]>) =>
  Object.fromEntries(Object.entries(dump).map(([name, rows]) => [name, rows.length]))

test('an interrupted import can be taken back, or repeated to the end', async () => {
  const before = await dumpTables(server)
  expect(await importUntil(1000)).toBe(false)
  const whole = countRows(await dumpTables(server))
  await undoAll()
  expect(await dumpTables(server)).toEqual(before)
  for (let writes = 0; await importUntil(writes); writes++) {
    await undoAll()
    expect(await dumpTables(server), `taken back after ${writes} writes`).toEqual(before)
    await importUntil(writes)
    await importUntil(1000)
    expect(countRows(await dumpTables(server)), `repeated after ${writes} writes`).toEqual(whole)
    await undoAll()
    expect(await dumpTables(server), `both taken back after ${writes} writes`).toEqual(before)
  }
  await undoAll()
})

async function undoUntil(writes: number): Promise<boolean> {
  const { ctx, hasDied } = dieAfter(writes)
  try {
    for (const { id, state } of await listImports(ctx)) {
      if (state !== 'undone') await undoImport(ctx, id)
    }
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  return hasDied()
}

test('an interrupted undo continues, also after the same import again', async () => {
  const before = await dumpTables(server)
  for (let writes = 0; ; writes++) {
    await importUntil(1000)
    if (!(await undoUntil(writes))) break
    if (writes % 2 === 1) await importUntil(1000)
    await undoAll()
    expect(await dumpTables(server), `interrupted after ${writes} writes`).toEqual(before)
  }
  expect(await dumpTables(server)).toEqual(before)
})
