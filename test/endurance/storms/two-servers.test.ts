/** Changes of one version of a resource that two servers with one database receive at once. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, isRunning, type Server } from '../../bench/support/server'
import { type Installation, newInstallation, remove, start } from '../../cli/worker/processes'

setDefaultTimeout(120_000)

describe.skipIf(dialect !== 'postgres')('M9: If-Match with two servers', () => {
  let installation: Installation
  const servers: Server[] = []
  const clients: Client[] = []
  let libraryId: string

  beforeAll(async () => {
    installation = await newInstallation({}, { isEmpty: true })
    for (let n = 0; n < 2; n++) {
      const server = await start(installation)
      servers.push(server)
      clients.push(await Client.signIn(server.url))
    }
    const [library] = await clients[0]!.need('GET', '/libraries')
    libraryId = library.id
  })
  afterAll(async () => {
    for (const server of servers) if (isRunning(server.pid)) await server.kill('SIGKILL')
    await remove(installation, servers[0]!)
  })

  test('one of the changes is accepted, wherever they arrive', async () => {
    const path = `/libraries/${libraryId}/providers`
    for (let round = 0; round < 15; round++) {
      const known = (await clients[round % 2]!.call('GET', path)).headers.get('etag')!
      const body = { threshold: 0.5 + (round % 2) / 10 }
      const answers = await Promise.all(
        [0, 1, 1, 0, 1, 0].map((n) => clients[n]!.call('PUT', path, body, { 'if-match': known })),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 412, 412, 412, 412, 412])
    }
  })

  test('changes of different resources do not wait for each other for long', async () => {
    const begin = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        clients[n % 2]!.call('DELETE', `/collections/${Bun.randomUUIDv7()}`, undefined, {
          'if-match': '*',
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(performance.now() - begin).toBeLessThan(10_000)
  })
})
