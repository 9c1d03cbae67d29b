/** A series that continues another one on a new disk keeps what users decided about matching. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { mergeSeries } from '../../../src/ingest/scanning/copies/merge-series'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())

/** Adds a series in the trash and the one that continues it. */
async function addPair(act: (id: string) => Promise<unknown>) {
  const { library, series } = await matching.addLibrary(['Vinland Saga', 'Vinland Saga'])
  await matching.useOnly(library, ['anilist'])
  const [from, to] = series.map(({ id }) => id) as [string, string]
  await act(from)
  const { ctx } = matching.server
  await ctx.write(async (tx) => {
    const trashed = { trashedAt: new Date() }
    await tx.update(seriesTable).set(trashed).where(eq(seriesTable.id, from))
  })
  await mergeSeries(ctx, from, to)
  // Repeated, as after an interruption.
  await mergeSeries(ctx, from, to)
  await ctx.write(async (tx) => void (await tx.delete(seriesTable).where(eq(seriesTable.id, from))))
  return { library, to }
}

const post = (id: string, path: string, body: object = {}) =>
  matching.call('POST', `/series/${id}/metadata/${path}`, body)

async function findWork(id: string) {
  const { pluginId, externalId } = (await post(id, 'search')).candidates[0]
  return { pluginId, externalId }
}

test('excluded works and series stay excluded', async () => {
  const { library, to } = await addPair(async (id) => {
    const path = `/series/${id}/metadata/exclusions`
    await matching.call('PUT', path, await findWork(id))
    await matching.call('PUT', path, {})
  })
  expect((await post(to, 'search')).candidates[0].isExcluded).toBe(true)
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(Object.values(run.counts as Record<string, number>)).toEqual([0, 0, 0, 0, 0, 0])
})

test('a run does not apply the fields that a person left out', async () => {
  const { library, to } = await addPair(async (id) =>
    post(id, 'apply', { ...(await findWork(id)), fields: ['year'] }),
  )
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.counts.applied).toBe(0)
  const { metadata } = await matching.call('GET', `/series/${to}`)
  expect(metadata).toMatchObject({ year: 2005, summary: null })
  const { offers } = await matching.call('GET', `/series/${to}/metadata/offers`)
  expect(offers).toMatchObject([{ provider: 'anilist', externalId: '30642' }])
})

test('M7: a run asks before it applies a work that was undone', async () => {
  const { library, to } = await addPair(async (id) => {
    const { changeSetId } = await post(id, 'apply', await findWork(id))
    await post(id, `changes/${changeSetId}/undo`)
  })
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run.counts).toMatchObject({ review: 1, applied: 0 })
  const { metadata } = await matching.call('GET', `/series/${to}`)
  expect(metadata.year).toBeNull()
})
