import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/platform/db/store'
import { counters, timings } from '../../../src/platform/metrics/registry'
import type { OutgoingRequest, ProviderRules } from '../../../src/platform/outgoing/model'
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { sendRequest } from '../../../src/platform/outgoing/send-request'
import { openTestStore } from '../../support/database'
import {
  answerJson,
  createOutgoingContext,
  createRules,
  startMs,
  startProvider,
  type TestContext,
  type TestProvider,
} from './support'

let store: Store
let provider: TestProvider
let ctx: TestContext
let rules: ProviderRules
beforeEach(async () => {
  store = await openTestStore()
  provider = startProvider()
  ctx = createOutgoingContext(store)
  rules = createRules(provider)
})
afterEach(async () => {
  provider.stop()
  await store.close()
})

/** Accepts every response; what providers accept has tests of its own. */
const accepts = () => true
const work: OutgoingRequest = { path: '/works/1?a=b', kind: 'work', accepts }

async function catchError(promise: Promise<unknown>): Promise<ProviderError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** Returns a context in which AniList has a key. */
function withKey(key: string): TestContext {
  const { providers } = ctx.config
  const anilist = { ...providers.anilist, key }
  const keyed = { ...ctx.config, providers: { ...providers, anilist } }
  return { ...ctx, config: keyed }
}

const hourMs = 3_600_000

describe('a request', () => {
  test('is sent to the base URL with a user agent, and returns the JSON', async () => {
    expect(await sendRequest(ctx, rules, work)).toEqual({ ok: true })
    const [{ method, path, headers }] = provider.requests as [(typeof provider.requests)[0]]
    expect({ method, path }).toEqual({ method: 'GET', path: '/works/1?a=b' })
    expect(headers.get('user-agent')).toMatch(/^Quire\/\d+\.\d+\.\d+$/)
    expect(headers.get('accept-encoding')).toBe('gzip')
    expect(headers.get('via')).toBeNull()
  })

  test('sends a JSON body and the headers of the provider and of the request', async () => {
    const given = { ...rules, headers: { 'x-api-key': 'k', accept: 'application/vnd.api+json' } }
    const body = { query: 'q', variables: { id: 1 } }
    const request = { path: '/', method: 'POST', body, headers: { 'x-one': '1' } } as const
    await sendRequest(ctx, given, { ...request, kind: 'search', accepts })
    const [sent] = provider.requests
    expect(sent?.method).toBe('POST')
    expect(JSON.parse(sent?.body ?? '')).toEqual(body)
    expect(sent?.headers.get('content-type')).toBe('application/json')
    expect(sent?.headers.get('accept')).toBe('application/vnd.api+json')
    expect(sent?.headers.get('x-api-key')).toBe('k')
    expect(sent?.headers.get('x-one')).toBe('1')
  })

  test('names the contact, and goes to the base URL of the settings', async () => {
    ctx = createOutgoingContext(store, {
      'providers.contact': 'ann@example.org',
      'providers.anilist.base': `${provider.base}/mirror/`,
    })
    await sendRequest(ctx, { ...rules, base: 'http://127.0.0.1:1' }, work)
    expect(provider.requests[0]?.path).toBe('/mirror/works/1?a=b')
    expect(provider.requests[0]?.headers.get('user-agent')).toMatch(
      /^Quire\/\S+ \(ann@example\.org\)$/,
    )
  })

  test('goes through the proxy of the settings', async () => {
    const proxy = startProvider(answerJson({ from: 'proxy' }))
    ctx = createOutgoingContext(store, { 'providers.proxy': proxy.base })
    const elsewhere = { ...rules, base: 'http://provider.example' }
    expect(await sendRequest(ctx, elsewhere, work)).toEqual({ from: 'proxy' })
    proxy.stop()
  })

  test('sends the key of the settings in a header or in the query', async () => {
    const keyed = withKey('a&b')
    const inHeader = {
      isRequired: true,
      in: 'header',
      name: 'authorization',
      prefix: 'Token ',
    } as const
    await sendRequest(keyed, { ...rules, key: inHeader }, work)
    expect(provider.requests[0]?.headers.get('authorization')).toBe('Token a&b')
    const inQuery = { isRequired: true, in: 'query', name: 'api_key' } as const
    await sendRequest(keyed, { ...rules, key: inQuery }, { ...work, path: '/2?a=b' })
    expect(provider.requests[1]?.path).toBe('/2?a=b&api_key=a%26b')
    expect(provider.requests[1]?.headers.get('authorization')).toBeNull()
  })

  test('is not sent without a key that is required', async () => {
    const key = { isRequired: true, in: 'query', name: 'api_key' } as const
    const error = await catchError(sendRequest(ctx, { ...rules, key }, work))
    expect(error).toMatchObject({
      code: 'unauthorized',
      userMessage: { code: 'outgoing.key_missing' },
    })
    expect(provider.requests).toEqual([])
    await sendRequest(ctx, { ...rules, key: { ...key, isRequired: false } }, work)
    expect(provider.requests[0]?.path).toBe('/works/1?a=b')
  })

  test('never leaves the host of the base URL by its path', async () => {
    const request = { ...work, path: '@127.0.0.1:1/' }
    await expect(sendRequest(ctx, rules, request)).rejects.toThrow('must start with "/"')
  })

  test('ends when its signal is aborted', async () => {
    const { promise: received, resolve } = Promise.withResolvers<void>()
    provider.answer = () => {
      resolve()
      return new Promise(() => undefined)
    }
    const controller = new AbortController()
    const sent = sendRequest(ctx, rules, work, { signal: controller.signal })
    await received
    controller.abort(new Error('canceled'))
    await expect(sent).rejects.toThrow('canceled')
    expect(provider.requests).toHaveLength(1)
  })
})

