/** The first page of large books, decoders started for it: `bun test/bench/first-page.ts`. See README.md. */
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
import { aim, figuresOf, ms, say, table } from './support/figures'
import { addLibrary, quiet, scanEnd } from './support/scans'
import {
  anonymousMemory,
  Client,
  familyOf,
  freePort,
  isRunning,
  newFolder,
  processorTime,
  startServer,
} from './support/server'

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
  cbz: () => makeZip(noise()),
  cbr: () => makeRar5(noise()),
  cb7: () => makeSevenZip(noise(), { level: 0 }),
  pdf: () => makePdf({ images: paddedPictures(50) }),
}

const folder = newFolder('bench-first-page')
const binary = values.source ? undefined : values.binary
const server = await startServer({ binary, dataDir: join(folder, 'data'), port: await freePort() })
const client = await Client.signIn(server.url)
const rows: string[][] = []
for (const kind of Object.keys(kinds)) rows.push(await measure(kind))
say(
  `\nFirst page of a stored book of ${megabytes} MB, median of ${values.runs}. Cold: no decoder runs.`,
)
say(
  'After the list: the list of pages was asked for half a second before. Processor time of a cold',
)
say('page, and memory at the most, are those of all processes.')
table(['', 'cold', 'processor', 'after the list', 'the next', 'memory'], rows)
await server.kill()
rmSync(folder, { recursive: true })

function noise() {
  const count = Math.ceil((megabytes * 1024 * 1024) / pageBytes)
  return Array.from({ length: count }, (_, i) => ({
    name: `${i}.jpg`,
    data: randomBytes(pageBytes),
  }))
}

/** With so much behind each that they make a large book. */
function paddedPictures(count: number) {
  const padding = Math.max(0, (megabytes * 1e6) / count - picture.length)
  const padded = () => Buffer.concat([picture, randomBytes(padding)])
  return Array.from({ length: count }, () => ({ data: padded(), width: 1600, height: 2400 }))
}

/** Each book is asked once: its other pages may be in the cache after that. */
async function measure(kind: string): Promise<string[]> {
  const [sample, ...ids] = await addBooks(kind, 2 * Number(values.runs) + 1)
  const cold: number[] = []
  const used: number[] = []
  const listed: number[] = []
  const next: number[] = []
  for (let i = 0; i < ids.length; i += 2) {
    await endDecoders()
    const before = processorTime(family())
    cold.push(await took(`/books/${ids[i]}/pages/1`))
    used.push((processorTime(family()) - before) * 1000)
    next.push(await took(`/books/${ids[i]}/pages/2`))
    await endDecoders()
    await client.need('GET', `/books/${ids[i + 1]}/pages`)
    await Bun.sleep(500)
    listed.push(await took(`/books/${ids[i + 1]}/pages/1`))
  }
  const grew = await growth(`/books/${sample}/pages/1`)
  const times = [cold, used, listed, next].map((samples) => figuresOf(samples).median)
  say(`${kind}: cold ${aim(times[0]!, 150)}, ${aim(grew, 60, 'MB')}`)
  return [kind, ...times.map(ms), `+${grew.toFixed(0)} MB`]
}

/** Megabytes, at the most. Apart from the times: to look at it costs time. */
async function growth(path: string): Promise<number> {
  await endDecoders()
  const before = anonymousMemory(family())
  let most = before
  const look = () => (most = Math.max(most, anonymousMemory(family())))
  const timer = setInterval(look, 5)
  await took(path)
  clearInterval(timer)
  return look() - before
}

async function addBooks(kind: string, count: number): Promise<string[]> {
  const path = join(folder, kind)
  for (let i = 0; i < count; i++) writeTree(path, { [`Book ${i}.${kind}`]: await kinds[kind]!() })
  const libraryId = await addLibrary(client, path)
  await scanEnd(client, libraryId)
  await quiet(client)
  const { data } = await client.need('GET', `/libraries/${libraryId}/books?pageSize=${count}`)
  if (data.length !== count) throw new Error(`Only ${data.length} of ${count} books were found.`)
  return (data as { id: string }[]).map(({ id }) => id)
}

/** The only children that a server at rest has. */
async function endDecoders() {
  for (const pid of family().slice(1)) {
    process.kill(pid, 'SIGKILL')
    while (isRunning(pid)) await Bun.sleep(5)
  }
  await Bun.sleep(200)
}

function family() {
  return familyOf(server.pid)
}

async function took(path: string): Promise<number> {
  const begin = performance.now()
  await client.bytes(path)
  return performance.now() - begin
}
