/**
 * Measures the processor time of scans that find nothing new, row V4: `bun test/bench/rescan.ts`. See
 * README.md.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { computeFigures, formatAim, printTable, ratio } from './support/figures'
import { waitForScan, waitUntilIdle } from './support/scans'
import { Client, createFolder, listFamily, processorTime, startServer } from './support/server'
import { findFreePort } from '../support/free-port'
import { prepareSmallLibrary } from './support/small-library'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '20000' },
    rescans: { type: 'string', default: '5' },
    /** Folder of a library that an earlier run has left, or leaves for later ones. */
    library: { type: 'string' },
    /** Folder for CPU profiles of all processes. */
    profiles: { type: 'string' },
  },
})
const aim = 3
const restMs = 2_000

const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-rescan')
const library = await prepareSmallLibrary({
  binary,
  folder: values.library ?? join(folder, 'library'),
  books: Number(values.books),
  watch: 'off',
})
const server = await startServer({
  binary,
  dataDir: library.dataDir,
  port: await findFreePort(),
  ...(values.profiles && {
    env: { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profiles}` },
  }),
})
const client = await Client.signIn(server.url)
await waitUntilIdle(client)

const cold = await measureRescan()
const [rescans, floors]: [number[], number[]] = [[], []]
for (let run = 0; run < Number(values.rescans); run++) {
  floors.push(measureFind(library.path))
  rescans.push(await measureRescan())
}
const [warm, floor] = [computeFigures(rescans).median, computeFigures(floors).median]
printTable(
  [`processor time, ${library.books} books`, 'ms', 'to find', ''],
  [
    ['find -printf', floor.toFixed(0), ratio(floor, floor), ''],
    ['rescan', warm.toFixed(0), ratio(warm, floor), formatAim(warm / floor, aim, '×')],
    ['the first one, which starts a worker', cold.toFixed(0), ratio(cold, floor), ''],
  ],
)
await server.kill()
rmSync(folder, { recursive: true })

/** Returns milliseconds of all processes, including the jobs that follow the scan. */
async function measureRescan(): Promise<number> {
  const before = processorTime(listFamily(server.pid))
  await client.need('POST', `/libraries/${library.id}/scan`)
  // Each question about its progress would count as well.
  await Bun.sleep(restMs)
  const scan = await waitForScan(client, library.id)
  await waitUntilIdle(client)
  if (scan.added > 0) throw new Error('A rescan added books.')
  return (processorTime(listFamily(server.pid)) - before) * 1000
}

function measureFind(path: string): number {
  const found = Bun.spawnSync(['find', path, '-type', 'f', '-printf', '%p %s %T@\n'])
  if (!found.success) throw new Error(`find failed: ${found.stderr.toString()}`)
  const lines = found.stdout.toString().split('\n').length - 1
  if (lines !== library.books) throw new Error(`find found ${lines} files.`)
  return Number(found.resourceUsage.cpuTime.total) / 1000
}
