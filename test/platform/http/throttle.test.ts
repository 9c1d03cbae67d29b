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
import { storePeer } from '../../../src/platform/http/requests/peer'
import { createThrottle, maxBuckets } from '../../../src/platform/http/throttle'
import { guard, limitRequestRate } from '../../../src/accounts/permissions/guard'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'

const limits = {
  enabled: true,
  identity_per_second: 2,
  identity_burst: 4,
  address_per_second: 1,
  address_burst: 2,
}
let nowMs = 0
const now = () => new Date(nowMs)
const list = new Request('http://localhost/api/v1/series')
const picture = new Request('http://localhost/api/v1/books/1/thumbnail')

beforeEach(() => {
  nowMs = 1_000_000
})

const quiet = () => undefined

/** How many of `attempts` are let through. */
function passes(run: () => void, attempts: number) {
  let passed = 0
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      run()
      passed += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'too_many_requests') throw error
    }
  }
  return passed
}

describe('a bucket', () => {
  test('lets a burst through, and then as many as flow in', () => {
    const throttle = createThrottle(limits, now)
    const ask = () => throttle({ identity: 'ann', address: '10.0.0.1' }, list)
    expect(passes(ask, 10)).toBe(4)
    nowMs += 1000
    expect(passes(ask, 10)).toBe(2)
    nowMs += 3_600_000
    expect(passes(ask, 10)).toBe(4)
  })

  test('is its own for each person, wherever the person is', () => {
    const throttle = createThrottle(limits, now)
    expect(passes(() => throttle({ identity: 'ann', address: '10.0.0.1' }, list), 9)).toBe(4)
    expect(passes(() => throttle({ identity: 'ann', address: '10.0.0.2' }, list), 9)).toBe(0)
    expect(passes(() => throttle({ identity: 'max', address: '10.0.0.1' }, list), 9)).toBe(4)
    expect(passes(() => throttle({ address: '10.0.0.1' }, list), 9)).toBe(2)
  })

  test('is shared by a whole /64 of IPv6', () => {
    const throttle = createThrottle(limits, now)
    expect(passes(() => throttle({ address: '2001:db8::1' }, list), 9)).toBe(2)
    expect(passes(() => throttle({ address: '2001:db8::2' }, list), 9)).toBe(0)
    expect(passes(() => throttle({ address: '2001:db8:0:1::1' }, list), 9)).toBe(2)
  })

  test('for pictures is another and a larger one', () => {
    const throttle = createThrottle(limits, now)
    expect(passes(() => throttle({ identity: 'ann', address: '10.0.0.1' }, picture), 99)).toBe(20)
    expect(passes(() => throttle({ identity: 'ann', address: '10.0.0.1' }, list), 9)).toBe(4)
  })

  test('says when to come again', () => {
    const throttle = createThrottle({ ...limits, address_per_second: 1 }, now)
    passes(() => throttle({ address: '10.0.0.1' }, list), 2)
    let refusal: unknown
    try {
      throttle({ address: '10.0.0.1' }, list)
    } catch (error) {
      refusal = error
    }
    expect((refusal as Refusal).retryAfterSeconds).toBe(1)
  })

  test('is not asked when the limits are off, or by the program itself', () => {
    const off = createThrottle({ ...limits, enabled: false }, now)
    expect(passes(() => off({ address: '10.0.0.1' }, list), 50)).toBe(50)
    const on = createThrottle(limits, now)
    expect(passes(() => on({ address: undefined }, list), 50)).toBe(50)
  })

  test('that is in use survives a flood of addresses', () => {
    const throttle = createThrottle(limits, now)
    const ann = { identity: 'ann', address: '10.0.0.1' }
    expect(passes(() => throttle(ann, list), 9)).toBe(4)
    for (let number = 0; number < maxBuckets * 2; number += 1) {
      throttle({ address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }, list)
      if (number % 10_000 === 0) expect(passes(() => throttle(ann, list), 1)).toBe(0)
    }
  })
})

