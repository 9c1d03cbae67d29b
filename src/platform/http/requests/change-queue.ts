import { Refusal } from '../../../errors'
import { requestMessages } from '../../messages/common'
import type { Store } from '../../db/store'
import type { NowOrLater } from '../../lib/async/now-or-later'

/**
 * Runs conditional changes of a resource one after another, so that the second of two changes is
 * checked against the result of the first. Changes in other processes wait for the same lock.
 */
export class ChangeQueue {
  /** The latest change to each path. */
  readonly #last = new Map<string, Promise<void>>()
  readonly #ends = new WeakMap<Request, () => void>()
  readonly #store: Pick<Store, 'lock'>

  constructor(store: Pick<Store, 'lock'>) {
    this.#store = store
  }

  /**
   * Waits for earlier changes to the same path, in all processes. Throws if the client disconnects.
   * Call this only within `endAfter`.
   */
  async start(request: Request): Promise<void> {
    const { signal } = request
    const path = new URL(request.url).pathname
    const previous = this.#last.get(path)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(path, promise)
    let release: (() => void) | undefined
    this.#ends.set(request, () => {
      release?.()
      const end = () => {
        if (this.#last.get(path) === promise) this.#last.delete(path)
        resolve()
      }
      // If the client has disconnected, the earlier change may still be running, so later changes
      // keep waiting for it.
      if (previous) void previous.then(end)
      else end()
    })
    try {
      await waitUnlessAborted(previous, signal)
      release = await this.#store.lock(path, signal)
    } catch (error) {
      throw signal.aborted ? new Refusal('unavailable', requestMessages.timeout()) : error
    }
  }

  /** Lets the next change run once the request has its response. */
  endAfter(request: Request, respond: () => NowOrLater<Response>): NowOrLater<Response> {
    if (!request.headers.has('if-match')) return respond()
    return Promise.try(respond).finally(() => this.#ends.get(request)?.())
  }
}

async function waitUnlessAborted(task: Promise<void> | undefined, signal: AbortSignal) {
  signal.throwIfAborted()
  if (!task) return
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([task, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
