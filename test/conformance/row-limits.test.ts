/** How much a person, a book or a server can have: the last one is accepted, one more is refused. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { splitIntoSlices } from '../../src/platform/lib/slices'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'
import { issuer, limitsOfServer } from './row-limits'
import { limitsOfPerson } from './row-limits-of-person'

let server: TestServer
let ids: { bookId: string; seriesId: string; groupId: string; annId: string }

beforeAll(async () => {
  const provider = { name: 'home', display_name: 'Home', issuer, client_id: 'quire' }
  server = await startTestServer({
    'auth.oidc.providers': JSON.stringify([{ ...provider, client_secret: 'a secret' }]),
    'notifications.allowed_hosts': '127.0.0.1',
  })
  const series = await seedSeries(server, await seedLibrary(server))
  const book = await seedBook(server, series, { format: 'epub', pageCount: 5000 })
  const group = await server.call('POST', '/access-groups', { as: 'ada', body: { name: 'Kids' } })
  ids = {
    bookId: book.id,
    seriesId: series.id,
    groupId: group.body.id,
    annId: server.getUserId('ann'),
  }
})
afterAll(() => server.close())

test.each([...limitsOfServer, ...limitsOfPerson])(
  'there are at most $max $name',
  async ({ name, max, as, path, body, fill, present = 0, status = 201 }) => {
    const user = as ?? name.replaceAll(' ', '-')
    if (!as) await server.addUser(user, 'reader')
    const world = { ...ids, userId: server.getUserId(user) }
    const rows = Array.from({ length: max - 1 - present }, (_, n) => n + 1)
    for (const slice of splitIntoSlices(rows, 500)) {
      await server.ctx.write((tx) => fill(tx, slice, world))
    }
    const add = (n: number) => server.call('POST', path(world), { as: user, body: body(n) })
    expect((await add(max)).status).toBe(status)
    const oneMore = await add(max + 1)
    expect([oneMore.status, oneMore.body.params]).toEqual([409, { max }])
  },
)
