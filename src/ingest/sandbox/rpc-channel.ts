/** Line-based JSON-RPC 2.0 in both directions. Each side numbers its own requests. */
import { CallAnswerer } from './call-answerer'
import { type RequestOptions, RpcError, SandboxFailure, type SandboxOptions } from './model'
import type { LineWriter } from './streams/line-writer'

interface RpcChannelOptions extends Pick<SandboxOptions, 'call'> {
  output: LineWriter
  /** Receives a line that is not a message. */
  onStrayLine(line: Uint8Array): void
  /** Called when the program did not respond in time. */
  onTimeout(failure: SandboxFailure): void
}

interface OpenRequest {
  resolve(value: unknown): void
  reject(error: Error): void
  /** Stops the timer and removes the listener. */
  release(): void
}

interface RpcMessage {
  id?: unknown
  method?: unknown
  params?: unknown
  result?: unknown
  error?: unknown
  parentRequestId?: unknown
}

const initialize = 'initialize'
const internalError = -32603

export class RpcChannel {
  readonly #options: RpcChannelOptions
  readonly #calls: CallAnswerer
  readonly #open = new Map<number, OpenRequest>()
  #lastId = 0
  #failure: SandboxFailure | undefined
  /** Settles when `initialize` has been answered. */
  #initialized: Promise<unknown> | undefined
  #isInitialized = false

  constructor(options: RpcChannelOptions) {
    this.#options = options
    this.#calls = new CallAnswerer(options)
  }

  get isBusy() {
    return this.#open.size > 0
  }

  get isInitialized() {
    return this.#isInitialized
  }

  async request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
    // The program handles lines as they arrive, so other requests could overtake `initialize`.
    if (method !== initialize) await this.#initialized
    options.signal?.throwIfAborted()
    if (this.#failure) throw this.#failure
    const answer = this.#send(method, params, options)
    if (method === initialize) this.#initialized = this.#awaitInitialized(answer)
    return answer
  }

  handleLine(line: Uint8Array) {
    const message = parseMessage(line)
    if (!message) this.#options.onStrayLine(line)
    // This is a call even if its ID matches one of our requests, because each side numbers its own.
    else if (typeof message.method === 'string') this.#calls.answer(message.method, message)
    else this.#handleAnswer(message)
  }

  /** Call this when the program has exited. */
  close(failure: SandboxFailure) {
    this.#failure = failure
    this.#calls.close()
    for (const { reject, release } of this.#open.values()) {
      release()
      reject(failure)
    }
    this.#open.clear()
  }

  async #awaitInitialized(answer: Promise<unknown>) {
    this.#isInitialized = await answer.then(
      () => true,
      () => false,
    )
  }

  #send(method: string, params: unknown, { timeoutMs, signal, onSent }: RequestOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    const message = { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }
    // Throws if the parameters cannot be converted to JSON. Responses cannot arrive before this
    // function returns.
    void this.#options.output.write(message)
    onSent?.(id)
    const timer = setTimeout(() => {
      this.#options.onTimeout(
        new SandboxFailure('timeout', `${method} took longer than ${timeoutMs} ms`),
      )
    }, timeoutMs)
    // The request stays open: the program is still working on it and must respond in time.
    const onAbort = () => reject(signal!.reason as Error)
    signal?.addEventListener('abort', onAbort)
    const release = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    this.#open.set(id, { resolve, reject, release })
    return promise
  }

  #handleAnswer({ id, result, error }: RpcMessage) {
    const request = typeof id === 'number' ? this.#open.get(id) : undefined
    if (!request) return
    this.#open.delete(id as number)
    request.release()
    if (typeof error === 'object' && error !== null) request.reject(toRpcError(error))
    else request.resolve(result ?? null)
  }
}

function parseMessage(line: Uint8Array): RpcMessage | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(line))
    const isMessage = typeof message === 'object' && message !== null && !Array.isArray(message)
    return isMessage ? message : undefined
  } catch {
    return undefined
  }
}

function toRpcError(error: { code?: unknown; message?: unknown; data?: unknown }): RpcError {
  const code = typeof error.code === 'number' ? error.code : internalError
  const message = typeof error.message === 'string' ? error.message : 'The program gave no reason'
  return new RpcError(code, message, error.data)
}
