/** Servers and workers of one installation as processes that are killed and started again. */
import { join } from 'node:path'
import { anonymousMemory, listFamily, processorTime } from '../bench/support/server'
import { findFreePort } from '../support/free-port'
import { waitUntilSettled } from '../support/wait-until'

type Role = 'serve' | 'worker'

/** What one process used from its start to its end. */
export interface Life {
  name: string
  role: Role
  /** Anonymous memory in MB with that of its children, once a second. */
  memory: number[]
  /** Seconds. */
  processor: number
}

export class Program {
  readonly name: string
  readonly role: Role
  readonly port: number
  readonly lives: Life[] = []
  readonly #command: readonly string[]
  readonly #env: Record<string, string>
  #child: Bun.Subprocess<'ignore', Bun.BunFile, Bun.BunFile> | undefined

  constructor(name: string, role: Role, port: number, command: readonly string[], env: Env) {
    this.name = name
    this.role = role
    this.port = port
    this.#command = command
    this.#env = { ...env, SERVICE_SERVER__PORT: String(port) }
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  /** Appends the output to a file in `folder`. Resolves when a server answers. */
  async start(folder: string) {
    const log = Bun.file(join(folder, `${this.name}-${this.lives.length}.log`))
    this.#child = Bun.spawn([...this.#command, this.role], {
      env: { PATH: process.env['PATH'] ?? '', ...this.#env },
      cwd: folder,
      stdio: ['ignore', log, log],
    })
    this.lives.push({ name: this.name, role: this.role, memory: [], processor: 0 })
    if (this.role === 'worker') return
    const child = this.#child
    await waitUntilSettled(async () => {
      // The service manager tries again.
      if (child.exitCode !== null && this.lives.length > 1) return true
      if (child.exitCode !== null) throw new Error(`${this.name} ended: ${await log.text()}`)
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined)
      await answer?.arrayBuffer()
      return answer?.ok
    })
  }

  /** Call this regularly: what a process used is not known when it has been killed. */
  measure() {
    const life = this.lives.at(-1)
    if (!life || !this.#child || this.#child.exitCode !== null) return
    const family = listFamily(this.#child.pid)
    const processor = processorTime(family)
    if (processor < life.processor) return
    life.memory.push(anonymousMemory(family))
    life.processor = processor
  }

  get hasEnded() {
    const child = this.#child
    return !child || child.exitCode !== null || child.signalCode !== null
  }

  async end(signal: NodeJS.Signals) {
    this.#child?.kill(signal)
    await this.#child?.exited
  }
}

type Env = Record<string, string>

/** Two servers without and two workers of their own process. Nothing is started yet. */
export async function prepareClub(command: readonly string[], env: Env) {
  const make = async (name: string, role: Role) =>
    new Program(name, role, await findFreePort(), command, env)
  return [
    await make('server 1', 'serve'),
    await make('worker 1', 'worker'),
    await make('server 2', 'serve'),
    await make('worker 2', 'worker'),
  ]
}
