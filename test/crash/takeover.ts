/**
 * Runs two servers with one PostgreSQL database. Kills the one that watches the folders, before or
 * during a scan, so that the other takes over. Prints the delay. Exits with 1 if a file was not
 * found or two scans of a library overlapped: `bun test/crash/takeover.ts [--times 3] [--binary
 * dist/quire]`.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SQL } from 'bun'
import { mkdirSync, rmSync } from 'node:fs'
import { waitUntilIdle } from '../bench/support/scans'
import { Client, createFolder, type Server, startServer } from '../bench/support/server'
import { findFreePort } from '../support/free-port'
import { makeShelf } from '../support/make/shelves'
import { startPostgres } from '../support/postgres'
import { buildSettings } from './settings'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, binary: { type: 'string' } },
})
const { binary } = values
const timeoutMs = 120_000
/** Lease of 30 s, checked every 10 s, plus 3 s until a scan starts after a change, plus reserve. */
const boundMs = 50_000
const folder = createFolder('takeover')
const books = join(folder, 'books')
mkdirSync(books)
const postgres = await startPostgres()
const url = await postgres.createDatabase()
const database = new SQL(url)
const faults: string[] = []
let total = 0

async function start(): Promise<Server> {
  const env = { ...buildSettings(url), SERVICE_SETUP__LIBRARY: books }
  return startServer({ binary, dataDir: join(folder, 'data'), port: await findFreePort(), env })
}

async function add(name: string, count: number) {
  const batch = join(books, name)
  mkdirSync(batch)
  await makeShelf(batch, { folders: 1, books: count, pages: 6, seed: name })
  total += count
}

async function waitUntilTotal(client: Client): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < timeoutMs) {
    if ((await client.need('GET', '/books?pageSize=1')).total === total) {
      return performance.now() - begin
    }
    await Bun.sleep(100)
  }
  throw new Error('what was put into the folder was never found')
}

/** Counts overlapping scans of one library. */
const countOverlaps = () => database`
  select a.id from scans a join scans b on a.library_id = b.library_id and a.id < b.id
  where b.started_at < a.completed_at and a.started_at < b.completed_at
    and a.status = 'completed' and b.status = 'completed'`

const owner = async () => (await database`select owner from watch_leases`)[0]?.owner as string

async function waitUntilOwned(other?: string): Promise<string> {
  for (let tries = 0; tries < timeoutMs / 100; tries++) {
    const now = await owner()
    if (now && now !== other) return now
    await Bun.sleep(100)
  }
  throw new Error('nobody watches')
}

await add('first', 20)
let watching = await start()
await waitUntilTotal(await Client.signIn(watching.url))
for (let round = 1; round <= Number(values.times); round++) {
  const held = await waitUntilOwned()
  const other = await start()
  const client = await Client.signIn(other.url)
  await waitUntilIdle(client, timeoutMs)
  const inScan = round % 2 === 0
  if (inScan) {
    await add(`scanned ${round}`, 400)
    await client.call('POST', `/libraries/${(await client.need('GET', '/libraries'))[0].id}/scan`)
    await Bun.sleep(500)
  }
  await watching.kill('SIGKILL')
  await add(`after ${round}`, 5)
  const begin = performance.now()
  await waitUntilOwned(held)
  const takenMs = Math.round(performance.now() - begin)
  await waitUntilTotal(client)
  const foundMs = Math.round(performance.now() - begin)
  await waitUntilIdle(client, timeoutMs)
  if (foundMs > boundMs) faults.push(`round ${round}: found after ${foundMs} ms`)
  process.stdout.write(
    `round ${round}, killed ${inScan ? 'in a scan' : 'at rest'}: taken over after ${takenMs} ms, found after ${foundMs} ms\n`,
  )
  watching = other
}
if ((await countOverlaps()).length > 0) faults.push('one library was scanned twice at a time')
await watching.kill()
await database.end()
await postgres.stop()
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
}
rmSync(folder, { recursive: true })
