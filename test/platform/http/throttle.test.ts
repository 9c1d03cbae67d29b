import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { Refusal } from '../../../src/errors'
import {
  getAddressGroup,
  getClientAddress,
  isHttps,
  getOwnHosts,
} from '../../../src/platform/http/requests/client-address'
import { errorHandler } from '../../../src/platform/http/errors'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { createThrottle, maxBuckets } from '../../../src/platform/http/rate-limit'
import { createRateLimit, guard, limitRequestRate } from '../../../src/accounts/permissions/guard'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'

const limits = {
  enabled: true,
  identity_per_second: 2,
  identity_burst: 4,
  address_per_second: 1,
  address_burst: 2,
}
let nowMs = 0
const clock = { now: () => new Date(nowMs) }
const list = new Request('http://localhost/api/v1/series')
const picture = new Request('http://localhost/api/v1/books/1/thumbnail')

beforeEach(() => {
  nowMs = 1_000_000
})

const ignore = () => undefined

/** Returns how many of `attempts` are allowed. */
function countAllowed(run: () => void, attempts: number) {
  let allowed = 0
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      run()
      allowed += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'too_many_requests') throw error
    }
  }
  return allowed
}

describe('a bucket', () => {
  test('allows a burst, then as many requests as it refills', () => {
    const throttle = createThrottle(limits, clock)
    const send = () => throttle({ identity: 'ann', address: '10.0.0.1' }, list)
    expect(countAllowed(send, 10)).toBe(4)
    nowMs += 1000
    expect(countAllowed(send, 10)).toBe(2)
    nowMs += 3_600_000
    expect(countAllowed(send, 10)).toBe(4)
  })

  test('belongs to a user, whatever the address', () => {
    const throttle = createThrottle(limits, clock)
    expect(countAllowed(() => throttle({ identity: 'ann', address: '10.0.0.1' }, list), 9)).toBe(4)
    expect(countAllowed(() => throttle({ identity: 'ann', address: '10.0.0.2' }, list), 9)).toBe(0)
    expect(countAllowed(() => throttle({ identity: 'max', address: '10.0.0.1' }, list), 9)).toBe(4)
    expect(countAllowed(() => throttle({ address: '10.0.0.1' }, list), 9)).toBe(2)
  })

  test('is shared by an IPv6 /64', () => {
    const throttle = createThrottle(limits, clock)
    expect(countAllowed(() => throttle({ address: '2001:db8::1' }, list), 9)).toBe(2)
    expect(countAllowed(() => throttle({ address: '2001:db8::2' }, list), 9)).toBe(0)
    expect(countAllowed(() => throttle({ address: '2001:db8:0:1::1' }, list), 9)).toBe(2)
  })

  test('for images is separate and larger', () => {
    const throttle = createThrottle(limits, clock)
    expect(
      countAllowed(() => throttle({ identity: 'ann', address: '10.0.0.1' }, picture), 99),
    ).toBe(20)
    expect(countAllowed(() => throttle({ identity: 'ann', address: '10.0.0.1' }, list), 9)).toBe(4)
  })

  test('counts the covers of Kobo devices as images', () => {
    const throttle = createThrottle(limits, clock)
    const cover = new Request('http://localhost/kobo/key/v1/books/1/thumbnail/9/9/false/image.jpg')
    expect(countAllowed(() => throttle({ address: '10.0.0.1' }, cover), 99)).toBe(10)
  })

  test('returns when to retry', () => {
    const throttle = createThrottle({ ...limits, address_per_second: 1 }, clock)
    countAllowed(() => throttle({ address: '10.0.0.1' }, list), 2)
    let refusal: unknown
    try {
      throttle({ address: '10.0.0.1' }, list)
    } catch (error) {
      refusal = error
    }
    expect((refusal as Refusal).retryAfterSeconds).toBe(1)
  })

  test('is skipped when limits are off and for internal requests', () => {
    const off = createThrottle({ ...limits, enabled: false }, clock)
    expect(countAllowed(() => off({ address: '10.0.0.1' }, list), 50)).toBe(50)
    const on = createThrottle(limits, clock)
    expect(countAllowed(() => on({ address: undefined }, list), 50)).toBe(50)
  })

  test('in use survives a flood of new addresses', () => {
    const throttle = createThrottle(limits, clock)
    const ann = { identity: 'ann', address: '10.0.0.1' }
    expect(countAllowed(() => throttle(ann, list), 9)).toBe(4)
    for (let number = 0; number < maxBuckets * 2; number += 1) {
      throttle({ address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }, list)
      if (number % 10_000 === 0) expect(countAllowed(() => throttle(ann, list), 1)).toBe(0)
    }
  })
})

const createContext = (proxies: string) => {
  const warnings: unknown[] = []
  const log = {
    error: ignore,
    warn: (...args: unknown[]) => void warnings.push(args),
    info: ignore,
    debug: ignore,
    trace: ignore,
    isLevelEnabled: () => true,
    child: () => log,
  }
  return {
    config: createTestConfig(proxies ? { 'server.trusted_proxies': proxies } : {}),
    log,
    warnings,
  }
}

const createRequest = (peer: string, headers: Record<string, string> = {}) => {
  const request = new Request('http://quire.local:8080/', { headers })
  storePeer(request, peer)
  return request
}

