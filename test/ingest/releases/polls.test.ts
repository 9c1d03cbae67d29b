/** Changes to series and sources while they are polled. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { updateAcquired } from '../../../src/ingest/releases/ledger/series-changes'
import { releaseSources } from '../../../src/ingest/releases/schema'
import { pollSource } from '../../../src/ingest/releases/sources/poll-source'
import { enqueueScheduledPoll } from '../../../src/ingest/releases/sources/sources'
import { jobs } from '../../../src/platform/jobs/schema'
import { startEgress } from '../../../src/platform/outgoing/egress/egress'
import { createCertificate } from '../../platform/outgoing/egress/certificate'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startReleaseServer } from './release-server'

let home: Awaited<ReturnType<typeof startReleaseServer>>
beforeAll(async () => {
  home = await startReleaseServer()
})
afterAll(() => home.close())
afterEach(async () => {
  home.feeds.beforeFeed = undefined
  await home.server.ctx.write((tx) => tx.delete(seriesTable))
})

test('a feed that always fails does not keep others from being read', async () => {
  const broken = await home.addTracked()
  const series = await home.addTracked([], [{ title: 'c.1' }])
  home.feeds.beforeFeed = async (id) =>
    id === broken.externalId ? new Response('bad id', { status: 400 }) : undefined
  const source = await home.poll()
  expect(source.lastError).toBeNull()
  expect(await home.listTitles(series)).toEqual(['c.1'])
})

test('a source of which no feed can be read fails', async () => {
  await home.addTracked()
  home.feeds.beforeFeed = async () => new Response('', { status: 400 })
  expect((await home.poll()).lastErrorMessage.code).toBe('outgoing.feed_status')
})

test('M4: a feed that was cut off is an error, and is read again as a whole', async () => {
  const series = await home.addTracked([], [{ title: 'c.1' }])
  const item = '<item><title>c.2</title></item>'
  const headers = { 'content-type': 'application/rss+xml', etag: '"same"' }
  const cut = `<rss version="2.0"><channel>${item}`
  home.feeds.beforeFeed = async () => new Response(cut, { headers })
  expect((await home.poll()).lastErrorMessage.code).toBe('releases.feed_cut_off')
  expect(await home.listTitles(series)).toEqual([])
  home.feeds.beforeFeed = async () => new Response(`${cut}</channel></rss>`, { headers })
  expect((await home.poll()).lastError).toBeNull()
  expect(await home.listTitles(series)).toEqual(['c.2'])
})

test('those that were asked longest ago come first', async () => {
  const first = await home.addTracked()
  await home.poll()
  const second = await home.addTracked()
  const asked: string[] = []
  home.feeds.beforeFeed = async (id) => void asked.push(id)
  await home.poll()
  expect(asked).toEqual([second.externalId, first.externalId])
})

test('a series that is deleted during a poll does not stop it', async () => {
  const gone = await home.addTracked([], [{ title: 'c.1' }])
  const series = await home.addTracked([], [{ title: 'c.1' }])
  home.feeds.beforeFeed = async (id) => {
    if (id !== gone.externalId) return undefined
    await home.server.ctx.write((tx) => tx.delete(seriesTable).where(eq(seriesTable.id, gone.id)))
    return undefined
  }
  expect((await home.poll()).lastError).toBeNull()
  expect(await home.listTitles(series)).toEqual(['c.1'])
})

test('what is reset during a poll comes back with the next one', async () => {
  const one = await home.addTracked([], [{ title: 'c.1' }])
  const two = await home.addTracked([], [{ title: 'c.1' }])
  home.feeds.beforeFeed = async (id) => {
    if (id !== two.externalId) return undefined
    await home.call('POST', `/release-sources/${home.sourceId}/reset`)
    return undefined
  }
  await home.poll()
  home.feeds.beforeFeed = undefined
  await home.poll()
  expect(await home.listTitles(one)).toEqual(['c.1'])
  expect(await home.listTitles(two)).toEqual(['c.1'])
})

test('a release that a scan brought during the poll is not announced', async () => {
  const series = await home.addTracked([1], [{ title: 'c.2' }])
  home.feeds.beforeFeed = async () => {
    await home.addBook(series, 2)
    await updateAcquired(home.server.ctx, home.library.id, new AbortController().signal)
    return undefined
  }
  await home.poll()
  expect(await home.listTitles(series)).toEqual([])
})

test('a person can poll while a scheduled poll waits for its turn', async () => {
  await home.addTracked([], [{ title: 'c.1' }])
  const { ctx } = home.server
  const now = () => new Date(Date.now() + 3_600_000)
  const later = { ...ctx, clock: { ...ctx.clock, now } }
  await ctx.write((tx) => enqueueScheduledPoll(later, tx, `releases:${home.sourceId}`))
  await home.poll()
  await ctx.write((tx) => tx.delete(jobs))
})

test('a feed tells each series of that name', async () => {
  const { server } = home
  const { cert, key } = createCertificate('feed.example')
  const item = '<item><title>Twin Harbor c.5</title></item>'
  const web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    fetch: () => new Response(`<rss version="2.0"><channel>${item}</channel></rss>`),
  })
  const egress = await startEgress({
    findProxy: () => undefined,
    getPort: () => web.port!,
    isAllowed: () => true,
    resolve: async () => ['127.0.0.1'],
  })
  const titled = { title: 'Twin Harbor', tracked: true }
  const one = await seedSeries(server, home.library, titled)
  const two = await seedSeries(server, await seedLibrary(server, { type: 'manga' }), titled)
  const sourceId = await home.addFeedSource('feed:twins', 'https://feed.example/rss')
  const ctx = { ...server.ctx, egress, certificate: cert }
  const job = { id: '', kind: '', attempts: 1, maxAttempts: 1 }
  const payload = { sourceId, isForced: true }
  await pollSource(ctx, { ...job, payload }, new AbortController().signal)
  egress.close()
  await web.stop(true)
  expect(await home.listTitles(one)).toEqual(['Twin Harbor c.5'])
  expect(await home.listTitles(two)).toEqual(['Twin Harbor c.5'])
  await server.ctx.write((tx) => tx.delete(releaseSources).where(eq(releaseSources.id, sourceId)))
})