describe('a redirect', () => {
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })

  test('is followed on the same host', async () => {
    provider.answer = (_, url) =>
      url.pathname === '/works/1' ? redirect('/works/2') : Response.json({ at: url.pathname })
    expect(await sendRequest(ctx, rules, work)).toEqual({ at: '/works/2' })
  })

  test('to another host, another port or another scheme is refused', async () => {
    const other = startProvider()
    for (const location of [`${other.base}/`, 'https://127.0.0.1/', 'file:///etc/passwd', '//']) {
      provider.answer = () => redirect(location)
      const error = await catchError(sendRequest(ctx, rules, work))
      expect(error).toMatchObject({ code: 'broken', userMessage: { code: 'outgoing.redirected' } })
    }
    expect(other.requests).toEqual([])
    other.stop()
  })

  test('is followed three times', async () => {
    provider.answer = () => redirect('/again')
    expect((await catchError(sendRequest(ctx, rules, work))).code).toBe('broken')
    expect(provider.requests).toHaveLength(4)
  })

  test('of a POST is refused', async () => {
    provider.answer = () => redirect('/elsewhere')
    const request = { path: '/', method: 'POST', body: {}, kind: 'search', accepts } as const
    expect((await catchError(sendRequest(ctx, rules, request))).code).toBe('broken')
    expect(provider.requests).toHaveLength(1)
  })
})