describe('the client address', () => {
  test.each([
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['::1', '[2001:db8::7]:443', '2001:db8::7'],
    ['10.0.0.1', '203.0.113.9:5000', '203.0.113.9'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9, nonsense', '10.0.0.1'],
    ['10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['192.0.2.5', '203.0.113.9', '192.0.2.5'],
  ])('of %s forwarding for %p is %s', (peer, forwarded, expected) => {
    const ctx = createContext('10.0.0.0/8, ::1')
    expect(getClientAddress(ctx, createRequest(peer, { 'x-forwarded-for': forwarded }))).toBe(
      expected,
    )
  })

  test('ignores headers of an untrusted peer and warns once', () => {
    const ctx = createContext('')
    for (let request = 0; request < 3; request += 1) {
      const forged = createRequest('192.0.2.5', { 'x-forwarded-for': '127.0.0.1' })
      expect(getClientAddress(ctx, forged)).toBe('192.0.2.5')
    }
    expect(ctx.warnings).toHaveLength(1)
  })

  test('comes with protocol and host, from a trusted proxy only', () => {
    const ctx = createContext('10.0.0.1')
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' }
    expect(isHttps(ctx, createRequest('10.0.0.1', headers))).toBe(true)
    expect(isHttps(ctx, createRequest('10.0.0.2', headers))).toBe(false)
    expect(getOwnHosts(ctx, createRequest('10.0.0.1', headers))).toContain('books.example.org')
    expect(getOwnHosts(ctx, createRequest('10.0.0.2', headers))).not.toContain('books.example.org')
  })

  test('is grouped by network', () => {
    expect(getAddressGroup('192.0.2.5')).toBe('192.0.2.5')
    expect(getAddressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(getAddressGroup('2001:db8::6')).toBe('2001:db8:0:0::/64')
    expect(getAddressGroup('::1')).toBe('0:0:0:0::/64')
  })
})

const collectStatuses = async (send: () => Promise<Response>, attempts: number) => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) statuses.push((await send()).status)
  return statuses
}

describe('over HTTP', () => {
  let server: TestServer
  afterEach(() => server.close())

  async function open(settings: Record<string, string>) {
    server = await startTestServer(settings)
    const app = new Elysia()
      .use(errorHandler(server.ctx, () => []))
      .use(limitRequestRate(createRateLimit(server.ctx)))
      .get('/health', () => 'ok')
      .get('/open', () => 'open')
      .use(guard(server.ctx))
      .get('/closed', ({ viewer }) => viewer.username, { signedIn: true })
    return async (path: string, headers: Record<string, string> = {}, peer = '192.0.2.1') => {
      const request = new Request(`http://localhost${path}`, { headers })
      storePeer(request, peer)
      return app.handle(request)
    }
  }
  const smallLimits = {
    'api.rate_limit.address_per_second': '1',
    'api.rate_limit.address_burst': '3',
    'api.rate_limit.identity_per_second': '1',
    'api.rate_limit.identity_burst': '5',
  }
  test('too many anonymous requests return 429', async () => {
    const send = await open(smallLimits)
    expect(await collectStatuses(() => send('/open'), 5)).toEqual([200, 200, 200, 429, 429])
    const { headers } = await send('/open')
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await collectStatuses(() => send('/open', {}, '192.0.2.2'), 3)).toEqual([200, 200, 200])
    expect(await collectStatuses(() => send('/health'), 9)).toEqual(
      Array.from({ length: 9 }, () => 200),
    )
    // The sign-in page alone loads more files than the anonymous limit allows.
    expect(await collectStatuses(() => send('/assets/none.js'), 9)).not.toContain(429)
  })

  test('D12: all API keys of a user share one bucket, an invalid one counts for its address', async () => {
    const send = await open(smallLimits)
    const createHeaders = async () => {
      const { body } = await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'k' } })
      return { 'x-api-key': body.key as string }
    }
    const keys = [await createHeaders(), await createHeaders(), await createHeaders()]
    let next = 0
    expect(await collectStatuses(() => send('/closed', keys[next++ % keys.length]!), 6)).toEqual([
      200, 200, 200, 200, 200, 429,
    ])
    const sendForged = () => send('/closed', { 'x-api-key': `quire_abc_${Bun.randomUUIDv7()}` })
    expect(await collectStatuses(sendForged, 4)).toEqual([401, 401, 401, 429])
  })

  test('limits that an administrator sets apply within a second', async () => {
    const send = await open({ 'api.rate_limit.address_per_second': '1' })
    const set = async (key: string, value: string) => {
      const path = `/admin/settings/api.rate_limit.${key}`
      return (await server.call('PUT', path, { as: 'ada', body: { value } })).status
    }
    server.clock.stop(new Date())
    const from = (peer: string) => collectStatuses(() => send('/open', {}, peer), 4)
    expect(await from('192.0.2.1')).toEqual([200, 200, 200, 200])
    expect(await set('address_burst', '2')).toBe(200)
    await server.clock.advance(1_000)
    expect(await from('192.0.2.2')).toEqual([200, 200, 429, 429])
    expect(await set('enabled', 'false')).toBe(200)
    await server.clock.advance(1_000)
    expect(await from('192.0.2.2')).toEqual([200, 200, 200, 200])
    // What a file fixes cannot be set.
    expect(await set('address_per_second', '5')).toBe(409)
  })
})
