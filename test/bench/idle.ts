/**
 * Measures the processor time and memory of a server that nobody uses, row V3: `bun test/bench/idle.ts`. See
 * README.md.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatAim, printLine, printTable, ratio } from './support/figures'
import { compileFloor } from './support/floor'
import {
  anonymousMemory,
  createFolder,
  listFamily,
  processorTime,
  startServer,
} from './support/server'
import { findFreePort } from '../support/free-port'
import { prepareSmallLibrary } from './support/small-library'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '20000' },
    /** Minutes after the first one. */
    minutes: { type: 'string', default: '10' },
    /** Whether the library is watched. */
    watch: { type: 'string', default: 'auto' },
    /** Folder of a library that an earlier run has left, or leaves for later ones. */
    library: { type: 'string' },
  },
})
const firstMinuteAim = 2
const idleAim = 0.3
const memoryParts = 6
const minuteMs = 60_000
/** The clock of `/proc` has ticks of 10 ms, so a floor of less than one tick counts as one. */
const tick = 0.01

const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-idle')
const { dataDir } = await prepareSmallLibrary({
  binary,
  folder: values.library ?? join(folder, 'library'),
  books: Number(values.books),
  watch: values.watch,
})

const floorPort = await findFreePort()
const floor = Bun.spawn([await compileFloor(folder)], {
  env: { ...process.env, PORT: String(floorPort) },
})
const server = await startServer({ binary, dataDir, port: await findFreePort() })
const minutes = Number(values.minutes)
/** Anonymous memory of all processes after each part of the time, in MB. */
const memory: number[] = []
const first = await measureMinutes(1)
const sampling = sampleMemory(minutes / memoryParts)
const later = await measureMinutes(minutes)
await sampling
printTable(
  ['processor time', 'server', 'floor', 'ratio', ''],
  [
    createRow(
      'first minute, start included',
      first,
      `${formatAim(first.server, firstMinuteAim, 's')}`,
    ),
    createRow(
      `${minutes} minutes after it`,
      later,
      formatAim((later.server / minutes / 60) * 100, idleAim, '% of a core'),
    ),
  ],
)
printLine(`a minute after the first: ${((later.server / minutes) * 1000).toFixed(0)} ms`)
printLine(`anonymous memory: ${memory.map((size) => `${size.toFixed(1)} MB`).join(', ')}`)
printThreads()
await server.kill()
floor.kill()
await floor.exited
rmSync(folder, { recursive: true })

async function measureMinutes(count: number) {
  // The first measurement includes the start.
  const before = count === 1 ? { server: 0, floor: 0 } : readTimes()
  await Bun.sleep(count * minuteMs - (count === 1 ? server.startedInMs : 0))
  const after = readTimes()
  return { server: after.server - before.server, floor: after.floor - before.floor }
}

async function sampleMemory(everyMinutes: number) {
  for (let part = 0; part <= memoryParts; part++) {
    if (part > 0) await Bun.sleep(everyMinutes * minuteMs)
    memory.push(anonymousMemory(listFamily(server.pid)))
  }
}

function readTimes() {
  return {
    server: processorTime(listFamily(server.pid)),
    floor: processorTime([floor.pid]),
  }
}

function createRow(name: string, spent: ReturnType<typeof readTimes>, verdict: string) {
  return [
    name,
    `${spent.server.toFixed(2)} s`,
    `${spent.floor.toFixed(2)} s`,
    ratio(spent.server, Math.max(spent.floor, tick)),
    verdict,
  ]
}

/** Prints which threads of the server have used how much, start included. */
function printThreads() {
  const threads = listFamily(server.pid).flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((id) => {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { name, seconds: (Number(fields[11]) + Number(fields[12])) * tick }
    }),
  )
  const spent = threads.filter(({ seconds }) => seconds > 0)
  spent.sort((a, b) => b.seconds - a.seconds)
  printLine(
    `threads: ${spent.map(({ name, seconds }) => `${name} ${seconds.toFixed(2)} s`).join(', ')}`,
  )
}
