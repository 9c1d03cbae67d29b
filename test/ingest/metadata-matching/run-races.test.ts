/** Changes by users during a run: nothing unwanted is applied, and no run gets stuck. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { applyMatch } from '../../../src/ingest/metadata-matching/targets/apply-work'
import { seriesTarget } from '../../../src/ingest/metadata-matching/series/series-target'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())

/** Starts a run and acts while the provider is searching for its only series. */
async function actDuringSearch(title: string, act: (seriesId: string, runId: string) => unknown) {
  const { library, series } = await matching.addLibrary([title])
  await matching.useOnly(library, ['anilist'])
  const [{ id: seriesId }] = series as unknown as [{ id: string }]
  const release = matching.holdResponses()
  let runId = ''
  await matching.waitForRequest(async () => (runId = await matching.startRun(library)))
  try {
    await act(seriesId, runId)
  } finally {
    release()
  }
  return { runId, seriesId, run: await matching.waitForRun(runId) }
}

const setTrashed = (seriesId: string, trashedAt: Date | null) =>
  matching.server.ctx.write(async (tx) => {
    await tx.update(seriesTable).set({ trashedAt }).where(eq(seriesTable.id, seriesId))
  })

const getYear = async (seriesId: string) =>
  (await matching.call('GET', `/series/${seriesId}`)).metadata.year

// Each test has its own title, because responses are cached.
describe('while a provider searches', () => {
  test('a series that is excluded is not matched', async () => {
    const { run, seriesId } = await actDuringSearch('Vinland Saga', (id) =>
      matching.call('PUT', `/series/${id}/metadata/exclusions`, {}),
    )
    expect(run).toMatchObject({ state: 'completed', counts: { skipped: 1, applied: 0 } })
    expect(await getYear(seriesId)).toBeNull()
  })

  test('a series that is moved to the trash is not matched', async () => {
    const { run, seriesId } = await actDuringSearch('One Piece', (id) => setTrashed(id, new Date()))
    expect(run).toMatchObject({ state: 'completed', counts: { skipped: 1, applied: 0 } })
    await setTrashed(seriesId, null)
    expect(await getYear(seriesId)).toBeNull()
  })

  test('a series that is deleted does not stop the run', async () => {
    const { run } = await actDuringSearch('Yotsuba', (id) =>
      matching.server.ctx.write(async (tx) => {
        await tx.delete(seriesTable).where(eq(seriesTable.id, id))
      }),
    )
    expect(run).toMatchObject({ state: 'completed', counts: { waiting: 0, applied: 0 } })
  })

  test('a run that is canceled and continued at once goes on', async () => {
    const { run } = await actDuringSearch('Nothing like it', async (_, runId) => {
      const cancel = async () =>
        (await matching.server.call('POST', `/metadata-runs/${runId}/cancel`, { as: 'max' })).status
      expect((await Promise.all([cancel(), cancel()])).toSorted()).toEqual([200, 409])
      await matching.call('POST', `/metadata-runs/${runId}/resume`)
    })
    expect(run).toMatchObject({ state: 'completed', counts: { none: 1 } })
  })
})

test('a run cannot be undone and continued at the same time', async () => {
  const { library } = await matching.addLibrary(['Vinland Saga'])
  const { id } = await matching.waitForRun(await matching.startRun(library))
  const post = async (action: string) =>
    (await matching.server.call('POST', `/metadata-runs/${id}/${action}`, { as: 'max' })).status
  const statuses = await Promise.all([post('undo'), post('resume'), post('undo'), post('resume')])
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
})

test('a run is not continued while another one matches the same library', async () => {
  const { library } = await matching.addLibrary(['Unknown one'])
  const first = await matching.waitForRun(await matching.startRun(library))
  const release = matching.holdResponses()
  await matching.addSeries(library, 'Unknown two')
  let second = ''
  await matching.waitForRequest(async () => (second = await matching.startRun(library)))
  const path = `/metadata-runs/${first.id}/resume`
  const refused = await matching.server.call('POST', path, { as: 'max' })
  expect([refused.status, refused.body.code]).toEqual([409, 'metadata_matching.run_active'])
  release()
  await matching.waitForRun(second)
})

test('an age rating that was raised since the series was read is not lowered', async () => {
  const { server } = matching
  const { series } = await matching.addLibrary(['Rated'])
  const { id } = series[0]!
  const work = (ageRating: number) => ({
    provider: 'anilist',
    externalId: '1',
    work: { ageRating },
  })
  await applyMatch(server.ctx, seriesTarget, id, { match: work(18), options: { providers: [] } })
  await applyMatch(server.ctx, seriesTarget, id, { match: work(12), options: { providers: [] } })
  expect((await matching.call('GET', `/series/${id}`)).metadata.ageRating).toBe(18)
})

describe('the choice of a user', () => {
  const review = async () => {
    const { library } = await matching.addLibrary(['Vinland'])
    const { id } = await matching.waitForRun(await matching.startRun(library))
    const [item] = await matching.listItems(id)
    const { pluginId, externalId } = item.candidates[0]
    const path = `/metadata-runs/${id}/items/${item.seriesId}/choose`
    return { id, path, choice: { pluginId, externalId }, seriesId: item.seriesId }
  }

  test('is refused after the run is undone, because it could not be undone with it', async () => {
    const { id, path, choice, seriesId } = await review()
    await matching.call('POST', `/metadata-runs/${id}/undo`)
    const refused = await matching.server.call('POST', path, { as: 'max', body: { choice } })
    expect([refused.status, refused.body.code]).toEqual([409, 'metadata_matching.already_undone'])
    expect(await getYear(seriesId)).toBeNull()
  })

  test('cannot be forgotten once it is applied', async () => {
    const { id, path, choice, seriesId } = await review()
    await matching.call('POST', path, { choice })
    const refused = await matching.server.call('POST', path, { as: 'max', body: { choice: null } })
    expect(refused.status).toBe(409)
    const [item] = await matching.listItems(id)
    expect(item.state).toBe('applied')
    expect(await getYear(seriesId)).toBe(2005)
  })
})
