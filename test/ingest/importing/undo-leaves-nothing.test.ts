/** An undo leaves every row of every table as it was, for each program and whoever had an account. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { dialect } from '../../../src/platform/db/dialect'
import { testedSources } from './damaged/tested-sources'
import { testedTexts } from './damaged/tested-texts'
import { runImportOf } from './import-command'
import { shareShelf } from './shelf'

setDefaultTimeout(120_000)

const shelf = shareShelf('undo-leaves-nothing-')
const { folder } = shelf

/** What tells of the past, names and counts that nothing uses, and a list of work to do. */
const kept = new Set([
  'imports',
  'audit_entries',
  'metadata_change_sets',
  'genres',
  'genre_counts',
  'series_counts',
  'sharing_sets',
  'reading_changes',
])

async function listTables(): Promise<string[]> {
  const rows = await shelf.server.ctx.db.rows<{ name: string }>(
    dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  return rows
    .map(({ name }) => name)
    .filter((name) => !/_fts(_|$)|migrations$/.test(name) && !kept.has(name))
}

/** Without the times at which rows were last touched. */
async function dumpAll(): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const name of await listTables()) {
    const rows = await shelf.server.ctx.db.rows<Record<string, unknown>>(
      sql.raw(`select * from "${name}"`),
    )
    const texts = rows.map(({ updated_at: _, ...row }) => JSON.stringify(row))
    dump[name] = texts.toSorted()
  }
  return dump
}

function compare(before: Record<string, string[]>, after: Record<string, string[]>) {
  return Object.entries(before).flatMap(([name, rows]) => {
    const known = new Set(rows)
    const now = new Set(after[name])
    const added = [...now].filter((row) => !known.has(row)).map((row) => `${name} + ${row}`)
    const removed = rows.filter((row) => !now.has(row)).map((row) => `${name} - ${row}`)
    return [...added, ...removed]
  })
}

const sources = [...testedSources, ...testedTexts]

test.each(sources.map((source) => [source.kind, source] as const))(
  '%s',
  async (kind, { write, file }) => {
    const path = join(folder, kind, file)
    write(path)
    const before = await dumpAll()
    const { importId, report } = await runImportOf(shelf.server, path)
    expect(report.books.total).toBeGreaterThan(0)
    expect(compare(before, await dumpAll())).not.toEqual([])
    await undoImport(shelf.server.ctx, importId!)
    expect(compare(before, await dumpAll())).toEqual([])
  },
)
