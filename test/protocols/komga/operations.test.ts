/** Every operation of Komga's document has a route, or answers 404 on purpose. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'
import document from './komga-responses.json'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
})
afterAll(() => server.close())

const operations = Object.keys(document.operations).map(
  (name) => name.split(' ') as [method: string, path: string],
)

/** Returns the same text for `/books/{bookId}`, `/books/:id` and `/books/*`. */
const normalize = (path: string) => path.replaceAll(/\{[^}]*\}|:\w+|\*/g, '*')

test('only single items of what Quire does not have are without a route', async () => {
  const served = new Set(
    (await server.app.listRoutes()).map(({ method, path }) => `${method} ${normalize(path)}`),
  )
  const missing = operations
    .filter(([method, path]) => !served.has(`${method} ${normalize(`/komga${path}`)}`))
    .map((parts) => parts.join(' '))
  const isKnown = (name: string) =>
    /page-hashes.*thumbnail|fonts\/resource|transient-books/.test(name)
  expect(missing.filter((name) => !isKnown(name))).toEqual([])
})

describe('a request about nothing', () => {
  const writes = [undefined, {}, [], 'no json', { type: 'x', condition: 5 }]

  test.each(operations)('%s %s has an answer in the form of Komga', async (method, template) => {
    const unknown = Bun.randomUUIDv7()
    const path = template.replaceAll(/\{[^}]*[iI]d\}/g, unknown).replaceAll(/\{[^}]*\}/g, '1')
    for (const body of method === 'GET' ? [undefined] : writes) {
      const answer = await komga(method, path, { as: 'ada', ...(body !== undefined && { body }) })
      expect([200, 202, 204, 400, 404, 409, 415, 501]).toContain(answer.status)
      if (answer.status >= 400) expect(answer.body).toHaveProperty('timestamp')
    }
  })
})
