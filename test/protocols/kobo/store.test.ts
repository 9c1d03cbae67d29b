/** Calls that are passed on to a Kobo store, which is strict about what it is sent. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { books } from '../../../src/catalog/books/schema'
import { type Egress, startEgress } from '../../../src/platform/outgoing/egress/egress'
import { createCertificate } from '../../platform/outgoing/egress/certificate'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { seedBook } from '../../support/seed'
import { addKoboDevice, type KoboDevice, type KoboJson } from './kobo-device'

const host = 'storeapi.kobo.com'
const { cert, key: privateKey } = createCertificate(host)

interface Sent {
  method: string
  path: string
  headers: Headers
  body: string
}

let shelf: Shelf
let device: KoboDevice
let store: Server<undefined>
let egress: Egress
let sent: Sent[]
let resolved: string[]
let reply: (request: Sent) => Response | Promise<Response>

beforeAll(async () => {
  shelf = await openShelf({ 'kobo.store_proxy': 'true', 'providers.offline': 'false' })
  store = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key: privateKey },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = {
        method: request.method,
        path: pathname + search,
        headers: new Headers(request.headers),
        body: await request.text(),
      }
      sent.push(call)
      return reply(call)
    },
  })
  egress = await startEgress({
    findProxy: () => undefined,
    getPort: () => store.port!,
    isAllowed: () => true,
    resolve: async (name) => {
      resolved.push(name)
      return ['127.0.0.1']
    },
  })
  Object.assign(shelf.server.ctx, { egress, certificate: cert })
})
afterAll(async () => {
  await shelf.close()
  egress.close()
  await store.stop(true)
})
beforeEach(async () => {
  await shelf.server.ctx.write(async (tx) => void (await tx.delete(books)))
  device = await addKoboDevice(shelf)
  sent = []
  resolved = []
  reply = () => Response.json({ Result: 'of the store' })
})
/** The store never receives the key or cookies, and no other host receives a request. */
afterEach(() => {
  const key = device.path.split('/').at(-1)!
  for (const { path, headers, body } of sent) {
    expect(JSON.stringify([path, [...headers], body])).not.toContain(key)
    for (const name of ['cookie', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'x-api-key']) {
      expect(headers.has(name)).toBe(false)
    }
    expect(headers.get('host')).toBe(host)
  }
  expect(new Set(resolved).isSubsetOf(new Set([host]))).toBe(true)
})

const addBook = () => seedBook(shelf.server, shelf.series, { format: 'epub', pageCount: 10 })
const own = {
  authorization: 'Bearer of-the-device',
  'user-agent': 'Kobo Touch',
  'x-kobo-deviceid': 'abc',
  'accept-language': 'de',
}
const hidden = {
  cookie: 'session=1',
  'x-forwarded-for': '192.0.2.1',
  'x-real-ip': '192.0.2.1',
  'x-api-key': '',
}

test('an unknown call reaches the store with the headers of the device, and its answer comes back', async () => {
  reply = () =>
    Response.json(
      { Result: 1 },
      { status: 201, headers: { 'x-kobo-extra': 'yes', 'set-cookie': 'a=b', server: 'x' } },
    )
  const { 'x-api-key': _, ...more } = hidden
  const path = '/v1/user/wishlist?PageIndex=0&filter=[a]'
  const answer = await device.send('POST', path, { Ids: [1] }, { ...own, ...more })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ Result: 1 })
  expect(answer.headers.get('x-kobo-extra')).toBe('yes')
  expect(answer.headers.has('server')).toBe(false)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ method: 'POST', path, body: '{"Ids":[1]}' })
  for (const [name, value] of Object.entries(own)) expect(sent[0]!.headers.get(name)).toBe(value)
})

test('credentials that are not of the store stay here', async () => {
  await device.send('GET', '/v1/user/profile', undefined, { authorization: 'Basic YTpi' })
  expect(sent).toHaveLength(1)
  expect(sent[0]!.headers.has('authorization')).toBe(false)
})

