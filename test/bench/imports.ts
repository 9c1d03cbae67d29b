/**
 * Measures `quire import` of a large database of another program: preview, import, the same again,
 * and undo. See README.md. `bun test/bench/imports.ts --kind komga --books 100000`
 */
import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { dialect } from '../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import type { Store } from '../../src/platform/db/store'
import {
  closeTestDatabases,
  copySqliteTemplate,
  createMigratedPostgresDatabase,
  parsePostgresUrl,
} from '../support/database'
import { formatAim, printLine } from './support/figures'
import { fileNames, sourceKinds, writeSource } from './support/foreign-sources'
import { seed } from './support/seed'
import { anonymousMemory, listFamily, processorTime } from './support/server'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'komga' },
    books: { type: 'string', default: '100000' },
    users: { type: 'string', default: '50' },
    series: { type: 'string' },
    readings: { type: 'string' },
    only: { type: 'string', default: 'preview,apply,repeat,undo' },
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    profiles: { type: 'string' },
  },
})
const kind = sourceKinds.find((one) => one === values.kind)
if (!kind) throw new Error(`--kind is one of ${sourceKinds.join(', ')}.`)
const books = Number(values.books)
const series = Number(values.series ?? Math.ceil(books / 20))
const size = {
  books,
  series,
  users: Number(values.users),
  readings: Number(values.readings ?? books),
}
const aims = { previewSeconds: 20 / 10_000, applySeconds: 300 / 100_000, megabytes: 200 }
const program = values.source
  ? [process.execPath, resolve('src/main.ts')]
  : [resolve(values.binary)]

const folder = mkdtempSync(join(tmpdir(), 'imports-'))

async function measure() {
  const source = join(folder, fileNames[kind!])
  writeSource(source, kind!, size)
  const { store, env } = await openStore()
  await seed(store, { series, booksEach: books / series, users: 0 }, [])
  printLine(
    `${kind} on ${dialect}: ${books} books in ${series} series, ${size.users} users, ` +
      `${size.readings} readings, ${(statSync(source).size / 1e6).toFixed(0)} MB`,
  )
  measureReading(source)
  const steps = values.only.split(',')
  const before = await countRows(store)
  const run = async (name: string, args: readonly string[]) => {
    if (!steps.includes(name)) return ''
    return runImport(name, args, env)
  }
  await run('preview', [source, '--json'])
  const applied = await run('apply', [source, '--apply', '--json'])
  const after = await countRows(store)
  const again = await run('repeat', [source, '--apply', '--json'])
  const repeated = await countRows(store)
  // Labels belong to both imports, so they stay until both are undone.
  for (const output of [again, applied].filter((one) => one !== '')) {
    await run('undo', ['undo', (JSON.parse(output) as { importId: string }).importId])
  }
  const undone = await countRows(store)
  await store.close()
  printLine(`Added: ${describe(before, after)}`)
  if (steps.includes('repeat')) {
    printLine(`Changed by the same import again: ${describe(after, repeated)}`)
  }
  if (steps.includes('undo')) printLine(`Left by the undo: ${describe(before, undone)}`)
}

async function openStore(): Promise<{ store: Store; env: Record<string, string> }> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const settings = {
    SERVICE_DATA_DIR: dataDir,
    SERVICE_DATABASE__TYPE: dialect,
    SERVICE_AUTH__JWT_SECRET: 'a secret for measurements that is long enough',
  }
  if (dialect === 'sqlite') {
    const path = copySqliteTemplate(folder)
    return { store: openSqlite(path), env: { ...settings, SERVICE_DATABASE__SQLITE__PATH: path } }
  }
  const options = parsePostgresUrl(await createMigratedPostgresDatabase())
  const env = {
    ...settings,
    SERVICE_DATABASE__POSTGRES__HOST: options.host,
    SERVICE_DATABASE__POSTGRES__PORT: String(options.port),
    SERVICE_DATABASE__POSTGRES__USERNAME: options.username,
    SERVICE_DATABASE__POSTGRES__DATABASE: options.database,
    SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
  }
  return { store: openPostgres(connectPostgres(options)), env }
}

/** The floor: all rows of all tables, read once. */
function measureReading(path: string) {
  const began = performance.now()
  const before = process.cpuUsage()
  const db = new Database(path, { readonly: true })
  const tables = db.query(`select name from sqlite_schema where type = 'table'`).values().flat()
  let count = 0
  for (const table of tables) {
    for (const _ of db.query(`select * from "${String(table)}"`).iterate()) count++
  }
  db.close()
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - began) / 1_000
  const cpu = formatSeconds((user + system) / 1e6)
  printLine(`floor: ${count} rows read in ${formatSeconds(seconds)}, processor ${cpu}`)
}

const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

async function runImport(name: string, args: readonly string[], env: Record<string, string>) {
  const began = performance.now()
  const postgresBefore = readPostgresTime()
  const child = Bun.spawn([...program, 'import', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env, ...profileInto() },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, anonymousMemory(listFamily(child.pid)))
  }, 50)
  const output = await new Response(child.stdout).text()
  const code = await child.exited
  clearInterval(timer)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = child.resourceUsage()!.cpuTime
  const cpu = formatSeconds(Number(user + system) / 1e6)
  const postgres =
    dialect === 'sqlite'
      ? ''
      : ` and ${formatSeconds(readPostgresTime() - postgresBefore)} of PostgreSQL`
  const each = name === 'preview' ? aims.previewSeconds : aims.applySeconds
  printLine(
    `${name}: ${formatSeconds(seconds)} (${formatAim(seconds, each * books, 's')}), processor ` +
      `${cpu}${postgres}, memory ${peak.toFixed(0)} MB ` +
      `(${formatAim(peak, aims.megabytes, 'MB')}), load ${loadavg()[0]!.toFixed(1)}`,
  )
  return output
}

const profileInto = (): Record<string, string> =>
  values.profiles === undefined
    ? {}
    : { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profiles)}` }

/** The processes of PostgreSQL are children of this one; those of imports have ended. */
const readPostgresTime = () =>
  dialect === 'sqlite'
    ? 0
    : processorTime(listFamily(process.pid).filter((pid) => pid !== process.pid))

const countedTables = [
  'users',
  'book_progress',
  'book_completions',
  'reading_events',
  'series_progress',
  'reading_devices',
  'ratings',
  'want_to_read',
  'bookmarks',
  'collections',
  'collection_series',
  'reading_lists',
  'reading_list_books',
  'sharing_tags',
  'metadata_change_sets',
  'waiting_facts',
  'import_facts',
]

async function countRows(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of countedTables) {
    const [row] = await store.db.rows<{ count: number | string }>(
      sql.raw(`select count(*) as count from ${table}`),
    )
    counts.set(table, Number(row?.count))
  }
  return counts
}

function describe(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const changed = [...after].flatMap(([table, count]) => {
    const more = count - (before.get(table) ?? 0)
    return more === 0 ? [] : `${table} ${more}`
  })
  return changed.length === 0 ? 'nothing' : changed.join(', ')
}

try {
  await measure()
} finally {
  await closeTestDatabases()
  rmSync(folder, { recursive: true })
}
