/**
 * Kills the server or its worker process repeatedly during scans and writes, moves files in
 * between, and checks that nothing is lost. At the end, compares the books with those of another
 * server. With `--acts` it is also killed during undos, purges, restores and strategy
 * changes. With `--postgres` it uses its own PostgreSQL server. Exits with 1 on any loss.
 * `bun test/crash/kill.ts [--times 30] [--binary dist/quire] [--seed 1] [--acts] [--postgres]`
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Database } from 'bun:sqlite'
import { waitUntilIdle, waitForScan } from '../bench/support/scans'
import {
  Client,
  listFamily,
  isRunning,
  createFolder,
  type Server,
  startServer,
} from '../bench/support/server'
import { findFreePort } from '../support/free-port'
import { makeShelf } from '../support/make/shelves'
import { startPostgres } from '../support/postgres'
import { type Act, actNames, createAct } from './acts'
import { Journal, createRandom } from './journal'
import { moveSome } from './move-files'
import { buildSettings } from './settings'
import { compareBooks, describeBooks } from './undisturbed'
import { killWorkers } from './workers'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    binary: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    keep: { type: 'boolean', default: false },
    acts: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})
const { binary } = values
const times = Number(values.times)
const seed = Number(values.seed)
const random = createRandom(seed)
const shelf = { folders: 4, books: 10, pages: 12 }
const booksARound = shelf.folders * shelf.books
const longestLifeMs = 4_000
const writers = 3
const orphanPatienceMs = 10_000
const libraryPatienceMs = 10_000
const scanPatienceMs = 120_000
/** The share of rounds that kill the worker instead of the server. */
const workerShare = 0.6
/** Maximum time between the request and the kill. */
const longestActMs = 700

const folder = createFolder('crash')
const dataDir = join(folder, 'data')
const books = join(folder, 'books')
const port = await findFreePort()
const journal = new Journal(random)
const losses: string[] = []
const tally = {
  kills: 0,
  workers: 0,
  workersDuringScan: 0,
  writes: 0,
  moves: 0,
  duringScan: 0,
  duringAct: 0,
  beforeReady: 0,
}
const postgres = values.postgres ? await startPostgres() : undefined
const databaseSettings = postgres && buildSettings(await postgres.createDatabase())
let written = 0
/** The operation during which the server is killed. */
let act: Act | undefined

process.stdout.write(`seed ${seed}, ${times} kills of ${binary ?? 'the source'}, in ${folder}\n`)
await addBooks()
for (let round = 1; round <= times && losses.length === 0; round++) {
  const lifeMs = Math.round(random() ** 2 * longestLifeMs)
  const { facts, server } = await live(lifeMs)
  if (!postgres && !server) await checkFile(round)
  await checkServer(round, server)
  process.stdout.write(`round ${round}: killed ${facts}\n`)
}
if (!values.acts && losses.length === 0) await checkEnd()
await postgres?.stop()
process.stdout.write(`${JSON.stringify(tally)}\n`)
if (losses.length > 0) {
  process.stderr.write(`LOST, seed ${seed}, left in ${folder}:\n${losses.join('\n')}\n`)
  process.exitCode = 1
} else if (!values.keep) rmSync(folder, { recursive: true })

