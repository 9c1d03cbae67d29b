/** Releases of tracked series: announced once, to the right users, and updated later. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { externalIds } from '../../../src/catalog/metadata/schema'
import { releaseJobRegistrations } from '../../../src/ingest/releases/jobs'
import { updateAcquired } from '../../../src/ingest/releases/ledger/series-changes'
import { releases } from '../../../src/ingest/releases/schema'
import { enqueueScheduledPoll } from '../../../src/ingest/releases/sources/sources'
import { jobs } from '../../../src/platform/jobs/schema'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { type FeedEntry, type FeedServer, startFeedServer } from './feed-server'

let feeds: FeedServer
let server: TestServer
let library: SeededLibrary
let sourceId: string
beforeAll(async () => {
  feeds = startFeedServer()
  server = await startTestServer({ 'providers.mangaupdates.base': feeds.base })
  server.engine.register(releaseJobRegistrations(server.ctx))
  await server.engine.start()
  library = await seedLibrary(server, { type: 'manga' })
  const { sources } = await call('GET', '/release-sources')
  sourceId = sources[0].id
})
afterAll(async () => {
  await server.close()
  feeds.stop()
})

async function call(method: string, path: string, body?: object, as = 'ada') {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

let lastId = 1000
/** Adds a tracked series with these chapters in the library and these entries in its feed. */
async function addTracked(owned: readonly number[], entries: readonly FeedEntry[] | undefined) {
  const externalId = String(++lastId)
  const series = await seedSeries(server, library, { title: `Series ${externalId}` })
  for (const chapter of owned) {
    await seedBook(server, series, { chapter })
  }
  await server.ctx.write((tx) =>
    tx.insert(externalIds).values({
      seriesId: series.id,
      source: 'plugin:mangaupdates',
      externalId,
      createdAt: new Date(),
      updatedAt: new Date(),
    }),
  )
  await call('PATCH', `/series/${series.id}/tracking`, { tracked: true })
  if (entries) feeds.feeds.set(externalId, [...entries])
  return { ...series, externalId }
}

async function poll() {
  await call('POST', `/release-sources/${sourceId}/poll-now`)
  await waitUntilPolled()
  return findSource()
}

/** Waits until no poll of the source is queued or running. */
const waitUntilPolled = () =>
  waitUntil(async () => {
    // Resets the rate limits, which have tests of their own.
    await server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))
    const open = await server.ctx.db
      .select()
      .from(jobs)
      .where(eq(jobs.key, `poll-now:${sourceId}`))
    return open.every(({ state }) => state !== 'ready' && state !== 'running')
  })

const findSource = async () =>
  (await call('GET', '/release-sources')).sources.find(({ id }: { id: string }) => id === sourceId)

interface Shown {
  id: string
  title: string
  state: string
  seen: boolean
  alsoFrom: { groupOrUploader: string }[]
}
const list = async ({ id }: { id: string }, state = 'announced', as = 'ada'): Promise<Shown[]> =>
  (await call('GET', `/series/${id}/releases?state=${state}`, undefined, as)).data
const listTitles = async (series: { id: string }, state?: string) =>
  (await list(series, state)).map(({ title }) => title).toSorted()
const getKnown = async ({ id }: { id: string }) =>
  (await call('GET', `/series/${id}/tracking`)).latestKnownChapter

test('a schedule reads nothing while nothing is tracked', async () => {
  const { ctx } = server
  const count = () => ctx.db.$count(jobs, eq(jobs.kind, 'poll_release_source'))
  const fire = () => ctx.write((tx) => enqueueScheduledPoll(ctx, tx, `releases:${sourceId}`))
  await fire()
  expect(await count()).toBe(0)
  const tracked = await addTracked([], undefined)
  await fire()
  expect(await count()).toBe(1)
  await stop(tracked)
  await ctx.write((tx) => tx.delete(jobs))
})

const stop = ({ id }: { id: string }) => call('PATCH', `/series/${id}/tracking`, { tracked: false })

