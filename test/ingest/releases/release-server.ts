/** A server with a fake MangaUpdates that polls on request. */
import { eq } from 'drizzle-orm'
import { externalIds } from '../../../src/catalog/metadata/schema'
import { releaseJobRegistrations } from '../../../src/ingest/releases/jobs'
import {
  type FoundRelease,
  recordReleases,
} from '../../../src/ingest/releases/ledger/record-releases'
import type { TrackingRules } from '../../../src/ingest/releases/rules/announcement-rules'
import { readReleaseTitle } from '../../../src/ingest/releases/rules/read-numbers'
import { releaseSources } from '../../../src/ingest/releases/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { type FeedEntry, startFeedServer } from './feed-server'

const usualRules: TrackingRules = {
  trackChapters: true,
  trackVolumes: true,
  languages: null,
  allowedGroups: [],
  blockedGroups: [],
}

export interface ShownRelease {
  id: string
  title: string
  state: string
  alsoFrom: { groupOrUploader: string }[]
}

export async function startReleaseServer() {
  const feeds = startFeedServer()
  const server = await startTestServer({ 'providers.mangaupdates.base': feeds.base })
  server.engine.register(releaseJobRegistrations(server.ctx))
  await server.engine.start()
  const library = await seedLibrary(server, { type: 'manga' })
  let lastId = 5000

  async function call(method: string, path: string, body?: object) {
    const answer = await server.call(method, path, { as: 'ada', ...(body && { body }) })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const findSource = async () => (await call('GET', '/release-sources')).sources[0]
  const sourceId: string = (await findSource()).id

  async function addBook(series: SeededSeries, chapter: number) {
    await seedBook(server, series, { chapter })
  }

  /** Adds a tracked series with these chapters in the library and these entries in its feed. */
  async function addTracked(owned: readonly number[] = [], entries: readonly FeedEntry[] = []) {
    const externalId = String(++lastId)
    const series = await seedSeries(server, library, { title: `Series ${externalId}` })
    for (const chapter of owned) await addBook(series, chapter)
    const source = 'plugin:mangaupdates'
    await server.ctx.write((tx) =>
      tx.insert(externalIds).values({ seriesId: series.id, source, externalId }),
    )
    await call('PATCH', `/series/${series.id}/tracking`, { tracked: true })
    feeds.feeds.set(externalId, [...entries])
    return { ...series, externalId }
  }

  const untrack = ({ id }: { id: string }) =>
    call('PATCH', `/series/${id}/tracking`, { tracked: false })

  /** Polls the source and returns its new state. */
  async function poll() {
    await call('POST', `/release-sources/${sourceId}/poll-now`)
    await waitUntil(async () => {
      // Resets the rate limits, which have tests of their own.
      await server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))
      const open = await server.ctx.db
        .select()
        .from(jobs)
        .where(eq(jobs.key, `poll-now:${sourceId}`))
      return open.every(({ state }) => state !== 'ready' && state !== 'running')
    })
    return findSource()
  }

  const list = async ({ id }: { id: string }, state = 'announced'): Promise<ShownRelease[]> =>
    (await call('GET', `/series/${id}/releases?state=${state}`)).data
  const listTitles = async (series: { id: string }, state?: string) =>
    (await list(series, state)).map(({ title }) => title).toSorted()

  const record = (found: FoundRelease[], given: { sourceId?: string; isWhole?: boolean } = {}) =>
    server.ctx.write((tx) =>
      recordReleases(server.ctx, tx, { sourceId, ...given, found, now: server.ctx.clock.now() }),
    )

  async function addFeedSource(sourceKey: string, address?: string): Promise<string> {
    const now = new Date()
    const [row] = await server.ctx.write((tx) =>
      tx
        .insert(releaseSources)
        .values({
          pluginId: 'quire',
          sourceKey,
          displayName: sourceKey,
          kind: 'feed',
          config: address === undefined ? {} : { address },
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    )
    return row!.id
  }

  return {
    feeds,
    server,
    library,
    sourceId,
    call,
    addBook,
    addTracked,
    untrack,
    poll,
    list,
    listTitles,
    record,
    addFeedSource,
    async close() {
      await server.close()
      feeds.stop()
    },
  }
}

/** Builds a release as a poll would find it. */
export function findRelease(
  { id, libraryId }: { id: string; libraryId: string },
  title: string,
  { rules, ...values }: Partial<FoundRelease> & { rules?: Partial<TrackingRules> } = {},
): FoundRelease {
  const { volumes, chapters, group } = readReleaseTitle(title)
  return {
    externalReleaseId: title,
    infoHash: null,
    title,
    volumes,
    chapters,
    language: null,
    groupOrUploader: group,
    payloadUrl: '',
    confidence: 1,
    releasedAt: null,
    ...values,
    series: {
      id,
      libraryId,
      rules: { ...usualRules, ...rules },
      owned: { chapters: [], volumes: [] },
    },
  }
}