/** Runs one round: starts the server, adds books, scans and writes in parallel, then kills it. */
async function live(lifeMs: number): Promise<{ facts: string; server?: Server }> {
  tally.kills += 1
  tally.moves += moveSome(books, random)
  if (random() < 0.15) return { facts: await killAtStart() }
  const server = await start()
  const client = await Client.signIn(server.url)
  await addBooks()
  await journal.meet(client)
  const libraryId = await libraryOf(client)
  let isDead = false
  const work = Array.from({ length: writers }, () =>
    journal
      .writeUntil(client, () => isDead)
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\n${server.words()}`)
      }),
  )
  // 409 means that a scan is already running.
  if (random() < 0.8) await client.call('POST', `/libraries/${libraryId}/scan`)
  await Bun.sleep(lifeMs)
  if (values.acts && random() < 0.8) {
    isDead = true
    await Promise.all(work)
    await beginAct(client, libraryId)
  }
  const { processing = 0 } = (await client.call('GET', '/tasks/stats')).body ?? {}
  if (processing > 0) tally[act ? 'duringAct' : 'duringScan'] += 1
  const { victim, isServerAlive } = await killSomething(server, client)
  isDead = true
  const counts = await Promise.all(work)
  const acknowledged = counts.reduce((sum, count) => sum + count, 0)
  tally.writes += acknowledged
  const facts = `${victim} after ${lifeMs} ms with ${acknowledged} writes, ${processing} jobs under way, ${act?.name ?? 'nothing'} asked for`
  return isServerAlive ? { facts, server } : { facts }
}

/** Kills the worker or the server, and checks that their child processes end. */
async function killSomething(server: Server, client: Client) {
  if (random() < workerShare) {
    const libraryId = await libraryOf(client)
    const { killed, duringScan } = await killWorkers({ server, client, libraryId, random })
    tally.workers += killed.length
    tally.workersDuringScan += duringScan
    for (const family of killed) await checkOrphans(family)
    if (killed.length > 0) return { victim: `${killed.length} workers`, isServerAlive: true }
  }
  const family = listFamily(server.pid)
  await server.kill('SIGKILL')
  await checkOrphans(family)
  return { victim: `the server with ${family.length - 1} children`, isServerAlive: false }
}

async function beginAct(client: Client, libraryId: string) {
  await waitUntilIdle(client, scanPatienceMs)
  await journal.meet(client)
  act = createAct(actNames[Math.floor(random() * actNames.length)]!, random)
  await act.begin(client, libraryId)
  await Bun.sleep(random() ** 2 * longestActMs)
}

/** Completes the interrupted operation and checks the result. */
async function settleAct(client: Client, round: number) {
  if (!act) return
  await waitUntilIdle(client, scanPatienceMs)
  const wrong = await act.settle(client, await libraryOf(client))
  losses.push(...wrong.map((fact) => `round ${round}: ${fact}`))
  journal.forget(act.lost)
  act = undefined
}

/** Kills the server while it opens its database or resumes jobs. */
async function killAtStart(): Promise<string> {
  tally.beforeReady += 1
  const standing = listFamily(process.pid).slice(1)
  const starting = start()
  const waitMs = Math.round(random() * 400)
  await Bun.sleep(waitMs)
  // Does not kill PostgreSQL and its child processes.
  const others = new Set(standing.flatMap(listFamily))
  const own = listFamily(process.pid).filter((pid) => pid !== process.pid && !others.has(pid))
  for (const pid of own.toReversed()) process.kill(pid, 'SIGKILL')
  await starting.catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('ended at its start')) throw error
  })
  return `${waitMs} ms into its start`
}

function start() {
  return startServer({
    binary,
    dataDir,
    port,
    env: { SERVICE_SETUP__LIBRARY: books, ...databaseSettings },
  })
}

async function addBooks() {
  written += booksARound
  const batch = join(books, `Batch ${written}`)
  mkdirSync(batch, { recursive: true })
  await makeShelf(batch, { ...shelf, seed: written })
}

/** Waits for the library, which is created after the account at the first start. */
async function libraryOf(client: Client): Promise<string> {
  const deadline = Date.now() + libraryPatienceMs
  while (Date.now() < deadline) {
    const [library] = await client.need('GET', '/libraries')
    if (library) return library.id
    await Bun.sleep(20)
  }
  throw new Error('The first library was not made in time.')
}

/** Checks that no process survives its killed parent, because decoders would accumulate. */
async function checkOrphans(family: readonly number[]) {
  const deadline = Date.now() + orphanPatienceMs
  while (family.some(isRunning)) {
    if (Date.now() > deadline) {
      losses.push(`orphans still run: ${family.filter(isRunning).join(', ')}`)
      return
    }
    await Bun.sleep(50)
  }
}

/** Checks a copy of the database, so that the server has to recover the original itself. */
async function checkFile(round: number) {
  const path = join(dataDir, 'quire.db')
  if (!existsSync(path)) return
  const copy = join(folder, 'copy.db')
  for (const end of ['', '-wal']) {
    rmSync(`${copy}${end}`, { force: true })
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`)
  }
  const database = new Database(copy)
  const integrity = database.query('pragma integrity_check').all() as { integrity_check: string }[]
  const foreign = database.query('pragma foreign_key_check').all()
  database.close()
  if (integrity.some((row) => row.integrity_check !== 'ok')) {
    losses.push(`round ${round}: integrity_check says ${JSON.stringify(integrity)}`)
  }
  if (foreign.length > 0) losses.push(`round ${round}: ${foreign.length} rows point to nothing`)
}

/**
 * Restarts if necessary and checks that acknowledged writes exist, jobs continue, and a scan finds
 * all books.
 */
async function checkServer(round: number, running?: Server) {
  const server = running ?? (await start())
  try {
    const client = await Client.signIn(server.url)
    await settleAct(client, round)
    const missing = await journal.missing(client)
    losses.push(...missing.map((fact) => `round ${round}: ${fact}`))
    const libraryId = await libraryOf(client)
    await waitUntilIdle(client, scanPatienceMs)
    await client.need('POST', `/libraries/${libraryId}/scan`)
    await waitForScan(client, libraryId, scanPatienceMs)
    await waitUntilIdle(client, scanPatienceMs)
    const { total } = await client.need('GET', '/books?pageSize=1')
    if (total !== written) losses.push(`round ${round}: ${total} books of ${written} after a scan`)
    await checkJobs(client, round)
    await journal.meet(client)
    losses.push(...(await journal.missing(client)).map((fact) => `round ${round}, later: ${fact}`))
  } catch (error) {
    losses.push(`round ${round}: ${String(error)}\n${server.words()}`)
  }
  const family = listFamily(server.pid)
  await server.kill()
  await checkOrphans(family)
}

/** Checks that a new server finds the same books in the folder. */
async function checkEnd() {
  const found = await describeOf(dataDir, databaseSettings)
  const other = postgres && buildSettings(await postgres.createDatabase())
  const wanted = await describeOf(join(folder, 'undisturbed'), other)
  losses.push(...compareBooks(found, wanted).map((fact) => `at the end: ${fact}`))
}

async function describeOf(data: string, database: Record<string, string> | undefined) {
  const env = { SERVICE_SETUP__LIBRARY: books, ...database }
  const server = await startServer({ binary, dataDir: data, port, env })
  try {
    const client = await Client.signIn(server.url)
    const libraryId = await libraryOf(client)
    await waitUntilIdle(client, scanPatienceMs)
    await client.need('POST', `/libraries/${libraryId}/scan`)
    await waitForScan(client, libraryId, scanPatienceMs)
    await waitUntilIdle(client, scanPatienceMs)
    return await describeBooks(client)
  } finally {
    await server.kill()
  }
}

async function checkJobs(client: Client, round: number) {
  const { data } = await client.need('GET', '/tasks?status=failed&pageSize=50')
  for (const { taskType, lastError } of data) {
    losses.push(`round ${round}: the job ${taskType} failed for good: ${lastError?.message}`)
  }
}
