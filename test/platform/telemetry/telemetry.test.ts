/** Export of traces and metrics to an OpenTelemetry collector. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startTelemetry } from '../../../src/platform/telemetry/telemetry'
import { timings } from '../../../src/platform/metrics/registry'
import { waitUntil } from '../../support/wait-until'
import { startTestServer, type TestServer } from '../../support/server'

interface Received {
  path: string
  // oxlint-disable-next-line typescript/no-explicit-any -- documents of another program
  body: any
}

let collector: ReturnType<typeof Bun.serve>
let server: TestServer
let received: Received[] = []

beforeAll(async () => {
  collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      received.push({ path: new URL(request.url).pathname, body: await request.json() })
      return Response.json({})
    },
  })
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await collector.stop(true)
})
beforeEach(() => {
  received = []
})

/** `url`: the collector, if there is one. */
async function start(url?: string) {
  const { config, log, clock } = server.ctx
  return startTelemetry({ config: { ...config, telemetry: { otlp_url: url } }, log, clock })
}

/** Requests are measured after their response has been sent. */
async function send(path: string, route: string) {
  const count = async () => {
    const { values } = await timings.requests.get()
    const ofRoute = values.filter(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.route === route,
    )
    return ofRoute.reduce((sum, { value }) => sum + value, 0)
  }
  const before = await count()
  const answer = await server.call('GET', path, { as: 'ann' })
  await waitUntil(async () => (await count()) > before)
  return answer
}

const listSpans = () =>
  received
    .filter(({ path }) => path.endsWith('/v1/traces'))
    .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans)

describe('telemetry', () => {
  test('is off by default', async () => {
    const stop = await start()
    await send('/info', '/api/v1/info')
    await stop()
    expect(server.ctx.config.telemetry.otlp_url).toBeUndefined()
    expect(received).toEqual([])
  })

  test('exports requests by route pattern, without IDs and users', async () => {
    const stop = await start(`${collector.url.origin}/base`)
    const id = Bun.randomUUIDv7()
    await send(`/series/${id}?full=true`, '/api/v1/series/:id')
    await stop()
    const span = listSpans().find(({ name }: { name: string }) => name.includes('/series/:id'))
    expect(span).toMatchObject({ name: 'GET /api/v1/series/:id', kind: 2 })
    expect(span.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 404 },
    })
    expect(Number(span.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(span.startTimeUnixNano))
    const text = JSON.stringify(received)
    for (const word of [id, 'full=', 'ann"', server.getUserId('ann')]) {
      expect(text).not.toContain(word)
    }
    expect(received.map(({ path }) => path)).toContain('/base/v1/traces')
  })

  test('exports counters, and number and sum of histograms', async () => {
    const stop = await start(collector.url.origin)
    await send('/info', '/api/v1/info')
    await stop()
    const sent = received.find(({ path }) => path === '/v1/metrics')!.body.resourceMetrics[0]
    expect(sent.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'quire' },
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a document of another program
    const metrics = new Map<string, any>(
      sent.scopeMetrics[0].metrics.map((metric: { name: string }) => [metric.name, metric]),
    )
    const requests = metrics.get('quire_http_request_duration_seconds_count')
    expect(requests.sum).toMatchObject({ isMonotonic: true })
    const point = requests.sum.dataPoints.find((one: { attributes: unknown }) =>
      JSON.stringify(one.attributes).includes('/api/v1/info'),
    )
    expect(point.asDouble).toBeGreaterThanOrEqual(1)
    expect(metrics.has('quire_http_request_duration_seconds_sum')).toBe(true)
  })

  test('stops exporting when it is stopped', async () => {
    const stop = await start(collector.url.origin)
    await stop()
    received = []
    await send('/info', '/api/v1/info')
    expect(received).toEqual([])
  })

  test('a collector that is away changes nothing for requests and does not block the end', async () => {
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const { origin } = closed.url
    await closed.stop(true)
    const stop = await start(origin)
    expect((await send('/info', '/api/v1/info')).status).toBe(200)
    const moved = stop()
    await server.clock.advance(3_000)
    await moved
    expect(received).toEqual([])
  })
})
