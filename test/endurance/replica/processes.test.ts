/** Two servers as real processes, on a PostgreSQL whose standby is held back. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { Client, isRunning, type Server } from '../../bench/support/server'
import {
  countBooks,
  type Installation,
  isIdle,
  newInstallation,
  remove,
  start,
} from '../../cli/worker/processes'
import { parsePostgresUrl } from '../../support/database'
import {
  pauseReplay,
  type Replicated,
  resumeReplay,
  startReplicated,
} from '../../support/replicated'
import { waitUntil, waitUntilSettled } from '../../support/wait-until'

setDefaultTimeout(180_000)

describe.skipIf(dialect !== 'postgres')('two servers with database.postgres.read_host', () => {
  let replicated: Replicated
  let installation: Installation
  let standby: Sql
  const servers: Server[] = []
  const clients: Client[] = []

  beforeAll(async () => {
    replicated = await startReplicated()
    const { host, port } = parsePostgresUrl(replicated.proxy.url)
    installation = await newInstallation(
      {
        SERVICE_DATABASE__POSTGRES__READ_HOST: host,
        SERVICE_DATABASE__POSTGRES__READ_PORT: String(port),
      },
      { postgres: replicated.urls.primary },
    )
    for (let n = 0; n < 2; n++) {
      const server = await start(installation)
      servers.push(server)
      clients.push(await Client.signIn(server.url))
    }
    standby = connectPostgres({ ...parsePostgresUrl(replicated.urls.standby), maxConnections: 1 })
    const [client] = clients
    await waitUntilSettled(
      async () => (await countBooks(client!)) === installation.bookCount && (await isIdle(client!)),
    )
  })
  afterAll(async () => {
    await standby.end({ timeout: 0 })
    for (const server of servers) if (isRunning(server.pid)) await server.kill('SIGKILL')
    await remove(installation, servers[0]!)
    await replicated.stop()
  })

  const listBegun = async (): Promise<string[]> => {
    const { data } = await clients[1]!.need('GET', '/books/in-progress')
    return (data as { id: string }[]).map(({ id }) => id)
  }
  const countAnswered = async (outcome: string) => {
    const accept = { accept: 'text/plain' }
    const { body } = await clients[1]!.call('GET', '/metrics', undefined, accept)
    const pattern = new RegExp(`^quire_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm')
    return Number(pattern.exec(String(body))?.[1] ?? 0)
  }
  const waitUntilUsed = () =>
    waitUntil(async () => {
      const before = await countAnswered('replica')
      await listBegun()
      return (await countAnswered('replica')) > before
    })
  const turnPage = async (id: string) =>
    clients[0]!.need('PUT', `/books/${id}/progress`, { currentPage: 3 })

  test('the other server shows what one has saved, also if that is killed then', async () => {
    const { data } = await clients[0]!.need('GET', '/books?pageSize=3')
    const [first, second, third] = (data as { id: string }[]).map(({ id }) => id)
    await turnPage(first!)
    await waitUntilUsed()
    expect(await listBegun()).toEqual([first!])
    await pauseReplay(standby)
    await turnPage(second!)
    expect(await listBegun()).toEqual([second!, first!])
    await turnPage(third!)
    await servers[0]!.kill('SIGKILL')
    expect(await listBegun()).toEqual([third!, second!, first!])
    expect(await countAnswered('behind')).toBeGreaterThan(0)
    await resumeReplay(standby)
    await waitUntilUsed()
    expect(await listBegun()).toEqual([third!, second!, first!])
  })

  test('a server starts without the standby, and uses it later', async () => {
    replicated.proxy.close()
    await servers[1]!.kill()
    servers[1] = await start(installation)
    clients[1] = await Client.signIn(servers[1].url)
    expect(await listBegun()).toHaveLength(3)
    expect(await countAnswered('replica')).toBe(0)
    await replicated.proxy.open()
    await waitUntilUsed()
  })
})
