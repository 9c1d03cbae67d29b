/** Measures the cost of recognizing moved files: `bun test/bench/moves.ts`. See README.md. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readQuickFingerprint } from '../../src/media/reader/fingerprint'
import { readBook } from '../../src/media/reader/reader'
import { Dice } from '../support/dice'
import { makeShelf, renameChildren, shuffleFiles } from '../support/make/shelves'
import { ms, printLine } from './support/figures'
import { addLibrary, waitUntilIdle, waitForScan, getSeconds } from './support/scans'
import { anonymousMemory, Client, listFamily, createFolder, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    folders: { type: 'string', default: '1000' },
    books: { type: 'string', default: '20' },
    pages: { type: 'string', default: '20' },
  },
})
const folder = createFolder('bench-moves')
const comics = join(folder, 'comics')
const shape = { folders: Number(values.folders), books: Number(values.books) }
const paths = await makeShelf(comics, { ...shape, pages: Number(values.pages) })

await measureFingerprints()
await storms()
rmSync(folder, { recursive: true })

/** Measures the CPU time of reading a book with and without fingerprints. */
async function measureFingerprints() {
  const some = paths.slice(0, 2000).map((path) => join(comics, path))
  const measureCpu = async (work: (path: string) => unknown) => {
    for (const path of some.slice(0, 100)) await work(path)
    const before = process.cpuUsage()
    for (const path of some) await work(path)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / some.length
  }
  const reading = await measureCpu((path) => readBook(path))
  const glance = await measureCpu(readQuickFingerprint)
  printLine(
    `processor time a book: reading ${ms(reading)} ms, a glance at whose file it is ${ms(glance)} ms`,
  )
}

async function storms() {
  const dataDir = join(folder, 'data')
  const binary = values.source ? undefined : values.binary
  const server = await startServer({ binary, dataDir, port: await findFreePort() })
  const client = await Client.signIn(server.url)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, anonymousMemory(listFamily(server.pid)))
  }, 50)
  const libraryId = await addLibrary(client, comics)
  await report('first scan')
  renameChildren(comics, (name) => `New ${name}`)
  await scanAgain()
  await report(`every one of ${shape.folders} folders renamed`)
  const dice = new Dice(1)
  shuffleFiles(
    comics,
    paths.map((path) => `New ${path}`),
    (sides) => dice.roll(sides),
  )
  await scanAgain()
  await report('every file in the place of another')
  clearInterval(watch)
  await server.kill()

  async function scanAgain() {
    peak = 0
    await client.need('POST', `/libraries/${libraryId}/scan`)
  }

  async function report(what: string) {
    const scan = await waitForScan(client, libraryId)
    const seconds = getSeconds(scan)
    const { total } = await client.need('GET', '/books?pageSize=1')
    if (total !== paths.length) throw new Error(`${what}: ${total} books of ${paths.length}`)
    printLine(
      `${what}: ${paths.length} books, ${scan.added} added, ${scan.moved} moved, ${seconds.toFixed(1)} s, ${(paths.length / seconds).toFixed(0)} books/s, peak ${peak.toFixed(0)} MB`,
    )
    await waitUntilIdle(client)
  }
}
