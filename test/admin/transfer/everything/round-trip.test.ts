/** An export of everything, read into an empty installation, is the same again. */
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getTableName, sql } from 'drizzle-orm'
import { isSignedSessionEnded } from '../../../../src/accounts/sessions/signed-sessions'
import { users } from '../../../../src/accounts/users/schema'
import { exportEverything } from '../../../../src/admin/transfer/everything/export-everything'
import { importReading } from '../../../../src/admin/transfer/import/import-reading'
import { isCoverFile } from '../../../../src/cli/transfer/kinds/file-checks'
import type { Db } from '../../../../src/platform/db/store'
import { bookmarks } from '../../../../src/reading/bookmarks/schema'
import { bookCompletions, readingEvents } from '../../../../src/reading/progress/schema'
import { ratings } from '../../../../src/reading/ratings/schema'
import { listReferences } from '../../../../src/admin/transfer/everything/record-members'
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

test('S3: sessions of the Komga API do not move to the installation that reads an export', async () => {
  const place = await openEmpty()
  await fillEverything(place)
  const id = Bun.randomUUIDv7()
  const fresh = await openEmpty()
  await importInto(fresh, await exportFrom(place))
  const accounts = await fresh.ctx.db.select({ userId: users.id }).from(users)
  expect(accounts.length).toBeGreaterThan(1)
  for (const { userId } of accounts)
    expect(await isSignedSessionEnded(fresh.ctx.db, { userId, id })).toBe(true)
})

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

describe('an export', () => {
  test('is of one moment, whatever is written meanwhile', async () => {
    const source = await openEmpty()
    await fillEverything(source)
    const before = readArchive(await exportFrom(source))
    const { ctx } = source
    const interrupted = {
      ctx: {
        ...ctx,
        snapshot: <T>(work: (db: Db) => Promise<T>) =>
          ctx.snapshot(async (db) => {
            await ctx.write(async (tx) => void (await tx.delete(users)))
            return work(db)
          }),
      },
    }
    expect(readArchive(await exportFrom(interrupted))).toEqual(before)
    expect(readArchive(await exportFrom(source))['users.jsonl']).toBeUndefined()
  })

  test('leaves nothing behind if it fails', async () => {
    const source = await openEmpty()
    await fillEverything(source)
    const to = join(mkdtempSync(join(tmpdir(), 'aborted-')), 'export.zip')
    const signal = AbortSignal.abort()
    const failing = exportEverything(source.ctx, {
      kinds: exportKinds,
      to,
      withSecrets: true,
      isCover: isCoverFile,
      signal,
    })
    expect(failing).rejects.toThrow()
    await failing.catch(() => undefined)
    expect(readdirSync(dirname(to))).toEqual([])
    const { ctx } = await openEmpty()
    expect(
      importReading(ctx, { folder: dirname(to), users: new Map(), applies: true }),
    ).rejects.toThrow('no export')
  })

  test('also has what users read, for another installation with the same books', async () => {
    const source = await openEmpty()
    await fillEverything(source)
    const folder = await exportFrom(source)
    const target = await openEmpty()
    await importInto(target, folder)
    const { ctx } = target
    await ctx.write(async (tx) => {
      for (const table of [bookmarks, readingEvents, bookCompletions, ratings])
        await tx.delete(table)
    })
    const report = await importReading(ctx, { folder, users: new Map(), applies: true })
    expect(report).toMatchObject({ waiting: [], lists: 4 })
    const [expected, found] = [readArchive(folder), readArchive(await exportFrom(target))]
    for (const name of ['bookmarks', 'completions', 'ratings'] as const) {
      const rows = (archive: Record<string, unknown>) =>
        (archive[`${name}.jsonl`] as { id: string }[]).map(({ id: _, ...row }) => row)
      expect([name, rows(found)]).toEqual([name, rows(expected)])
    }
  })
})
