/** What it costs to know files again: `bun test/bench/moves.ts`. See README.md. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readQuickFingerprint } from '../../src/media/reader/fingerprint'
import { readBook } from '../../src/media/reader/reader'
import { Dice } from '../storm/dice'
import { makeShelf, renameChildren, shuffleFiles } from '../support/make/shelves'
import { ms, say } from './support/figures'
import { addLibrary, quiet, scanEnd, secondsOf } from './support/scans'
import {
  anonymousMemory,
  Client,
  familyOf,
  freePort,
  newFolder,
  startServer,
} from './support/server'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    folders: { type: 'string', default: '1000' },
    books: { type: 'string', default: '20' },
    pages: { type: 'string', default: '20' },
  },
})
const folder = newFolder('bench-moves')
const comics = join(folder, 'comics')
const shape = { folders: Number(values.folders), books: Number(values.books) }
const paths = await makeShelf(comics, { ...shape, pages: Number(values.pages) })

await costOfEvidence()
await storms()
rmSync(folder, { recursive: true })

/** Processor time of reading a book with and without what tells whose file it is. */
async function costOfEvidence() {
  const some = paths.slice(0, 2000).map((path) => join(comics, path))
  const cpuOf = async (work: (path: string) => unknown) => {
    for (const path of some.slice(0, 100)) await work(path)
    const before = process.cpuUsage()
    for (const path of some) await work(path)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / some.length
  }
  const reading = await cpuOf((path) => readBook(path))
  const glance = await cpuOf(readQuickFingerprint)
  say(
    `processor time a book: reading ${ms(reading)} ms, a glance at whose file it is ${ms(glance)} ms`,
  )
}

async function storms() {
  const dataDir = join(folder, 'data')
  const binary = values.source ? undefined : values.binary
  const server = await startServer({ binary, dataDir, port: await freePort() })
  const client = await Client.signIn(server.url)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, anonymousMemory(familyOf(server.pid)))
  }, 50)
  const libraryId = await addLibrary(client, comics)
  await tell('first scan')
  renameChildren(comics, (name) => `New ${name}`)
  await scanAgain()
  await tell(`every one of ${shape.folders} folders renamed`)
  const dice = new Dice(1)
  shuffleFiles(
    comics,
    paths.map((path) => `New ${path}`),
    (sides) => dice.roll(sides),
  )
  await scanAgain()
  await tell('every file in the place of another')
  clearInterval(watch)
  await server.kill()

  async function scanAgain() {
    peak = 0
    await client.need('POST', `/libraries/${libraryId}/scan`)
  }

  async function tell(what: string) {
    const scan = await scanEnd(client, libraryId)
    const seconds = secondsOf(scan)
    const { total } = await client.need('GET', '/books?pageSize=1')
    if (total !== paths.length) throw new Error(`${what}: ${total} books of ${paths.length}`)
    say(
      `${what}: ${paths.length} books, ${scan.added} added, ${scan.moved} moved, ${seconds.toFixed(1)} s, ${(paths.length / seconds).toFixed(0)} books/s, peak ${peak.toFixed(0)} MB`,
    )
    await quiet(client)
  }
}
