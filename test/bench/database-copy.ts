/**
 * Copies a large SQLite database to PostgreSQL and back. See README.md.
 * `bun test/bench/database-copy.ts --books 100000 --events 1000000`
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import type { Store } from '../../src/platform/db/store'
import { copySqliteTemplate, parsePostgresUrl } from '../support/database'
import { startPostgres } from '../support/postgres'
import { formatAim, printLine } from './support/figures'
import { seed } from './support/seed'
import { anonymousMemory, listFamily, processorTime } from './support/server'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    events: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '180' },
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
  },
})
const booksEach = 10
const aimSeconds = 600
const program = values.source
  ? [process.execPath, resolve('src/main.ts')]
  : [resolve(values.binary)]

const folder = mkdtempSync(join(tmpdir(), 'database-copy-'))
const server = await startPostgres()
try {
  const path = copySqliteTemplate(folder)
  await fill(path)
  printLine(`SQLite: ${formatMegabytes(path)}`)
  const { host, port, username, database } = parsePostgresUrl(await server.createDatabase())
  const settings = {
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_DATABASE__POSTGRES__HOST: host,
    SERVICE_DATABASE__POSTGRES__PORT: String(port),
    SERVICE_DATABASE__POSTGRES__USERNAME: username,
    SERVICE_DATABASE__POSTGRES__DATABASE: database,
    SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
    SERVICE_AUTH__JWT_SECRET: 'a secret for measurements that is long enough',
  }
  mkdirSync(settings.SERVICE_DATA_DIR)
  const sqlite = { ...settings, SERVICE_DATABASE__SQLITE__PATH: path }
  await copy('postgres', { ...sqlite, SERVICE_DATABASE__TYPE: 'sqlite' })
  const back = join(folder, 'back.db')
  const postgres = { ...settings, SERVICE_DATABASE__SQLITE__PATH: back }
  await copy('sqlite', { ...postgres, SERVICE_DATABASE__TYPE: 'postgres' })
  printLine(`SQLite, copied back: ${formatMegabytes(back)}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function fill(path: string) {
  const store = openSqlite(path)
  try {
    const series = Math.ceil(Number(values.books) / booksEach)
    await seed(store, { series, booksEach, users: 50 }, [])
    await fillBooks(store)
    await fillEvents(store)
  } finally {
    await store.close()
  }
}

async function run(store: Store, statement: string) {
  await store.writeBulk(async (tx) => void (await tx.rows(sql.raw(statement))))
}

/** Pages as a scan stores them, about 110 bytes each. */
async function fillBooks(store: Store) {
  const pages = Array.from({ length: Number(values.pages) }, (_, page) => ({
    name: `${String(page + 1).padStart(3, '0')}.jpg`,
    mediaType: 'image/jpeg',
    size: 400_000 + page,
    width: 1_600,
    height: 2_400,
    offset: page * 400_000,
    packedSize: 399_000 + page,
    method: 8,
  }))
  const text = JSON.stringify(pages)
  const slice = 10_000
  for (let from = 0; from < Number(values.books); from += slice) {
    const some = `from books where n > ${from} and n <= ${from + slice}`
    await run(
      store,
      `insert into book_contents (n, media_type, pages, cover, findings)
        select n, 'application/vnd.comicbook+zip', '${text}', '0', '[]' ${some}`,
    )
    await run(
      store,
      `insert into book_metadata (n, summary, writer, locks, sources, search, created_at, updated_at)
        select n, 'What happens in book ' || n, 'Ann Author', '[]', '{"title":"path"}',
          'book ' || n, created_at, updated_at ${some}`,
    )
  }
}

/** Ten events of one user in each book, or as many as are necessary. */
async function fillEvents(store: Store) {
  const slice = 50_000
  for (let from = 0; from < Number(values.events); from += slice) {
    await run(
      store,
      `insert into reading_events
          (id, user_id, book_id, pass, kind, origin, page, fraction, device, happened_at, created_at)
        with recursive counted(i) as (
          select ${from} union all select i + 1 from counted where i < ${from + slice - 1}
        )
        select printf('0191%04x-%04x-7000-8000-%012x', i / 65536, i % 65536, i), users.id, books.id,
          1, 'position', 'explicit', i % 180, (i % 180) / 180.0, 'browser',
          1700000000000 + i * 1000, 1700000000000 + i * 1000
        from counted
          join users on users.username = 'user' || (1 + i % 50)
          join books on books.n = 1 + i % ${values.books}`,
    )
  }
}

async function copy(to: 'postgres' | 'sqlite', env: Record<string, string>) {
  const began = performance.now()
  const before = readPostgresTime()
  const child = Bun.spawn([...program, 'database', 'copy', '--to', to], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, anonymousMemory([child.pid]))
  }, 100)
  const code = await child.exited
  clearInterval(timer)
  if (code !== 0) throw new Error(`the copy to ${to} ended with ${code}`)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = child.resourceUsage()!.cpuTime
  const postgres = readPostgresTime() - before
  printLine(
    `To ${to}: ${seconds.toFixed(0)} s (${formatAim(seconds, aimSeconds, 's')}), processor time ` +
      `${(Number(user + system) / 1e6).toFixed(0)} s and ${postgres.toFixed(0)} s of PostgreSQL, peak of anonymous memory ${peak.toFixed(0)} MB`,
  )
}

/** Processor time of PostgreSQL, whose processes are children of this one, in seconds. */
function readPostgresTime() {
  return processorTime(listFamily(process.pid).filter((pid) => pid !== process.pid))
}

function formatMegabytes(path: string) {
  return `${(statSync(path).size / 1e6).toFixed(0)} MB`
}
