/**
 * A pool of child processes that decode untrusted files. A file that crashes a decoder does not
 * crash the server. Child processes are started on demand and reused. They are replaced when they
 * use too much memory, and stopped when idle.
 */
import type { Subprocess } from 'bun'
import { buildChildEnvironment, buildOwnCommand } from '../../platform/lib/own-command'
import type { Progress, Question, Reply } from './protocol'
import type { ProgressOf, TaskName, Tasks } from './tasks'
import { type Message, renderMessage } from '../../platform/messages/message'
import { decodingMessages } from './messages'
import { readProcessUsage } from './process-usage'

/** The decoder crashed or was killed, so the file is suspicious, or the server is stopping. */
export class DecoderDied extends Error {
  override name = 'DecoderDied'
}

/**
 * The decoder reported an error. Either the file is damaged, or `code` is the code of a system
 * error.
 */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed'
  readonly code: string | undefined
  /** User-facing error message about the file. */
  readonly userMessage: Message | undefined

  constructor(message: string, code: string | undefined, userMessage?: Message) {
    super(message)
    this.code = code
    this.userMessage = userMessage
  }
}

/** The task needed more memory than a decoder may use. The file is not retried. */
export class DecodeTooLarge extends DecodeFailed {
  override name = 'DecodeTooLarge'

  constructor(maxBytes: number) {
    const megabytes = Math.round(maxBytes / 1024 / 1024)
    const message = decodingMessages.too_large({ megabytes })
    super(renderMessage(message), undefined, message)
  }
}

export interface PoolOptions {
  size: number
  /**
   * CPU time limit for a task. Elapsed time is not used, because a slow task on a busy machine does
   * not make its file suspicious.
   */
  maxCpuMs?: number
  /**
   * A task that has used almost no CPU time for this long is stopped, because it is waiting for a
   * disk or is deadlocked. If the system does not report CPU time, every task is stopped after this
   * time.
   */
  stallMs?: number
  idleMs?: number
  maxAnswers?: number
  /** After a task, a child that uses more memory than this is replaced. */
  maxMemoryBytes?: number
  /** During a task, a child that uses more memory than this is killed. */
  maxTaskMemoryBytes?: number
  /** Command that starts a child. Tests replace it. */
  command?: string[]
}

interface RunOptions<Name extends TaskName> {
  /** Whether a user is waiting for the result. */
  first?: boolean
  /** Receives partial results. Each one restarts the time limits of the task. */
  onProgress?: (progress: ProgressOf<Name>) => void
}

interface Task {
  question: Question
  onProgress: (progress: never) => void
  resolve(answer: unknown): void
  reject(error: Error): void
  /** Number of times that the task has stalled. */
  stalls: number
}

interface Child {
  process: Subprocess
  answers: number
  task: Task | undefined
  /** Stops the child when it has been idle for too long. */
  timer: ReturnType<typeof setTimeout> | undefined
  watch: Watch
}

/** Resources used by the child as of the last check. */
interface Watch {
  /**
   * CPU time at the start of the task or at its last partial result, or undefined before the first
   * check.
   */
  startCpuMs: number | undefined
  /** CPU time at the last check that found progress. */
  seenCpuMs: number
  seenAtMs: number
  end: 'memory' | 'time' | 'stall' | undefined
}

const createWatch = (): Watch => ({
  startCpuMs: undefined,
  seenCpuMs: 0,
  seenAtMs: performance.now(),
  end: undefined,
})

const watchMs = 100
/**
 * If less CPU time than this was used between two checks, there was no progress, only timers and
 * garbage collection.
 */
const minWorkMs = 50