describe('a response', () => {
  test('of 404 is "not_found", of 401 and 403 "unauthorized", without another try', async () => {
    const codes = { 404: 'not_found', 410: 'not_found', 401: 'unauthorized', 403: 'unauthorized' }
    for (const [status, code] of Object.entries(codes)) {
      provider.answer = () => Response.json({}, { status: Number(status) })
      expect((await catchError(sendRequest(ctx, rules, work))).code).toBe(code as 'not_found')
    }
    expect(provider.requests).toHaveLength(4)
  })

  test('that is not JSON is refused with a clear message', async () => {
    const answers = [
      new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
      new Response('{"half":', { headers: { 'content-type': 'application/json' } }),
    ]
    for (const answer of answers) {
      provider.answer = () => answer
      const error = await catchError(sendRequest(ctx, rules, work))
      expect(error).toMatchObject({ code: 'broken', userMessage: { code: 'outgoing.not_json' } })
    }
    expect(provider.requests).toHaveLength(2)
  })

  test('of more than 4 MiB is refused, also when it is compressed', async () => {
    const text = JSON.stringify('a'.repeat(4 * 1024 * 1024))
    const type = { 'content-type': 'application/json' }
    const answers = [
      new Response(text, { headers: type }),
      new Response(Bun.gzipSync(Buffer.from(text)), {
        headers: { ...type, 'content-encoding': 'gzip' },
      }),
    ]
    for (const answer of answers) {
      provider.answer = () => answer
      const error = await catchError(sendRequest(ctx, rules, work))
      expect(error).toMatchObject({ code: 'broken', userMessage: { code: 'outgoing.too_large' } })
    }
  })

  test('of 200 with an error in its body is not stored', async () => {
    const given: ProviderRules = {
      ...rules,
      findBodyError: (body) => ((body as { error?: string }).error ? 'unauthorized' : undefined),
    }
    provider.answer = answerJson({ error: 'Invalid API key' })
    expect((await catchError(sendRequest(ctx, given, work))).code).toBe('unauthorized')
    provider.answer = answerJson({ ok: 1 })
    expect(await sendRequest(ctx, given, work)).toEqual({ ok: 1 })
  })
})

describe('a failing provider', () => {
  test('is tried three times, with growing waits', async () => {
    provider.answer = answerJson({}, { status: 500 })
    const error = await catchError(sendRequest(ctx, rules, work))
    expect(error).toMatchObject({ code: 'broken', reason: 'unavailable' })
    expect(error.userMessage.params).toEqual({ provider: 'AniList', status: 500 })
    expect(provider.requests).toHaveLength(3)
    const [first, second] = ctx.clock.sleeps as [number, number]
    expect(first).toBeWithin(500, 1501)
    expect(second).toBeWithin(1000, 3001)
  })

  test('that recovers is no error', async () => {
    provider.answer = () =>
      provider.requests.length < 3
        ? Response.json({}, { status: 502 })
        : Response.json({ fine: true })
    expect(await sendRequest(ctx, rules, work)).toEqual({ fine: true })
  })

  test('that breaks connections or cannot be reached is "broken"', async () => {
    provider.stop()
    const error = await catchError(sendRequest(ctx, rules, work))
    expect(error).toMatchObject({ code: 'broken', userMessage: { code: 'outgoing.unreachable' } })
    expect(ctx.clock.sleeps).toHaveLength(2)
  })

  test('that does not answer in time is "broken"', async () => {
    provider.answer = () => new Promise(() => undefined)
    const error = await catchError(sendRequest({ ...ctx, timeoutMs: 20 }, rules, work))
    expect(error).toMatchObject({ code: 'broken', userMessage: { code: 'outgoing.unreachable' } })
    expect(provider.requests).toHaveLength(3)
  })

  test('is replaced by an old response', async () => {
    await sendRequest(ctx, rules, work)
    ctx.clock.nowMs += 8 * 24 * hourMs
    provider.stop()
    expect(await sendRequest(ctx, rules, work)).toEqual({ ok: true })
  })
})

