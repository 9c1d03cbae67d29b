/**
 * Requests to a bucket. Bun's S3 client signs them, and `fetch` sends them, because the client
 * supports neither timeouts nor cancellation. Only `list` sends its requests with the client.
 */
import { S3Client } from 'bun'
import { Semaphore } from '../../lib/semaphore'
import { BucketUnreachable } from '../bucket-unreachable'

export interface BucketSettings {
  /** Undefined for Amazon S3. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Timeout for a response, and then for each part of its body. */
  timeoutMs: number
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'

const maxAtOnce = 32
const maxWaiting = 1000
const attempts = 2
const retryMs = 200
/** Minimum speed of transfers with a timeout. Streamed downloads have only an idle timeout. */
const minBytesPerMs = 32
/**
 * Smaller files are read completely, so that an outage is detected before the response to the
 * client starts. Larger files are streamed.
 */
const wholeBytes = 4 * 1024 * 1024
const signedForSeconds = 900

export interface Received {
  headers: Headers
  bytes: number
  body: Blob | ReadableStream<Uint8Array<ArrayBuffer>>
}

export interface ListedKeys {
  keys: string[]
  isLast: boolean
}

export class Bucket {
  readonly #client: S3Client
  readonly #timeoutMs: number
  readonly #slots = new Semaphore(maxAtOnce, maxWaiting)

  constructor({ timeoutMs, endpoint, ...settings }: BucketSettings) {
    this.#client = new S3Client({ ...settings, ...(endpoint !== undefined && { endpoint }) })
    this.#timeoutMs = timeoutMs
  }

  /** Returns undefined if the object does not exist. */
  receive(name: string): Promise<Received | undefined> {
    return this.#try('read a file', async (operation) => {
      const timer = new IdleTimer(this.#timeoutMs)
      try {
        const response = await this.#send(operation, { name, method: 'GET', signal: timer.signal })
        if (!response) return undefined
        const { headers } = response
        const bytes = Number(headers.get('content-length'))
        if (bytes > wholeBytes) {
          return { headers, bytes, body: readInTime(operation, response, timer) }
        }
        timer.restart(bytes / minBytesPerMs)
        const body = await response.blob()
        if (body.size !== bytes) throw new BucketUnreachable(operation, 'incomplete answer')
        return { headers, bytes, body }
      } finally {
        timer.stop()
      }
    })
  }

  /** Returns undefined if the object does not exist. */
  describe(name: string): Promise<Headers | undefined> {
    return this.#try('find a file', async (operation) => {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      const found = await this.#send(operation, { name, method: 'HEAD', signal })
      if (found) return found.headers
      // A HEAD response has no error code that distinguishes a missing object from a missing
      // bucket.
      const response = await this.#send(operation, { name, method: 'GET', signal })
      await response?.body?.cancel()
      return response?.headers
    })
  }

  async send(name: string, file: Blob): Promise<void> {
    await this.#try('write a file', async (operation) => {
      const signal = AbortSignal.timeout(this.#timeoutMs + file.size / minBytesPerMs)
      await this.#send(operation, { name, method: 'PUT', signal, body: file })
    })
  }

  /**
   * Returns false if the object already exists. Services without conditional writes overwrite it.
   */
  sendNew(name: string, file: Blob): Promise<boolean> {
    return this.#try('write a file', async (operation) => {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      const headers = { 'if-none-match': '*' }
      try {
        await this.#send(operation, { name, method: 'PUT', signal, body: file, headers })
        return true
      } catch (error) {
        const reason = error instanceof BucketUnreachable ? error.reason : ''
        if (!/^(PreconditionFailed|ConditionalRequestConflict|NotImplemented)$/.test(reason))
          throw error
        if (reason !== 'NotImplemented') return false
        await this.#send(operation, { name, method: 'PUT', signal, body: file })
        return true
      }
    })
  }

  async remove(name: string): Promise<void> {
    await this.#try('delete a file', async (operation) => {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      await this.#send(operation, { name, method: 'DELETE', signal })
    })
  }

  /** Lists names in order. `maxKeys` is at most 1000. */
  list(prefix: string, startAfter: string | undefined, maxKeys: number): Promise<ListedKeys> {
    return this.#try('list files', async (operation) => {
      const after = startAfter === undefined ? {} : { startAfter }
      const page = await withTimeout(operation, this.#timeoutMs, () =>
        this.#client.list({ prefix, maxKeys, ...after }),
      )
      const keys = (page.contents ?? []).map(({ key }) => key)
      return { keys, isLast: page.isTruncated !== true || keys.length === 0 }
    })
  }

  /** Retries once after a temporary error. */
  async #try<Result>(operation: string, work: (operation: string) => Promise<Result>) {
    const never = new AbortController().signal
    return this.#slots.run(never, async (): Promise<Result> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work(operation)
        } catch (error) {
          const failure = toFailure(operation, error)
          const isTemporary = failure instanceof BucketUnreachable && temporary.test(failure.reason)
          if (!isTemporary || attempt >= attempts) throw failure
          await Bun.sleep(retryMs)
        }
      }
    })
  }

  /** Returns undefined if the object does not exist. */
  async #send(operation: string, request: SignedRequest): Promise<Response | undefined> {
    const { name, method, signal, body, headers } = request
    const url = this.#client.presign(name, { method, expiresIn: signedForSeconds })
    const response = await fetch(url, {
      method,
      signal,
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...headers, ...(body && getLength(body)) },
      // Large bodies are sent as streams, because with TLS, Bun reads a whole Blob into memory.
      ...(body && { body: body.size > wholeBytes ? body.stream() : body }),
    })
    if (response.ok) return response
    const reason = await readErrorCode(response)
    // Other 404 responses count as failures, because they may come from a different service at this
    // address.
    if (reason === 'NoSuchKey' || (method === 'HEAD' && response.status === 404)) return undefined
    throw new BucketUnreachable(operation, reason)
  }
}

