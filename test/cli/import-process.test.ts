/** An import runs in a child process that returns memory soon. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, listFamily } from '../bench/support/server'
import { programCommand } from '../support/program'
import { waitUntil } from '../support/wait-until'

setDefaultTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'import-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env['PATH'] ?? '', SERVICE_LOGGING__LEVEL: 'error' }

const start = (...args: string[]) =>
  Bun.spawn([...programCommand, ...args], {
    cwd: folder,
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })

beforeAll(async () => {
  expect(await start('migrate').exited).toBe(0)
})

/** Starts an import that waits for a password on its standard input. */
async function startAsking() {
  const parent = start('import', 'http://127.0.0.1:9', '--apply', '--login', 'kim')
  const family = await waitUntil(() => {
    const pids = listFamily(parent.pid)
    return pids.length > 1 && pids
  })
  return { parent, family }
}

test('it ends when its parent is killed', async () => {
  const { parent, family } = await startAsking()
  parent.kill('SIGKILL')
  await waitUntil(() => !family.some(isRunning))
})

test('SIGTERM to its parent ends both', async () => {
  const { parent, family } = await startAsking()
  parent.kill('SIGTERM')
  await waitUntil(() => !family.some(isRunning))
  expect(await parent.exited).toBe(143)
})

test('its parent passes on what it reads, prints and returns', async () => {
  const { parent } = await startAsking()
  void parent.stdin.write('secret\n')
  void parent.stdin.end()
  const [out, err] = await Promise.all([parent.stdout.text(), parent.stderr.text()])
  expect([await parent.exited, out]).toEqual([65, ''])
  expect(err).toContain('127.0.0.1:9')
})
