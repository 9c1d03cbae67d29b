/** Requests of devices and feed readers are counted per owner, not per shared network address. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    'api.rate_limit.address_burst': '3',
    'api.rate_limit.address_per_second': '1',
    'api.rate_limit.identity_burst': '20',
    'api.rate_limit.identity_per_second': '1',
  })
})
afterAll(() => server.close())

async function countAccepted(path: string, peer: string, headers: Record<string, string> = {}) {
  let accepted = 0
  for (let sent = 0; sent < 10; sent++) {
    const request = new Request(`http://localhost${path}`, { headers })
    storePeer(request, peer)
    if ((await server.app.handle(request)).status === 200) accepted++
  }
  return accepted
}

test('a Kobo has the limit of its owner', async () => {
  const { body } = await server.call('POST', '/kobo-devices', { as: 'ann', body: { name: 'Kobo' } })
  expect(await countAccepted(`${body.path}/v1/initialization`, '192.0.2.1')).toBe(10)
  expect(await countAccepted('/kobo/wrong/v1/initialization', '192.0.2.2')).toBe(0)
})

test('a feed address has the limit of its owner', async () => {
  const { body } = await server.call('POST', '/user/feeds', { as: 'ada', body: { name: 'Feed' } })
  expect(await countAccepted(body.atomPath, '192.0.2.4')).toBe(10)
  expect(await countAccepted('/feeds/wrong/releases.atom', '192.0.2.5')).toBe(0)
})

test('KOReader has the limit of its owner', async () => {
  const { body } = await server.call('POST', '/sync-logins', { as: 'max', body: { name: 'K' } })
  const key = createHash('md5').update(body.password).digest('hex')
  const headers = { 'x-auth-user': body.username, 'x-auth-key': key }
  expect(await countAccepted('/koreader/users/auth', '192.0.2.3', headers)).toBe(10)
})
