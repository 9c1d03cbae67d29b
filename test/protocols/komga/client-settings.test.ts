/** Settings that apps store: Komga's web interface keeps its choices there. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Permission } from '../../../src/accounts/permissions/model'
import { clientSettings } from '../../../src/protocols/komga/client-settings/schema'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write((tx) => tx.delete(clientSettings)))

const path = (rest: string) => `/api/v1/client-settings/${rest}`
const patch = async (rest: string, body: unknown, as = 'ann') =>
  (await komga('PATCH', path(rest), { as, body })).status
const remove = async (rest: string, body: unknown, as = 'ann') =>
  (await komga('DELETE', path(rest), { as, body })).status
const list = async (rest: string, as = 'ann') =>
  (await komga('GET', path(`${rest}/list`), { as })).body

describe('P12: settings of a user', () => {
  test('are stored, changed and deleted one by one', async () => {
    expect(await list('user')).toEqual({})
    expect(await patch('user', { 'webui.home.order': { value: '[1]' }, app: { value: 'x' } })).toBe(
      204,
    )
    expect(await patch('user', { app: { value: 'y', type: 'more' } })).toBe(204)
    expect(await list('user')).toEqual({
      app: { value: 'y', allowUnauthorized: null },
      'webui.home.order': { value: '[1]', allowUnauthorized: null },
    })
    expect(await remove('user', ['app', 'unknown.key'])).toBe(204)
    expect(Object.keys(await list('user'))).toEqual(['webui.home.order'])
    expect(await patch('user', {})).toBe(204)
    expect(await remove('user', [])).toBe(204)
  })

  test('are nobody else’s, and go with the account', async () => {
    const id = await server.addUser('gone', 'reader')
    await patch('user', { app: { value: 'x' } }, 'gone')
    expect(await list('user', 'ada')).toEqual({})
    expect(await list('global', 'ada')).toEqual({})
    expect((await server.call('DELETE', `/users/${id}`, { as: 'ada' })).status).toBe(204)
    expect(await server.ctx.db.select().from(clientSettings)).toEqual([])
  })

  test.each([
    ['a key with capitals', { 'App.key': { value: 'x' } }],
    ['a key that ends with a dot', { 'app.': { value: 'x' } }],
    ['a key that is an inherited member', { '__proto__.x': { value: 'x' } }],
    ['an empty key', { '': { value: 'x' } }],
    ['an endless key', { ['a'.repeat(256)]: { value: 'x' } }],
    ['no value', { app: {} }],
    ['an empty value', { app: { value: '' } }],
    ['a value that is no text', { app: { value: 1 } }],
    ['an endless value', { app: { value: 'x'.repeat(20_001) } }],
    ['a NUL character', { app: { value: 'a\0b' } }],
    ['a list', []],
    ['no object', 'text'],
  ])('%s is refused, and nothing is stored', async (_, body) => {
    const both =
      Array.isArray(body) || typeof body === 'string' ? body : { ok: { value: 'x' }, ...body }
    expect(await patch('user', both)).toBe(400)
    expect(await list('user')).toEqual({})
  })

  test('are limited in number', async () => {
    const many = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, n) => [`app.k${from + n}`, { value: 'x' }]),
      )
    expect(await patch('user', many(0, 150))).toBe(204)
    const refused = await Promise.all([
      patch('user', many(150, 200)),
      patch('user', many(200, 250)),
    ])
    expect(refused.toSorted()).toEqual([204, 409])
    expect(await patch('user', many(0, 150))).toBe(204)
    expect(Object.keys(await list('user'))).toHaveLength(200)
  })

  test.each<[Permission[], number, number]>([
    [['account:read', 'account:write'], 200, 204],
    [['account:read'], 200, 403],
    [['series:read', 'books:read'], 403, 403],
  ])('a key with %j reads (%i) and changes (%i) them', async (permissions, read, write) => {
    const body = { name: 'app', permissions }
    const { body: key } = await server.call('POST', '/api-keys', { as: 'ann', body })
    const headers = { 'x-api-key': key.key }
    const send = async (method: string, rest: string, sent?: unknown) =>
      (
        await komga(method, path(rest), {
          as: '',
          headers,
          ...(sent !== undefined && { body: sent }),
        })
      ).status
    expect(await send('GET', 'user/list')).toBe(read)
    expect(await send('PATCH', 'user', { app: { value: 'x' } })).toBe(write)
    expect(await send('DELETE', 'user', ['app'])).toBe(write)
  })

  test('need a sign-in', async () => {
    expect((await komga('GET', path('user/list'), { as: '' })).status).toBe(401)
    expect(await patch('user', { app: { value: 'x' } }, '')).toBe(401)
    expect(await remove('user', ['app'], '')).toBe(401)
  })
})

describe('P12: global settings', () => {
  test('are set by administrators, and read by everyone as far as they are open', async () => {
    const body = {
      'app.open': { value: 'a', allowUnauthorized: true },
      'app.closed': { value: 'b', allowUnauthorized: false },
    }
    for (const as of ['ann', 'max']) expect(await patch('global', body, as)).toBe(403)
    expect(await patch('global', body, 'ada')).toBe(204)
    expect(await list('global')).toEqual(body)
    expect(await list('global', '')).toEqual({ 'app.open': body['app.open'] })
    const wrong = await komga('GET', path('global/list'), { as: 'no-such-token' })
    expect(wrong.body).toEqual({ 'app.open': body['app.open'] })
    expect(await list('user', 'ada')).toEqual({})
    for (const as of ['ann', 'max']) expect(await remove('global', ['app.open'], as)).toBe(403)
    expect(await remove('global', ['app.open'], 'ada')).toBe(204)
    expect(await list('global', '')).toEqual({})
  })

  test('say whether they are open', async () => {
    expect(await patch('global', { app: { value: 'x' } }, 'ada')).toBe(400)
    expect(await patch('global', { app: { value: 'x', allowUnauthorized: true } }, 'ada')).toBe(204)
    expect(await patch('global', { app: { value: 'x', allowUnauthorized: false } }, 'ada')).toBe(
      204,
    )
    expect(await list('global', '')).toEqual({})
  })
})
