/**
 * A server whose data folder is on a full disk. This is a small disk in memory, which only root can
 * mount.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, isRunning, type Server, startServer } from '../../bench/support/server'
import { findFreePort } from '../../support/free-port'
import { dialect } from '../../../src/platform/db/dialect'
import { makeShelf } from '../../support/make/shelves'
import { waitUntil } from '../../support/wait-until'
import { builtProgram } from '../../support/program'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['platform/db', 'artwork/thumbnails'], 'full disk')

setDefaultTimeout(90_000)

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const data = join(folder, 'data')
const thumbnails = join(data, 'thumbnails')

const mount = (path: string, size: string) => {
  mkdirSync(path, { recursive: true })
  return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).exitCode === 0
}
const unmount = (path: string) => void Bun.spawnSync(['umount', '--lazy', path])

function canMount() {
  const probe = join(folder, 'probe')
  if (process.platform !== 'linux' || !mount(probe, '64k')) return false
  unmount(probe)
  return true
}

/** Returns a function that frees the space. */
function fillDisk(path: string) {
  const ballast = join(path, 'ballast')
  const file = openSync(ballast, 'w')
  const block = new Uint8Array(64 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return () => rmSync(ballast)
}

describe.skipIf(dialect !== 'sqlite' || !canMount())('E5: with a full disk', () => {
  let server: Server | undefined
  let client: Client
  const library = join(folder, 'books')

  beforeAll(async () => {
    mount(data, '60m')
    mkdirSync(library)
    await makeShelf(library, { folders: 2, books: 2, pages: 3, seed: 1 })
    const env = { SERVICE_SETUP__LIBRARY: library }
    server = await startServer({
      binary: builtProgram,
      dataDir: data,
      port: await findFreePort(),
      env,
    })
    client = await Client.signIn(server.url)
    await waitUntil(async () => (await client.need('GET', '/books')).total === 4)
    await waitUntil(async () => {
      const { pending, processing } = await client.need('GET', '/tasks/stats')
      return pending + processing === 0
    })
  })

  afterAll(async () => {
    if (server && isRunning(server.pid)) await server.kill('SIGKILL')
    unmount(thumbnails)
    unmount(data)
    rmSync(folder, { recursive: true, force: true })
  })

  const health = async () => {
    const response = await fetch(`${server!.url}/health`)
    return [response.status, await response.json()]
  }

  /** Writes until an error, because the write-ahead log has free space before it has to grow. */
  async function writeUntilRefused(bookId: string) {
    for (let attempt = 0; attempt < 3_000; attempt++) {
      const note = `${attempt} ${'x'.repeat(3_900)}`
      const response = await client.call('POST', `/books/${bookId}/bookmarks`, { page: 1, note })
      if (response.status >= 300) return response
    }
    throw new Error('all writes succeeded')
  }

  test('writes are refused with a clear message, reads continue, and health names the disk', async () => {
    const [{ id }] = (await client.need('GET', '/books')).data
    expect(await health()).toEqual([200, { status: 'ok' }])
    const freeSpace = fillDisk(data)
    const refused = await writeUntilRefused(id)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      503,
      'request.disk_full',
      "The server's disk is full. Free disk space and try again.",
    ])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await health()).toEqual([503, { status: 'unavailable', failing: ['disk'] }])
    expect((await client.need('GET', '/books')).total).toBe(4)
    expect((await fetch(`${server!.url}/health/live`)).status).toBe(200)
    const later = await Client.signIn(server!.url)
    expect((await later.need('GET', '/books')).total).toBe(4)
    expect((await later.call('GET', '/users')).status).toBe(200)
    freeSpace()
    await waitUntil(async () => (await health())[0] === 200)
    await client.need('POST', `/books/${id}/bookmarks`, { page: 1, note: 'after' })
  })

  test('E4: thumbnails are created once there is space, without findings for their books', async () => {
    const [{ id }] = await client.need('GET', '/libraries')
    mount(thumbnails, '64k')
    const freeSpace = fillDisk(thumbnails)
    const path = `/libraries/${id}/books/thumbnails/generate`
    const { taskId } = await client.need('POST', path)
    const readTask = () => client.need('GET', `/tasks/${taskId}`)
    const failed = await waitUntil(async () => {
      const task = await readTask()
      return task.lastError && task
    })
    expect(failed.lastError).toMatchObject({ code: 'request.disk_full' })
    expect(await waitUntil(() => server!.words().includes('disk is full'))).toBe(true)
    const books = (await client.need('GET', '/books')).data
    freeSpace()
    await waitUntil(async () => (await readTask()).status === 'completed')
    for (const book of books) {
      const { headers } = await client.call('GET', `/books/${book.id}/thumbnail`)
      expect(headers.get('content-type')).toBe('image/webp')
    }
    const after = (await client.need('GET', '/books')).data
    expect(after.map(({ analysisError }: { analysisError: unknown }) => analysisError)).toEqual(
      after.map(() => null),
    )
  })
})
