/**
 * `bun test/load/club.ts [--minutes 30] [--per-second 30] [--readers 40]`: two servers and two
 * workers on one PostgreSQL behind nginx, people who read, and a process that is killed every two
 * minutes. Compares every answer with what it must be, and the cost of a request with that of one
 * process on SQLite. See docs/club.md.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeComics } from '../bench/support/comics'
import { ms, printLine } from '../bench/support/figures'
import { passTo, startNginx } from '../bench/support/nginx'
import { createFolder, listFamily, processorTime, startServer } from '../bench/support/server'
import { buildSettings } from '../crash/settings'
import { Dice } from '../support/dice'
import { findFreePort } from '../support/free-port'
import { startPostgres } from '../support/postgres'
import { addBooks, killInTurn, restartDatabase, superviseAll } from './disturbances'
import { addReaders, fillInstallation, formatSize, letRead, makeLibraries } from './installation'
import { Listener } from './listener'
import { prepareClub, type Program } from './programs'
import { Reader, type Shelf } from './reader'
import { RunRecord } from './run-record'
import { formatCost, formatEvents, formatMemory, printTimes, sumProcessor } from './report'
import { checkBooks, checkPositions, checkTasks, type Expected, waitUntilDone } from './verdict'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    minutes: { type: 'string', default: '30' },
    'kill-seconds': { type: 'string', default: '120' },
    'per-second': { type: 'string', default: '30' },
    readers: { type: 'string', default: '40' },
    books: { type: 'string', default: '1200' },
    seed: { type: 'string', default: '1' },
  },
})
const seconds = Number(values.minutes) * 60
const perSecond = Number(values['per-second'])
const count = Number(values.readers)
const seed = Number(values.seed)
const books = Number(values.books)
const binary = resolve(values.binary)
const adminAccount = { username: 'ada', password: 'correct horse battery' }
const folder = createFolder('load')
const paths = await makeLibraries(folder, books)

const alone = await runAlone(Math.min(seconds, 120))
printLine(`one process on SQLite: ${formatCost(alone.used, alone.requests)}`)
printTimes(alone.record)
const club = await runClub()
rmSync(folder, { recursive: true })
process.exitCode = club.faultCount + alone.record.faultCount === 0 ? 0 : 1

async function runAlone(forSeconds: number) {
  const record = new RunRecord()
  const dataDir = join(folder, 'alone')
  const server = await startServer({ binary, dataDir, port: await findFreePort() })
  const { url } = server
  const shelf = await fillInstallation(url, paths)
  const readers = await addReaders({ directUrl: url, url, shelf, count, record, seed })
  const [begun, before] = [record.requests, processorTime(listFamily(server.pid))]
  await letRead(readers, record, { perSecond, seconds: forSeconds, seed })
  const used = processorTime(listFamily(server.pid)) - before
  await server.kill()
  return { record, used, requests: record.requests - begun }
}

async function runClub() {
  const record = new RunRecord()
  const postgres = await startPostgres(undefined, { isDurable: true })
  const url = await postgres.createDatabase('club')
  const dataDir = join(folder, 'club')
  const env = {
    ...buildSettings(url),
    SERVICE_DATA_DIR: dataDir,
    SERVICE_SERVER__HOST: '127.0.0.1',
    SERVICE_JOBS__WORKER: 'false',
    SERVICE_API__RATE_LIMIT__ENABLED: 'false',
    SERVICE_SETUP__ADMIN_USERNAME: adminAccount.username,
    SERVICE_SETUP__ADMIN_EMAIL: 'ada@example.org',
    SERVICE_SETUP__ADMIN_PASSWORD: adminAccount.password,
  }
  await migrate(env)
  const programs = await prepareClub([binary], env)
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  for (const program of programs) await program.start(logs)
  const timer = setInterval(() => programs.forEach((program) => program.measure()), 1_000)
  const servers = programs.filter(({ role }) => role === 'serve')
  const nginx = await startNginx(passTo(servers.map(({ port }) => port)))
  const proxy = `http://127.0.0.1:${nginx.port}`
  try {
    const directUrl = servers[0]!.url
    const shelf = await fillInstallation(directUrl, paths)
    const readers = await addReaders({ directUrl, url: proxy, shelf, count, record, seed })
    await disturb({ programs, postgres, proxy, shelf, readers, record, logs, url })
  } finally {
    clearInterval(timer)
    await nginx.stop()
    for (const program of programs) await program.end('SIGKILL')
    await postgres.stop()
  }
  return record
}

interface World {
  programs: Program[]
  postgres: Awaited<ReturnType<typeof startPostgres>>
  proxy: string
  shelf: Shelf
  readers: Reader[]
  record: RunRecord
  logs: string
  /** Of the database. */
  url: string
}

