/**
 * Measures an import that runs in the worker of a running server: preview, import and undo, the
 * memory of the worker, and the response times of the server meanwhile. See README.md.
 * `bun test/bench/moving-in.ts --kind komga --books 100000`, on PostgreSQL with QUIRE_DIALECT.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { dialect } from '../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import {
  closeTestDatabases,
  copySqliteTemplate,
  createMigratedPostgresDatabase,
  parsePostgresUrl,
} from '../support/database'
import { computeFigures, formatAim, printLine } from './support/figures'
import { fileNames, sourceKinds, writeSource } from './support/foreign-sources'
import { seed } from './support/seed'
import {
  anonymousMemory,
  Client,
  findWorker,
  processorTime,
  type Server,
  startServer,
} from './support/server'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'komga' },
    books: { type: 'string', default: '100000' },
    users: { type: 'string', default: '50' },
    port: { type: 'string', default: '23180' },
    binary: { type: 'string', default: 'dist/quire' },
  },
})
const kind = sourceKinds.find((one) => one === values.kind)
if (!kind) throw new Error(`--kind is one of ${sourceKinds.join(', ')}.`)
const books = Number(values.books)
const size = { books, series: Math.ceil(books / 20), users: Number(values.users), readings: books }
const aims = { megabytes: 200, p99Ms: 100 }
const betweenRequestsMs = 50

const folder = mkdtempSync(join(tmpdir(), 'moving-in-'))

async function openDatabase(): Promise<Record<string, string>> {
  if (dialect === 'sqlite') {
    const path = copySqliteTemplate(folder)
    const store = openSqlite(path)
    await seed(store, { series: size.series, booksEach: 20, users: 0 }, [])
    await store.close()
    return { SERVICE_DATABASE__SQLITE__PATH: path }
  }
  const options = parsePostgresUrl(await createMigratedPostgresDatabase())
  const store = openPostgres(connectPostgres(options))
  await seed(store, { series: size.series, booksEach: 20, users: 0 }, [])
  await store.close()
  return {
    SERVICE_AUTH__JWT_SECRET: 'a secret for the benchmark, 32 bytes',
    SERVICE_DATABASE__POSTGRES__HOST: options.host,
    SERVICE_DATABASE__POSTGRES__PORT: String(options.port),
    SERVICE_DATABASE__POSTGRES__USERNAME: options.username,
    SERVICE_DATABASE__POSTGRES__DATABASE: options.database,
    SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
  }
}

const paths = ['/series?limit=20&sort=title', '/books?limit=20', '/user/profile', '/collections']

/** Asks for pages, one after another, until it is stopped. */
function ask(client: Client) {
  const times: number[] = []
  const stopping = new AbortController()
  const run = async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const began = performance.now()
      await client.call('GET', paths[i % paths.length]!)
      times.push(performance.now() - began)
      await Bun.sleep(betweenRequestsMs)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
    return times
  }
}

async function measureStep(
  { server, client }: { server: Server; client: Client },
  { name, id, until }: { name: string; id: string; until: string },
) {
  const began = performance.now()
  const stop = ask(client)
  let [peak, seconds] = [0, 0]
  const timer = setInterval(() => {
    const worker = findWorker(server)
    if (worker === undefined) return
    peak = Math.max(peak, anonymousMemory([worker]))
    seconds = Math.max(seconds, processorTime([worker]))
  }, 100)
  for (;;) {
    const { state, error } = await client.need('GET', `/imports/${id}`)
    if (state === until) break
    if (state === 'failed') throw new Error(`${name}: ${JSON.stringify(error)}`)
    await Bun.sleep(200)
  }
  clearInterval(timer)
  const wall = (performance.now() - began) / 1_000
  const { p99 } = computeFigures(await stop())
  printLine(
    `${name}: ${wall.toFixed(1)} s, worker: processor so far ${seconds.toFixed(1)} s, memory ` +
      `${peak.toFixed(0)} MB (${formatAim(peak, aims.megabytes, 'MB')}), server p99 ` +
      `${p99.toFixed(0)} ms (${formatAim(p99, aims.p99Ms, 'ms')}), load ${loadavg()[0]!.toFixed(1)}`,
  )
}

async function measure() {
  const source = join(folder, 'source', fileNames[kind!])
  mkdirSync(dirname(source), { recursive: true })
  writeSource(source, kind!, size)
  const database = await openDatabase()
  printLine(`${kind} on ${dialect}: ${books} books, ${size.users} users`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const env = { ...database, SERVICE_DATABASE__TYPE: dialect }
  const port = Number(values.port)
  const server = await startServer({ binary: values.binary, dataDir, port, env })
  try {
    const client = await Client.signIn(server.url)
    const { id } = await client.need('POST', '/imports', { path: source })
    const both = { server, client }
    await measureStep(both, { name: 'preview', id, until: 'ready' })
    await client.need('POST', `/imports/${id}/apply`)
    await measureStep(both, { name: 'import', id, until: 'done' })
    await client.need('POST', `/imports/${id}/undo`)
    await measureStep(both, { name: 'undo', id, until: 'undone' })
  } finally {
    await server.kill()
  }
}

try {
  await measure()
} finally {
  await closeTestDatabases()
  rmSync(folder, { recursive: true })
}
