/** People keep their accounts when one of several imports is undone, or when an import is resumed. */
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { applyConfirmed } from '../../../src/ingest/importing/merge/import-source'
import { findImport, insertImport } from '../../../src/ingest/importing/merge/queries'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { openForeignSource } from '../../../src/ingest/importing/sources/open-source'
import { writeCodex } from './databases/codex-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { shareShelf } from './shelf'

const shelf = shareShelf('repeated-people-')
const { folder } = shelf
const path = join(folder, 'codex.db')
const at = '2024-03-01T20:15:00Z'

function write(count: number, name: string) {
  rmSync(path, { force: true })
  const reading = { person: 'u1', page: 20, completed: true, at }
  writeCodex(path, {
    people: [{ id: 'u1', name }],
    series: [{ id: 's1', name: 'Ashfall' }],
    books: [
      { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' },
      { id: 'b2', series: 's1', path: 'Ashfall/Ashfall 02.cbz' },
    ],
    readings: ['b1', 'b2'].map((book) => Object.assign({ book }, reading)).slice(0, count),
  })
}

test('a chosen account is kept when the first import is undone', async () => {
  const before = await dumpTables(shelf.server)
  write(1, 'kit')
  const first = await runImportOf(shelf.server, path, { users: new Map([['kit', 'max']]) })
  write(2, 'kit')
  const second = await runImportOf(shelf.server, path)
  expect(second.report.people).toMatchObject([{ account: 'max' }])
  expect(await undoImport(shelf.server.ctx, first.importId!)).toEqual({ kept: 0 })
  const third = await runImportOf(shelf.server, path)
  expect(third.report.people).toMatchObject([{ account: 'max', isNew: false }])
  await undoImport(shelf.server.ctx, third.importId!)
  await undoImport(shelf.server.ctx, second.importId!)
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('so is the account that a later import chose', async () => {
  const before = await dumpTables(shelf.server)
  write(1, 'kit')
  const users = new Map([['kit', 'max']])
  const first = await runImportOf(shelf.server, path, { users })
  const second = await runImportOf(shelf.server, path, { users: new Map([['kit', 'ann']]) })
  await undoImport(shelf.server.ctx, first.importId!)
  const third = await runImportOf(shelf.server, path)
  expect(third.report.people).toMatchObject([{ account: 'ann', isNew: false }])
  await undoImport(shelf.server.ctx, second.importId!)
  const fourth = await runImportOf(shelf.server, path)
  expect(fourth.report.people).toMatchObject([{ account: 'ann', isNew: false }])
  for (const { importId } of [third, fourth]) await undoImport(shelf.server.ctx, importId!)
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('an import that was only previewed keeps nothing', async () => {
  const before = await dumpTables(shelf.server)
  write(1, 'kit')
  const { ctx } = shelf.server
  const { importId } = await runImportOf(shelf.server, path, { users: new Map([['kit', 'max']]) })
  const { id: _, ...applied } = (await findImport(ctx.db, importId!))!
  const request = { path, fileName: 'codex.db', kind: null, folders: [], people: [], admins: [] }
  const report = { ...applied.report!, request: { ...request, isConfirmed: false } }
  await ctx.write(async (tx) => {
    for (const state of ['reading', 'ready', 'failed'] as const) {
      await insertImport(tx, { ...applied, report, state })
    }
  })
  await undoImport(ctx, importId!)
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('a resumed import makes no second account for a person who was to get a new one', async () => {
  const before = await dumpTables(shelf.server)
  write(1, 'nora')
  const { ctx } = shelf.server
  const byId = new Map([['u1', { userId: 'new', isAdmin: false }]])
  const choice = { folders: [], users: new Map(), admins: new Set<string>(), byId }
  const source = openForeignSource({ path, folder, maxBytes: 1e9, kind: undefined })
  const { kind, instance, version } = source
  const importId = await ctx.write((tx) =>
    insertImport(tx, {
      kind,
      instance,
      version,
      folders: [],
      createdAt: ctx.clock.now(),
      state: 'applying',
    }),
  )
  const accounts: (string | null)[] = []
  for (const _ of [1, 2, 3]) {
    const report = await applyConfirmed(ctx, source, { importId, choice, watch: {} })
    accounts.push(report.people[0]!.account)
  }
  source.close()
  expect(new Set(accounts)).toEqual(new Set(['nora']))
  await undoImport(ctx, importId)
  expect(await dumpTables(shelf.server)).toEqual(before)
})
