/** Undo restores the previous offers and covers, and keeps what users chose after the run. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SeededSeries } from '../../support/seed'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())

const call: MatchingServer['call'] = (...given) => matching.call(...given)

async function addSeries(title: string) {
  const { library, series } = await matching.addLibrary([title])
  await matching.useOnly(library, ['anilist', 'mangaupdates'])
  return { library, series: series[0]! }
}

type Chosen = { pluginId: string; externalId: string }

async function findWork({ id }: SeededSeries, provider: string): Promise<Chosen> {
  const { candidates } = await call('POST', `/series/${id}/metadata/search`, {})
  const found = candidates.find((one: { provider: string }) => one.provider === provider)
  return { pluginId: found.pluginId, externalId: found.externalId }
}

const apply = ({ id }: SeededSeries, chosen: Chosen & { fields?: string[] }) =>
  call('POST', `/series/${id}/metadata/apply`, chosen)
const undo = ({ id }: SeededSeries, changeSetId: string) =>
  call('POST', `/series/${id}/metadata/changes/${changeSetId}/undo`)

async function undoRun(runId: string) {
  await call('POST', `/metadata-runs/${runId}/undo`)
  return matching.waitForRun(runId, ({ undoneAt }) => undoneAt !== null)
}

const listOffers = async ({ id }: SeededSeries) =>
  (await call('GET', `/series/${id}/metadata/offers`)).offers.map(
    (one: { provider: string; externalId: string }) => `${one.provider} ${one.externalId}`,
  )
const getCover = async ({ id }: SeededSeries) =>
  (await call('GET', `/series/${id}`)).selectedCoverSource
const listCovers = async ({ id }: SeededSeries) =>
  (await call('GET', `/series/${id}/covers`)).covers.map(
    ({ id: coverId }: { id: string }) => coverId,
  )

const startSelection = async ({ id }: SeededSeries): Promise<string> =>
  (await call('POST', '/series/metadata/auto-match/task/bulk', { seriesIds: [id] })).runId

const matchSelection = async (one: SeededSeries) => matching.waitForRun(await startSelection(one))

describe('offers', () => {
  test('go with the change, and a library run asks before it applies the work again', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const { changeSetId } = await apply(series, await findWork(series, 'AniList'))
    expect(await listOffers(series)).toEqual(['anilist 30642'])
    await undo(series, changeSetId)
    expect(await listOffers(series)).toEqual([])
    const run = await matching.waitForRun(await matching.startRun(library))
    expect(run.counts).toMatchObject({ review: 1, applied: 0 })
    const [item] = await matching.listItems(run.id)
    expect(item.because.code).toBe('metadata_matching.undone_before')
  })

  test('of a later choice stay when an earlier run is undone', async () => {
    const { library, series } = await addSeries('One Piece')
    const run = await matching.waitForRun(await matching.startRun(library))
    expect(await listOffers(series)).toEqual(['anilist 30013'])
    const { pluginId } = await findWork(series, 'AniList')
    await apply(series, { pluginId, externalId: '30642' })
    await undoRun(run.id)
    expect(await listOffers(series)).toEqual(['anilist 30642'])
    expect((await call('GET', `/series/${series.id}`)).metadata.year).toBe(2005)
  })
})

describe('covers', () => {
  test('that were there before a run are not deleted with it', async () => {
    const { series } = await addSeries('Vinland Saga')
    await apply(series, await findWork(series, 'AniList'))
    const before = [await getCover(series), await listCovers(series)]
    const run = await matchSelection(series)
    expect(run.counts.applied).toBe(1)
    await undoRun(run.id)
    expect([await getCover(series), await listCovers(series)]).toEqual(before)
  })

  test('of the provider that was replaced are shown again', async () => {
    const { series } = await addSeries('Vinland Saga')
    await apply(series, await findWork(series, 'MangaUpdates'))
    const before = [await getCover(series), await listCovers(series)]
    expect(before[0]).toBe('plugin:mangaupdates')
    const run = await matchSelection(series)
    expect(await getCover(series)).toBe('plugin:anilist')
    await undoRun(run.id)
    expect([await getCover(series), await listCovers(series)]).toEqual(before)
  })

  test('that a person chose after the run stay', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const run = await matching.waitForRun(await matching.startRun(library))
    const [coverId] = await listCovers(series)
    await call('PUT', `/series/${series.id}/covers/${coverId}/select`)
    await undoRun(run.id)
    expect([await getCover(series), await listCovers(series)]).toEqual([
      'plugin:anilist',
      [coverId],
    ])
  })
})

describe('M7: the next run after an undone one', () => {
  const review = { review: 1, applied: 0 }

  test('asks before it applies the match again, whichever run it is', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const first = await matching.waitForRun(await matching.startRun(library))
    expect(first.counts).toMatchObject({ applied: 1 })
    await undoRun(first.id)
    for (const start of [() => matching.startRun(library), () => startSelection(series)]) {
      const next = await matching.waitForRun(await start())
      expect(next.counts).toMatchObject(review)
      const [item] = await matching.listItems(next.id)
      expect(item.because.code).toBe('metadata_matching.undone_before')
    }
    expect(await listOffers(series)).toEqual([])
  })

  test('applies it once it was asked for', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const first = await matching.waitForRun(await matching.startRun(library))
    await undoRun(first.id)
    await apply(series, await findWork(series, 'AniList'))
    const again = await matching.waitForRun(await startSelection(series))
    expect(again.counts).toMatchObject({ review: 0, applied: 1 })
  })

  test('applies the matches of series that were not undone', async () => {
    const { library, series } = await matching.addLibrary(['Vinland Saga', 'One Piece'])
    await matching.useOnly(library, ['anilist'])
    const first = await matching.waitForRun(await startSelection(series[0]!))
    await undoRun(first.id)
    const next = await matching.waitForRun(await matching.startRun(library))
    expect(next.counts).toMatchObject({ review: 1, applied: 1 })
  })

  test('applies another work of the provider than the undone one', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const { pluginId } = await findWork(series, 'AniList')
    const { changeSetId } = await apply(series, { pluginId, externalId: '30013' })
    await undo(series, changeSetId)
    const next = await matching.waitForRun(await matching.startRun(library))
    expect(next.counts).toMatchObject({ review: 0, applied: 1 })
    expect(await listOffers(series)).toEqual(['anilist 30642'])
  })

  test('applies another work than the one of an undone run', async () => {
    const { library, series } = await addSeries('One Piece')
    const first = await matching.waitForRun(await matching.startRun(library))
    expect(first.counts).toMatchObject({ applied: 1 })
    await undoRun(first.id)
    await call('PATCH', `/series/${series.id}/metadata`, { title: 'Vinland Saga' })
    const next = await matching.waitForRun(await startSelection(series))
    expect(next.counts).toMatchObject({ review: 0, applied: 1 })
    expect(await listOffers(series)).toEqual(['anilist 30642'])
  })

  test('keeps another work that a person chose instead of the undone one', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const first = await matching.waitForRun(await matching.startRun(library))
    await undoRun(first.id)
    const { pluginId } = await findWork(series, 'AniList')
    await apply(series, { pluginId, externalId: '30013' })
    const next = await matching.waitForRun(await startSelection(series))
    expect(next.counts).toMatchObject({ review: 0, applied: 1 })
    expect(await listOffers(series)).toEqual(['anilist 30013'])
  })

  test('asks again after the work was applied by hand and undone', async () => {
    const { library, series } = await addSeries('Vinland Saga')
    const first = await matching.waitForRun(await matching.startRun(library))
    await undoRun(first.id)
    const { changeSetId } = await apply(series, await findWork(series, 'AniList'))
    await undo(series, changeSetId)
    const next = await matching.waitForRun(await matching.startRun(library))
    expect(next.counts).toMatchObject(review)
  })
})
