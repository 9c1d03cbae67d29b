/** Commands of an installation as child processes of the test. */
import { expect } from 'bun:test'
import type { Subprocess } from 'bun'
import { findFreePort } from '../../support/free-port'
import { programCommand } from '../../support/program'
import { waitUntilSettled } from '../../support/wait-until'
import type { Installation } from './processes'

const children = new Set<Subprocess>()

export const endChildren = () => Promise.all([...children].map((child) => end(child, 'SIGKILL')))

export async function run(
  installation: Installation,
  words: string[],
  env: Record<string, string> = {},
  program = programCommand,
) {
  const port = await findFreePort()
  const child = Bun.spawn([...program, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_SERVER__PORT: String(port),
      ...installation.env,
      ...env,
    },
    cwd: installation.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  return { child, port }
}

export async function end(child: Subprocess, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  await child.exited
  children.delete(child)
}

export async function serve(
  installation: Installation,
  env: Record<string, string> = {},
  program = programCommand,
) {
  const { child, port } = await run(installation, ['serve'], env, program)
  await waitUntilSettled(async () => {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/setup/status`).catch(
      () => undefined,
    )
    return response?.ok
  })
  return child
}

/** Returns the output of a process that refuses to start. */
export async function findRefusal(installation: Installation, words: string[], env = {}) {
  const { child } = await run(installation, words, env)
  const text = await new Response(child.stderr).text()
  expect(await child.exited).toBe(78)
  return text
}
