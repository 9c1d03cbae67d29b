/** An undo removes each account that the import made, unless another import uses it. */
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitingFacts } from '../../../src/ingest/importing/schema'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { writeCodex } from './databases/codex-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { shareShelf } from './shelf'

const shelf = shareShelf('undone-people-')
const { folder } = shelf

const path = join(folder, 'codex.db')
const at = '2024-03-01T20:15:00Z'

function writeReadings(count: number, name = 'uma', second = 'Ashfall/Ashfall 02.cbz') {
  rmSync(path, { force: true })
  const reading = { person: 'u1', page: 20, completed: true, at }
  const readings = ['b1', 'b2'].map((book) => Object.assign({ book }, reading))
  writeCodex(path, {
    people: [{ id: 'u1', name }],
    series: [{ id: 's1', name: 'Ashfall' }],
    books: [
      { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' },
      { id: 'b2', series: 's1', path: second },
    ],
    readings: readings.slice(0, count),
  })
}

const importAll = async (wanted: Parameters<typeof runImportOf>[2] = {}) => {
  const { importId, report } = await runImportOf(shelf.server, path, wanted)
  return { id: importId!, account: report.people[0]!.account }
}

test('the account goes with the last of the imports that use it', async () => {
  const before = await dumpTables(shelf.server)
  writeReadings(1)
  const first = await importAll()
  writeReadings(2)
  const second = await importAll()
  expect(second.account).toBe(first.account)
  expect(await undoImport(shelf.server.ctx, first.id)).toEqual({ kept: 1 })
  const third = await importAll()
  expect(third.account).toBe(first.account)
  await undoImport(shelf.server.ctx, third.id)
  expect(await undoImport(shelf.server.ctx, second.id)).toEqual({ kept: 0 })
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('an import whose books are not here yet uses the account, too', async () => {
  const before = await dumpTables(shelf.server)
  writeReadings(1, 'wim')
  const first = await importAll()
  writeReadings(2, 'wim', 'Elsewhere/Elsewhere 01.cbz')
  const second = await importAll()
  expect(second.account).toBe(first.account)
  const waiting = await shelf.server.ctx.db.$count(waitingFacts)
  expect(waiting).toBeGreaterThan(0)
  expect(await undoImport(shelf.server.ctx, first.id)).toEqual({ kept: 1 })
  expect(await shelf.server.ctx.db.$count(waitingFacts)).toBe(waiting)
  expect(await undoImport(shelf.server.ctx, second.id)).toEqual({ kept: 0 })
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('so does a new account for a person who had one already', async () => {
  const before = await dumpTables(shelf.server)
  writeReadings(1, 'vera')
  const first = await importAll()
  const byId = new Map([['u1', { userId: 'new', isAdmin: false }]])
  const second = await importAll({ byId })
  expect(second.account).not.toBe(first.account)
  await undoImport(shelf.server.ctx, second.id)
  expect((await importAll()).account).toBe(first.account)
  await undoImport(shelf.server.ctx, first.id)
  expect(await dumpTables(shelf.server)).toEqual(before)
})
