/** Polls the feeds or the plugin of a source, and records new releases. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { EgressContext } from '../../../platform/outgoing/egress/fetch-through'
import {
  FeedMissing,
  type FeedResponse,
  fetchFeed,
  fetchProviderFeed,
} from '../../../platform/outgoing/fetch-feed'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { Message } from '../../../platform/messages/message'
import type { Job } from '../../../platform/jobs/job'
import { mangaupdates } from '../../providers/manga/mangaupdates'
import {
  deleteOldReleases,
  type FoundRelease,
  recordReleases,
  renewListed,
} from '../ledger/record-releases'
import { releaseMessages } from '../messages'
import { type FeedItem, maxItems, parseFeed } from '../rules/feed-items'
import { pollPlugin } from '../plugin-sources/poll-plugin'
import { normalizeName, readReleaseTitle } from '../rules/read-numbers'
import { releaseSources } from '../schema'
import { deleteFeeds, type FeedRow, findFeed, listFeeds, renewFeed, storeFeed } from './feeds'
import {
  hashSettings,
  listTrackedSeries,
  type NamedSeries,
  withCurrentSeries,
} from './tracked-series'

const nameConfidence = 0.95
const firstWaitMs = 600_000
/** A poll ends early after this many series in a row have failed. */
const maxFailuresInRow = 10
const longestWaitMs = 24 * 3_600_000

export type PollContext = Context & Pick<EgressContext, 'egress' | 'certificate'>
type Source = typeof releaseSources.$inferSelect

interface Poll {
  source: Source
  signal: AbortSignal
  items: number
  added: number
}

export async function pollSource(
  ctx: PollContext,
  { payload: { sourceId, isForced } }: Job<{ sourceId: string; isForced: boolean }>,
  signal: AbortSignal,
) {
  const [source] = await ctx.db.select().from(releaseSources).where(eq(releaseSources.id, sourceId))
  if (!source || (!isForced && !isDue(source, ctx.clock.now()))) return
  const poll: Poll = { source, signal, items: 0, added: 0 }
  try {
    const failure = await pollByKind(ctx, poll)
    await storeResult(ctx, poll, failure)
  } catch (error) {
    signal.throwIfAborted()
    const isKnown = error instanceof Refusal
    await storeResult(ctx, poll, isKnown ? error.userMessage : releaseMessages.poll_failed())
    if (!isKnown) throw error
  }
}

async function pollByKind(ctx: PollContext, poll: Poll): Promise<Message | undefined> {
  const { kind } = poll.source
  if (kind === 'plugin') return pollPlugin(ctx, poll)
  const tracked = await listTrackedSeries(ctx.heavy)
  return kind === 'feed' ? pollFeed(ctx, poll, tracked) : pollMangaUpdates(ctx, poll, tracked)
}

const isDue = ({ enabled, notBefore }: Source, now: Date) =>
  enabled && (notBefore === null || notBefore <= now)

async function storeResult(ctx: Context, poll: Poll, failure: Message | undefined) {
  const { source, items, added } = poll
  const now = ctx.clock.now()
  const failures = failure ? source.failures + 1 : 0
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(failures, 20), longestWaitMs)
  const outcome = failure
    ? { lastError: failure, lastErrorAt: now, notBefore: new Date(now.getTime() + waitMs) }
    : { lastError: null, notBefore: null, lastSummary: releaseMessages.polled({ items, added }) }
  await ctx.write(async (tx) => {
    await deleteOldReleases(ctx, tx, source.id, now)
    await tx
      .update(releaseSources)
      .set({ ...outcome, failures, lastPolledAt: now, updatedAt: now })
      .where(eq(releaseSources.id, source.id))
  })
}

/** Polls a feed. If several series have the same name, records the release for each of them. */
async function pollFeed(ctx: PollContext, poll: Poll, tracked: readonly NamedSeries[]) {
  const address = poll.source.config.address!
  const byName = new Map<string, NamedSeries[]>()
  for (const series of tracked) {
    if (series.threshold > nameConfidence) continue
    for (const name of series.names) byName.set(name, [...(byName.get(name) ?? []), series])
  }
  await readAddress(ctx, poll, {
    address,
    last: await findFeed(ctx.db, poll.source.id, address),
    comparedWith: hashSettings(tracked),
    isWhole: true,
    send: (conditions) => fetchFeed(ctx, address, { conditions, signal: poll.signal }),
    interpret: (item) => {
      const parts = readReleaseTitle(item.title)
      const named = byName.get(normalizeName(parts.seriesName ?? '')) ?? []
      return named.map((series) => buildFound(item, series, { parts, confidence: nameConfidence }))
    },
  })
  return undefined
}

/**
 * Polls series, starting with those that were polled longest ago. Returns the last failure if every
 * series failed, or if too many series in a row failed.
 */