describe('a stored response', () => {
  test('is used for a week, that of a search for a day', async () => {
    const search: OutgoingRequest = { path: '/search', kind: 'search', accepts }
    const send = async () => {
      await sendRequest(ctx, rules, work)
      await sendRequest(ctx, rules, search)
      return provider.requests.length
    }
    expect(await send()).toBe(2)
    ctx.clock.nowMs += 24 * hourMs - 1
    expect(await send()).toBe(2)
    ctx.clock.nowMs += 1
    expect(await send()).toBe(3)
    ctx.clock.nowMs += 6 * 24 * hourMs
    expect(await send()).toBe(5)
  })

  test('is confirmed by its ETag when it is old', async () => {
    provider.answer = (request) =>
      request.headers.get('if-none-match') === '"v1"'
        ? new Response(null, { status: 304 })
        : Response.json({ version: 1 }, { headers: { etag: '"v1"' } })
    await sendRequest(ctx, rules, work)
    ctx.clock.nowMs += 8 * 24 * hourMs
    expect(await sendRequest(ctx, rules, work)).toEqual({ version: 1 })
    expect(provider.requests).toHaveLength(2)
    // The stored response is fresh again.
    expect(await sendRequest(ctx, rules, work)).toEqual({ version: 1 })
    expect(provider.requests).toHaveLength(2)
  })

  test('belongs to method, path, body, headers and base URL', async () => {
    const requests: OutgoingRequest[] = [
      { path: '/a', kind: 'search', accepts },
      { path: '/b', kind: 'search', accepts },
      { path: '/a', method: 'POST', body: { q: 1 }, kind: 'search', accepts },
      { path: '/a', method: 'POST', body: { q: 2 }, kind: 'search', accepts },
      { path: '/a', headers: { 'accept-language': 'de' }, kind: 'search', accepts },
    ]
    for (const request of requests) await sendRequest(ctx, rules, request)
    await sendRequest(ctx, { ...rules, base: `${provider.base}/v2` }, requests[0]!)
    expect(provider.requests).toHaveLength(6)
    for (const request of requests) await sendRequest(ctx, rules, request)
    expect(provider.requests).toHaveLength(6)
  })

  test('is all that is used while Quire is offline', async () => {
    await sendRequest(ctx, rules, work)
    ctx.clock.nowMs += 30 * 24 * hourMs
    const offline = {
      ...ctx,
      config: createOutgoingContext(store, { 'providers.offline': 'true' }).config,
    }
    expect(await sendRequest(offline, rules, work)).toEqual({ ok: true })
    const error = await catchError(sendRequest(offline, rules, { ...work, path: '/other' }))
    expect(error).toMatchObject({ code: 'offline', reason: 'unavailable' })
    expect(provider.requests).toHaveLength(1)
  })
})

test('requests are counted by provider and outcome, and waits are measured', async () => {
  const read = async () => {
    const { values } = await counters.providerRequests.get()
    const waits = await timings.providerWaits.get()
    const count = waits.values.find(({ metricName }) => metricName?.endsWith('_count'))
    return {
      ...Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value])),
      waits: count?.value,
    }
  }
  counters.providerRequests.reset()
  timings.providerWaits.reset()
  const answers = [
    Response.json({}, { status: 500 }),
    Response.json({}, { status: 429, headers: { 'retry-after': '5' } }),
    Response.json({}, { headers: { etag: '"1"' } }),
    new Response(null, { status: 304 }),
  ]
  provider.answer = () => answers.shift()!
  await sendRequest(ctx, rules, work)
  ctx.clock.nowMs += 8 * 24 * hourMs
  await sendRequest(ctx, rules, work)
  expect(await read()).toEqual({ failed: 1, refused: 1, ok: 1, unchanged: 1, waits: 2 })
  const unusable = [
    new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    Response.json({}, { status: 404 }),
  ]
  for (const answer of unusable) {
    provider.answer = () => answer
    await catchError(sendRequest(ctx, rules, { ...work, path: '/2' }))
  }
  expect(await read()).toMatchObject({ failed: 3, refused: 1, ok: 2 })
})