describe('stays here:', () => {
  test.each([
    ['POST', '/v1/analytics/event'],
    ['GET', '/v1/analytics/gettests'],
    ['POST', '/v1/library/tags'],
    ['DELETE', '/v1/library/tags/abc'],
  ])('%s %s', async (method, path) => {
    expect(await (await device.send(method, path)).json()).toEqual({})
    expect(sent).toEqual([])
  })

  test('what is about a book of Quire', async () => {
    const { id } = await addBook()
    // Without a second book, the series would be in the trash.
    await addBook()
    await device.sync()
    sent = []
    expect(await device.get(`/v1/products/books/${id}/access`)).toEqual({})
    expect(await device.get(`/v1/products/${id.toUpperCase()}/nextread`)).toEqual({})
    expect((await device.send('GET', `/v1/library/${id}/metadata`)).status).toBe(200)
    expect((await device.setState(id, 30)).status).toBe(200)
    const theirs = '5d4ad1e0-1111-4222-8333-444444444444'
    for (const path of [
      `/v1/products/${theirs},${id}/prices`,
      `/v1/products/${`${theirs}/`.repeat(5)}${id}`,
      `/v1/products?ids=${theirs}&ids=${id}`,
    ]) {
      expect(await device.get(path)).toEqual({})
    }
    const named = { Items: [{ RevisionId: theirs }, { RevisionId: id.toUpperCase() }] }
    const answer = await device.send('POST', '/v1/user/reviews', named)
    expect(await answer.json()).toEqual({})
    await shelf.server.call('DELETE', `/books/${id}`, { as: 'max' })
    expect((await device.setState(id, 40)).status).toBe(404)
    expect((await device.send('DELETE', `/v1/library/${id}`)).status).toBe(204)
    expect(sent).toEqual([])
  })

  test('whatever contains the key', async () => {
    const key = device.path.split('/').at(-1)!
    await device.send('POST', '/v1/user/notes', { Url: `http://nas/kobo/${key}/v1` })
    await device.send('GET', `/v1/user/x?from=${key}`)
    await device.send('GET', '/v1/user/x', undefined, { 'x-kobo-from': key })
    expect(sent).toEqual([])
  })

  test('a body that is too large', async () => {
    const answer = await device.send('POST', '/v1/user/notes', { text: 'x'.repeat(300_000) })
    expect([answer.status, await answer.json(), sent]).toEqual([200, {}, []])
  })
})

describe('books of the store', () => {
  const id = '5d4ad1e0-1111-4222-8333-444444444444'

  test('are described, read and removed there', async () => {
    for (const [method, path] of [
      ['GET', `/v1/library/${id}/metadata`],
      ['GET', `/v1/library/${id}/state`],
      ['DELETE', `/v1/library/${id}`],
    ] as const) {
      const answer = await device.send(method, path)
      expect(await answer.json()).toEqual({ Result: 'of the store' })
    }
    expect(await (await device.setState(id, 20)).json()).toEqual({ Result: 'of the store' })
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'PUT'])
    expect(sent[3]!.body).toContain('"ProgressPercent":20')
  })

  test('are not found here while the store is away', async () => {
    reply = () => new Response('', { status: 503 })
    expect((await device.send('GET', `/v1/library/${id}/metadata`)).status).toBe(404)
    expect((await device.setState(id, 20)).status).toBe(404)
  })

  test('have their covers there, and those of Quire have them here', async () => {
    const ours = await addBook()
    const get = (bookId: string) =>
      fetch(
        new URL(`${device.path}/v1/books/${bookId}/thumbnail/30/40/false/image.jpg`, shelf.url),
        {
          redirect: 'manual',
        },
      )
    expect((await get(ours.id)).status).toBe(200)
    const answer = await get(id)
    expect(answer.status).toBe(307)
    const there = `https://cdn.kobo.com/book-images/${id}/30/40/false/image.jpg`
    expect(answer.headers.get('location')).toBe(there)
  })
})

describe('an answer that is no use', () => {
  const cases: [string, () => Response][] = [
    ['a failure', () => new Response('<html>', { status: 502 })],
    ['a foreign redirect', () => Response.redirect('https://evil.example/', 302)],
    ['a redirect to another scheme', () => Response.redirect('http://www.kobo.com/', 302)],
    ['a host that looks alike', () => Response.redirect('https://notkobo.com/', 302)],
    ['9 megabytes', () => new Response('x'.repeat(9 * 1024 * 1024))],
  ]
  test.each(cases)('(%s) leaves the answer of Quire', async (_, answer) => {
    reply = answer
    expect(await device.get('/v1/user/profile')).toEqual({})
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['https://www.kobo.com/login', 'https://www.kobo.com/login'],
    ['/login', `https://${host}/login`],
    ['there', `https://${host}/v1/user/there`],
  ])('redirects of the store are for the device: %s', async (location, absolute) => {
    reply = () => new Response(null, { status: 302, headers: { location } })
    const answer = await fetch(new URL(`${device.path}/v1/user/x`, shelf.url), {
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, absolute])
  })
})

