/** A program's process and its streams. All resources are released when it has exited. */
import { closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import { controlDescriptor } from './confinement/start-protocol'
import type { Launch } from './sandbox-command'
import { maxControlLineBytes, maxLineBytes, maxOutputBytes } from './limits'
import { SandboxFailure } from './model'
import type { ProgramLog } from './program-log'
import { createLineWriter, type LineWriter } from './streams/line-writer'
import { createLineSplitter, type LineSplitter } from './streams/split-lines'

interface ProcessHandlers {
  log: ProgramLog
  onLine(line: Uint8Array): void
  onControlLine(line: Uint8Array): void
}

/** Time allowed for reading output that is still in the pipes when the process has exited. */
const drainTimeoutMs = 1000

export class ProgramProcess {
  /** Resolves when the process has exited and its streams are closed. */
  readonly ended: Promise<SandboxFailure>
  readonly input: LineWriter
  readonly control: LineWriter
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #controlDescriptor: number
  #outputBytes = 0
  #failure: SandboxFailure | undefined
  #hasEnded = false

  /** Throws if the executable cannot be started. */
  constructor({ cmd, cwd, env }: Launch, handlers: ProcessHandlers) {
    this.#child = Bun.spawn({ cmd, cwd, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
    this.#controlDescriptor = this.#child.stdio[controlDescriptor] as unknown as number
    const onFailure = (reason: string) => this.#killForOutput(reason)
    this.input = createLineWriter(this.#child.stdin, onFailure)
    this.control = createLineWriter(Bun.file(this.#controlDescriptor).writer(), onFailure)
    this.ended = this.#waitForEnd(this.#readStreams(handlers))
  }

  get pid() {
    return this.#child.pid
  }

  get isRunning() {
    return !this.#hasEnded && this.#failure === undefined
  }

  /** Kills the program. Only the first failure is reported. */
  kill(failure: SandboxFailure) {
    this.#failure ??= failure
    this.#child.kill('SIGKILL')
  }

  #killForOutput(message: string) {
    this.kill(new SandboxFailure('output', message))
  }

  #readStreams({ log, onLine, onControlLine }: ProcessHandlers) {
    const onTooLong = () => this.#killForOutput('The program wrote a line that is too long')
    const lines = createLineSplitter({ maxBytes: maxLineBytes, onLine, onTooLong })
    const controlLines = createLineSplitter({
      maxBytes: maxControlLineBytes,
      onLine: onControlLine,
      onTooLong,
    })
    const errors = log.createSplitter()
    const control = Bun.file(this.#controlDescriptor).stream()
    return [
      this.#read(this.#child.stdout, lines, (rest) => log.add(rest)),
      this.#read(this.#child.stderr, errors, (rest) => log.add(rest)),
      this.#read(control, controlLines),
    ]
  }

  #read(
    stream: ReadableStream<Uint8Array>,
    splitter: LineSplitter,
    onRest?: (rest: Uint8Array) => void,
  ): StreamReading {
    const reader = stream.getReader()
    const readAll = async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        this.#countOutput(value.length)
        // After a kill, further output does not matter.
        if (!this.#failure) splitter.add(value)
      }
      onRest?.(splitter.takeRest())
    }
    const finished = readAll().catch((error: Error & { code?: string }) => {
      // The program exited without reading everything.
      if (error.code === 'ECONNRESET') return
      this.#killForOutput(`Reading failed: ${error.message}`)
    })
    return { finished, cancel: () => reader.cancel() }
  }

  #countOutput(bytes: number) {
    this.#outputBytes += bytes
    if (this.#outputBytes > maxOutputBytes) this.#killForOutput('The program wrote too much')
  }

  async #waitForEnd(readings: readonly StreamReading[]): Promise<SandboxFailure> {
    const code = await this.#child.exited
    this.#hasEnded = true
    await finishReading(readings)
    await Promise.all([this.input.close(), this.control.close()])
    // Bun does not close this descriptor.
    closeSync(this.#controlDescriptor)
    const reason = this.#child.signalCode ?? `exit code ${code}`
    return this.#failure ?? new SandboxFailure('ended', `The program ended (${reason})`)
  }
}

interface StreamReading {
  finished: Promise<void>
  cancel(): Promise<void>
}

/** Stops after a timeout, because a process started by the program could keep streams open. */
async function finishReading(readings: readonly StreamReading[]) {
  const all = Promise.all(readings.map(({ finished }) => finished))
  const timeout = new AbortController()
  const isLate = await Promise.race([
    all.then(() => false),
    sleep(drainTimeoutMs, true, { signal: timeout.signal }).catch(() => false),
  ])
  timeout.abort()
  if (isLate) await Promise.all(readings.map(({ cancel }) => cancel()))
}