/** Lets people read while processes are killed, and compares everything at the end. */
async function disturb(world: World) {
  const { programs, postgres, proxy, shelf, readers, record } = world
  const admin = new Reader(proxy, everywhere(shelf), shelf, new Dice(seed), record)
  await admin.signIn()
  await scheduleEveryMinute(admin, shelf.libraryIds[1]!)
  const listeners = readers.slice(0, 12).map((reader) => new Listener(proxy, reader, record))
  for (const listener of listeners) void listener.listen()
  const prepared = await prepareBooks(Math.floor((seconds - 60) / 20))

  const [ending, supervision] = [new AbortController(), new AbortController()]
  const { signal } = ending
  const [begun, usedBefore] = [record.requests, sumProcessor(programs)]
  void superviseAll(programs, world.logs, supervision.signal)
  const kills = killInTurn(programs, Number(values['kill-seconds']) * 1000, signal)
  const outage = restartDatabase(postgres, (seconds / 2) * 1000, signal)
  const [libraryId] = shelf.libraryIds as [string]
  const adding = addBooks(admin, record, { prepared, library: paths[0]!, libraryId, signal })
  await letRead(readers, record, { perSecond, seconds, seed })
  ending.abort()
  const [killed, , arrivals] = await Promise.all([kills, outage, adding])
  const used = sumProcessor(programs) - usedBefore
  const requests = record.requests - begun

  await waitUntilDone(admin)
  // The last events.
  await Bun.sleep(3_000)
  printLine(`${killed} kills and a restart of PostgreSQL in ${seconds / 60} minutes`)
  printLine(formatCost(used, requests))
  printLine(`PostgreSQL since its restart: ${ms(processorTime(listFamily(postgres.pid())))} s`)
  await judge(world, admin, { known: books / 2, arrivals, shelf, listeners })
  for (const listener of listeners) listener.end()
  supervision.abort()
}

async function judge({ programs, readers, record, url }: World, admin: Reader, expected: Expected) {
  const positions = await checkPositions(readers)
  const { announced, possible } = await checkBooks(admin, record, expected)
  const { fired, repeated } = await checkTasks(url, record)
  printTimes(record)
  const longest = ms(record.longestOutageMs)
  printLine(`repeated during an outage: ${record.repeats} requests, the longest for ${longest} ms`)
  printLine(`reading positions compared at the end: ${positions}`)
  printLine(`events: ${formatEvents(expected.listeners)}`)
  printLine(
    `${expected.arrivals.length} new books were announced ${announced} of ${possible} times`,
  )
  printLine(`the schedule fired ${fired} times; ${repeated} attempts of tasks were repeated`)
  for (const { lives } of programs) for (const life of lives) printLine(formatMemory(life))
  printLine(`wrong answers, lost or doubled things: ${record.faultCount}`)
}

function everywhere({ libraryIds }: Shelf) {
  return { ...adminAccount, libraryIds }
}

async function scheduleEveryMinute(admin: Reader, libraryId: string) {
  const body = { scanningConfig: { cronSchedule: '* * * * *' } }
  const path = `/api/v1/libraries/${libraryId}`
  const answer = await admin.ask('schedule', path, { method: 'PATCH', body })
  await answer.arrayBuffer()
}

async function migrate(env: { [name: string]: string }) {
  const child = Bun.spawn([binary, 'migrate'], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
}

async function prepareBooks(wanted: number) {
  const aside = join(folder, 'aside')
  await makeComics(aside, { books: wanted, ...formatSize, width: 210 })
  return readdirSync(aside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
