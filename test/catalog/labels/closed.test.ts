/** Genres and tags that open and closed libraries have in common. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'

let server: TestServer
let open: SeededSeries
let closed: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { path: '/open' })
  open = await seedSeries(server, library)
  closed = await seedSeries(server, await seedLibrary(server, { path: '/closed' }))
  const id = await server.addUser('eve', 'maintainer')
  const body = { libraryIds: [library.id] }
  await server.call('PUT', `/users/${id}/libraries`, { as: 'ada', body })
})
afterAll(() => server.close())

const give = (kind: string, { id }: SeededSeries, names: string[]) =>
  server.call('PUT', `/series/${id}/${kind}`, { as: 'ada', body: { [kind]: names } })
const namesOf = async (kind: string, { id }: SeededSeries) => {
  const { body } = await server.call('GET', `/series/${id}/${kind}`, { as: 'ada' })
  return body[kind].map(({ name }: { name: string }) => name)
}
const listed = async (kind: string) =>
  (await server.call('GET', `/${kind}`, { as: 'ada' })).body.data as {
    id: string
    name: string
    seriesCount: number
  }[]

test.each(['genres', 'tags'])(
  'whoever sees some libraries takes %s from the series in these only',
  async (kind) => {
    await give(kind, open, ['Both', 'Open only'])
    await give(kind, closed, ['Both'])
    for (const { id } of await listed(kind)) {
      expect((await server.call('DELETE', `/${kind}/${id}`, { as: 'eve' })).status).toBe(204)
    }
    expect(await namesOf(kind, open)).toEqual([])
    expect(await namesOf(kind, closed)).toEqual(['Both'])
    const left = (await listed(kind)).map(({ name, seriesCount }) => [name, seriesCount])
    expect(left).toEqual([['Both', 1]])
  },
)

test.each(['genres', 'tags'])(
  'whoever sees some libraries neither learns of %s that no series carries nor deletes them',
  async (kind) => {
    await give(kind, closed, ['Unheard of'])
    await give(kind, closed, [])
    const cleanUp = async (as: string, query = '') =>
      (await server.call('POST', `/${kind}/cleanup${query}`, { as })).body
    const nothing = { deletedCount: 0, deletedNames: [] }
    expect(await cleanUp('eve', '?dryRun=true')).toEqual(nothing)
    expect(await cleanUp('eve')).toEqual(nothing)
    expect((await cleanUp('max')).deletedNames).toContain('Unheard of')
  },
)
