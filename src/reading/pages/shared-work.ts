/**
 * Runs work once for several waiting callers. The signal of the work is aborted when no caller is
 * waiting anymore.
 */
import { Cancelled } from '../../platform/lib/semaphore'

interface Work<T> {
  promise: Promise<T>
  controller: AbortController
  waiting: number
}

export class SharedWork<T> {
  readonly #running = new Map<string, Work<T>>()

  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const work = this.#running.get(key) ?? this.#start(key, start)
    work.waiting++
    try {
      return await waitOrAbort(work.promise, signal)
    } catch (error) {
      // If the work was canceled because its previous callers left just before this one joined, it
      // is started again.
      if (!(error instanceof Cancelled) || signal.aborted) throw error
    } finally {
      work.waiting--
      if (work.waiting === 0) work.controller.abort()
    }
    return this.join(key, signal, start)
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Work<T> {
    const controller = new AbortController()
    const work: Work<T> = { promise: start(controller.signal), controller, waiting: 0 }
    this.#running.set(key, work)
    const forget = () => this.#running.delete(key)
    work.promise.then(forget, forget)
    return work
  }
}

/** Returns a promise that is rejected as soon as the caller's signal is aborted. */
export async function waitOrAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new Cancelled()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Cancelled())
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
