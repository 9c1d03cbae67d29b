/** Handles calls from a program, within limits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { maxCallsPerSecond, maxOpenCalls } from './limits'
import { RpcError, type SandboxOptions } from './model'
import type { LineWriter } from './streams/line-writer'

interface CallAnswererOptions extends Pick<SandboxOptions, 'call'> {
  output: LineWriter
}

interface IncomingCall {
  id?: unknown
  params?: unknown
  parentRequestId?: unknown
}

const errorCodes = { rateLimited: -32001, internal: -32603 }

export class CallAnswerer {
  readonly #options: CallAnswererOptions
  readonly #closing = new AbortController()
  readonly #pace = createPace(maxCallsPerSecond)
  #open = 0

  constructor(options: CallAnswererOptions) {
    this.#options = options
  }

  /** A call without an ID is a notification, which does not get a response. */
  answer(method: string, call: IncomingCall) {
    if (this.#open < maxOpenCalls) {
      void this.#answerOpen(method, call)
      return
    }
    const message = `There are more than ${maxOpenCalls} open calls`
    void this.#reply(call, { error: { code: errorCodes.rateLimited, message } })
  }

  /** Call this when the program has exited. */
  close() {
    this.#closing.abort()
  }

  /**
   * A call counts as open until the program has read the response, because unread responses would
   * pile up.
   */
  async #answerOpen(method: string, call: IncomingCall) {
    this.#open++
    try {
      await this.#waitForTurn()
      await this.#reply(call, { result: (await this.#call(method, call)) ?? null })
    } catch (error) {
      await this.#reply(call, { error: describeError(error) })
    } finally {
      this.#open--
    }
  }

  async #waitForTurn() {
    const waitMs = this.#pace.next()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: this.#closing.signal })
  }

  #call(method: string, { params, parentRequestId }: IncomingCall) {
    return this.#options.call(method, params, {
      parentRequestId: typeof parentRequestId === 'number' ? parentRequestId : undefined,
    })
  }

  /** Throws if the content cannot be converted to JSON. */
  async #reply({ id }: IncomingCall, content: object) {
    if (id !== undefined) await this.#options.output.write({ jsonrpc: '2.0', id, ...content })
  }
}

function describeError(error: unknown): object {
  if (!(error instanceof RpcError)) {
    // Messages of other errors may contain secrets.
    return { code: errorCodes.internal, message: 'Internal error' }
  }
  const { code, message, data } = error
  return { code, message, ...(data !== undefined && { data }) }
}

/**
 * Computes how long the next call must wait, so that there are at most `perSecond` calls per second
 * after an initial burst.
 */
function createPace(perSecond: number) {
  const intervalMs = 1000 / perSecond
  let freeAt = 0
  return {
    next(): number {
      const now = performance.now()
      freeAt = Math.max(freeAt, now - 1000) + intervalMs
      return Math.max(0, freeAt - now)
    },
  }
}
