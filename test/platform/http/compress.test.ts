import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { type HttpServer, startHttpServer } from '../../../src/platform/http/server'
import { defaultHeaders } from '../../../src/platform/http/default-headers'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let httpServer: HttpServer
let bookId: string
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  for (let n = 0; n < 30; n++) {
    const series = await seedSeries(server, library, { title: `Türme ${n} 潮の刻` })
    if (n === 0) {
      const metadata = { summary: 'A long tale. '.repeat(200) }
      bookId = (await seedBook(server, series, { title: 'One', metadata })).id
    }
  }
  const { server: defaults, ...config } = createTestConfig()
  httpServer = startHttpServer({ ...config, server: { ...defaults, host: '127.0.0.1', port: 0 } })
  httpServer.mount(server.app)
}, 60_000)
afterAll(async () => {
  await httpServer?.stop(100)
  await server.close()
})

const listPath = '/api/v1/series?pageSize=50'
const sendRequest = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  server.fetch(path, { ...init, as: 'ann', headers })
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

const decoders = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const

describe('a long response', () => {
  test.each(['zstd', 'br', 'gzip'] as const)(
    'has the same content when sent as %s',
    async (encoding) => {
      const plain = await sendRequest(listPath)
      const text = await plain.text()
      const compressed = await sendRequest(listPath, { 'accept-encoding': encoding })
      const bytes = await readBytes(compressed)
      expect(compressed.headers.get('content-encoding')).toBe(encoding)
      expect(compressed.headers.get('vary')).toBe('accept-encoding')
      expect(bytes.length).toBeLessThan(text.length / 4)
      expect(decoders[encoding](bytes).toString()).toBe(text)
      expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'))
      expect(plain.headers.get('vary')).toBe('accept-encoding')
    },
  )

  test('stays uncompressed for clients that accept no supported encoding', async () => {
    for (const header of [
      '',
      'identity',
      'gzip;q=0, br;q=0, zstd;q=0',
      'deflate',
      '*;q=0',
      ';;,',
    ]) {
      const response = await sendRequest(listPath, { 'accept-encoding': header })
      expect([header, response.headers.get('content-encoding')]).toEqual([header, null])
      expect(((await response.json()) as { data: unknown[] }).data.length).toBe(30)
    }
  })

  test('is answered with 304 when the client has it in another encoding', async () => {
    const etag = (await sendRequest(listPath, { 'accept-encoding': 'gzip' })).headers.get('etag')!
    const again = await sendRequest(listPath, { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('vary')).toBe('accept-encoding')
    expect(again.headers.get('content-encoding')).toBeNull()
  })

  test('is compressed for a list that is requested by POST', async () => {
    const response = await sendRequest(
      '/api/v1/series/list?pageSize=50',
      { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      { method: 'POST', body: '{}' },
    )
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const body = JSON.parse(gunzipSync(await readBytes(response)).toString()) as { data: unknown[] }
    expect([body.data.length, response.headers.get('etag')]).toEqual([30, null])
  })

  test('keeps an ETag that works for edits', async () => {
    const path = `/api/v1/books/${bookId}/metadata`
    const strong = (await sendRequest(path)).headers.get('etag')!
    const weak = (await sendRequest(path, { 'accept-encoding': 'gzip' })).headers.get('etag')!
    expect([strong[0], weak]).toEqual(['"', `W/${strong}`])
    const edit = (etag: string) =>
      server.call('PATCH', `/books/${bookId}/metadata`, {
        as: 'max',
        headers: { 'if-match': etag },
        body: { publisher: 'Quay' },
      })
    expect((await edit('W/"another"')).status).toBe(412)
    expect((await edit(weak)).status).toBe(200)
  })
})

describe('over the network', () => {
  const send = (method: string, encoding: string) =>
    fetch(`${httpServer.url}${listPath}`, {
      method,
      headers: { authorization: `Bearer ${server.getToken('ann')}`, 'accept-encoding': encoding },
      decompress: false,
    })

  test('content-length is the number of bytes sent', async () => {
    for (const encoding of ['gzip', 'zstd', 'identity']) {
      const response = await send('GET', encoding)
      const length = response.headers.get('content-length')
      expect(length).toBe(String((await readBytes(response)).length))
      const head = await send('HEAD', encoding)
      expect([head.headers.get('content-length'), await head.text()]).toEqual([length, ''])
    }
  })
})

describe('these responses stay uncompressed', () => {
  test('a short response, an image and a stream', async () => {
    const all = { 'accept-encoding': 'gzip, br, zstd' }
    const short = await sendRequest('/health', all)
    const picture = await sendRequest(`/api/v1/books/${bookId}/thumbnail`, all)
    const stream = await sendRequest('/api/v1/events/stream', {
      ...all,
      accept: 'text/event-stream',
    })
    for (const response of [short, picture, stream]) {
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
    }
    await stream.body?.cancel()
  })

  test('a response that contains a secret', async () => {
    const secret = { token: 'x'.repeat(5000) }
    const app = new Elysia()
      .use(defaultHeaders(server.ctx))
      .post('/keys', ({ set }) => {
        set.headers['cache-control'] = 'no-store'
        return secret
      })
      .post('/sessions', ({ set }) => {
        set.headers['set-cookie'] = 'a=b'
        return secret
      })
    for (const path of ['/keys', '/sessions']) {
      const request = new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'accept-encoding': 'gzip' },
      })
      const response = await app.handle(request)
      expect([path, response.headers.get('content-encoding')]).toEqual([path, null])
      expect(await response.json()).toEqual(secret)
    }
  })
})
