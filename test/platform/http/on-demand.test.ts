import { Elysia } from 'elysia'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isBelow, loadOnDemand } from '../../../src/platform/http/requests/on-demand'
import { type TestServer, startTestServer } from '../../support/server'

describe('a part of the app', () => {
  const part = new Elysia()
  const refusing = new Elysia()

  test('is loaded once for requests at the same time and later', async () => {
    let loads = 0
    const getPart = loadOnDemand(
      async () => {
        loads++
        await Promise.resolve()
        return part
      },
      () => refusing,
    )
    expect(loads).toBe(0)
    expect(await Promise.all([getPart(), getPart(), getPart()])).toEqual([part, part, part])
    expect(getPart()).toBe(part)
    expect(loads).toBe(1)
  })

  test('is loaded again after a failure', async () => {
    const results = [Promise.reject(new Error('no file')), Promise.resolve(part)]
    const errors: unknown[] = []
    const getPart = loadOnDemand(
      () => results.shift()!,
      (error) => {
        errors.push(error)
        return refusing
      },
    )
    const both = await Promise.all([getPart(), getPart()])
    expect(both.map((each) => each === refusing)).toEqual([true, true])
    expect(errors).toEqual([new Error('no file')])
    expect(await getPart()).toBe(part)
  })
})

test.each([
  ['http://nas/komga', true],
  ['http://nas/komga?page=1', true],
  ['http://nas/komga/', true],
  ['https://nas:8080/komga/api/v1/books', true],
  ['http://[::1]:8080/komga/api', true],
  ['http://nas/', false],
  ['http://nas/komgas', false],
  ['http://nas/Komga/api', false],
  ['http://nas/api/komga/', false],
  ['http://nas/?/komga/', false],
  ['http://komga/api/v1', false],
])('%s is below /komga: %p', (url, expected) => {
  expect(isBelow(new Request(url), '/komga')).toBe(expected)
})

describe('the protocols', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer()))
  afterAll(() => server.close())

  test('answer first requests that arrive together', async () => {
    const paths = ['/komga/api/v1/libraries', '/opds', '/koreader/users/auth', '/kobo/x/v1/y']
    const all = [...paths, ...paths, ...paths].map((path) => server.fetch(path, { as: 'ann' }))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.slice(0, 4)).toEqual([200, 200, 401, 401])
    expect(statuses.slice(4)).toEqual([...statuses.slice(0, 4), ...statuses.slice(0, 4)])
  })

  test('refuse unknown paths and methods as the API does', async () => {
    const ask = async (method: string, path: string) => {
      const response = await server.fetch(path, { method, as: 'ann' })
      return [response.status, response.headers.get('allow')]
    }
    expect(await ask('POST', '/opds/v2/libraries')).toEqual([405, 'GET, HEAD'])
    expect(await ask('GET', '/opds/v9')).toEqual([404, null])
    expect(await ask('OPTIONS', '/koreader/syncs/progress')).toEqual([405, 'PUT'])
    expect(await ask('GET', '/opdsx')).toEqual([404, null])
  })

  test('have the default headers', async () => {
    const { headers } = await server.fetch('/opds/v2', { as: 'ann' })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toBeString()
  })
})

test('a protocol that is switched off is not found', async () => {
  const server = await startTestServer({ 'opds.enabled': 'false', 'kobo.enabled': 'false' })
  const ask = async (path: string) => (await server.fetch(path, { as: 'ann' })).status
  expect([await ask('/opds'), await ask('/kobo/x/v1/y')]).toEqual([404, 404])
  await server.close()
})
