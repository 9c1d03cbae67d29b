/**
 * Loaded before a program's code (`--preload`) as a single text file, so it imports only built-in
 * modules. The program has no sockets; its `fetch` sends requests to the server over a descriptor
 * that was open at startup.
 */
import { writeSync } from 'node:fs'

const controlDescriptor = 3
const maxBodyBytes = 8 * 1024 * 1024
/**
 * Maximum number of open requests. Even the largest responses to that many requests fit into the
 * server's limit for unread responses.
 */
const maxOpen = 6
const statusesWithoutBody = new Set([101, 204, 205, 304])

interface Reply {
  id: number
  error?: string
  status: number
  statusText: string
  headers: [string, string][]
  url: string
  isRedirected: boolean
  /** Encoded in Base64. */
  body: string
}

const open = new Map<number, (reply: Reply) => void>()
const waiting: (() => void)[] = []
let running = 0
let lastId = 0

function send(message: object) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`)
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(controlDescriptor, bytes, written)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
      Bun.sleepSync(1)
    }
  }
}

function handleReply(line: string) {
  const reply = JSON.parse(line) as Reply
  open.get(reply.id)?.(reply)
  open.delete(reply.id)
}

async function readReplies() {
  const parts: Uint8Array[] = []
  for await (const chunk of Bun.file(controlDescriptor).stream()) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      handleReply(Buffer.concat(parts.splice(0)).toString())
      start = end + 1
    }
    parts.push(chunk.subarray(start))
  }
}

async function waitForTurn() {
  if (running >= maxOpen) await new Promise<void>((resolve) => void waiting.push(resolve))
  else running++
}

/** Passes the slot to a waiting request, if there is one. */
function endTurn() {
  const next = waiting.shift()
  if (next) next()
  else running--
}

async function ask(request: object, signal: AbortSignal): Promise<Reply> {
  await waitForTurn()
  const id = ++lastId
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const abort = () => {
    if (open.delete(id)) send({ abort: id })
    reject(signal.reason as Error)
  }
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', abort, { once: true })
    open.set(id, resolve)
    send({ id, ...request })
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    endTurn()
  }
}

async function fetchThroughServer(input: string | URL | Request, init?: RequestInit) {
  const request = new Request(input as Request, init)
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  if (body && body.length > maxBodyBytes) throw new TypeError('The request is too large')
  const { url, method, redirect, signal } = request
  const headers = [...request.headers]
  const reply = await ask(
    { url, method, headers, body: body?.toString('base64'), redirect },
    init?.signal ?? signal,
  )
  if (reply.error !== undefined) throw new TypeError(reply.error)
  return createResponse(reply)
}

function createResponse(reply: Reply): Response {
  const { status, statusText, headers, url, isRedirected } = reply
  const body = statusesWithoutBody.has(status) ? null : Buffer.from(reply.body, 'base64')
  const response = new Response(body, { status, statusText, headers })
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: isRedirected },
  })
}

globalThis.fetch = Object.assign(fetchThroughServer, { preconnect: () => undefined })
// The server is gone, whether the stream ended or failed.
void readReplies().finally(() => process.exit(0))
send({ type: 'ready' })
