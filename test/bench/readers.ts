/**
 * Measures response times before and during a first scan: lists, writes of reading progress, event
 * loop delay, memory of all processes: `bun test/bench/readers.ts`. See README.md.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeShelf } from '../support/make/shelves'
import { makeComics } from './support/comics'
import { computeFigures, ms, printLine } from './support/figures'
import { makeRealLibrary } from './support/real-library'
import { addLibrary, waitUntilIdle, waitForScan, getSeconds } from './support/scans'
import {
  anonymousMemory,
  Client,
  listFamily,
  createFolder,
  processorTime,
  startServer,
} from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '5000' },
    pages: { type: 'string', default: '8' },
    /** Adds books of large pages, as in `memory.ts`, in place of small comics. */
    real: { type: 'boolean', default: false },
    /** Seconds for which the idle server is measured. */
    rest: { type: 'string', default: '10' },
  },
})
const everyMs = 20
const folder = createFolder('bench-readers')
const binary = values.source ? undefined : values.binary
const present = join(folder, 'present')
await makeShelf(present, { folders: 10, books: 10, pages: 6, seed: 1 })
const added = join(folder, 'added')
const size = { pages: Number(values.pages), width: 200, height: 300 }
if (values.real) await makeRealLibrary(added, Number(values.books))
else await makeComics(added, { books: Number(values.books), ...size })

const longTasks = join(folder, 'long-tasks.json')
const env: Record<string, string> = values.source
  ? {
      QUIRE_LONG_TASKS: longTasks,
      BUN_OPTIONS: `--preload=${join(import.meta.dir, 'support/long-tasks.ts')}`,
    }
  : {}
const dataDir = join(folder, 'data')
const server = await startServer({ binary, dataDir, port: await findFreePort(), env })
const client = await Client.signIn(server.url)
await addLibrary(client, present)
await waitUntilIdle(client)
const books: { id: string }[] = (await client.need('GET', '/books?pageSize=100')).data
await read(Bun.sleep(2_000))

report('idle', await read(Bun.sleep(Number(values.rest) * 1000)))
const memory = watchMemory()
const libraryId = await addLibrary(client, added)
report('first scan', await read(waitForScan(client, libraryId)))
const scan = await waitForScan(client, libraryId)
if (scan.added !== Number(values.books)) throw new Error(`Only ${scan.added} books were found.`)
report('thumbnails', await read(waitUntilIdle(client)))
memory.stop()
printLine(
  `${(scan.added / getSeconds(scan)).toFixed(0)} books/s; peak memory of all processes ${memory.peak().toFixed(0)} MB`,
)
await server.kill()
rmSync(folder, { recursive: true })

interface Samples {
  reads: number[]
  writes: number[]
  /** Maximum event loop delay in milliseconds. */
  maxDelay: number
  p99Delay: number
  seconds: number
  processor: number
  /** Number of main thread tasks with over 10 ms of CPU time. Counted only when run from source. */
  long: number | undefined
}

function countLongTasks() {
  if (!values.source) return undefined
  return (JSON.parse(readFileSync(longTasks, 'utf8')) as number[]).length
}

/** Alternates reads and writes until `work` ends, without waiting for responses. */
async function read(work: Promise<unknown>): Promise<Samples> {
  const [reads, writes]: [number[], number[]] = [[], []]
  const open = new Set<Promise<void>>()
  const begin = performance.now()
  const before = processorTime(listFamily(server.pid))
  const longBefore = countLongTasks()
  let turn = 0
  const time = async (samples: number[], request: () => Promise<unknown>) => {
    const sent = performance.now()
    await request()
    samples.push(performance.now() - sent)
  }
  const timer = setInterval(() => {
    const book = books[turn % books.length]!
    const body = { currentPage: 1 + (turn % 5) }
    const request =
      turn++ % 2 === 0
        ? time(reads, () => client.need('GET', '/series?pageSize=50'))
        : time(writes, () => client.need('PUT', `/books/${book.id}/progress`, body))
    open.add(request)
    void request.finally(() => open.delete(request))
  }, everyMs)
  await work
  clearInterval(timer)
  await Promise.all(open)
  const {
    process: { eventLoopLagSeconds },
  } = await client.need('GET', '/metrics')
  return {
    reads,
    writes,
    maxDelay: eventLoopLagSeconds.max * 1000,
    p99Delay: eventLoopLagSeconds.p99 * 1000,
    seconds: (performance.now() - begin) / 1000,
    processor: processorTime(listFamily(server.pid)) - before,
    long: longBefore === undefined ? undefined : countLongTasks()! - longBefore,
  }
}

function report(when: string, samples: Samples) {
  const { reads, writes, maxDelay, p99Delay, seconds, processor, long } = samples
  const [list, write] = [computeFigures(reads), computeFigures(writes)]
  printLine(
    `${when}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time; reads median ${ms(list.median)}, p99 ${ms(list.p99)}, max ${ms(Math.max(...reads))}; progress median ${ms(write.median)}, p99 ${ms(write.p99)}, max ${ms(Math.max(...writes))}; event loop delay p99 ${ms(p99Delay)}, max ${ms(maxDelay)} ms; tasks over 10 ms: ${long ?? 'not counted'}`,
  )
}

/** Records the maximum anonymous memory of the server and its descendants, once a second. */
function watchMemory() {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, anonymousMemory(listFamily(server.pid)))
  }, 1_000)
  return { peak: () => peak, stop: () => clearInterval(timer) }
}
