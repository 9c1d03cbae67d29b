/** Checks a server as its first user would: sign in, scan, thumbnail, page, end. */
import { expect } from 'bun:test'
import { spawn } from 'node:child_process'
import { eventually, openApi } from '../../../.ci/smoke-client'

const admin = { username: 'first', password: 'a long enough password' }

export interface ServerToCheck {
  /** Starts the server in the foreground, with the environment that `buildSettings` returns. */
  command: readonly string[]
  port: number
  /** Ends the server. By default, the process of the command gets SIGTERM. */
  stop?: () => void
  /** Factor for a slow machine, such as an emulated one. */
  patience?: number
}

/** @param places folders as the server sees them */
export const buildSettings = (
  port: number,
  places: { data: string; books: string },
): Record<string, string> => ({
  SERVICE_DATA_DIR: places.data,
  SERVICE_SERVER__HOST: '127.0.0.1',
  SERVICE_SERVER__PORT: String(port),
  SERVICE_SETUP__ADMIN_USERNAME: admin.username,
  SERVICE_SETUP__ADMIN_EMAIL: 'first@example.org',
  SERVICE_SETUP__ADMIN_PASSWORD: admin.password,
  SERVICE_SETUP__LIBRARY: places.books,
})

/** Expects one library with `count` books. */
export async function checkServer(server: ServerToCheck, count: number): Promise<void> {
  const { command, port, patience = 1 } = server
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: process.env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-6000)
    })
  }
  const exited = new Promise<number | null>((done) => child.once('exit', done))
  try {
    await readFirstBook(`http://127.0.0.1:${port}`, count, patience)
    if (server.stop) server.stop()
    else child.kill('SIGTERM')
    expect(await exited).toBe(0)
  } catch (error) {
    throw new Error(`${String(error)}\nThe server printed:\n${output}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
  }
}

async function readFirstBook(base: string, count: number, patience: number) {
  const { api, path } = await findFirstBook(base, count, patience)
  const thumbnail = await eventually('the thumbnail', 60_000 * patience, async () => {
    const answer = await api.fetch(`${path}/thumbnail?placeholder=false`)
    return answer.status === 200 ? answer : undefined
  })
  expect(thumbnail.headers.get('content-type')).toBe('image/webp')
  const page = await api.fetch(`${path}/pages/1`)
  expect([page.status, (await page.arrayBuffer()).byteLength > 100]).toEqual([200, true])
}

/** Signs in and waits for the first scan. */
export async function findFirstBook(base: string, count: number, patience: number) {
  await eventually('/health', 30_000 * patience, async () => {
    const answer = await fetch(`${base}/health`).catch(() => undefined)
    return answer?.status === 200 || undefined
  })
  const api = await openApi(base, admin)
  const books = await eventually('the books', 60_000 * patience, async () => {
    const { data } = await api.get<{ data: { id: string }[] }>('/api/v1/books?pageSize=100')
    return data.length === count ? data : undefined
  })
  return { api, path: `/api/v1/books/${books[0]?.id}` }
}
