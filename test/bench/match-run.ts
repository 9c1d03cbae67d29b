/**
 * Measures requests while a library is matched: `bun test/bench/match-run.ts --series 5000`.
 * Worst case: all series have the same title, so a cached response is used without a rate limit.
 */
import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProviderServers } from '../ingest/providers/servers/all'
import { makePictures } from '../support/make/pictures'
import { makeZip } from '../support/make/zip'
import { formatAim, ms, printLine } from './support/figures'
import { startProbe } from './support/probe'
import { addLibrary, waitForScan, waitUntilIdle } from './support/scans'
import { Client, createFolder, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({ options: { series: { type: 'string', default: '5000' } } })
const count = Number(values.series)
const folder = createFolder('bench-match-run')
const dataDir = join(folder, 'data')
const libraryId = await scanLibrary()
renameAll()

const providers = startProviderServers()
const port = await findFreePort()
const server = await startServer({ dataDir, port, env: providers.environment })
const client = await Client.signIn(server.url)
const begin = performance.now()
const { list, health } = await startProbe(server, client).during(matchLibrary())
const seconds = (performance.now() - begin) / 1000
printLine(
  `matched ${count} series in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} a second`,
)
printLine(
  `requests meanwhile: /series median ${ms(list.median)}, p99 ${ms(list.p99)}; /health median ${ms(health.median)}, p99 ${ms(health.p99)} ms (${formatAim(Math.max(list.p99, health.p99), 100)})`,
)
await server.kill()
providers.stop()
rmSync(folder, { recursive: true })

async function scanLibrary() {
  const [picture] = await makePictures(1, { width: 200, height: 300 })
  for (let n = 0; n < count; n++) {
    const series = join(folder, 'books', `Series ${String(n).padStart(5, '0')}`)
    mkdirSync(series, { recursive: true })
    const pages = [
      { name: '1.jpg', data: picture! },
      { name: 'n.txt', data: Buffer.from(String(n)) },
    ]
    writeFileSync(join(series, 'Volume 1.cbz'), makeZip(pages))
  }
  const first = await startServer({ dataDir, port: await findFreePort() })
  const admin = await Client.signIn(first.url)
  const id = await addLibrary(admin, join(folder, 'books'))
  await waitForScan(admin, id)
  await waitUntilIdle(admin)
  await first.kill()
  return id
}

function renameAll() {
  const [file] = [...new Bun.Glob('**/*.{db,sqlite}').scanSync({ cwd: dataDir, absolute: true })]
  using database = new Database(file!)
  database.run("update series set title = 'Vinland Saga'")
  database.run("update libraries set type = 'manga'")
}

async function matchLibrary() {
  const path = `/libraries/${libraryId}/metadata/auto-match/task`
  const { runId } = await client.need('POST', path, {})
  for (;;) {
    const run = await client.need('GET', `/metadata-runs/${runId}`)
    if (run.state === 'running') await Bun.sleep(200)
    else if (run.state === 'completed' && run.counts.applied === count) return
    else throw new Error(`The run ended unexpectedly: ${JSON.stringify(run)}`)
  }
}
