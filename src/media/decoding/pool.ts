/**
 * A pool of child processes that decode untrusted files. A file that crashes a decoder never
 * crashes the server. Children start on demand and are reused. They are replaced when they use too
 * much memory and end when idle.
 */
import type { Subprocess } from 'bun'
import { ownCommand } from '../../platform/lib/own-command'
import type { Progress, Question, Reply } from './protocol'
import type { ProgressOf, TaskName, Tasks } from './tasks'
import type { Message } from '../../platform/messages/message'

/** The decoder crashed or was killed during this task; the file is suspicious. */
export class DecoderDied extends Error {
  override name = 'DecoderDied'
}

/** The decoder reported an error: the file is damaged. */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed'
  readonly code: string | undefined
  /** Error message about the file for users. */
  readonly userMessage: Message | undefined

  constructor(message: string, code: string | undefined, userMessage?: Message) {
    super(message)
    this.code = code
    this.userMessage = userMessage
  }
}

export interface PoolOptions {
  size: number
  timeoutMs?: number
  idleMs?: number
  maxAnswers?: number
  maxMemoryBytes?: number
  /** Command that starts a child; replaced in tests. */
  command?: string[]
}

interface RunOptions<Name extends TaskName> {
  /** A user is waiting for the result. */
  first?: boolean
  /** Receives partial results. Each one restarts the timeout. */
  onProgress?: (progress: ProgressOf<Name>) => void
}

interface Task {
  question: Question
  onProgress: (progress: never) => void
  resolve(answer: unknown): void
  reject(error: Error): void
}

interface Child {
  process: Subprocess
  answers: number
  task: Task | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

export class DecoderPool {
  readonly #options: Required<PoolOptions>
  readonly #children = new Set<Child>()
  readonly #waiting: Task[] = []
  #lastId = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = {
      timeoutMs: 60_000,
      idleMs: 10_000,
      maxAnswers: 1000,
      maxMemoryBytes: 350 * 1024 * 1024,
      command: ownCommand('decoder'),
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
    const waiting: Task = { question, onProgress, resolve, reject }
    if (first) this.#waiting.unshift(waiting)
    else this.#waiting.push(waiting)
    this.#assign()
    return promise as Promise<Tasks[Name]['answer']>
  }

  close() {
    this.#closed = true
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
      this.#watch(child)
      child.process.send(task.question)
    }
  }

  #watch(child: Child) {
    clearTimeout(child.timer)
    child.timer = setTimeout(() => child.process.kill('SIGKILL'), this.#options.timeoutMs)
  }

  #freeChild(): Child | undefined {
    for (const child of this.#children) if (!child.task) return child
    if (this.#children.size >= this.#options.size) return undefined
    try {
      return this.#start()
    } catch (error) {
      // Tasks wait for other children if there are any. Without children they would wait forever.
      if (this.#children.size === 0) this.#refuseWaiting(error as Error)
      return undefined
    }
  }

  #refuseWaiting(reason: Error) {
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  #start(): Child {
    const process = Bun.spawn({
      cmd: this.#options.command,
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (reply: Reply | Progress) => this.#handleReply(child, reply),
      onExit: (_, _code, signal) => this.#handleExit(child, signal),
    })
    // Does not keep the parent alive. The child exits with its parent.
    process.unref()
    const child: Child = { process, answers: 0, task: undefined, timer: undefined }
    this.#children.add(child)
    return child
  }

  #handleReply(child: Child, reply: Reply | Progress) {
    const { task } = child
    if (!task || task.question.id !== reply.id) return
    if ('progress' in reply) {
      task.onProgress(reply.progress as never)
      this.#watch(child)
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
    // Systemd signals every process. SIGTERM ends only a child that has read nothing yet.
    if (task && signal === 'SIGTERM' && !this.#closed) this.#waiting.unshift(task)
    else task?.reject(new DecoderDied('decoder crashed while reading this file'))
    if (!this.#closed) this.#assign()
  }
}
