import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { Refusal } from '../../../../src/errors'
import { type Egress, startEgress } from '../../../../src/platform/outgoing/egress/egress'
import { fetchPicture, type PictureContext } from '../../../../src/platform/outgoing/fetch-picture'
import { createTestConfig } from '../../../support/server'
import { silentLog } from '../../jobs/support'
import { createCertificate } from './certificate'

const { cert, key } = createCertificate('covers.example')
const png = { 'content-type': 'image/png' }

let server: Server<undefined>
let egress: Egress
let resolved: string[]
let answer: (request: Request) => Response | Promise<Response>
/** Headers of each request. */
let requests: Headers[]
beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    fetch: (request) => {
      requests.push(new Headers(request.headers))
      return answer(request)
    },
  })
  egress = await startEgress({
    findProxy: () => undefined,
    getPort: () => server.port!,
    isAllowed: (address) => address === '127.0.0.1',
    resolve: async (host) => {
      resolved.push(host)
      return [host === 'intern.example' ? '10.0.0.1' : '127.0.0.1']
    },
  })
})
afterAll(async () => {
  egress.close()
  await server.stop(true)
})
beforeEach(() => {
  resolved = []
  requests = []
  answer = () => new Response('picture', { headers: png })
})
afterEach(() => {
  delete process.env['NO_PROXY']
  delete process.env['no_proxy']
})

const createContext = (settings: Record<string, string> = {}): PictureContext => ({
  config: createTestConfig({ 'providers.offline': 'false', ...settings }),
  log: silentLog,
  egress,
  certificate: cert,
})
let ctx: PictureContext
beforeEach(() => {
  ctx = createContext()
})
const address = 'https://covers.example/1.png'

async function catchCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error.userMessage.code
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a picture', () => {
  test('is downloaded with its type', async () => {
    const { bytes, type } = await fetchPicture(ctx, address)
    expect({ text: Buffer.from(bytes).toString(), type }).toEqual({
      text: 'picture',
      type: 'image/png',
    })
    expect(requests[0]?.get('user-agent')).toMatch(/^Quire\//)
    expect(requests[0]?.get('host')).toBe('covers.example')
  })

  test('is only downloaded over HTTPS, without credentials in the address', async () => {
    const addresses = [
      'http://covers.example/',
      'ftp://covers.example/',
      'data:image/png,',
      'x',
      '',
    ]
    for (const wrong of [...addresses, 'https://ann:pass@covers.example/']) {
      expect(await catchCode(fetchPicture(ctx, wrong))).toBe('outgoing.picture_address')
    }
    expect(resolved).toEqual([])
  })

  test('comes from no address that is not public, also after a redirect', async () => {
    expect(await catchCode(fetchPicture(ctx, 'https://intern.example/'))).toBe(
      'outgoing.picture_failed',
    )
    expect(await catchCode(fetchPicture(ctx, 'https://10.0.0.1/'))).toBe('outgoing.picture_failed')
    answer = () => Response.redirect('https://intern.example/', 302)
    expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_failed')
    answer = () => Response.redirect('http://covers.example/', 302)
    expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_address')
    expect(requests).toHaveLength(2)
  })

  test('goes through the check also for hosts in NO_PROXY', async () => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      for (const list of ['*', 'covers.example', 'localhost,127.0.0.1,.example']) {
        process.env[name] = list
        resolved = []
        await fetchPicture(ctx, address)
        expect({ name, list, resolved }).toEqual({ name, list, resolved: ['covers.example'] })
        expect(process.env[name]).toBe(list)
        delete process.env[name]
      }
    }
  })

  test('is checked each time: no connection is kept', async () => {
    await fetchPicture(ctx, address)
    await fetchPicture(ctx, address)
    expect(resolved).toEqual(['covers.example', 'covers.example'])
  })

  test('follows three redirects', async () => {
    let left = 3
    answer = () =>
      left-- > 0 ? Response.redirect(`/next/${left}`, 302) : new Response('x', { headers: png })
    expect((await fetchPicture(ctx, address)).type).toBe('image/png')
    left = 4
    expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_failed')
  })

  test('belongs to the host by its certificate', async () => {
    expect(await catchCode(fetchPicture(ctx, 'https://other.example/'))).toBe(
      'outgoing.picture_failed',
    )
    expect(requests).toEqual([])
  })

  test('has a known type and at most 20 MiB', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/octet-stream', '']) {
      answer = () => new Response('x', { headers: { 'content-type': type } })
      expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_type')
    }
    answer = () => new Response(new Uint8Array(20 * 1024 * 1024 + 1), { headers: png })
    expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_too_large')
    answer = () => new Response('x', { status: 404, headers: png })
    expect(await catchCode(fetchPicture(ctx, address))).toBe('outgoing.picture_failed')
  })

  test('comes from the network of the server only if the administrator set a mirror there', async () => {
    let location: string | undefined
    const mirror = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        location === undefined
          ? new Response('mirrored', { headers: png })
          : Response.redirect(location, 302),
    })
    const base = `http://127.0.0.1:${mirror.port}`
    const { bytes } = await fetchPicture(ctx, `${base}/1.png`, { mirror: `${base}/api` })
    expect(Buffer.from(bytes).toString()).toBe('mirrored')
    const other = catchCode(fetchPicture(ctx, `${base}/1.png`, { mirror: 'http://127.0.0.1:1' }))
    expect(await other).toBe('outgoing.picture_address')
    location = `https://127.0.0.1:${server.port}/`
    const redirected = catchCode(fetchPicture(ctx, `${base}/1.png`, { mirror: base }))
    expect(await redirected).toBe('outgoing.picture_failed')
    expect(requests).toEqual([])
    await mirror.stop(true)
  })

  test('is not waited for endlessly', async () => {
    answer = () => new Promise(() => undefined)
    const code = await catchCode(fetchPicture({ ...ctx, timeoutMs: 50 }, address))
    expect(code).toBe('outgoing.picture_failed')
    const aborted = AbortSignal.abort(new Error('canceled'))
    await expect(fetchPicture(ctx, address, { signal: aborted })).rejects.toThrow('canceled')
  })

  test('is not downloaded while Quire is offline', async () => {
    const offline = createContext({ 'providers.offline': 'true' })
    expect(await catchCode(fetchPicture(offline, address))).toBe('outgoing.picture_offline')
    expect(resolved).toEqual([])
  })
})