describe('a provider that asks to wait', () => {
  const tooMany = (headers: Record<string, string>) => Response.json({}, { status: 429, headers })

  test('is left alone by everybody until then, and asked again after it', async () => {
    provider.answer = () =>
      ctx.clock.nowMs < startMs + 30_000
        ? tooMany({ 'retry-after': '30' })
        : Response.json({ ok: 1 })
    const urgent = await catchError(sendRequest(ctx, rules, work, { isUrgent: true }))
    expect(urgent).toMatchObject({ code: 'busy', retryAt: new Date(startMs + 30_000) })
    expect(urgent.retryAfterSeconds).toBe(30)
    expect(urgent.message).toContain('Try again in 1 minute')
    const second = createOutgoingContext(store)
    const other = await catchError(
      sendRequest(second, rules, { ...work, path: '/2' }, { isUrgent: true }),
    )
    expect(other).toMatchObject({ code: 'busy', retryAt: new Date(startMs + 30_000) })
    expect(provider.requests).toHaveLength(1)
    // A job waits instead of failing.
    expect(await sendRequest(ctx, rules, work)).toEqual({ ok: 1 })
    expect(ctx.clock.sleeps).toEqual([30_000])
  })

  test('gets what it asks for: seconds or a date, from a second to a day', async () => {
    const waits: [string | undefined, number][] = [
      ['120', 120_000],
      [new Date(startMs + 90_000).toUTCString(), 90_000],
      ['0', 1_000],
      ['-5', 1_000],
      ['999999999', 24 * hourMs],
      ['soon', 60_000],
      [undefined, 60_000],
    ]
    for (const [value, ms] of waits) {
      provider.answer = () => tooMany(value === undefined ? {} : { 'retry-after': value })
      const fresh = await openTestStore()
      const own = createOutgoingContext(fresh)
      const error = await catchError(sendRequest(own, rules, work, { isUrgent: true }))
      // The request waits twice for a short time before it fails.
      const isShort = ms === 1000
      expect(own.clock.sleeps).toEqual(isShort ? [ms, ms] : [])
      expect(error.retryAt).toEqual(new Date(startMs + (isShort ? 3 : 1) * ms))
      await fresh.close()
    }
  })

  test('with 503 and Retry-After is the same; without it, 503 is a failure', async () => {
    provider.answer = () => Response.json({}, { status: 503, headers: { 'retry-after': '600' } })
    expect((await catchError(sendRequest(ctx, rules, work))).code).toBe('busy')
    ctx.clock.nowMs += 600_000
    provider.answer = () => Response.json({}, { status: 503 })
    expect((await catchError(sendRequest(ctx, rules, work))).code).toBe('broken')
    expect(provider.requests).toHaveLength(4)
  })

  test('with another status that the rules name is the same', async () => {
    provider.answer = () => Response.json({}, { status: 403, headers: { 'retry-after': '600' } })
    const error = await catchError(sendRequest(ctx, { ...rules, busyStatuses: [403] }, work))
    expect(error.code).toBe('busy')
  })

  test('by X-RateLimit-Remaining is believed within a day', async () => {
    const sendWithReset = async (reset: number | string) => {
      const fresh = await openTestStore()
      const own = createOutgoingContext(fresh)
      provider.answer = answerJson(
        {},
        { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) } },
      )
      await sendRequest(own, rules, work, { isUrgent: true })
      provider.answer = answerJson({})
      const error = await sendRequest(own, rules, { ...work, path: '/2' }, { isUrgent: true }).then(
        () => undefined,
        (thrown: ProviderError) => thrown,
      )
      await fresh.close()
      return error?.retryAt?.getTime()
    }
    expect(await sendWithReset(startMs / 1000 + 45)).toBe(startMs + 45_000)
    expect(await sendWithReset(45)).toBe(startMs + 45_000)
    expect(await sendWithReset(startMs / 1000 - 45)).toBeUndefined()
    expect(await sendWithReset(startMs / 1000 + 90_000)).toBeUndefined()
    expect(await sendWithReset('tomorrow')).toBeUndefined()
  })

  test('is replaced by an old response for a person, and waited for by a job', async () => {
    await sendRequest(ctx, rules, work)
    ctx.clock.nowMs += 8 * 24 * hourMs
    provider.answer = () => tooMany({ 'retry-after': '3600' })
    expect(await sendRequest(ctx, rules, work, { isUrgent: true })).toEqual({ ok: true })
    expect((await catchError(sendRequest(ctx, rules, work))).code).toBe('busy')
  })
})
