/**
 * The ledger has one announcement for each number, wherever it is listed, and records what users
 * decide about it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { findViewerOfUser } from '../../../src/accounts/users/viewer-of-user'
import {
  deleteKeepingOthers,
  deleteOldReleases,
} from '../../../src/ingest/releases/ledger/record-releases'
import { listShownReleases } from '../../../src/ingest/releases/ledger/release-calendar'
import { moveReleases, updateAcquired } from '../../../src/ingest/releases/ledger/series-changes'
import { releases, releaseSeen } from '../../../src/ingest/releases/schema'
import { findRelease, type ShownRelease, startReleaseServer } from './release-server'

let home: Awaited<ReturnType<typeof startReleaseServer>>
beforeAll(async () => {
  home = await startReleaseServer()
})
afterAll(() => home.close())
beforeEach(() => home.server.ctx.write((tx) => tx.delete(releases)))

async function addSeries() {
  const series = await home.addTracked()
  await home.untrack(series)
  return series
}
const scan = () => updateAcquired(home.server.ctx, home.library.id, new AbortController().signal)
const ignoring = { rules: { trackChapters: false } }

test('a second source joins although 200 higher numbers are announced', async () => {
  const series = await addSeries()
  const sourceId = await home.addFeedSource('feed:many')
  const numbers = Array.from({ length: 260 }, (_, index) => 260 - index)
  await home.record(numbers.map((number) => findRelease(series, `c.${number}`)))
  await home.record([findRelease(series, 'c.10')], { sourceId })
  expect((await home.listTitles(series)).filter((title) => title === 'c.10')).toHaveLength(1)
})

test('feeds list announcements although 300 newer ones were ignored', async () => {
  const [one, other] = [await addSeries(), await addSeries()]
  await home.record([findRelease(one, 'c.1')])
  const ignored = Array.from({ length: 300 }, (_, index) =>
    findRelease(other, `c.${index + 1}`, ignoring),
  )
  await home.record(ignored)
  const { ctx } = home.server
  const viewer = await findViewerOfUser(ctx.db, home.server.getUserId('ada'))
  const shown = await listShownReleases(ctx, viewer!)
  expect(shown.map(({ seriesId }) => seriesId)).toEqual([one.id])
})

test('announced again, a release is marked by the next scan', async () => {
  const series = await addSeries()
  await home.record([findRelease(series, 'c.2')])
  const ids = (await home.list(series)).map(({ id }) => id)
  await home.call('POST', '/releases/bulk', { ids, action: 'dismiss' })
  await home.call('POST', '/releases/bulk', { ids, action: 'reset' })
  await home.addBook(series, 2)
  await scan()
  expect(await home.listTitles(series, 'marked_acquired')).toEqual(['c.2'])
  // A user's decision takes precedence over the scan.
  await home.call('POST', '/releases/bulk', { ids, action: 'reset' })
  await scan()
  expect(await home.listTitles(series)).toEqual(['c.2'])
})

test('an announcement can be deleted whose heir was seen by the same user', async () => {
  const series = await addSeries()
  const sourceId = await home.addFeedSource('feed:heir')
  await home.record([findRelease(series, 'c.1', ignoring)], { sourceId })
  const seeAll = async (state: string) => {
    const ids = (await home.list(series, state)).map(({ id }) => id)
    await home.call('POST', '/releases/seen', { ids })
    return ids
  }
  await seeAll('ignored')
  await home.record([findRelease(series, 'c.1')])
  const leaders = await seeAll('announced')
  await home.record([findRelease(series, 'c.1')], { sourceId })
  expect((await home.list(series))[0]!.alsoFrom).toHaveLength(1)
  const { ctx } = home.server
  await ctx.write((tx) => deleteKeepingOthers(ctx, tx, leaders))
  expect(await home.listTitles(series)).toEqual(['c.1'])
  expect(await ctx.db.$count(releaseSeen)).toBe(1)
})

test('a release follows when its name belongs to another series now', async () => {
  const [wrong, right] = [await addSeries(), await addSeries()]
  const sourceId = await home.addFeedSource('feed:moved')
  const values = { externalReleaseId: 'guid-5' }
  const whole = { sourceId, isWhole: true }
  await home.record([findRelease(wrong, 'Harbor c.5', values)], whole)
  await home.record([findRelease(right, 'Harbor c.5', values)], whole)
  expect(await home.listTitles(right)).toEqual(['Harbor c.5'])
  expect(await home.listTitles(wrong)).toEqual([])
})

test('series that were told the same become one', async () => {
  const [from, to] = [await addSeries(), await addSeries()]
  for (const series of [from, to]) {
    await home.record([findRelease(series, 'c.5', { externalReleaseId: 'same' })])
  }
  await home.record([findRelease(from, 'c.6')])
  const { ctx } = home.server
  await ctx.write((tx) => moveReleases(ctx, tx, { fromId: from.id, toId: to.id }))
  expect(await home.listTitles(to)).toEqual(['c.5', 'c.6'])
})

test('of a full source, only what is no longer listed is deleted', async () => {
  const series = await addSeries()
  const { ctx } = home.server
  await home.record([findRelease(series, 'c.1')])
  const [{ id }] = (await home.list(series)) as [ShownRelease]
  await home.call('POST', `/releases/${id}/dismiss`)
  const [dayMs, now] = [86_400_000, new Date()]
  const old = new Date(now.getTime() - 30 * dayMs)
  const filler = (part: number) =>
    Array.from({ length: 500 }, (_, index) => ({
      sourceId: home.sourceId,
      seriesId: series.id,
      externalReleaseId: `f${part}-${index}`,
      title: 'x',
      payloadUrl: '',
      chapters: [],
      volumes: [],
      confidence: 1,
      state: 'announced' as const,
      observedAt: old,
      listedAt: old,
    }))
  for (let part = 0; part < 40; part++) {
    await ctx.write((tx) => tx.insert(releases).values(filler(part)))
  }
  await ctx.write((tx) => deleteOldReleases(ctx, tx, home.sourceId, now))
  expect(await home.listTitles(series, 'dismissed')).toEqual(['c.1'])
  expect(await ctx.db.$count(releases)).toBe(20_000)
})