async function pollMangaUpdates(ctx: PollContext, poll: Poll, tracked: readonly NamedSeries[]) {
  const feeds = await listFeeds(ctx.db, poll.source.id)
  const wanted = tracked
    .filter(({ externalId }) => /^\d{1,19}$/.test(externalId ?? ''))
    .map((series) => ({ series, last: feeds.get(getPath(series.externalId!)) }))
    .toSorted((a, b) => getAskedAt(a) - getAskedAt(b))
  const paths = new Set(wanted.map(({ series }) => getPath(series.externalId!)))
  const unused = [...feeds.keys()].filter((path) => !paths.has(path))
  if (unused.length > 0) await ctx.write((tx) => deleteFeeds(tx, poll.source.id, unused))
  let failuresInRow = 0
  let failure: Message | undefined
  for (const { series, last } of wanted) {
    poll.signal.throwIfAborted()
    const problem = await pollSeries(ctx, poll, series, last)
    failuresInRow = problem ? failuresInRow + 1 : 0
    if (problem && failuresInRow >= maxFailuresInRow) return problem
    failure = problem ?? failure
  }
  return wanted.length > 0 && failuresInRow === wanted.length ? failure : undefined
}

const getAskedAt = ({ last }: { last: FeedRow | undefined }) => last?.listedAt.getTime() ?? 0

const getPath = (externalId: string) => `/series/${externalId}/rss`

/**
 * Returns the error if it concerns only this series. Throws if the provider cannot be queried at
 * the moment.
 */
async function pollSeries(
  ctx: PollContext,
  poll: Poll,
  series: NamedSeries,
  last: FeedRow | undefined,
): Promise<Message | undefined> {
  const path = getPath(series.externalId!)
  const isEarly =
    last && last.listedAt.getTime() + series.pollIntervalMs > ctx.clock.now().getTime()
  if (isEarly && series.pollIntervalMs > 0) return undefined
  try {
    await readSeriesFeed(ctx, poll, series, { path, last })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || isAboutProvider(error)) throw error
    const failed = { etag: null, lastModified: null, comparedWith: '', listedAt: ctx.clock.now() }
    await ctx.write((tx) => storeFeed(tx, { sourceId: poll.source.id, address: path, ...failed }))
    // The feed of a single series may be missing, so this does not count as a failure.
    return error instanceof FeedMissing ? undefined : error.userMessage
  }
}

const isAboutProvider = (error: Refusal) =>
  error instanceof ProviderError && (error.code === 'busy' || error.code === 'offline')

const readSeriesFeed = (
  ctx: PollContext,
  poll: Poll,
  series: NamedSeries,
  { path, last }: { path: string; last: FeedRow | undefined },
) =>
  readAddress(ctx, poll, {
    address: path,
    last,
    comparedWith: hashSettings([series]),
    isWhole: false,
    send: (conditions) =>
      fetchProviderFeed(ctx, { rules: mangaupdates, path, conditions, signal: poll.signal }),
    interpret: (item) => {
      const parts = readReleaseTitle(item.title)
      const group = parts.group ?? (item.description.split('\n')[0]!.trim().slice(0, 200) || null)
      const found = buildFound(item, series, { parts: { ...parts, group }, confidence: 1 })
      return [{ ...found, language: item.language ?? 'en' }]
    },
  })

interface Address {
  address: string
  last: FeedRow | undefined
  comparedWith: string
  /** Whether the feed lists releases of all series, and not only of one. */
  isWhole: boolean
  send: (conditions: {
    etag?: string | null
    lastModified?: string | null
  }) => Promise<FeedResponse>
  interpret: (item: FeedItem) => FoundRelease[]
}

/** Sends a conditional request only if unchanged items would lead to the same result as before. */
async function readAddress(ctx: PollContext, poll: Poll, given: Address) {
  const { address, last, comparedWith, isWhole } = given
  const response = await given.send(last?.comparedWith === comparedWith ? last : {})
  const items = response ? readItems(response.bytes) : []
  const found = items.flatMap((item) => given.interpret(item)).slice(0, maxItems)
  poll.items += items.length
  const sourceId = poll.source.id
  await ctx.write(async (tx) => {
    const now = ctx.clock.now()
    // The source may have been deleted or reset in the meantime.
    if ((await tx.$count(releaseSources, eq(releaseSources.id, sourceId))) === 0) return
    if (response) {
      const { etag, lastModified } = response
      const values = { etag, lastModified, comparedWith, listedAt: now }
      await storeFeed(tx, { sourceId, address, ...values })
      const current = await withCurrentSeries(tx, found)
      poll.added += await recordReleases(ctx, tx, { sourceId, found: current, now, isWhole })
    } else if (last && (await renewFeed(tx, last, now))) {
      await renewListed(tx, { sourceId, since: last.listedAt, now })
    }
  })
}

function readItems(bytes: Uint8Array): FeedItem[] {
  const feed = parseFeed(bytes)
  if (!feed) throw new Refusal('unavailable', releaseMessages.not_a_feed())
  // The ETag of an incomplete feed would hide the missing items from the next poll.
  if (!feed.isComplete) throw new Refusal('unavailable', releaseMessages.feed_cut_off())
  return feed.items
}

interface Interpretation {
  parts: ReturnType<typeof readReleaseTitle>
  confidence: number
}

function buildFound(
  item: FeedItem,
  series: NamedSeries,
  { parts, confidence }: Interpretation,
): FoundRelease {
  const { volumes, chapters, group } = parts
  const fallback = Bun.hash(
    JSON.stringify([series.id, volumes, chapters, group, item.link, item.title]),
  )
  return {
    series,
    externalReleaseId: (item.id ?? `computed:${fallback.toString(36)}`).slice(0, 500),
    infoHash: item.infoHash,
    title: item.title,
    volumes,
    chapters,
    language: item.language,
    groupOrUploader: group,
    payloadUrl: item.link ?? '',
    confidence,
    releasedAt: item.releasedAt,
  }
}
