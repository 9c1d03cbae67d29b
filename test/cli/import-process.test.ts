/** An import runs in a process that returns memory soon: the one that was started, begun anew. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, listFamily } from '../bench/support/server'
import { catchesSignals, hasContainers, inContainer } from '../support/container'
import { builtProgram, programCommand } from '../support/program'
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

const isSmall = (pid: number) =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').includes('BUN_JSC_forceRAMSize=')

/** Starts an import that waits for a password on its standard input. */
async function startAsking() {
  const program = start('import', 'http://127.0.0.1:9', '--apply', '--login', 'kim')
  await waitUntil(() => isSmall(program.pid))
  return program
}

test('it is one process', async () => {
  const program = await startAsking()
  expect(listFamily(program.pid)).toEqual([program.pid])
  program.kill('SIGKILL')
  await waitUntil(() => !isRunning(program.pid))
})

test('SIGTERM ends it', async () => {
  const program = await startAsking()
  program.kill('SIGTERM')
  expect(await program.exited).toBe(143)
})

test('it reads, prints and returns what another process would', async () => {
  const program = await startAsking()
  void program.stdin.write('secret\n')
  void program.stdin.end()
  const [out, err] = await Promise.all([program.stdout.text(), program.stderr.text()])
  expect([await program.exited, out]).toEqual([65, ''])
  expect(err).toContain('127.0.0.1:9')
})

test.skipIf(builtProgram !== undefined)('it imports if the system refuses', async () => {
  const refusal = join(folder, 'refusal.ts')
  writeFileSync(refusal, "process.execve = () => { throw new Error('refused') }")
  const [program, ...args] = programCommand
  const { exited, stderr } = Bun.spawn(
    [program!, '--preload', refusal, ...args, 'import', 'missing'],
    { cwd: folder, env, stdout: 'ignore', stderr: 'pipe' },
  )
  expect(await stderr.text()).toContain('missing does not exist')
  expect(await exited).toBe(65)
})

test.skipIf(!hasContainers).each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it as the first process of a container',
  async (signal) => {
    const container = Bun.spawn(
      [...inContainer, ...programCommand, 'import', 'http://127.0.0.1:9', '--login', 'kim'],
      { cwd: folder, env, stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' },
    )
    const pid = await waitUntil(() =>
      listFamily(container.pid).find((one) => one !== container.pid),
    )
    await waitUntil(() => isSmall(pid) && catchesSignals(pid))
    process.kill(pid, signal)
    await waitUntil(() => !isRunning(pid))
    expect(await container.exited).toBe(signal === 'SIGTERM' ? 143 : 130)
  },
)
