/**
 * Measures the time from program start to the first response: `bun test/bench/start.ts`. See
 * README.md.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  formatAim,
  type Figures,
  computeFigures,
  ms,
  ratio,
  printLine,
  printTable,
} from './support/figures'
import { findFreePort } from '../support/free-port'
import { compileFloor } from './support/floor'
import { createFolder, startServer } from './support/server'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    runs: { type: 'string', default: '10' },
  },
})
const aimMs = 80
const withoutAccount = {
  SERVICE_SETUP__ADMIN_USERNAME: '',
  SERVICE_SETUP__ADMIN_EMAIL: '',
  SERVICE_SETUP__ADMIN_PASSWORD: '',
}

const binary = values.source ? undefined : values.binary
const folder = createFolder('bench-start')
const port = await findFreePort()
const hello = await compileFloor(folder)

type Samples = number[]
const samples = {
  hello: [] as Samples,
  fresh: [] as Samples,
  existing: [] as Samples,
  api: [] as Samples,
}
// Creates the first account beforehand, because that is not part of the measurement.
const settled = join(folder, 'settled')
await (await startServer({ binary, dataDir: settled, port })).kill()
for (let run = 0; run < Number(values.runs); run++) {
  // Alternates, so that other load affects all cases equally.
  samples.hello.push(await startHello())
  samples.fresh.push(await startQuire(join(folder, `fresh-${run}`), withoutAccount))
  samples.existing.push(await startQuire(settled))
  samples.api.push(await startApi(settled))
}
report()
rmSync(folder, { recursive: true })

async function startQuire(dataDir: string, env: Record<string, string> = {}): Promise<number> {
  const server = await startServer({ binary, dataDir, port, env })
  await server.kill()
  return server.startedInMs
}

/** Measures the time to the first API response. The request follows the first health check. */
async function startApi(dataDir: string): Promise<number> {
  const begin = performance.now()
  const server = await startServer({ binary, dataDir, port })
  await (await fetch(`http://127.0.0.1:${port}/api/v1/setup/status`)).text()
  const elapsed = performance.now() - begin
  await server.kill()
  return elapsed
}

async function startHello(): Promise<number> {
  const begin = performance.now()
  const child = Bun.spawn([hello], { env: { ...process.env, PORT: String(port) } })
  while (
    !(await fetch(`http://127.0.0.1:${port}`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    await Bun.sleep(1)
  }
  const elapsed = performance.now() - begin
  child.kill()
  await child.exited
  return elapsed
}

function report() {
  const [floor, fresh, existing, api] = [
    computeFigures(samples.hello),
    computeFigures(samples.fresh),
    computeFigures(samples.existing),
    computeFigures(samples.api),
  ]
  printLine(
    `start of ${binary ?? 'the source'} to the first answer of /health, ${values.runs} runs`,
  )
  const row = (name: string, { median, p99 }: Figures, verdict: string) => [
    name,
    `${ms(median)} ms`,
    `${ms(p99)} ms`,
    ratio(median, floor.median),
    verdict,
  ]
  printTable(
    ['', 'median', 'worst', 'to floor', ''],
    [
      row('floor: hello world', floor, ''),
      row('empty data folder', fresh, ''),
      row('existing data folder', existing, formatAim(existing.median, aimMs)),
      row('the same, to the API', api, ''),
    ],
  )
}
