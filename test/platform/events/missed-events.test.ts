/**
 * What events cause happens although they were missed while the database was away: they were sent
 * again before this process was listening again.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections } from '../../../src/ingest/connections/schema'
import { startJoiningWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { imports, waitingFacts } from '../../../src/ingest/importing/schema'
import { startMatchingNewSeries } from '../../../src/ingest/metadata-matching/runs/new-series'
import { libraryMatching } from '../../../src/ingest/metadata-matching/schema'
import { startSyncingAfterReading } from '../../../src/ingest/reading-sync/automatic-syncs'
import { startUpdatingAcquired } from '../../../src/ingest/releases/ledger/series-changes'
import { releases } from '../../../src/ingest/releases/schema'
import { scanProgress } from '../../../src/ingest/scanning/model'
import { startHashingOnUse } from '../../../src/ingest/scanning/hashing/hashing'
import { Bus } from '../../../src/platform/events/bus'
import type { EventTransport } from '../../../src/platform/events/transport'
import { jobs } from '../../../src/platform/jobs/schema'
import { readProgressUpdated } from '../../../src/reading/progress/model'
import { silentLog } from '../jobs/support'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { recordReleases } from '../../../src/ingest/releases/ledger/record-releases'
import { findRelease } from '../../ingest/releases/release-server'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
const transport = { resume: () => undefined as void, sent: 0 }
let bus: Bus
const stops: (() => void)[] = []

/** Loses every event, as between the return of the database and that of the listening connection. */
const losesAll: EventTransport = {
  send: async () => void transport.sent++,
  listen: async (_deliver, onGap) => {
    transport.resume = onGap
    return async () => undefined
  },
}

beforeAll(async () => {
  server = await startTestServer()
  bus = new Bus(losesAll, silentLog)
  await bus.open()
  const ctx = { ...server.ctx, bus }
  stops.push(
    startJoiningWaitingFacts(ctx),
    startMatchingNewSeries(ctx),
    startUpdatingAcquired(ctx),
    startSyncingAfterReading(ctx),
    startHashingOnUse(ctx),
  )
  await addCauses()
})
afterAll(async () => {
  for (const stop of stops) stop()
  await bus.close()
  await server.close()
})
beforeEach(() => server.ctx.write((tx) => tx.delete(jobs)))

let libraryId: string
async function addCauses() {
  const { ctx } = server
  const library = await seedLibrary(server)
  libraryId = library.id
  await ctx.write((tx) => tx.insert(libraryMatching).values({ libraryId, matchNew: true }))
  const later = new Date(Date.now() + 60_000)
  const series = await seedSeries(server, library, { createdAt: later })
  const book = await seedBook(server, series, { pageCount: 9 })
  const userId = server.getUserId('ann')
  await ctx.write(async (tx) => {
    const source = { kind: 'komga', instance: 'x', version: '1', state: 'done' } as const
    const [run] = await tx
      .insert(imports)
      .values({ ...source, folders: [] })
      .returning()
    await tx.insert(waitingFacts).values({
      importId: run!.id,
      origin: 'x',
      foreignBookId: 'x',
      book: {} as never,
      value: {} as never,
      place: 0,
    })
    const sealedTokens = 'sealed'
    const service = { service: 'anilist', config: {} as never, sealedTokens }
    await tx.insert(connections).values({ userId, ...service, lastSyncAt: new Date(0) })
    // Somebody who has not read since.
    const idle = { userId: server.getUserId('max'), lastSyncAt: new Date() }
    await tx.insert(connections).values({ ...service, ...idle })
  })
  await addRelease(series.id)
  const body = { currentPage: 3 }
  await server.call('PUT', `/books/${book.id}/progress`, { as: 'ann', body })
}

async function addRelease(seriesId: string) {
  const { sources } = (await server.call('GET', '/release-sources', { as: 'ada' })).body
  const now = new Date()
  const found = [findRelease({ id: seriesId } as never, 'c.7')]
  await server.ctx.write((tx) =>
    recordReleases(server.ctx, tx, { sourceId: sources[0].id, found, now }),
  )
  expect(await server.ctx.db.$count(releases, eq(releases.seriesId, seriesId))).toBe(1)
}

const listKinds = async () => {
  const rows = await server.ctx.db.select({ kind: jobs.kind }).from(jobs)
  return rows.map(({ kind }) => kind).toSorted()
}

describe('D4: events that were missed', () => {
  test('each subscriber does what they would have caused', async () => {
    const event = { libraryId, status: 'completed' } as never
    bus.publish(scanProgress, event)
    bus.publish(readProgressUpdated, { userId: server.getUserId('ann') } as never)
    await waitUntil(() => transport.sent === 2)
    expect(await listKinds()).toEqual([])
    transport.resume()
    const expected = [
      'hash_books',
      'join_waiting_facts',
      'match_library',
      'sync_reading_later',
      'update_acquired_releases',
    ]
    await waitUntil(async () => (await listKinds()).length >= expected.length)
    expect(await listKinds()).toEqual(expected)
  })

  test('a handler that meets the outage runs again', async () => {
    const type = { type: 'news', matches: () => true } as never
    let calls = 0
    const unsubscribe = bus.subscribeToOwn(type, async () => {
      if (++calls === 1) throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
      if (calls === 2) throw new Error('another fault')
    })
    bus.publish(type, { everyone: true } as never)
    await waitUntil(() => calls === 2)
    unsubscribe()
  })
})
