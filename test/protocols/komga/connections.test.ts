/** The additional port, and failed sign-ins over real connections. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startHttpServer, type HttpServer } from '../../../src/platform/http/server'
import { userChanged } from '../../../src/accounts/permissions/model'
import { readProgressUpdated } from '../../../src/reading/progress/model'
import { buildBasicHeader, givePasswords, password } from '../../accounts/sign-in'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makeEpub } from '../../support/make/epub'
import { waitUntil } from '../../support/wait-until'
import { KomgaStream } from './komga-stream'

let shelf: Shelf
let httpServer: HttpServer
let own: string
let bookId: string

beforeAll(async () => {
  shelf = await openShelf()
  const { server } = shelf
  bookId = (await shelf.add('novel.epub', await makeEpub({}))).id
  await givePasswords(server, 'ann', 'max')
  const { config } = server.ctx
  const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = free
  free.stop(true)
  Object.assign(config.komga_api, { port })
  Object.assign(config.server, { host: '127.0.0.1', port: 0, public_url: 'https://q.example.org' })
  httpServer = startHttpServer(config)
  httpServer.mount(server.app)
  own = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await httpServer.stop(100)
  await shelf.close()
})

const basic = () => ({ authorization: buildBasicHeader('ann', password) })

test('the additional port serves the API at the root, with a cookie for the root', async () => {
  const answer = await fetch(`${own}/api/v2/users/me`, { headers: basic() })
  expect(await answer.json()).toMatchObject({ id: shelf.server.getUserId('ann') })
  const given = answer.headers.get('set-cookie') ?? ''
  expect(given).toContain('Path=/;')
  const cookie = given.split(';')[0]!
  const body = JSON.stringify({ condition: {} })
  const headers = { cookie, 'content-type': 'application/json' }
  const list = await fetch(`${own}/api/v1/series/list`, { method: 'POST', body, headers })
  expect(await list.json()).toMatchObject({ totalElements: 1 })
})

test('its manifests lead to the same port', async () => {
  const answer = await fetch(`${own}/api/v1/books/${bookId}/manifest`, { headers: basic() })
  const manifest = (await answer.json()) as { readingOrder: { href: string }[] }
  const { href } = manifest.readingOrder[0]!
  expect(href).toStartWith(`${own}/api/v1/books/${bookId}/resource/`)
  const part = await fetch(href, { headers: basic() })
  const host = new URL(own).host
  expect(part.headers.get('content-security-policy')).toContain(
    `img-src ${host}/api/v1/books/${bookId}/resource/ `,
  )
})

test('its event stream stays open', async () => {
  const controller = new AbortController()
  const response = await fetch(`${own}/sse/v1/events`, {
    headers: basic(),
    signal: controller.signal,
  })
  expect(response.status).toBe(200)
  const stream = new KomgaStream(response, controller)
  const userId = shelf.server.getUserId('ann')
  shelf.server.ctx.bus.publish(userChanged, { userId })
  shelf.server.ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId: bookId })
  await waitUntil(() => stream.changes.length > 0)
  expect(stream.changes).toEqual([{ name: 'ReadProgressChanged', data: { bookId, userId } }])
  stream.stop()
})

test('it serves nothing else', async () => {
  for (const path of ['/', '/health', '/api/v1/tasks', '/../api/v1/info', '/opds']) {
    expect((await fetch(`${own}${path}`, { headers: basic() })).status).toBe(404)
  }
})

test('the information for reading apps names it', async () => {
  const { body } = await shelf.server.call('GET', '/info', { as: 'ann' })
  expect(body.readingApps.komgaPort).toBe(Number(new URL(own).port))
})

test('a used port is refused, and nothing else stays open', async () => {
  const { config } = shelf.server.ctx
  expect(() => startHttpServer(config)).toThrow(
    expect.objectContaining({ setting: 'komga_api.port' }),
  )
})

test('failed sign-ins count for the address, whoever they name', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 25; attempt++) {
    const authorization = buildBasicHeader(`nobody ${attempt}`, 'wrong')
    statuses.push((await fetch(`${own}/api/v2/users/me`, { headers: { authorization } })).status)
  }
  expect(statuses[0]).toBe(401)
  expect(statuses).toContain(429)
})
