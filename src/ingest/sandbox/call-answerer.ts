/** Answers the calls of a program, at any time, within limits. */
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

  /** A call without an id is a notification and gets no answer. */
  answer(method: string, { id, params, parentRequestId }: IncomingCall) {
    const reply = (content: object) =>
      id === undefined
        ? Promise.resolve()
        : this.#options.output.write({ jsonrpc: '2.0', id, ...content })
    if (this.#open >= maxOpenCalls) {
      const message = `There are more than ${maxOpenCalls} open calls`
      void reply({ error: { code: errorCodes.rateLimited, message } })
      return
    }
    const context = {
      parentRequestId: typeof parentRequestId === 'number' ? parentRequestId : undefined,
    }
    this.#open++
    // Open until the program has read the answer: otherwise unread answers would pile up.
    void this.#call(() => this.#options.call(method, params, context))
      .then((content) => content && reply(content))
      .finally(() => this.#open--)
  }

  /** The program has ended. */
  close() {
    this.#closing.abort()
  }

  /** Undefined: the program has ended. */
  async #call(call: () => Promise<unknown>): Promise<object | undefined> {
    const { signal } = this.#closing
    try {
      const waitMs = this.#pace.next()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      return { result: (await call()) ?? null }
    } catch (error) {
      return signal.aborted ? undefined : { error: describeError(error) }
    }
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

/** How long the next call must wait, so that each second has at most `perSecond` after a first burst. */
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
