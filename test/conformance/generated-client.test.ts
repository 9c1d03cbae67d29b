/** The client that openapi-typescript generates from the document compiles and works. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import createClient from 'openapi-fetch'
import type { paths } from '../../src/web/ui/api/schema'
import { seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  for (const title of ['Bell', 'Anvil']) await seedSeries(server, library, { title })
})
afterAll(() => server.close())

test('B2: the generated TypeScript client lists series', async () => {
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    headers: { authorization: `Bearer ${server.getToken('ann')}` },
    fetch: async (request) => server.app.handle(request),
  })
  const { data, error } = await client.GET('/api/v1/series', {
    params: { query: { sort: 'name,asc', pageSize: 10 } },
  })
  expect(error).toBeUndefined()
  const titles: string[] = data!.data.map(({ metadata }) => metadata.title)
  expect(titles).toEqual(['Anvil', 'Bell'])
  const wrong = await client.GET('/api/v1/series', { params: { query: { sort: 'nothing' } } })
  expect(wrong.error!.details![0]!.path).toBe('sort')
})
