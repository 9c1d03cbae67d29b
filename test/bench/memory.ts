/**
 * Measures memory when idle and during a first scan, row V2: `bun test/bench/memory.ts`. See
 * README.md.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatAim, printLine, printTable, ratio } from './support/figures'
import { makeRealLibrary } from './support/real-library'
import { addLibrary, waitUntilIdle, waitForScan } from './support/scans'
import { anonymousMemory, Client, listFamily, createFolder, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    /** Seconds to wait before the server counts as idle. */
    rest: { type: 'string', default: '60' },
    books: { type: 'string', default: '300' },
    /** Folder of a library that an earlier run has left, or leaves for later ones. */
    library: { type: 'string' },
  },
})
const idleAim = 60
const scanAim = 280
const decoderAim = 80

const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-memory')
const books = values.library ?? join(folder, 'books')
if (!existsSync(books)) await makeRealLibrary(books, Number(values.books))

const floor = await idleFloor()
const server = await startServer({
  binary,
  dataDir: join(folder, 'data'),
  port: await findFreePort(),
  env: { SERVICE_THUMBNAILS__WORKERS: '2' },
})
await Bun.sleep(Number(values.rest) * 1000)
const idle = anonymousMemory(listFamily(server.pid))
const client = await Client.signIn(server.url)
const watch = watchMemory(server.pid)
const libraryId = await addLibrary(client, books)
const scan = await waitForScan(client, libraryId)
const afterScan = watch.total()
await waitUntilIdle(client)
watch.stop()
if (scan.added !== Number(values.books)) throw new Error(`Only ${scan.added} books were found.`)
await Bun.sleep(Math.min(Number(values.rest), 60) * 1000)
const after = anonymousMemory(listFamily(server.pid))
report()
await server.kill()
rmSync(folder, { recursive: true })

function report() {
  const row = (name: string, megabytes: number, aim?: number) => [
    name,
    megabytes.toFixed(1),
    ratio(megabytes, floor),
    aim === undefined ? '' : formatAim(megabytes, aim, 'MB'),
  ]
  printTable(
    ['anonymous memory, MB', 'all', 'to floor', ''],
    [
      row('floor: a bare Bun server', floor),
      row(`idle, ${values.rest} s after the start`, idle, idleAim),
      row(`peak until the ${values.books} books are visible`, afterScan),
      row('peak with thumbnails, all processes', watch.total(), scanAim),
      row(`${values.rest} s after it`, after),
    ],
  )
  const peaks = [...watch.ofProcesses].toSorted(([, a], [, b]) => b - a)
  printLine(`highest of each kind of process, MB (aim for decoders: ${decoderAim}):`)
  for (const [kind, megabytes] of peaks) printLine(`  ${kind}: ${megabytes.toFixed(1)}`)
}

async function idleFloor(): Promise<number> {
  const code = `Bun.serve({ port: 0, fetch: () => new Response('ok') })`
  const child = Bun.spawn([process.execPath, '-e', code])
  await Bun.sleep(1_000)
  const megabytes = anonymousMemory([child.pid])
  child.kill()
  await child.exited
  return megabytes
}

/** Records the highest total memory, and that of each kind of process, sampled every 50 ms. */
function watchMemory(pid: number) {
  const ofProcesses = new Map<string, number>()
  let highest = 0
  const timer = setInterval(() => {
    let total = 0
    for (const member of listFamily(pid)) {
      const megabytes = anonymousMemory([member])
      const kind = member === pid ? 'server' : readCommand(member)
      ofProcesses.set(kind, Math.max(ofProcesses.get(kind) ?? 0, megabytes))
      total += megabytes
    }
    highest = Math.max(highest, total)
  }, 50)
  return { ofProcesses, total: () => highest, stop: () => clearInterval(timer) }
}

/** Returns the command of a child process of Quire, such as `decoder`. */
function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').findLast(Boolean) ?? 'ended'
  } catch {
    // The process has ended in the meantime.
    return 'ended'
  }
}