describe('the start', () => {
  test('has the addresses of Quire, and the rest of the store', async () => {
    reply = () => {
      const resources = {
        library_sync: 'https://x/',
        store_home: 'https://y/',
        use_one_store: 'True',
      }
      return Response.json({ Resources: resources }, { headers: { 'x-kobo-apitoken': 'abc' } })
    }
    const answer = await device.send('GET', '/v1/initialization', undefined, own)
    const { Resources: resources } = (await answer.json()) as KoboJson
    expect(resources).toMatchObject({ store_home: 'https://y/', use_one_store: 'True' })
    expect(resources.library_sync).toEndWith(`${device.path}/v1/library/sync`)
    expect(answer.headers.get('x-kobo-apitoken')).toBe('abc')
  })

  test.each([
    () => new Response('', { status: 401 }),
    () => new Response('no JSON'),
    () => Response.json(null),
    () => Response.json({ Resources: [] }),
  ])('works without the store (%#)', async (answer) => {
    reply = answer
    const { Resources: resources } = await device.get('/v1/initialization')
    expect(resources.use_one_store).toBe('False')
    expect(resources.library_sync).toEndWith(`${device.path}/v1/library/sync`)
  })

  test('signs the device in at the store, or here', async () => {
    const body = { UserKey: 'abc', DeviceId: 'x' }
    reply = () => Response.json({ AccessToken: 'of the store' })
    const first = await device.send('POST', '/v1/auth/device', body)
    expect(await first.json()).toEqual({ AccessToken: 'of the store' })
    expect(JSON.parse(sent[0]!.body)).toEqual(body)
    for (const answer of [() => new Response('', { status: 403 }), () => new Response('?')]) {
      reply = answer
      const second = await device.send('POST', '/v1/auth/refresh', body)
      expect(await second.json()).toMatchObject({ TokenType: 'Bearer', UserKey: 'abc' })
    }
  })
})

describe('a sync', () => {
  const tokenOf = ({ headers }: Sent) => headers.get('x-kobo-synctoken')

  test('tells the books of Quire first, then those of the store, with the token of each', async () => {
    for (let i = 0; i < 120; i++) await addBook()
    const parts = [
      { items: [{ NewEntitlement: { store: 1 } }], token: 'store.1', goesOn: true },
      { items: [{ NewEntitlement: { store: 2 } }], token: 'store.2', goesOn: false },
      { items: [], token: 'store.3', goesOn: false },
    ]
    reply = () => {
      const { items, token, goesOn } = parts.shift()!
      const headers = { 'x-kobo-synctoken': token, ...(goesOn && { 'x-kobo-sync': 'continue' }) }
      return Response.json(items, { headers })
    }
    const first = await device.syncOnce()
    expect([first.items.length, first.goesOn, sent]).toEqual([100, true, []])
    const second = await device.syncOnce()
    expect([second.items.length, second.goesOn]).toEqual([21, true])
    const third = await device.syncOnce()
    expect(third).toEqual({ items: [{ NewEntitlement: { store: 2 } }], goesOn: false })
    expect(await device.sync()).toEqual([])
    expect(sent.map(tokenOf)).toEqual([null, 'store.1', 'store.2'])
    expect(sent.every(({ path }) => path === '/v1/library/sync')).toBe(true)
  })

  test('keeps the token of the store while the store is away, and after a lost answer', async () => {
    await addBook()
    reply = () => Response.json([], { headers: { 'x-kobo-synctoken': 'one' } })
    await device.sync()
    reply = () => new Response('', { status: 500 })
    expect(await device.sync()).toEqual([])
    reply = () => Response.json([{ ChangedTag: {} }], { headers: { 'x-kobo-synctoken': 'two' } })
    await addBook()
    expect((await device.syncOnce({ isLost: true })).items).toHaveLength(2)
    expect((await device.syncOnce()).items).toHaveLength(2)
    expect(sent.map(tokenOf)).toEqual([null, 'one', 'one', 'one'])
  })

  test('begins with the token that the device has of the store', async () => {
    await addBook()
    device.token = 'eyJ0eXAiOjF9.eyJ4IjoxfQ=='
    reply = () => Response.json([])
    expect(await device.sync()).toHaveLength(1)
    await device.sync()
    expect(sent.map(tokenOf)).toEqual(Array<string>(2).fill('eyJ0eXAiOjF9.eyJ4IjoxfQ=='))
  })

  test.each([() => Response.json({ no: 'list' }), () => new Response('[')])(
    'takes only a list from the store (%#)',
    async (answer) => {
      await addBook()
      reply = answer
      expect(await device.sync()).toHaveLength(1)
    },
  )
})

test('without the setting, and while Quire is offline, nothing leaves the server', async () => {
  const { config } = shelf.server.ctx
  const changes: [object, object, object][] = [
    [config.kobo, { store_proxy: false }, { store_proxy: true }],
    [config.providers, { offline: true }, { offline: false }],
  ]
  for (const [section, off, on] of changes) {
    Object.assign(section, off)
    expect(await device.get('/v1/user/profile')).toEqual({})
    await device.sync()
    expect((await device.get('/v1/initialization')).Resources.use_one_store).toBe('False')
    Object.assign(section, on)
  }
  expect(sent).toEqual([])
})
