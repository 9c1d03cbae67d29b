/** An export of everything, read into an empty installation, is the same again. */
import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { getTableName } from 'drizzle-orm'
import { listReferences } from '../../../../src/admin/transfer/everything/members'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { leftOutTables } from '../../../../src/cli/transfer/kinds/left-out'
import { dialect } from '../../../../src/platform/db/dialect'
import {
  closePlaces,
  exportFrom,
  fillEverything,
  importInto,
  openEmpty,
  readArchive,
} from './support'

afterEach(closePlaces)

const listTables = () =>
  exportKinds.flatMap(({ table, nested = [] }) => [table, ...nested.map((one) => one.table)])

describe('the tables of the database', () => {
  test('are all exported, or left out for a reason', async () => {
    const { ctx } = await openEmpty()
    const rows = await ctx.db.rows<{ name: string }>(
      dialect === 'sqlite'
        ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
    )
    const present = rows
      .map(({ name }) => name)
      .filter((name) => !/_fts(_|$)|migrations$/.test(name))
    const exported = new Set(listTables().map((table) => getTableName(table)))
    const leftOut = leftOutTables.map(({ name }) => name).filter((name) => !name.endsWith('_fts'))
    expect([...exported, ...leftOut].toSorted()).toEqual(present.toSorted())
  })

  test('come after those that they refer to', () => {
    const before = new Set<string>()
    for (const kind of exportKinds) {
      const tables = [kind.table, ...(kind.nested ?? []).map(({ table }) => table)]
      for (const table of tables) {
        before.add(getTableName(table))
        const unknown = listReferences(table).filter(({ to }) => !before.has(to))
        expect([kind.name, unknown]).toEqual([kind.name, []])
      }
    }
  })
})

describe('a round trip', () => {
  test.each([{ zip: false }, { zip: true }])('keeps every column (%p)', async ({ zip }) => {
    const source = await openEmpty()
    await fillEverything(source)
    const first = await exportFrom(source)
    const target = await openEmpty()
    const report = await importInto(target, zip ? await exportFrom(source, { zip }) : first)
    const expected = readArchive(first)
    expect(Object.keys(expected).length).toBe(exportKinds.length + 1)
    expect(readArchive(await exportFrom(target))).toEqual(expected)
    expect(report.records).toMatchObject({ books: 2, events: 2, users: 2 })
  })
})
