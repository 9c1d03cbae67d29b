/** Measures scans and response times during them: `bun test/bench/scan.ts`. See README.md. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeComics, makeEmptyTree } from './support/comics'
import { formatAim, ms, ratio, printLine } from './support/figures'
import { startProbe } from './support/probe'
import { addLibrary, waitUntilIdle, waitForScan, getSeconds } from './support/scans'
import { Client, createFolder, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '2000' },
    pages: { type: 'string', default: '20' },
    files: { type: 'string', default: '100000' },
    rescans: { type: 'string', default: '3' },
  },
})
const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-scan')

await firstScan(Number(values.books))
await rescan(Number(values.files))
rmSync(folder, { recursive: true })

/** Measures books per second, and response times during the scan. */
async function firstScan(books: number) {
  const path = join(folder, 'comics')
  await makeComics(path, { books, pages: Number(values.pages), width: 200, height: 300 })
  const { server, client } = await startServerIn('first')
  const probe = startProbe(server, client)
  const idle = await probe.during(Bun.sleep(3_000))
  const floor = await measureCommand(`find '${path}' -type f -exec cat {} + > /dev/null`)
  const libraryId = await addLibrary(client, path)
  const end = waitForScan(client, libraryId)
  const scanning = await probe.during(end)
  const scan = await end
  if (scan.added !== books) throw new Error(`Only ${scan.added} of ${books} books were found.`)
  const seconds = getSeconds(scan)
  const drawing = await probe.during(waitUntilIdle(client))
  printLine(
    `first scan of ${books} comics of ${values.pages} pages: ${(books / seconds).toFixed(0)} books/s`,
  )
  printLine(
    `  floor, reading the files: ${(books / floor).toFixed(0)} books/s; ratio ${ratio(seconds, floor)}`,
  )
  for (const [when, figures] of Object.entries({ idle, scanning, 'making thumbnails': drawing })) {
    const { list, health } = figures
    const verdict = when === 'scanning' ? `  ${formatAim(Math.max(list.p99, health.p99), 50)}` : ''
    printLine(
      `  ${when}: /series median ${ms(list.median)}, p99 ${ms(list.p99)}; /health median ${ms(health.median)}, p99 ${ms(health.p99)} ms (${list.runs} each)${verdict}`,
    )
  }
  await server.kill()
}

/** Compares a scan without changes with a plain directory walk. */
async function rescan(files: number) {
  const path = join(folder, 'tree')
  makeEmptyTree(path, files)
  const { server, client } = await startServerIn('again')
  const libraryId = await addLibrary(client, path)
  const first = await waitForScan(client, libraryId)
  await waitUntilIdle(client)
  if (first.added !== files) throw new Error(`Only ${first.added} of ${files} files were found.`)
  printLine(`first scan of ${files} empty files: ${(files / getSeconds(first)).toFixed(0)} files/s`)
  for (let run = 0; run < Number(values.rescans); run++) {
    const floor = await measureCommand(`find '${path}' -type f -printf '%p %s %T@\\n' > /dev/null`)
    await client.need('POST', `/libraries/${libraryId}/scan`)
    const scan = await waitForScan(client, libraryId)
    if (scan.added > 0) throw new Error('A rescan added books.')
    const seconds = getSeconds(scan)
    printLine(
      `rescan of ${files} files: ${seconds.toFixed(2)} s; find -printf ${floor.toFixed(2)} s; ratio ${(seconds / floor).toFixed(2)}× (${formatAim(seconds / floor, 2, '×')})`,
    )
  }
  await server.kill()
}

async function startServerIn(name: string) {
  const server = await startServer({
    binary,
    dataDir: join(folder, name),
    port: await findFreePort(),
  })
  return { server, client: await Client.signIn(server.url) }
}

async function measureCommand(command: string): Promise<number> {
  const started = performance.now()
  const child = Bun.spawn(['sh', '-c', command])
  if ((await child.exited) !== 0) throw new Error(`Failed: ${command}`)
  return (performance.now() - started) / 1000
}
