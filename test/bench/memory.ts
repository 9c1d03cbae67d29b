/** Measures memory when idle and during a first scan: `bun test/bench/memory.ts`. See README.md. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeComics } from './support/comics'
import { formatAim, printLine } from './support/figures'
import { addLibrary, waitUntilIdle, waitForScan } from './support/scans'
import { anonymousMemory, Client, listFamily, createFolder, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    /** Seconds to wait before the server counts as idle. */
    rest: { type: 'string', default: '60' },
    books: { type: 'string', default: '500' },
  },
})
const idleAim = 60
const scanAim = 300

const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-memory')
const books = join(folder, 'books')
await makeComics(books, { books: Number(values.books), pages: 10, width: 1400, height: 2100 })

const floor = await idleFloor()
const server = await startServer({
  binary,
  dataDir: join(folder, 'data'),
  port: await findFreePort(),
})
await Bun.sleep(Number(values.rest) * 1000)
const idle = anonymousMemory(listFamily(server.pid))
printLine(
  `idle ${values.rest} s after the start: ${idle.toFixed(1)} MB (${formatAim(idle, idleAim, 'MB')})`,
)
printLine(`floor, a bare Bun server: ${floor.toFixed(1)} MB; ratio ${(idle / floor).toFixed(2)}×`)

const client = await Client.signIn(server.url)
const watch = watchMemory(server.pid)
const libraryId = await addLibrary(client, books)
const scan = await waitForScan(client, libraryId)
const afterScan = { ...watch.peak }
await waitUntilIdle(client)
watch.stop()
if (scan.added !== Number(values.books)) throw new Error(`Only ${scan.added} books were found.`)
const parts = ({ main, children, count }: typeof watch.peak) =>
  `${main.toFixed(1)} + ${children.toFixed(1)} MB in ${count} children`
printLine(
  `peak of the scan of ${values.books} comics: ${afterScan.total.toFixed(1)} MB (${parts(afterScan)})`,
)
printLine(
  `peak with thumbnails: ${watch.peak.total.toFixed(1)} MB (${parts(watch.peak)}; ${formatAim(watch.peak.total, scanAim, 'MB')})`,
)
await Bun.sleep(Math.min(Number(values.rest), 60) * 1000)
const after = anonymousMemory(listFamily(server.pid))
printLine(
  `${values.rest} s after it: ${after.toFixed(1)} MB; ratio to before ${(after / idle).toFixed(2)}×`,
)
await server.kill()
rmSync(folder, { recursive: true })

async function idleFloor(): Promise<number> {
  const code = `Bun.serve({ port: 0, fetch: () => new Response('ok') })`
  const child = Bun.spawn([process.execPath, '-e', code])
  await Bun.sleep(1_000)
  const megabytes = anonymousMemory([child.pid])
  child.kill()
  await child.exited
  return megabytes
}

/** Records the maximum total memory, sampled every 50 ms. */
function watchMemory(pid: number) {
  const peak = { total: 0, main: 0, children: 0, count: 0 }
  const timer = setInterval(() => {
    const family = listFamily(pid)
    const main = anonymousMemory([pid])
    const children = anonymousMemory(family.slice(1))
    if (main + children <= peak.total) return
    Object.assign(peak, { total: main + children, main, children, count: family.length - 1 })
  }, 50)
  return { peak, stop: () => clearInterval(timer) }
}