const ground = (proxies: string) => {
  const warnings: unknown[] = []
  const log = {
    error: quiet,
    warn: (...words: unknown[]) => void warnings.push(words),
    info: quiet,
    debug: quiet,
    trace: quiet,
    isLevelEnabled: () => true,
    child: () => log,
  }
  return {
    config: createTestConfig(proxies ? { 'server.trusted_proxies': proxies } : {}),
    log,
    warnings,
  }
}

const from = (peer: string, headers: Record<string, string> = {}) => {
  const request = new Request('http://quire.local:8080/', { headers })
  storePeer(request, peer)
  return request
}

describe('the address of a visitor', () => {
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
  ])('%s forwarding for %p is %s', (peer, forwarded, expected) => {
    const ctx = ground('10.0.0.0/8, ::1')
    expect(getClientAddress(ctx, from(peer, { 'x-forwarded-for': forwarded }))).toBe(expected)
  })

  test('is not believed of a stranger, who is warned about once', () => {
    const ctx = ground('')
    for (let request = 0; request < 3; request += 1) {
      const forged = from('192.0.2.5', { 'x-forwarded-for': '127.0.0.1' })
      expect(getClientAddress(ctx, forged)).toBe('192.0.2.5')
    }
    expect(ctx.warnings).toHaveLength(1)
  })

  test('goes with protocol and host, from a trusted proxy only', () => {
    const ctx = ground('10.0.0.1')
    const said = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' }
    expect(isHttps(ctx, from('10.0.0.1', said))).toBe(true)
    expect(isHttps(ctx, from('10.0.0.2', said))).toBe(false)
    expect(getOwnHosts(ctx, from('10.0.0.1', said))).toContain('books.example.org')
    expect(getOwnHosts(ctx, from('10.0.0.2', said))).not.toContain('books.example.org')
  })

  test('is grouped as one line to the internet', () => {
    expect(getAddressGroup('192.0.2.5')).toBe('192.0.2.5')
    expect(getAddressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(getAddressGroup('2001:db8::6')).toBe('2001:db8:0:0::/64')
    expect(getAddressGroup('::1')).toBe('0:0:0:0::/64')
  })
})

const many = async (ask: () => Promise<Response>, attempts: number) => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) statuses.push((await ask()).status)
  return statuses
}

describe('through HTTP', () => {
  let server: TestServer
  afterEach(() => server.close())

  async function open(settings: Record<string, string>) {
    server = await startTestServer(settings)
    const app = new Elysia()
      .use(errorHandler(server.ctx, () => []))
      .use(limitRequestRate(server.ctx))
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
  const small = {
    'api.rate_limit.address_per_second': '1',
    'api.rate_limit.address_burst': '3',
    'api.rate_limit.identity_per_second': '1',
    'api.rate_limit.identity_burst': '5',
  }
  test('too many requests of a stranger are answered with 429', async () => {
    const ask = await open(small)
    expect(await many(() => ask('/open'), 5)).toEqual([200, 200, 200, 429, 429])
    const { headers } = await ask('/open')
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await many(() => ask('/open', {}, '192.0.2.2'), 3)).toEqual([200, 200, 200])
    expect(await many(() => ask('/health'), 9)).toEqual(Array.from({ length: 9 }, () => 200))
    // What a page is made of: a sign-in page alone needs more than the stranger's few requests.
    expect(await many(() => ask('/assets/none.js'), 9)).not.toContain(429)
  })

  test('a key counts as itself, a made-up one as the stranger who sent it', async () => {
    const ask = await open(small)
    const { body } = await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'k' } })
    const headers = { 'x-api-key': body.key }
    expect(await many(() => ask('/closed', headers), 6)).toEqual([200, 200, 200, 200, 200, 429])
    const forged = () => ask('/closed', { 'x-api-key': `quire_abc_${Bun.randomUUIDv7()}` })
    expect(await many(forged, 4)).toEqual([401, 401, 401, 429])
  })
})
