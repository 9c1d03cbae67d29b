/** An installation is recognized when it is imported again, also without its first account. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { findImport, insertImport, updateImport } from '../../../src/ingest/importing/merge/queries'
import { writeCodex } from './databases/codex-database'
import { writeKavita } from './databases/kavita-database'
import { writeKomga } from './databases/komga-database'
import { testedSources } from './damaged/tested-sources'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { shareShelf } from './shelf'

setDefaultTimeout(120_000)

const shelf = shareShelf('known-installations-')
const { folder } = shelf

const apply = async (path: string) => {
  const { importId } = await runImportOf(shelf.server, path)
  return (await findImport(shelf.server.ctx.db, importId!))!
}

const firstAccounts = [
  ['komga', `delete from USER where ID = 'U-ann@example.org'`],
  ['kavita', 'delete from AspNetUsers where Id = 1'],
  ['codex', `delete from users where id = 'u1'`],
  ['stump', `delete from users where id = 'u1'`],
  ['audiobookshelf', `delete from users where id = 'u1'`],
  ['calibre-web', 'delete from user where id = 1'],
] as const

const sessionKey = `create table flask_settings as select 1 as id, x'${'5a'.repeat(32)}' as flask_session_key`

test.each(firstAccounts)('a repeat from %s without its first account', async (kind, statement) => {
  const { write, file } = testedSources.find((source) => source.kind === kind)!
  const path = join(folder, kind, file)
  write(path, (db) => db.run(sessionKey))
  await runImportOf(shelf.server, path)
  const before = await dumpTables(shelf.server)
  write(path, (db) => {
    db.run(sessionKey)
    db.run(statement)
  })
  await runImportOf(shelf.server, path)
  expect(await dumpTables(shelf.server)).toEqual(before)
})

test('a repeat after the only account was replaced', async () => {
  const path = join(folder, 'replaced', 'database.sqlite')
  const write = (email: string, row: Record<string, string>) =>
    writeKomga(path, {
      people: [{ email, row }],
      books: [],
      change: (db) => {
        db.run('alter table LIBRARY add column CREATED_DATE')
        db.run(`update LIBRARY set CREATED_DATE = '2022-05-05 05:05:05.555'`)
      },
    })
  write('kim@example.org', { CREATED_DATE: '2022-05-05 05:05:01' })
  const first = await apply(path)
  write('lou@example.org', { CREATED_DATE: '2022-05-05 06:06:06' })
  const second = await apply(path)
  expect(second.instance).toBe(first.instance)
})

const emptyTimes = ['0001-01-01 00:00:00', '0000-00-00 00:00:00', '1970-01-01 00:00:00']

test.each(emptyTimes)('two installations with the same numbers, and %s', async (empty) => {
  const path = join(folder, `numbers-${emptyTimes.indexOf(empty)}`, 'kavita.db')
  const from = 2020 + 2 * emptyTimes.indexOf(empty)
  const write = (year: number) =>
    writeKavita(path, {
      people: [1, 2].map((id) => ({
        id,
        name: `person${id}`,
        row: { Created: `${year}-01-0${id} 12:00:00.1234567` },
      })),
      change: (db) => {
        db.run('alter table Library add column Created')
        // As Kavita fills columns that it adds later.
        db.run(`update Library set Created = '${empty}'`)
      },
    })
  write(from)
  const first = await apply(path)
  write(from + 1)
  const second = await apply(path)
  expect(second.instance).not.toBe(first.instance)
})

test('an installation that an earlier version imported', async () => {
  const path = join(folder, 'earlier', 'codex.db')
  const write = (names: string[], year: number) =>
    writeCodex(path, {
      ids: 'text',
      people: names.map((name, n) => ({
        id: `u-${name}`,
        name,
        row: { created_at: `${year}-01-0${n + 1}` },
      })),
    })
  write(['nia', 'oli'], 2020)
  const first = await apply(path)
  const { marks: _, ...report } = first.report!
  await shelf.server.ctx.write((tx) => updateImport(tx, first.id, { report }))
  write(['oli', 'pam'], 2021)
  expect((await apply(path)).instance).toBe(first.instance)
  write(['pam'], 2021)
  expect((await apply(path)).instance).toBe(first.instance)
  write(['quinn'], 2021)
  expect((await apply(path)).instance).not.toBe(first.instance)
})

test('an installation that was imported long before another one', async () => {
  const path = join(folder, 'rare', 'codex.db')
  const write = (names: string[]) =>
    writeCodex(path, {
      people: names.map((name) => ({
        id: `rare-${name}`,
        name,
        row: { created_at: `2023-01-0${name.length} 10:11:12` },
      })),
    })
  write(['nia', 'olga'])
  const first = await apply(path)
  const { id: _, instance: __, ...values } = first
  await shelf.server.ctx.write(async (tx) => {
    const often = { ...values, instance: 'another', report: { ...first.report!, marks: [] } }
    for (let n = 0; n < 201; n++) {
      await insertImport(tx, { ...often, createdAt: new Date(first.createdAt.getTime() + n + 1) })
    }
  })
  write(['olga'])
  expect((await apply(path)).instance).toBe(first.instance)
})
