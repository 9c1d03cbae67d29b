/** PINs that two servers with one database receive at once. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, isRunning, type Server } from '../../bench/support/server'
import { type Installation, newInstallation, remove, start } from '../../cli/worker/processes'

setDefaultTimeout(120_000)

const person = { username: 'mia', password: 'a long enough one' }

describe.skipIf(dialect !== 'postgres')('PINs with two servers', () => {
  let installation: Installation
  const servers: Server[] = []
  let userId: string
  let cookies: string

  /** Sends a request as the page of a server, with the cookies of the tablet. */
  const send = (server: Server, method: string, path: string, body?: unknown) =>
    fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        origin: new URL(server.url).origin,
        ...(cookies && { cookie: cookies }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const readCookies = (answer: Response) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  const tryPin = async (server: Server, pin: string) =>
    (await send(server, 'POST', '/auth/quick-switch', { userId, pin })).status

  beforeAll(async () => {
    installation = await newInstallation({}, { isEmpty: true })
    for (let n = 0; n < 2; n++) servers.push(await start(installation))
    const client = await Client.signIn(servers[0]!.url)
    const value = { value: 'true' }
    expect((await client.call('PUT', '/admin/settings/auth.quick_switch', value)).status).toBe(200)
    const user = { ...person, email: 'mia@example.org' }
    userId = ((await client.call('POST', '/users', user)).body as { id: string }).id
    cookies = ''
    const session = readCookies(await send(servers[0]!, 'POST', '/auth/login', person))
    cookies = session.join('; ')
    const pin = { currentPassword: person.password, pin: '1234' }
    expect((await send(servers[0]!, 'PUT', '/auth/quick-switch/pin', pin)).status).toBe(204)
    const offered = await send(servers[0]!, 'POST', '/auth/quick-switch/devices')
    expect(offered.status).toBe(204)
    cookies = [...session, ...readCookies(offered)].join('; ')
  })
  afterAll(async () => {
    for (const server of servers) if (isRunning(server.pid)) await server.kill('SIGKILL')
    await remove(installation, servers[0]!)
  })

  test('no more than five are compared, wherever they arrive', async () => {
    const triesLeft = async () => {
      const answer = await send(servers[1]!, 'GET', '/auth/quick-switch')
      return ((await answer.json()) as { triesLeft: number }).triesLeft
    }
    expect(await triesLeft()).toBe(5)
    const guesses = Array.from({ length: 14 }, (_, n) => tryPin(servers[n % 2]!, `00${10 + n}`))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
    expect(await triesLeft()).toBe(0)
    for (const server of servers) expect(await tryPin(server, '1234')).toBe(401)
  })
})
