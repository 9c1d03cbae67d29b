/** B3: a method that a path does not support is answered with 405 and the methods it supports. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
let paths: Record<string, Record<string, unknown>>
beforeAll(async () => {
  server = await startTestServer()
  paths = (await server.call('GET', '/openapi.json')).body.paths
})
afterAll(() => server.close())

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const id = '01a21942-3df7-71fd-9219-acefe0c2c2ca'

test.each(['', '/'])('every path, with the end "%s"', async (end) => {
  const wrong: string[] = []
  let count = 0
  for (const [path, operations] of Object.entries(paths)) {
    const supported = Object.keys(operations).map((name) => name.toUpperCase())
    const other = methods.findLast((method) => !supported.includes(method))
    // Skips paths whose last parameter matches any further segments.
    if (other === undefined || path.endsWith('{path}')) continue
    count += 1
    const response = await server.fetch(path.replaceAll(/\{\w+\}/g, id) + end, {
      method: other,
      as: 'ada',
    })
    const allowed = supported.includes('GET') ? [...supported, 'HEAD'] : supported
    const seen = (response.headers.get('allow') ?? '').split(', ').toSorted().join()
    if (response.status !== 405 || seen !== allowed.toSorted().join())
      wrong.push(`${other} ${path}: ${response.status}, ${seen}`)
  }
  expect(count).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})
