/** The books that sources of other programs describe, and the people who come from them. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

/** Password of the people in the sources. */
export const password = 'correct horse battery'

export async function seedShelf(server: TestServer) {
  const library = await seedLibrary(server, { path: '/srv/media' })
  const ashfall = await seedSeries(server, library, { title: 'Ashfall' })
  const ferry = await seedSeries(server, library, { title: 'Night Ferry' })
  const add = (series: typeof ashfall, relativePath: string, volume: number) =>
    seedBook(server, series, { title: relativePath, relativePath, volume })
  const b1 = await add(ashfall, 'Ashfall/Ashfall 01.cbz', 1)
  const b2 = await add(ashfall, 'Ashfall/Ashfall 02.cbz', 2)
  const b4 = await add(ferry, 'Night Ferry/Night Ferry 01.cbz', 1)
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [ashfall.id, ferry.id]))
  return { library, ashfall: ashfall.id, b1: b1.id, b2: b2.id, b4: b4.id }
}

/** For all tests of a file: a server with the shelf, and a folder for sources. */
export function shareShelf(name: string) {
  const folder = mkdtempSync(join(tmpdir(), name))
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer()
    await seedShelf(server)
  })
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    get server() {
      return server!
    },
  }
}

export async function signIn(server: TestServer, username: string, word = password) {
  const { status, body } = await server.call('POST', '/auth/login', {
    body: { username, password: word },
  })
  return {
    status,
    token: body.accessToken as string,
    user: body.user as { id: string; role: string },
  }
}

export async function get(server: TestServer, as: string, path: string) {
  const { status, body } = await server.call('GET', path, { as })
  expect(`${path} ${status}`).toBe(`${path} 200`)
  return body
}
