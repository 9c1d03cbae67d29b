/** Which account each person of another program gets. */
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { writeCodex } from './databases/codex-database'
import { testedSources } from './damaged/tested-sources'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { shareShelf } from './shelf'

const shelf = shareShelf('matched-people-')
const { folder } = shelf

const path = join(folder, 'codex.db')
const people = [
  { id: 'u1', name: 'Ann' },
  { id: 'u2', name: 'ANN' },
  { id: 'u3', name: 'ben', email: 'Ann@Example.org' },
  { id: 'u4', name: 'MAX' },
]
const at = '2024-03-01T20:15:00Z'

const listAccounts = async (wanted: Parameters<typeof runImportOf>[2]) => {
  const { report } = await runImportOf(shelf.server, path, wanted)
  return report.people.map(({ name, account, isNew }) => ({ name, account, isNew }))
}

test('no two people get one account, unless someone says so', async () => {
  writeCodex(path, {
    people,
    series: [{ id: 's1', name: 'Ashfall' }],
    books: [{ id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' }],
    readings: people.map(({ id }) => ({ book: 'b1', person: id, page: 20, completed: true, at })),
  })
  const chosen = await listAccounts({ applies: false, users: new Map([['ben', 'max']]) })
  expect(chosen).toMatchObject([
    { name: 'Ann', account: 'ann', isNew: false },
    { name: 'ANN', isNew: true },
    { name: 'ben', account: 'max', isNew: false },
    { name: 'MAX', isNew: true },
  ])
  const first = await listAccounts({})
  expect(first).toMatchObject([
    { name: 'Ann', isNew: true },
    { name: 'ANN', isNew: true },
    { name: 'ben', account: 'ann', isNew: false },
    { name: 'MAX', account: 'max', isNew: false },
  ])
  expect(new Set(first.map(({ account }) => account)).size).toBe(people.length)
  const again = await listAccounts({})
  expect(again).toEqual(first.map((one) => ({ ...one, isNew: false })))
  const users = new Map(people.map(({ name }) => [name, 'ann']))
  expect(await listAccounts({ applies: false, users })).toMatchObject(
    people.map(() => ({ account: 'ann' })),
  )
})

test('the preview shows the names that new accounts get', async () => {
  const newcomers = ['zoe', 'Zoe', 'zoe2', 'ann', 'zoe@example.org']
  writeCodex(join(folder, 'newcomers.db'), {
    people: newcomers.map((name, i) => ({ id: `n${i}`, name })),
    series: [],
    books: [],
    readings: [],
  })
  const listNames = async (applies: boolean) => {
    const { report } = await runImportOf(shelf.server, join(folder, 'newcomers.db'), { applies })
    return report.people.map(({ account }) => account)
  }
  const shown = await listNames(false)
  expect(new Set(shown).size).toBe(newcomers.length)
  expect(await listNames(true)).toEqual(shown)
})

test('a person keeps an account, also that of a choice, when others come before', async () => {
  const before = await dumpTables(shelf.server)
  const [ann, kit] = [
    { id: 'v9', name: 'ANN' },
    { id: 'v0', name: 'kit' },
  ]
  const write = (all: typeof people) =>
    writeCodex(join(folder, 'growing.db'), { people: all, series: [], books: [], readings: [] })
  const importAll = async (users = new Map<string, string>()) => {
    const { report, importId } = await runImportOf(shelf.server, join(folder, 'growing.db'), {
      users,
    })
    return { importId: importId!, accounts: report.people.map(({ account }) => account) }
  }
  write([kit, ann])
  const first = await importAll(new Map([['kit', 'max']]))
  expect(first.accounts).toEqual(['max', 'ann'])
  rmSync(join(folder, 'growing.db'))
  write([kit, { id: 'v1', name: 'ann' }, ann])
  const second = await importAll()
  expect(second.accounts).toEqual(['max', expect.not.stringMatching(/^ann$/), 'ann'])
  await undoImport(shelf.server.ctx, second.importId)
  await undoImport(shelf.server.ctx, first.importId)
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test.each(testedSources.map((source) => [source.kind, source] as const))(
  'two imports from %s at the same time add what one would',
  async (kind, { write, file }) => {
    const database = join(folder, kind, file)
    write(database)
    const before = await dumpTables(shelf.server)
    const one = await runImportOf(shelf.server, database)
    const accounts = one.report.people.map(({ account }) => account)
    await undoImport(shelf.server.ctx, one.importId!)
    const both = await Promise.all([
      runImportOf(shelf.server, database),
      runImportOf(shelf.server, database),
    ])
    for (const { report } of both) {
      expect(report.people.map(({ account }) => account)).toEqual(accounts)
    }
    for (const { importId } of both) await undoImport(shelf.server.ctx, importId!)
    expect(await dumpTables(shelf.server)).toEqual(before)
  },
)