describe('a poll', () => {
  test('announces what the library does not have, once', async () => {
    const entries = ['c.60', 'c.10.5', 'c.61', 'c.62-63'].map((title) => ({ title }))
    const series = await addTracked([10, 10.5, 60], entries)
    expect((await poll()).lastError).toBeNull()
    expect(await listTitles(series)).toEqual(['c.61', 'c.62-63'])
    expect(await listTitles(series, 'ignored')).toEqual(['c.10.5', 'c.60'])
    expect(await getKnown(series)).toBe(63)
    await poll()
    expect(feeds.statuses.at(-1)).toBe(304)
    expect(await listTitles(series, 'all')).toHaveLength(4)
    await stop(series)
  })

  test('of a series whose feed is gone does not stop the others', async () => {
    const gone = await addTracked([], undefined)
    const series = await addTracked([], [{ title: 'c.1' }])
    await poll()
    expect(await listTitles(series)).toEqual(['c.1'])
    await stop(gone)
    await stop(series)
  })

  test('of one number by several groups gives one announcement', async () => {
    const entries = [
      { title: 'c.5', group: 'First' },
      { title: 'c.5', group: 'Second' },
      { title: 'c.5', group: 'Dritte', language: 'de' },
    ]
    const series = await addTracked([], entries)
    await poll()
    const shown = await list(series)
    expect(shown).toHaveLength(2)
    expect(shown.flatMap(({ alsoFrom }) => alsoFrom.map((one) => one.groupOrUploader))).toEqual([
      'Second',
    ])
    await stop(series)
  })

  test('a release of an allowed group is announced although a blocked one came first', async () => {
    const series = await addTracked([], [{ title: 'c.7', group: 'Blocked' }])
    const path = `/series/${series.id}/tracking`
    await call('PATCH', path, { blockedGroups: ['blocked'] })
    await poll()
    expect(await listTitles(series)).toEqual([])
    feeds.feeds.get(series.externalId)!.push({ title: 'c.7', group: 'Welcome' })
    await poll()
    expect(await listTitles(series)).toEqual(['c.7'])
    expect((await list(series, 'ignored')).map(({ title }) => title)).toEqual(['c.7'])
    await stop(series)
  })

  test('compares an unchanged feed again when the rules have changed', async () => {
    const series = await addTracked([], [{ title: 'c.8' }, { title: 'v.2' }])
    await call('PATCH', `/series/${series.id}/tracking`, { trackChapters: false })
    await poll()
    expect(await listTitles(series)).toEqual(['v.2'])
    await call('PATCH', `/series/${series.id}/tracking`, { trackChapters: true })
    await poll()
    expect(await listTitles(series)).toEqual(['c.8', 'v.2'])
    await stop(series)
  })

  test('is refused while another one is waiting', async () => {
    const path = `/release-sources/${sourceId}/poll-now`
    const answers = await Promise.all([1, 2].map(() => server.call('POST', path, { as: 'ada' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
    await waitUntilPolled()
  })
})

test('a misread number does not count as the latest known one, and a deleted one no longer does', async () => {
  const series = await addTracked([10], [{ title: 'c.11' }, { title: 'c.2024' }, { title: 'c.12' }])
  await poll()
  expect(await getKnown(series)).toBe(12)
  const last = (await list(series)).find(({ title }) => title === 'c.12')!
  await call('POST', `/releases/${last.id}/dismiss`)
  expect(await getKnown(series)).toBe(11)
  await stop(series)
})

test('a release is acquired when a scan brings its number, and stays dismissed when it was', async () => {
  const series = await addTracked([1], [{ title: 'c.2' }, { title: 'c.3' }])
  await poll()
  const third = (await list(series)).find(({ title }) => title === 'c.3')!
  await call('POST', `/releases/${third.id}/dismiss`)
  for (const chapter of [2, 3]) {
    await seedBook(server, series, { chapter })
  }
  await updateAcquired(server.ctx, library.id, new AbortController().signal)
  expect(await listTitles(series)).toEqual([])
  expect(await listTitles(series, 'marked_acquired')).toEqual(['c.2'])
  expect(await listTitles(series, 'dismissed')).toEqual(['c.3'])
  await stop(series)
})

test('releases are seen by each user, and hidden with their library', async () => {
  const series = await addTracked([], [{ title: 'c.1' }])
  await poll()
  const [{ id }] = (await list(series)) as [Shown]
  await call('POST', '/releases/seen', { ids: [id] }, 'max')
  expect((await list(series, 'announced', 'max'))[0]!.seen).toBe(true)
  expect((await list(series))[0]!.seen).toBe(false)
  const countUnseen = async (as: string) =>
    (await call('GET', `/releases?seen=false&seriesId=${series.id}`, undefined, as)).total
  expect([await countUnseen('max'), await countUnseen('ada')]).toEqual([0, 1])

  await server.addUser('eva', 'maintainer')
  const path = `/users/${server.getUserId('eva')}/libraries`
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
  expect((await call('GET', '/releases?state=all', undefined, 'eva')).total).toBe(0)
  expect((await call('GET', '/releases/facets?state=all', undefined, 'eva')).series).toEqual([])
  const refused = await server.call('POST', `/releases/${id}/dismiss`, { as: 'eva' })
  expect(refused.status).toBe(404)
  const bulk = { ids: [id], action: 'dismiss' }
  expect((await call('POST', '/releases/bulk', bulk, 'eva')).affected).toBe(0)
  expect((await list(series))[0]!.state).toBe('announced')
  await stop(series)
})

test('a reset deletes the releases of a source, and readers cannot manage sources', async () => {
  const series = await addTracked([], [{ title: 'c.1' }])
  await poll()
  const { deletedLedgerEntries } = await call('POST', `/release-sources/${sourceId}/reset`)
  expect(deletedLedgerEntries).toBeGreaterThan(0)
  expect(await server.ctx.db.$count(releases)).toBe(0)
  expect(await findSource()).toMatchObject({
    lastPolledAt: null,
    lastSummary: null,
    lastSummaryMessage: null,
    lastError: null,
  })
  await poll()
  expect(await findSource()).toMatchObject({
    lastSummary: expect.stringContaining('1'),
  })
  expect(await listTitles(series)).toEqual(['c.1'])
  for (const path of ['', `/${sourceId}`]) {
    const method = path === '' ? 'GET' : 'PATCH'
    const answer = await server.call(method, `/release-sources${path}`, {
      as: 'ann',
      ...(method === 'PATCH' && { body: {} }),
    })
    expect([path, answer.status]).toEqual([path, 403])
  }
  await stop(series)
})

test('an alias is kept once, and belongs to its series', async () => {
  const [one, other] = [await addTracked([], []), await addTracked([], [])]
  const path = `/series/${one.id}/aliases`
  const added = await call('POST', path, { alias: 'Vinland Saga!' })
  expect((await call('POST', path, { alias: 'vinland   saga' })).id).toBe(added.id)
  const empty = await server.call('POST', path, { as: 'ada', body: { alias: '!!!' } })
  expect([empty.status, empty.body.details[0].path]).toEqual([400, 'alias'])
  const elsewhere = `/series/${other.id}/aliases/${added.id}`
  expect((await server.call('DELETE', elsewhere, { as: 'ada' })).status).toBe(404)
  await call('DELETE', `${path}/${added.id}`)
  expect((await call('GET', path)).aliases).toEqual([])
})
