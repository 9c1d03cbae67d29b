/** A clock that tests move, for `ctx.clock`. Its members are bound, so that it can be spread. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CancelTimer, Clock } from '../../src/platform/lib/clock'

interface Timer {
  dueMs: number
  task: () => unknown
  /** The task that set this timer and may wait for it. */
  owner: StartedTask | undefined
  /** Undefined while the clock stands still. */
  real?: ReturnType<typeof setTimeout>
}

/** A task that the clock started while it was moved. */
interface StartedTask {
  isDone: boolean
}

const startedTask = new AsyncLocalStorage<StartedTask>()
const longestTimerMs = 2 ** 31 - 1
/** Turns of the event loop after a task ended, in which what waited for it goes on. */
const turns = 5
/** In real time. Longer than this, a task waits for something that the clock does not know. */
const longestTaskMs = 5000

/**
 * Runs at the speed of real time, and is ahead by as much as it was moved. While it stands still,
 * nothing that waits for it happens until the test moves it.
 */
export class TestClock implements Clock {
  #aheadMs = 0
  #stoppedAtMs: number | undefined
  readonly #timers = new Set<Timer>()

  /** Stands still at `stoppedAt` from the beginning, if it is given. */
  constructor(stoppedAt?: Date) {
    this.#stoppedAtMs = stoppedAt?.getTime()
  }

  readonly now = (): Date => new Date(this.#nowMs())

  readonly after = (ms: number, task: () => unknown): CancelTimer => this.#add(ms, task)

  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = this.#add(ms, resolve)
    const abort = () => {
      cancel()
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', abort, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  /** Stands still from now on, or at the given time. */
  readonly stop = (at = this.now()) => {
    this.#stoppedAtMs = at.getTime()
    for (const timer of this.#timers) clearTimeout(timer.real)
  }

  /** Goes on from where it stopped, or from the given time. Timers still run after their delay. */
  readonly resume = (at = this.now()) => {
    const backMs = this.#nowMs() - at.getTime()
    if (backMs > 0) for (const timer of this.#timers) timer.dueMs -= backMs
    this.#stoppedAtMs = undefined
    this.#aheadMs = at.getTime() - Date.now()
    for (const timer of this.#timers) this.#arm(timer)
  }

  /**
   * Moves the clock from timer to timer, in their order. Each task ends before the next one starts,
   * unless it waits for a timer of its own.
   */
  readonly advance = async (ms: number) => {
    const endMs = this.#nowMs() + ms
    const started: StartedTask[] = []
    for (let timer = this.#findNext(endMs); timer; timer = this.#findNext(endMs)) {
      this.#moveTo(timer.dueMs)
      this.#remove(timer)
      started.push(this.#start(timer))
      await this.#waitForTasks(started)
    }
    this.#moveTo(endMs)
  }

  /**
   * Moves the clock at once, as when the computer was suspended: what was due in the meantime runs
   * once, afterwards.
   */
  readonly jump = async (ms: number) => {
    this.#moveTo(this.#nowMs() + ms)
    await this.advance(0)
  }

  #nowMs() {
    return this.#stoppedAtMs ?? Date.now() + this.#aheadMs
  }

  #moveTo(ms: number) {
    if (ms <= this.#nowMs()) return
    if (this.#stoppedAtMs === undefined) this.#aheadMs = ms - Date.now()
    else this.#stoppedAtMs = ms
    for (const timer of this.#timers) this.#arm(timer)
  }

  #add(ms: number, task: () => unknown): CancelTimer {
    const dueMs = this.#nowMs() + Math.max(0, ms)
    const timer: Timer = { dueMs, task, owner: startedTask.getStore() }
    this.#timers.add(timer)
    this.#arm(timer)
    return () => this.#remove(timer)
  }

  #remove(timer: Timer) {
    clearTimeout(timer.real)
    this.#timers.delete(timer)
  }

  #arm(timer: Timer) {
    clearTimeout(timer.real)
    if (this.#stoppedAtMs !== undefined) return
    const waitMs = Math.min(Math.max(0, timer.dueMs - this.#nowMs()), longestTimerMs)
    timer.real = setTimeout(() => {
      this.#remove(timer)
      timer.task()
    }, waitMs)
  }

  #findNext(endMs: number): Timer | undefined {
    const due = [...this.#timers].filter(({ dueMs }) => dueMs <= endMs)
    return due.reduce<Timer | undefined>(
      (first, timer) => (first && first.dueMs <= timer.dueMs ? first : timer),
      undefined,
    )
  }

  #start({ task }: Timer): StartedTask {
    const started: StartedTask = { isDone: false }
    const end = () => void (started.isDone = true)
    startedTask.run(started, () => {
      void Promise.resolve(task()).finally(end)
    })
    return started
  }

  async #waitForTasks(started: readonly StartedTask[]) {
    const limitAt = Date.now() + longestTaskMs
    await passTurns()
    while (started.some((task) => !task.isDone && !this.#waits(task))) {
      if (Date.now() > limitAt) throw new Error('A task waits for something besides the clock')
      await Bun.sleep(1)
      await passTurns()
    }
  }

  #waits(task: StartedTask) {
    return [...this.#timers].some(({ owner }) => owner === task)
  }
}

async function passTurns() {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => void setImmediate(resolve))
  }
}