export class DecoderPool {
  readonly #options: Required<PoolOptions>
  readonly #children = new Set<Child>()
  readonly #waiting: Task[] = []
  #watcher: ReturnType<typeof setInterval> | undefined
  #lastId = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = {
      maxCpuMs: 60_000,
      stallMs: 60_000,
      idleMs: 10_000,
      maxAnswers: 1000,
      maxMemoryBytes: 350 * 1024 * 1024,
      maxTaskMemoryBytes: 1024 * 1024 * 1024,
      command: buildOwnCommand('decoder'),
      ...options,
    }
  }

  /** Throws `DecodeFailed` or `DecoderDied`. */
  run<Name extends TaskName>(
    task: Name,
    ask: Tasks[Name]['ask'],
    { first = false, onProgress = () => undefined }: RunOptions<Name> = {},
  ): Promise<Tasks[Name]['answer']> {
    if (this.#closed) return Promise.reject(new DecoderDied('the server is stopping'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const question = { id: ++this.#lastId, task, ask }
    const waiting: Task = { question, onProgress, resolve, reject, stalls: 0 }
    if (first) this.#waiting.unshift(waiting)
    else this.#waiting.push(waiting)
    this.#assign()
    return promise as Promise<Tasks[Name]['answer']>
  }

  close() {
    this.#closed = true
    clearInterval(this.#watcher)
    this.#refuseWaiting(new DecoderDied('the server is stopping'))
    for (const child of this.#children) child.process.kill('SIGKILL')
  }

  #assign() {
    while (this.#waiting.length > 0) {
      const child = this.#freeChild()
      if (!child) return
      clearTimeout(child.timer)
      const task = this.#waiting.shift()!
      child.task = task
      child.watch = createWatch()
      this.#watcher ??= setInterval(() => this.#watchChildren(), watchMs)
      child.process.send(task.question)
    }
  }

  #watchChildren() {
    const busy = [...this.#children].filter(({ task }) => task)
    for (const child of busy) {
      child.watch.end ??= findExcess(child, this.#options)
      if (child.watch.end) child.process.kill('SIGKILL')
    }
    if (busy.length > 0) return
    clearInterval(this.#watcher)
    this.#watcher = undefined
  }

  #freeChild(): Child | undefined {
    for (const child of this.#children) if (!child.task) return child
    if (this.#children.size >= this.#options.size) return undefined
    try {
      return this.#start()
    } catch (error) {
      // Without any child, the waiting tasks would never run.
      if (this.#children.size === 0) this.#refuseWaiting(error as Error)
      return undefined
    }
  }

  #refuseWaiting(reason: Error) {
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  #start(): Child {
    const spawned = Bun.spawn({
      cmd: this.#options.command,
      // Built for each child, because the variables that locate the embedded libraries are set
      // after startup.
      env: buildChildEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (reply: Reply | Progress) => this.#handleReply(child, reply),
      onExit: (_, _code, signal) => this.#handleExit(child, signal),
    })
    // The child does not keep its parent alive, and exits with it.
    spawned.unref()
    const child: Child = {
      process: spawned,
      answers: 0,
      task: undefined,
      timer: undefined,
      watch: createWatch(),
    }
    this.#children.add(child)
    return child
  }

  #handleReply(child: Child, reply: Reply | Progress) {
    const { task } = child
    if (!task || task.question.id !== reply.id) return
    if ('progress' in reply) {
      task.onProgress(reply.progress as never)
      child.watch = createWatch()
      return
    }
    clearTimeout(child.timer)
    child.task = undefined
    child.answers++
    if ('answer' in reply) task.resolve(reply.answer)
    else task.reject(new DecodeFailed(reply.error, reply.code, reply.userMessage))
    const { maxAnswers, maxMemoryBytes, idleMs } = this.#options
    if (child.answers >= maxAnswers || reply.memory > maxMemoryBytes) this.#end(child)
    else {
      child.timer = setTimeout(() => this.#end(child), idleMs)
      child.timer.unref()
    }
    this.#assign()
  }

  #end(child: Child) {
    clearTimeout(child.timer)
    this.#children.delete(child)
    child.process.disconnect()
  }

  #handleExit(child: Child, signal: number | string | null) {
    const { task } = child
    clearTimeout(child.timer)
    this.#children.delete(child)
    child.task = undefined
    // systemd sends SIGTERM to all processes. It stops only a child that is still starting, because
    // a running child ignores it.
    const isStopped = signal === 'SIGTERM'
    // A disk that is spinning up or a busy machine can cause a stall, so the task is retried once,
    // after the other waiting tasks.
    const isRetried = child.watch.end === 'stall' && task !== undefined && task.stalls++ === 0
    if (task && isStopped && !this.#closed) this.#waiting.unshift(task)
    else if (task && isRetried && !this.#closed) this.#waiting.push(task)
    else task?.reject(this.#createDeath(child.watch.end))
    if (!this.#closed) this.#assign()
  }

  #createDeath(end: Watch['end']): Error {
    if (end === 'memory') return new DecodeTooLarge(this.#options.maxTaskMemoryBytes)
    return new DecoderDied('decoder crashed while reading this file')
  }
}

/** Returns the limit that a busy child exceeds, and records its usage. */
function findExcess(
  { process: { pid }, watch }: Child,
  { maxCpuMs, stallMs, maxTaskMemoryBytes }: Required<PoolOptions>,
): Watch['end'] {
  const usage = readProcessUsage(pid)
  const now = performance.now()
  if (usage && usage.residentBytes > maxTaskMemoryBytes) return 'memory'
  if (usage) {
    watch.startCpuMs ??= usage.cpuMs
    if (usage.cpuMs - watch.startCpuMs > maxCpuMs) return 'time'
    if (usage.cpuMs - watch.seenCpuMs >= minWorkMs) {
      watch.seenCpuMs = usage.cpuMs
      watch.seenAtMs = now
    }
  }
  return now - watch.seenAtMs > stallMs ? 'stall' : undefined
}
