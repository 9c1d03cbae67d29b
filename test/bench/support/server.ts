/** Runs the server in its own process, compiled or from source. */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readEventStream } from '../../support/event-stream'

const root = resolve(import.meta.dir, '../../..')
const startTimeoutMs = 30_000

const admin = {
  username: 'ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
}

export interface Server {
  readonly url: string
  readonly pid: number
  /** Milliseconds from process start to the first response of /health. */
  readonly startedInMs: number
  /** Returns the end of the standard output and error. */
  words(): string
  kill(signal?: NodeJS.Signals): Promise<void>
}

export interface StartOptions {
  /** Path of a compiled program. By default, the source is run. */
  binary?: string | undefined
  dataDir: string
  port: number
  env?: Record<string, string>
}

/** Returns the command that starts Quire. */
function buildCommand(binary: string | undefined): string[] {
  if (binary === undefined) return [process.execPath, join(root, 'src/main.ts')]
  const path = resolve(binary)
  if (!existsSync(path)) throw new Error(`There is no ${path}. Make it with "bun run build".`)
  return [path]
}

/** Environment variables that create the first account and disable rate limits. */
const settings: Record<string, string> = {
  SERVICE_SETUP__ADMIN_USERNAME: admin.username,
  SERVICE_SETUP__ADMIN_EMAIL: admin.email,
  SERVICE_SETUP__ADMIN_PASSWORD: admin.password,
  SERVICE_API__RATE_LIMIT__ENABLED: 'false',
}

export async function startServer({ binary, dataDir, port, env }: StartOptions): Promise<Server> {
  const begin = performance.now()
  const child = Bun.spawn([...buildCommand(binary), 'serve'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      SERVICE_DATA_DIR: dataDir,
      SERVICE_SERVER__PORT: String(port),
      SERVICE_SERVER__HOST: '127.0.0.1',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const words = collectOutput(child.stdout, child.stderr)
  const url = `http://127.0.0.1:${port}`
  await waitUntilHealthy(url, child, words)
  return {
    url,
    pid: child.pid,
    startedInMs: performance.now() - begin,
    words,
    kill: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await child.exited
    },
  }
}

async function waitUntilHealthy(url: string, child: Bun.Subprocess, words: () => string) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended at its start: ${words()}`)
    if (await isHealthy(url)) return
    await Bun.sleep(1)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer in time: ${words()}`)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`)
    await response.arrayBuffer()
    return response.status === 200
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error
    return false
  }
}

function collectOutput(...streams: ReadableStream<Uint8Array>[]): () => string {
  let words = ''
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) words = (words + decoder.decode(chunk)).slice(-20_000)
  }
  for (const stream of streams) void read(stream)
  return () => words
}

export const createFolder = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`))

export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
  body: any
}

/** Calls the API as one user. */
export class Client {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async signIn(url: string, { username, password } = admin): Promise<Client> {
    await waitForAccount(url)
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const body = (await response.json()) as { accessToken?: string }
    if (!body.accessToken) throw new Error(`Signing in failed: ${JSON.stringify(body)}`)
    return new Client(url, body.accessToken)
  }

  /** Sends an API request. `path` is relative to `/api/v1`. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }

  /** Returns the raw body of the response. */
  async bytes(path: string): Promise<Uint8Array> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    })
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
    return response.bytes()
  }

  /** Calls `onEvent` for each event until the signal fires. Resolves when the stream is open. */
  async listen(onEvent: (id: string, event: { type: string }) => void, signal: AbortSignal) {
    const response = await fetch(`${this.#url}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal,
    })
    const read = async () => {
      for await (const { id, event } of readEventStream(response.body!)) onEvent(id, event)
    }
    // The stream also ends when the server stops.
    void read().catch(() => undefined)
  }

  /** Like `call`, but throws for any status other than 2xx. */
  async need(method: string, path: string, body?: unknown) {
    const answer = await this.call(method, path, body)
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }
}

/** Waits for the configured account, which may be created after the first responses. */
async function waitForAccount(url: string) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/v1/setup/status`)
    if (((await response.json()) as { hasUsers?: boolean }).hasUsers) return
    await Bun.sleep(10)
  }
  throw new Error('The first account was not made in time.')
}

/** Returns the process IDs of a process and all its descendants. */
export function listFamily(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = findParent(Number(entry))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const below = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap(below)]
  return below(pid)
}

/** Returns the process ID of the worker that a server has started. */
export const findWorker = ({ pid }: Server) => listFamily(pid).find(isWorker)

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('job-worker')
  } catch {
    // The process has ended in the meantime.
    return false
  }
}

function findParent(pid: number): number | undefined {
  const status = readStatus(pid)
  return status === undefined ? undefined : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
}

/** Returns undefined when the process has ended. */
function readStatus(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Returns the anonymous memory of the processes in megabytes, without mapped files. */
export function anonymousMemory(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^RssAnon:\s+(\d+)/m.exec(readStatus(pid) ?? '')?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024
}

/** Returns the CPU time of the processes in seconds, including finished children. */
export function processorTime(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readStat(pid)?.split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, value) => sum + value, 0) / 100
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

export const isRunning = (pid: number) => {
  const status = readStatus(pid)
  return status !== undefined && !/^State:\s+Z/m.test(status)
}
