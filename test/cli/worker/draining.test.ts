/** A server that is told to stop lets load balancers notice before it refuses connections. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../support/free-port'
import { programCommand } from '../../support/program'
import { waitUntilSettled } from '../../support/wait-until'

setDefaultTimeout(90_000)

const folder = mkdtempSync(join(tmpdir(), 'draining-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serve(drainSeconds: number) {
  const port = await findFreePort()
  const child = Bun.spawn([...programCommand, 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_DATA_DIR: folder,
      SERVICE_LOGGING__FORMAT: 'json',
      SERVICE_SERVER__PORT: String(port),
      SERVICE_SERVER__DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const getStatus = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    return response?.status
  }
  await waitUntilSettled(async () => (await getStatus('/health/ready')) === 200)
  return { child, getStatus }
}

test('answers while it drains, and ends at once at the second signal', async () => {
  const { child, getStatus } = await serve(300)
  child.kill('SIGTERM')
  await waitUntilSettled(async () => (await getStatus('/health/ready')) === 503)
  expect(await getStatus('/api/v1/setup/status')).toBe(200)
  expect(await getStatus('/health/live')).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(1)
})

test('ends after draining', async () => {
  const seconds = 2
  const { child } = await serve(seconds)
  child.kill('SIGTERM')
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const findTime = (code: string) =>
    Date.parse(lines.map((line) => JSON.parse(line)).find((each) => each.code === code)?.time)
  const drainedMs = findTime('server.log.stopping') - findTime('server.log.draining')
  expect(drainedMs).toBeGreaterThanOrEqual(seconds * 1000 - 10)
})
