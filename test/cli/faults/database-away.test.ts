/**
 * A server whose PostgreSQL disappears and returns. To simulate this, a proxy between them is
 * closed and opened.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, isRunning, type Server, startServer } from '../../bench/support/server'
import { findFreePort } from '../../support/free-port'
import { buildSettings } from '../../crash/settings'
import { dialect } from '../../../src/platform/db/dialect'
import { createMigratedPostgresDatabase } from '../../support/database'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy'
import { waitUntil } from '../../support/wait-until'
import { builtProgram } from '../../support/program'

setDefaultTimeout(90_000)

describe.skipIf(dialect !== 'postgres')('B4: without PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-away-'))
  let proxy: DatabaseProxy
  let server: Server | undefined
  let client: Client

  beforeAll(async () => {
    proxy = await startDatabaseProxy(await createMigratedPostgresDatabase())
    server = await startServer({
      binary: builtProgram,
      dataDir: join(folder, 'data'),
      port: await findFreePort(),
      env: buildSettings(proxy.url),
    })
    client = await Client.signIn(server.url)
    // Waits for the end of startup, because the server exits if the database disappears earlier.
    await waitUntil(() => server!.words().includes('is ready'))
  })

  afterAll(async () => {
    if (server && isRunning(server.pid)) await server.kill('SIGKILL')
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function makeFolder(name: string) {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  test('requests are answered with 503 until it is back', async () => {
    proxy.close()
    const away = [503, 'unavailable', 'request.database_away', '5']
    const call = async (method: string, path: string, body?: unknown) => {
      const { status, body: answer, headers } = await client.call(method, path, body)
      return [status, answer.error, answer.code, headers.get('retry-after')]
    }
    // The first requests use connections that have just been closed.
    expect(await call('GET', '/libraries')).toEqual(away)
    expect(await call('GET', '/books')).toEqual(away)
    expect(await call('PUT', '/preferences', { preferences: {} })).toEqual(away)
    expect(await call('POST', '/auth/login', { username: 'ada', password: 'x' })).toEqual(away)
    const health = await fetch(`${server!.url}/health`)
    expect([health.status, await health.json()]).toEqual([
      503,
      { status: 'unavailable', failing: ['database'] },
    ])
    expect((await fetch(`${server!.url}/health/live`)).status).toBe(200)
    await proxy.open()
    await waitUntil(async () => (await client.call('GET', '/libraries')).status === 200)
    await waitUntil(async () => (await fetch(`${server!.url}/health`)).status === 200)
  })

  test('D4, D5: event streams, jobs and writes go on at once', async () => {
    const { body: library } = await client.call('POST', '/libraries', {
      name: 'Shelf',
      path: makeFolder('shelf'),
    })
    const heard: string[] = []
    const listening = new AbortController()
    await client.listen((_, { type }) => void heard.push(type), listening.signal)
    const rename = (name: string) => client.call('PATCH', `/libraries/${library.id}`, { name })
    expect((await rename('Before')).status).toBe(200)
    await waitUntil(() => heard.includes('library_updated'))
    for (const [round, awayMs] of [100, 2_500].entries()) {
      // A scan is running when the database goes away.
      await client.call('POST', `/libraries/${library.id}/scan`, {})
      proxy.close()
      await Bun.sleep(awayMs)
      heard.length = 0
      await proxy.open()
      const backAt = performance.now()
      await waitUntil(async () => (await rename(`Round ${round}`)).status === 200, 10_000)
      expect(performance.now() - backAt).toBeLessThan(4_000)
      // Changes up to here may have been missed, so clients read again. Later ones are announced.
      await waitUntil(() => heard.includes('resync'), 10_000)
      heard.length = 0
      expect((await rename(`Later ${round}`)).status).toBe(200)
      await waitUntil(() => heard.includes('library_updated'), 10_000)
      // Every connection is used, and none waits for its time limit.
      const begin = performance.now()
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => client.call('GET', '/books?pageSize=1')),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(performance.now() - begin).toBeLessThan(5_000)
      await waitUntil(async () => {
        const { body } = await client.call('GET', '/tasks/stats')
        return body.pending + body.processing === 0
      }, 30_000)
      const { body } = await client.call('GET', '/tasks?taskType=scan_library')
      expect(body.data.map(({ status }: { status: string }) => status)).not.toContain('failed')
    }
    listening.abort()
  })
})
