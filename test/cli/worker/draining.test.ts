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
      SERVICE_SERVER__PORT: String(port),
      SERVICE_SERVER__DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
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
  const { child } = await serve(1)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})
