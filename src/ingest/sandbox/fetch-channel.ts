/** Handles the HTTP requests that a program's `fetch` sends on the control descriptor. */
import { maxBodyBytes, maxOpenFetches } from './limits'
import { SandboxFailure, type SandboxFetch, type SandboxOptions } from './model'
import type { LineWriter } from './streams/line-writer'

interface FetchChannelOptions extends Pick<SandboxOptions, 'fetch'> {
  output: LineWriter
  onInvalidLine(failure: SandboxFailure): void
}

/** Headers that describe the encoded body, which the server's fetch has already decoded. */
const decodedHeaders = /^(content-(encoding|length)|transfer-encoding)$/i

export class FetchChannel {
  readonly #options: FetchChannelOptions
  readonly #open = new Map<number, AbortController>()

  constructor(options: FetchChannelOptions) {
    this.#options = options
  }

  handleLine(line: Uint8Array) {
    const message = parseLine(line)
    if (!message) {
      const reason = 'The program wrote to the stream of its fetch'
      this.#options.onInvalidLine(new SandboxFailure('output', reason))
    } else if ('abort' in message) this.#open.get(message.abort)?.abort()
    else void this.#answer(message)
  }

  /** Call this when the program has exited. */
  close() {
    for (const controller of this.#open.values()) controller.abort()
  }

  async #answer({ id, request }: FetchMessage) {
    const { output } = this.#options
    if (this.#open.size >= maxOpenFetches || this.#open.has(id)) {
      await output.write({ id, error: `There are more than ${maxOpenFetches} open requests` })
      return
    }
    const controller = new AbortController()
    this.#open.set(id, controller)
    const answer = await this.#fetch(request, controller.signal)
    // A request counts as open until the program has read the response, because unread responses
    // would pile up.
    await output.write({ id, ...answer })
    this.#open.delete(id)
  }

  async #fetch(request: SandboxFetch, signal: AbortSignal): Promise<object> {
    try {
      if ((request.body?.length ?? 0) > maxBodyBytes) throw new Error('The request is too large')
      const response = await this.#options.fetch(request, signal)
      const body = await readBody(response, signal)
      return {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers].filter(([name]) => !decodedHeaders.test(name)),
        url: response.url || request.url,
        isRedirected: response.redirected,
        body: body.toString('base64'),
      }
    } catch (error) {
      return { error: error instanceof Error ? error.message : 'The request failed' }
    }
  }
}

async function readBody(response: Response, signal: AbortSignal): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop stops the download of the body.
  for await (const part of response.body ?? []) {
    signal.throwIfAborted()
    parts.push(part)
    length += part.length
    if (length > maxBodyBytes) throw new Error('The response is too large')
  }
  return Buffer.concat(parts)
}

interface FetchMessage {
  id: number
  request: SandboxFetch
}

function parseLine(line: Uint8Array): FetchMessage | { abort: number } | undefined {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(line)) as Record<string, unknown>
    if (typeof parsed['abort'] === 'number') return { abort: parsed['abort'] }
    const { id, url, method, body, redirect } = parsed
    const headers = parsed['headers'] as [string, string][]
    const isRequest = [url, method].every((part) => typeof part === 'string')
    if (typeof id !== 'number' || !isRequest || !areHeaders(headers)) return undefined
    return {
      id,
      request: {
        url: url as string,
        method: method as string,
        headers,
        body: typeof body === 'string' ? Buffer.from(body, 'base64') : undefined,
        redirect: redirect === 'error' || redirect === 'manual' ? redirect : 'follow',
      },
    }
  } catch {
    return undefined
  }
}

const areHeaders = (headers: unknown) =>
  Array.isArray(headers) &&
  headers.every(
    (pair) =>
      Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'),
  )
