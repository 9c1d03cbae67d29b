/**
 * Measures how long a first scan of scanned books takes, and when all books are visible:
 * `bun test/bench/first-scan.ts`. See README.md.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { makePictures } from '../support/make/pictures'
import { findFreePort } from '../support/free-port'
import { formatAim, printLine, ratio } from './support/figures'
import { makeRealLibrary } from './support/real-library'
import { addLibrary, getSeconds, waitForScan, waitUntilIdle } from './support/scans'
import { Client, createFolder, listFamily, processorTime, startServer } from './support/server'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '2' },
    /** Folder of books to scan, in place of generated ones. */
    library: { type: 'string' },
  },
})
const visibleAim = 4
const wallAim = 1.2
const pollMs = 25

const folder = createFolder('bench-first-scan')
const library =
  values.library ?? (await makeRealLibrary(join(folder, 'library'), Number(values.books)))
const books = [...new Bun.Glob('**/*.{cbz,epub,pdf}').scanSync(library)].length
for (let run = 0; run < Number(values.runs); run++) {
  const walk = await measureWalk()
  const alone = await measureSharp()
  const { visible, scan, wall, processor } = await measureScan(run)
  printLine(
    `all ${books} books visible after ${visible.toFixed(1)} s (${formatAim(visible, visibleAim, ' s')}); the walk alone takes ${walk.toFixed(2)} s`,
  )
  printLine(
    `scan ${scan.toFixed(1)} s, with thumbnails ${wall.toFixed(1)} s (${processor.toFixed(1)} s of processor time); sharp alone ${alone.toFixed(1)} s; ratio ${ratio(wall, alone)} (${formatAim(wall / alone, wallAim, '×')})`,
  )
}
rmSync(folder, { recursive: true })

async function measureScan(run: number) {
  const dataDir = join(folder, `data${run}`)
  const binary = values.source ? undefined : values.binary
  const server = await startServer({ binary, dataDir, port: await findFreePort() })
  const client = await Client.signIn(server.url)
  const before = processorTime(listFamily(server.pid))
  const begin = performance.now()
  const elapsed = () => (performance.now() - begin) / 1000
  const libraryId = await addLibrary(client, library)
  const visible = waitUntilVisible(client).then(elapsed)
  const scan = await waitForScan(client, libraryId)
  const idleSince = await waitUntilIdle(client)
  const figures = {
    visible: await visible,
    scan: getSeconds(scan),
    wall: (idleSince - begin) / 1000,
    processor: processorTime(listFamily(server.pid)) - before,
  }
  await server.kill()
  rmSync(dataDir, { recursive: true })
  return figures
}

async function waitUntilVisible(client: Client) {
  for (;;) {
    const { total } = await client.need('GET', '/books?pageSize=1')
    if (total === books) return
    await Bun.sleep(pollMs)
  }
}

async function measureWalk() {
  const started = performance.now()
  const child = Bun.spawn(['sh', '-c', `find '${library}' -printf '%p %s %T@\\n' > /dev/null`])
  if ((await child.exited) !== 0) throw new Error('find failed')
  return (performance.now() - started) / 1000
}

/** Makes a thumbnail for each book from plain files, on all cores. */
async function measureSharp() {
  const pictures = await makePictures(16, { width: 1400, height: 2000, noise: 40 })
  const path = join(folder, 'pictures')
  mkdirSync(path, { recursive: true })
  pictures.forEach((data, index) => writeFileSync(join(path, `${index}.jpg`), data))
  sharp.concurrency(1)
  const started = performance.now()
  let next = 0
  const lane = async () => {
    while (next < books) {
      const data = readFileSync(join(path, `${next++ % pictures.length}.jpg`))
      await sharp(data)
        .autoOrient()
        .resize({ width: 300, height: 600, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 75, effort: 2 })
        .toBuffer()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return (performance.now() - started) / 1000
}
