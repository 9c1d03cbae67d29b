/** Linux gives the first process of a container no default action for signals. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, listFamily } from '../bench/support/server'
import { hasContainers, inContainer } from '../support/container'
import { programCommand } from '../support/program'
import { waitUntil } from '../support/wait-until'

setDefaultTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'first-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Accepts connections to PostgreSQL but never answers, so that commands wait. */
let connections = 0
const silentDatabase = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  socket: { open: () => void connections++, data: () => undefined },
})
afterAll(() => silentDatabase.stop(true))

const env = {
  PATH: process.env['PATH'] ?? '',
  SERVICE_LOGGING__LEVEL: 'error',
  SERVICE_AUTH__JWT_SECRET: 'a secret of more than thirty-two characters',
  SERVICE_DATABASE__TYPE: 'postgres',
  SERVICE_DATABASE__POSTGRES__HOST: '127.0.0.1',
  SERVICE_DATABASE__POSTGRES__PORT: String(silentDatabase.port),
  SERVICE_DATABASE__POSTGRES__PASSWORD: 'secret',
}

async function endWaiting(command: string, signal: 'SIGTERM' | 'SIGINT') {
  const before = connections
  const container = Bun.spawn([...inContainer, ...programCommand, ...command.split(' ')], {
    cwd: folder,
    env,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  try {
    await waitUntil(() => connections > before, 10_000)
    const pid = listFamily(container.pid).find((one) => one !== container.pid)
    process.kill(pid!, signal)
    await waitUntil(() => !isRunning(pid!), 5_000)
    return await container.exited
  } finally {
    container.kill('SIGKILL')
  }
}

test
  .skipIf(!hasContainers)
  .each([
    'migrate',
    'scan',
    'backup create',
    'export --to export',
    'user list',
    'doctor',
    'worker',
  ])('SIGTERM ends quire %s', async (command) => {
  expect(await endWaiting(command, 'SIGTERM')).toBe(143)
})

test.skipIf(!hasContainers)('SIGINT ends a command', async () => {
  expect(await endWaiting('migrate', 'SIGINT')).toBe(130)
})
