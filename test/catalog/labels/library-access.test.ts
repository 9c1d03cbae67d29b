/** Genres and tags that are shared by accessible and inaccessible libraries. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { genreCounts, tagCounts } from '../../../src/catalog/labels/schema'
import { recountLabels } from '../../../src/catalog/labels/recount-labels'
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

const setLabels = (kind: string, { id }: SeededSeries, names: string[]) =>
  server.call('PUT', `/series/${id}/${kind}`, { as: 'ada', body: { [kind]: names } })
const listNames = async (kind: string, { id }: SeededSeries) => {
  const { body } = await server.call('GET', `/series/${id}/${kind}`, { as: 'ada' })
  return body[kind].map(({ name }: { name: string }) => name)
}
const listLabels = async (kind: string) =>
  (await server.call('GET', `/${kind}`, { as: 'ada' })).body.data as {
    id: string
    name: string
    seriesCount: number
  }[]

test.each(['genres', 'tags'])(
  'a viewer with access to some libraries removes %s only from series in them',
  async (kind) => {
    await setLabels(kind, open, ['Both', 'Open only'])
    await setLabels(kind, closed, ['Both'])
    for (const { id } of await listLabels(kind)) {
      expect((await server.call('DELETE', `/${kind}/${id}`, { as: 'eve' })).status).toBe(204)
    }
    expect(await listNames(kind, open)).toEqual([])
    expect(await listNames(kind, closed)).toEqual(['Both'])
    const left = (await listLabels(kind)).map(({ name, seriesCount }) => [name, seriesCount])
    expect(left).toEqual([['Both', 1]])
  },
)

test.each(['genres', 'tags'])(
  'a viewer with access to some libraries neither sees nor deletes %s without series',
  async (kind) => {
    await setLabels(kind, closed, ['Unheard of'])
    await setLabels(kind, closed, [])
    const cleanUpLabels = async (as: string, query = '') =>
      (await server.call('POST', `/${kind}/cleanup${query}`, { as })).body
    const nothing = { deletedCount: 0, deletedNames: [] }
    expect(await cleanUpLabels('eve', '?dryRun=true')).toEqual(nothing)
    expect(await cleanUpLabels('eve')).toEqual(nothing)
    expect((await cleanUpLabels('max')).deletedNames).toContain('Unheard of')
  },
)

test.each(['genres', 'tags'])('%s are counted only in accessible libraries', async (kind) => {
  await setLabels(kind, open, ['Shared'])
  await setLabels(kind, closed, ['Shared', 'Closed only'])
  const { body: list } = await server.call('GET', `/${kind}`, { as: 'eve' })
  const ofList = list.data.map((label: { name: string; seriesCount: number }) => [
    label.name,
    label.seriesCount,
  ])
  expect(ofList).toEqual([['Shared', 1]])
  const { body: page } = await server.call('GET', '/series', { as: 'eve' })
  expect(page.data[0][kind]).toMatchObject([{ name: 'Shared', seriesCount: 1 }])
  const everything = await listLabels(kind)
  expect(everything).toContainEqual(expect.objectContaining({ name: 'Shared', seriesCount: 2 }))
})

test.each(['genres', 'tags'])(
  'D11: %s show neither the spelling nor the age that they have in inaccessible libraries',
  async (kind) => {
    await setLabels(kind, closed, ['SECRET Spelling'])
    // Makes the next label newer, even if the clock has a resolution of one millisecond.
    await Bun.sleep(2)
    const before = Date.now()
    await setLabels(kind, open, ['Secret spelling'])
    for (const { body } of [
      await server.call('GET', `/${kind}?search=secret`, { as: 'eve' }),
      await server.call('GET', `/series/${open.id}/${kind}`, { as: 'eve' }),
    ]) {
      const [label] = body.data ?? body[kind]
      expect(label).toMatchObject({ name: 'Secret spelling', seriesCount: 1 })
      expect(Date.parse(label.createdAt)).toBeGreaterThanOrEqual(before)
      // Version 4 UUIDs are random. Other IDs of Quire start with their creation time.
      expect(label.id[14]).toBe('4')
    }
    // Recounting replaces a lost count and keeps the spelling.
    await server.ctx.write((tx) => tx.delete(kind === 'genres' ? genreCounts : tagCounts))
    await recountLabels(server.ctx)
    const { body: list } = await server.call('GET', `/${kind}?search=secret`, { as: 'eve' })
    expect(list.data[0]).toMatchObject({ name: 'Secret spelling', seriesCount: 1 })
  },
)
