/**
 * Measures the first page of large books, including decoder startup: `bun
 * test/bench/first-page.ts`. See README.md.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makePdf } from '../support/make/pdf'
import { makePicture } from '../support/make/pictures'
import { makeRar5 } from '../support/make/rar'
import { makeSevenZip } from '../support/make/seven-zip'
import { writeTree } from '../support/make/tree'
import { makeZip } from '../support/make/zip'
import { formatAim, computeFigures, ms, printLine, printTable } from './support/figures'
import { addLibrary, waitUntilIdle, waitForScan } from './support/scans'
import {
  anonymousMemory,
  Client,
  listFamily,
  isRunning,
  createFolder,
  processorTime,
  startServer,
} from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    kilobytes: { type: 'string', default: '400' },
    megabytes: { type: 'string', default: '300' },
    runs: { type: 'string', default: '3' },
  },
})
const pageBytes = Number(values.kilobytes) * 1024
const megabytes = Number(values.megabytes)
const picture = await makePicture({ format: 'jpeg', width: 1600, height: 2400 })

const kinds: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  cbz: () => makeZip(makeNoise()),
  cbr: () => makeRar5(makeNoise()),
  cb7: () => makeSevenZip(makeNoise(), { level: 0 }),
  pdf: () => makePdf({ images: paddedPictures(50) }),
}

const folder = createFolder('bench-first-page')
const binary = values.source ? undefined : values.binary
const server = await startServer({
  binary,
  dataDir: join(folder, 'data'),
  port: await findFreePort(),
})
const client = await Client.signIn(server.url)
const rows: string[][] = []
for (const kind of Object.keys(kinds)) rows.push(await measure(kind))
printLine(
  `\nFirst page of a stored book of ${megabytes} MB, median of ${values.runs}. Cold: no decoder runs.`,
)
printLine(
  'After the list: the list of pages was asked for half a second before. Processor time of a cold',
)
printLine('page, and memory at the most, are those of all processes.')
printTable(['', 'cold', 'processor', 'after the list', 'the next', 'memory'], rows)
await server.kill()
rmSync(folder, { recursive: true })

function makeNoise() {
  const count = Math.ceil((megabytes * 1024 * 1024) / pageBytes)
  return Array.from({ length: count }, (_, i) => ({
    name: `${i}.jpg`,
    data: randomBytes(pageBytes),
  }))
}

/** Creates images with enough padding to make a large book. */
function paddedPictures(count: number) {
  const padding = Math.max(0, (megabytes * 1e6) / count - picture.length)
  const padded = () => Buffer.concat([picture, randomBytes(padding)])
  return Array.from({ length: count }, () => ({ data: padded(), width: 1600, height: 2400 }))
}

/** Uses new books for each run, because pages of a book may be cached after the first request. */
async function measure(kind: string): Promise<string[]> {
  const [sample, ...ids] = await addBooks(kind, 2 * Number(values.runs) + 1)
  const cold: number[] = []
  const used: number[] = []
  const listed: number[] = []
  const next: number[] = []
  for (let i = 0; i < ids.length; i += 2) {
    await endDecoders()
    const before = processorTime(listServerFamily())
    cold.push(await measureTime(`/books/${ids[i]}/pages/1`))
    used.push((processorTime(listServerFamily()) - before) * 1000)
    next.push(await measureTime(`/books/${ids[i]}/pages/2`))
    await endDecoders()
    await client.need('GET', `/books/${ids[i + 1]}/pages`)
    await Bun.sleep(500)
    listed.push(await measureTime(`/books/${ids[i + 1]}/pages/1`))
  }
  const grew = await measureMemory(`/books/${sample}/pages/1`)
  const times = [cold, used, listed, next].map((samples) => computeFigures(samples).median)
  printLine(`${kind}: cold ${formatAim(times[0]!, 150)}, ${formatAim(grew, 60, 'MB')}`)
  return [kind, ...times.map(ms), `+${grew.toFixed(0)} MB`]
}

/** Returns the memory growth in megabytes. Measured separately, because it slows requests down. */
async function measureMemory(path: string): Promise<number> {
  await endDecoders()
  const before = anonymousMemory(listServerFamily())
  let most = before
  const look = () => (most = Math.max(most, anonymousMemory(listServerFamily())))
  const timer = setInterval(look, 5)
  await measureTime(path)
  clearInterval(timer)
  return look() - before
}

async function addBooks(kind: string, count: number): Promise<string[]> {
  const path = join(folder, kind)
  for (let i = 0; i < count; i++) writeTree(path, { [`Book ${i}.${kind}`]: await kinds[kind]!() })
  const libraryId = await addLibrary(client, path)
  await waitForScan(client, libraryId)
  await waitUntilIdle(client)
  const { data } = await client.need('GET', `/libraries/${libraryId}/books?pageSize=${count}`)
  if (data.length !== count) throw new Error(`Only ${data.length} of ${count} books were found.`)
  return (data as { id: string }[]).map(({ id }) => id)
}

/** Kills the decoders, which are the only child processes of an idle server. */
async function endDecoders() {
  for (const pid of listServerFamily().slice(1)) {
    process.kill(pid, 'SIGKILL')
    while (isRunning(pid)) await Bun.sleep(5)
  }
  await Bun.sleep(200)
}

function listServerFamily() {
  return listFamily(server.pid)
}

async function measureTime(path: string): Promise<number> {
  const begin = performance.now()
  await client.bytes(path)
  return performance.now() - begin
}
