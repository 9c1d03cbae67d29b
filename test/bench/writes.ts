/**
 * Measures writes of reading progress by many people at once, on both databases: `bun
 * test/bench/writes.ts`. See README.md.
 */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { findFreePort } from '../support/free-port'
import { type PostgresServer, startPostgres } from '../support/postgres'
import { makeComics } from './support/comics'
import { computeFigures, ms, printLine, printTable } from './support/figures'
import { addLibrary, type Scan, waitForScan, waitUntilIdle } from './support/scans'
import { Client, createFolder, processorTime, type Server, startServer } from './support/server'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    dialects: { type: 'string', default: 'sqlite,postgres' },
    people: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '5' },
    /** Processes on PostgreSQL. */
    processes: { type: 'string', default: '1' },
    /** Books of a first scan beside the writes. */
    scan: { type: 'string', default: '0' },
  },
})
const people = Number(values.people)
const seconds = Number(values.seconds)
const password = 'correct horse battery'

/** Sends a request. `run` numbers the requests of one person. */
type Send = (person: number, run: number) => Promise<unknown>

const rows: string[][] = []
for (const dialect of values.dialects.split(',')) await measure(dialect)
printTable(['', 'per second', 'median', 'p99', 'µs of the server'], rows)
printLine(`${people} at once, ${seconds} s each`)

async function measure(dialect: string) {
  const folder = createFolder('bench-writes')
  const database =
    dialect === 'postgres' ? await startPostgres(undefined, { isDurable: true }) : undefined
  const servers: Server[] = []
  try {
    await measureFloor(dialect, folder, database)
    const env = database && getDatabaseSettings(await database.createDatabase('bench'))
    const count = database ? Number(values.processes) : 1
    for (let i = 0; i < count; i++) servers.push(await start(folder, env))
    const admin = await Client.signIn(servers[0]!.url)
    const readers = await prepareReaders(admin, servers, folder)
    const pids = servers.map(({ pid }) => pid)
    await measureSends(`${dialect}: progress, ${count} processes`, pids, (person, number) =>
      readers[person]!.turnPage(number),
    )
    await measureSends(`${dialect}: progress of one person`, pids, (person, number) =>
      readers[0]!.turnPage(number, person),
    )
    if (Number(values.scan) > 0) {
      const libraryId = await addLargeLibrary(admin, folder)
      await measureSends(`${dialect}: progress during a first scan`, pids, (person, number) =>
        readers[person]!.turnPage(number),
      )
      const { data } = await admin.need('GET', `/libraries/${libraryId}/scans?pageSize=1`)
      const scan = (data as Scan[])[0]!
      printLine(`${dialect}: at their end the scan was ${scan.status}, with ${scan.added} books.`)
    }
  } finally {
    for (const server of servers) await server.kill()
    await database?.stop()
    rmSync(folder, { recursive: true })
  }
}

async function start(folder: string, env: Record<string, string> | undefined) {
  return startServer({
    binary: values.source ? undefined : values.binary,
    dataDir: join(folder, 'data'),
    port: await findFreePort(),
    env: { SERVICE_AUTH__JWT_SECRET: 'a secret for the benchmark, 32 bytes', ...env },
  })
}

function getDatabaseSettings(url: string) {
  const { hostname, port, username, pathname } = new URL(url)
  return {
    SERVICE_DATABASE__TYPE: 'postgres',
    SERVICE_DATABASE__POSTGRES__HOST: hostname,
    SERVICE_DATABASE__POSTGRES__PORT: port,
    SERVICE_DATABASE__POSTGRES__USERNAME: username,
    SERVICE_DATABASE__POSTGRES__PASSWORD: 'any',
    SERVICE_DATABASE__POSTGRES__DATABASE: pathname.slice(1),
  }
}

async function measureFloor(dialect: string, folder: string, database: PostgresServer | undefined) {
  if (!database) return measureDisk(folder)
  const sql = postgres(await database.createDatabase('floor'), {
    max: people,
    onnotice: () => undefined,
  })
  await sql`create table counters (id int primary key, count int not null)`
  await sql`insert into counters select i, 0 from generate_series(0, ${people}) as i`
  const update = (client: postgres.Sql | postgres.TransactionSql, id: number) =>
    client`update counters set count = count + 1 where id = ${id}`
  await measureSends(`${dialect}: update of one row`, [], (person) => update(sql, person))
  await measureSends(`${dialect}: the same behind one lock`, [], (person) =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`
      await update(tx, person)
    }),
  )
  await sql.end()
}

/** Writes of 4 KiB to a file, one after another, each of them on disk. */
async function measureDisk(folder: string) {
  const file = openSync(join(folder, 'disk'), 'w')
  const bytes = Buffer.alloc(4096)
  const samples: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const begin = performance.now()
    writeSync(file, bytes)
    fdatasyncSync(file)
    samples.push(performance.now() - begin)
  }
  closeSync(file)
  addRow('disk: write of 4 KiB with fdatasync', samples, NaN)
}

interface Reader {
  turnPage(run: number, book?: number): Promise<void>
}

/** One reader with an API key for each person, spread over the servers. */
async function prepareReaders(
  admin: Client,
  servers: readonly Server[],
  folder: string,
): Promise<Reader[]> {
  const library = join(folder, 'books')
  await makeComics(library, { books: people, pages: 20, width: 60, height: 90 })
  await waitForScan(admin, await addLibrary(admin, library))
  await waitUntilIdle(admin)
  const { data } = await admin.need('GET', `/books?pageSize=${people}`)
  const books = (data as { id: string }[]).map(({ id }) => id)
  const readers: Reader[] = []
  for (let person = 0; person < people; person++) {
    const account = { username: `reader${person}`, email: `reader${person}@example.org`, password }
    await admin.need('POST', '/users', { ...account, role: 'reader' })
    const client = await Client.signIn(servers[0]!.url, account)
    const { key } = await client.need('POST', '/api-keys', { name: 'bench' })
    const server = servers[person % servers.length]!
    readers.push({
      turnPage: (run, book = person) =>
        turnPage(`${server.url}/api/v1/books/${books[book]}/progress`, key, (run % 18) + 2),
    })
  }
  return readers
}

/** Returns while its first scan runs. */
async function addLargeLibrary(admin: Client, folder: string): Promise<string> {
  const path = join(folder, 'large')
  await makeComics(path, { books: Number(values.scan), pages: 3, width: 20, height: 30 })
  return addLibrary(admin, path)
}

async function turnPage(url: string, key: string, currentPage: number) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ currentPage }),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body}`)
}

/** Everyone sends the next request when the previous one was answered. */
async function measureSends(name: string, pids: readonly number[], send: Send) {
  for (let person = 0; person < people; person++) await send(person, 0)
  const samples: number[] = []
  const before = processorTime(pids)
  const until = performance.now() + seconds * 1000
  const work = async (person: number) => {
    for (let number = 1; performance.now() < until; number++) {
      const begin = performance.now()
      await send(person, number)
      samples.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  addRow(name, samples, processorTime(pids) - before)
}

function addRow(name: string, samples: number[], processorSeconds: number) {
  const { median, p99 } = computeFigures(samples)
  const micro = (processorSeconds / samples.length) * 1e6
  rows.push([
    name,
    (samples.length / seconds).toFixed(0),
    ms(median),
    ms(p99),
    micro > 0 ? micro.toFixed(0) : '',
  ])
}