interface SignedRequest {
  name: string
  method: Method
  signal: AbortSignal
  body?: Blob
  headers?: Record<string, string>
}

const getLength = ({ size }: Blob) => ({ 'content-length': String(size) })

/**
 * Errors that are retried. Timeouts are not included, because a second attempt would double the
 * waiting time.
 */
const temporary =
  /^(SlowDown|ServiceUnavailable|InternalError|status 5\d\d|incomplete answer|connection failed: (ECONNRESET|ConnectionClosed|EPIPE).*)$/

/** Network error messages are omitted, because they can contain the signed address. */
function toFailure(operation: string, error: unknown): unknown {
  if (error instanceof BucketUnreachable) return error
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError')
    return new BucketUnreachable(operation, 'timeout')
  if (typeof code !== 'string') return error
  if (name === 'S3Error' && !networkError.test(code)) return new BucketUnreachable(operation, code)
  return new BucketUnreachable(operation, `connection failed: ${code}`)
}

/** Error codes that Bun's S3 client uses for network errors. */
const networkError = /^(Connection|Timeout|Failed|UnableTo|DNS|E[A-Z]+$)/

async function readErrorCode(response: Response): Promise<string> {
  const text = await response.text()
  return /<Code>(\w{1,100})<\/Code>/.exec(text.slice(0, 4096))?.[1] ?? `status ${response.status}`
}

async function withTimeout<Result>(
  operation: string,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new BucketUnreachable(operation, 'timeout')), timeoutMs)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Aborts its signal after `timeoutMs`, unless it is restarted or stopped before. */
class IdleTimer {
  readonly #controller = new AbortController()
  readonly #timeoutMs: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.restart()
  }

  get signal() {
    return this.#controller.signal
  }

  restart(moreMs = 0) {
    clearTimeout(this.#timer)
    const abort = () => this.#controller.abort(new DOMException('no answer', 'TimeoutError'))
    this.#timer = setTimeout(abort, this.#timeoutMs + moreMs)
  }

  stop() {
    clearTimeout(this.#timer)
  }

  cancel() {
    this.stop()
    this.#controller.abort()
  }
}

/**
 * Returns the body as a stream that fails if the bucket stops sending. If the stream is canceled,
 * the request ends.
 */
function readInTime(operation: string, { body }: Response, timer: IdleTimer) {
  const reader = body!.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    // Only the time spent waiting for the bucket counts, not the time spent waiting for a slow
    // reader.
    timer.restart()
    try {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    } catch (error) {
      controller.error(toFailure(operation, error))
    } finally {
      timer.stop()
    }
  }
  // Reads from the bucket only when the recipient reads.
  return new ReadableStream({ pull, cancel: () => timer.cancel() }, { highWaterMark: 0 })
}
