/** Reads the feeds of a source and records what is new. */
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
import type { Message } from '../../../platform/messages/message'
import type { Job } from '../../../platform/jobs/job'
import { mangaupdates } from '../../providers/manga/mangaupdates'
import { deleteOldReleases, type FoundRelease, recordReleases, renewListed } from '../ledger/record'
import { releaseMessages } from '../messages'
import { type FeedItem, maxItems, parseFeed } from '../rules/feed-items'
import { normalizeName, readReleaseTitle } from '../rules/read-numbers'
import { type FeedValidators, releaseSources } from '../schema'
import { hashSettings, listTrackedSeries, type NamedSeries } from './tracked-series'

const nameConfidence = 0.95
const firstWaitMs = 600_000
const longestWaitMs = 24 * 3_600_000

export type PollContext = Context & Pick<EgressContext, 'egress' | 'certificate'>
type Source = typeof releaseSources.$inferSelect
type Validators = Record<string, FeedValidators>

interface Poll {
  source: Source
  validators: Validators
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
  if (!source || (!isForced && !isDue(source, ctx.now()))) return
  const poll: Poll = { source, validators: { ...source.validators }, signal, items: 0, added: 0 }
  let failure: Message | undefined
  try {
    const tracked = await listTrackedSeries(ctx.heavy)
    if (source.kind === 'feed') await pollFeed(ctx, poll, tracked)
    else await pollMangaUpdates(ctx, poll, tracked)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Refusal)) throw error
    failure = error.userMessage
  }
  await storeResult(ctx, poll, failure)
}

const isDue = ({ enabled, notBefore }: Source, now: Date) =>
  enabled && (notBefore === null || notBefore <= now)

async function storeResult(ctx: Context, poll: Poll, failure: Message | undefined) {
  const { source, items, added } = poll
  const now = ctx.now()
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

async function pollFeed(ctx: PollContext, poll: Poll, tracked: readonly NamedSeries[]) {
  const address = poll.source.config.address!
  const byName = new Map<string, NamedSeries>()
  for (const series of tracked) {
    if (series.threshold > nameConfidence) continue
    for (const name of series.names) if (!byName.has(name)) byName.set(name, series)
  }
  await readAddress(ctx, poll, {
    address,
    comparedWith: hashSettings(tracked),
    send: (conditions) => fetchFeed(ctx, address, { conditions, signal: poll.signal }),
    interpret: (item) => {
      const parts = readReleaseTitle(item.title)
      const series = byName.get(normalizeName(parts.seriesName ?? ''))
      return series ? buildFound(item, series, { parts, confidence: nameConfidence }) : undefined
    },
  })
}

async function pollMangaUpdates(ctx: PollContext, poll: Poll, tracked: readonly NamedSeries[]) {
  const wanted = tracked.filter(({ externalId }) => /^\d{1,19}$/.test(externalId ?? ''))
  const paths = new Set(wanted.map(({ externalId }) => getPath(externalId!)))
  for (const path of Object.keys(poll.validators)) {
    if (!paths.has(path)) delete poll.validators[path]
  }
  for (const series of wanted) {
    poll.signal.throwIfAborted()
    try {
      await pollSeries(ctx, poll, series)
    } catch (error) {
      // The feed of one series may be gone while the others are not.
      if (!(error instanceof FeedMissing)) throw error
    }
  }
}

const getPath = (externalId: string) => `/series/${externalId}/rss`

async function pollSeries(ctx: PollContext, poll: Poll, series: NamedSeries) {
  const path = getPath(series.externalId!)
  const last = poll.validators[path]
  const isEarly = last && Date.parse(last.listedAt) + series.pollIntervalMs > ctx.now().getTime()
  if (isEarly && series.pollIntervalMs > 0) return
  await readAddress(ctx, poll, {
    address: path,
    comparedWith: hashSettings([series]),
    send: (conditions) =>
      fetchProviderFeed(ctx, { rules: mangaupdates, path, conditions, signal: poll.signal }),
    interpret: (item) => {
      const parts = readReleaseTitle(item.title)
      const group = parts.group ?? (item.description.split('\n')[0]!.trim().slice(0, 200) || null)
      const found = buildFound(item, series, { parts: { ...parts, group }, confidence: 1 })
      return { ...found, language: item.language ?? 'en' }
    },
  })
}

interface Address {
  address: string
  comparedWith: string
  send: (conditions: {
    etag?: string | null
    lastModified?: string | null
  }) => Promise<FeedResponse>
  interpret: (item: FeedItem) => FoundRelease | undefined
}

/** Asks conditionally only if the items would be judged as they were. */
async function readAddress(ctx: PollContext, poll: Poll, given: Address) {
  const { address, comparedWith } = given
  const last = poll.validators[address]
  const conditions = last?.comparedWith === comparedWith ? last : {}
  const response = await given.send(conditions)
  const now = ctx.now()
  const items = response ? parseFeed(response.bytes) : []
  if (!items) throw new Refusal('unavailable', releaseMessages.not_a_feed())
  const found = items.flatMap((item) => given.interpret(item) ?? []).slice(0, maxItems)
  poll.items += items.length
  poll.validators[address] = response
    ? {
        etag: response.etag,
        lastModified: response.lastModified,
        comparedWith,
        listedAt: now.toISOString(),
      }
    : { ...last!, listedAt: now.toISOString() }
  const sourceId = poll.source.id
  await ctx.write(async (tx) => {
    // The source may have been deleted or reset meanwhile.
    const values = { validators: poll.validators }
    const updated = await tx
      .update(releaseSources)
      .set(values)
      .where(eq(releaseSources.id, sourceId))
      .returning({ id: releaseSources.id })
    if (updated.length === 0) return
    if (response) poll.added += await recordReleases(ctx, tx, { sourceId, found, now })
    else await renewListed(tx, { sourceId, since: new Date(last!.listedAt), now })
  })
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
