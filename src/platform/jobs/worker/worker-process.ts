/**
 * A worker process: a child process of this program that runs jobs until it is idle or told to
 * stop.
 */
import type { Subprocess } from 'bun'
import { buildChildEnvironment, buildOwnCommand } from '../../lib/own-command'
import type { FromWorker, ToWorker } from './worker-messages'

export interface WorkerExit {
  /** Undefined if the process ended before it could claim a job. */
  owner: string | undefined
  /** True if the process exited because it was idle or was told to stop. */
  isExpected: boolean
  code: number | null
  signal: string | number | null
}

export interface WorkerProcessOptions {
  /** The command line, which tests override. */
  command?: string[]
  onMessage: (message: Exclude<FromWorker, { type: 'pong' }>) => void
  onExit: (exit: WorkerExit) => void
}

export class WorkerProcess {
  readonly #child: Subprocess
  #owner: string | undefined
  /** Called when the worker responds to a ping or has ended. */
  readonly #pings = new Set<(isResponding: true) => void>()
  #hasExited = false
  /** Resolves when `onExit` has been called. */
  readonly #exited = Promise.withResolvers<void>()

  constructor({
    command = buildOwnCommand('job-worker'),
    onMessage,
    onExit,
  }: WorkerProcessOptions) {
    this.#child = Bun.spawn({
      cmd: command,
      env: buildChildEnvironment(),
      // Standard output is not used, because log lines are sent as messages.
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (message: FromWorker) => {
        if (message.type === 'ready') this.#owner = message.owner
        if (message.type === 'pong') this.#resolvePings()
        else onMessage(message)
      },
      onExit: (_, code, signal) => {
        this.#hasExited = true
        this.#resolvePings()
        // SIGTERM ends the worker only before its signal handler is installed, which is before it
        // has claimed a job.
        const isExpected = code === 0 || signal === 'SIGTERM'
        onExit({ owner: this.#owner, isExpected, code, signal })
        this.#exited.resolve()
      },
    })
    this.#child.unref()
  }

  get pid() {
    return this.#child.pid
  }

  /** Drops messages to a worker that is already exiting, because it no longer needs them. */
  send(message: ToWorker) {
    try {
      this.#child.send(message)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_IPC_CHANNEL_CLOSED') throw error
    }
  }

  /**
   * Pings the worker. Returns false if its main thread does not respond within `limitMs`, and true
   * if it responds or has ended.
   */
  async isResponding(limitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, limitMs, false)
    this.#pings.add(resolve)
    this.send({ type: 'ping' })
    const isResponding = await promise
    clearTimeout(timer)
    this.#pings.delete(resolve)
    return isResponding
  }

  #resolvePings() {
    for (const resolve of this.#pings) resolve(true)
  }

  /** Kills the process immediately (SIGKILL). */
  kill() {
    this.#child.kill('SIGKILL')
  }

  /** Asks the process to exit, and kills it if it has not done so after `limitMs`. */
  async stop(limitMs: number) {
    if (this.#hasExited) return
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), limitMs)
    await this.#exited.promise
    clearTimeout(timer)
  }
}
