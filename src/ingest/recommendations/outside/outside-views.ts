/** Requests recommendations from services and plugins, and builds their API views. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import { withText } from '../../../platform/messages/message'
import { listConnectionsOf } from '../../connections/connections'
import { type Connection, getIdSource } from '../../connections/services/connected-service'
import { recommendationMessages } from '../messages'
import {
  fetchRecommendationsJob,
  type RecommendationsView,
  type RecommendationView,
} from '../model'
import {
  filterUnread,
  listLibrariesOfSeries,
  listRecommendationDismissals,
  listSeedTitles,
} from '../queries'
import { isRecommending } from './fetch-recommendations'
import {
  listOutsideRows,
  listOwnedWorks,
  markOutsideRequested,
  type OutsideRow,
} from './outside-queries'
import type { OutsideWork } from './outside-work'

const maxAgeMs = 24 * 3_600_000
/** Delay before a failed request is repeated. */
const retryMs = 3_600_000
/** After this time, a request is considered canceled or lost. */
const maxWaitMs = 3_600_000
/** Maximum number of recommendations per source. */
const maxShown = 30

interface Source {
  connection: Connection
  row: OutsideRow | undefined
}

/**
 * Lists sources, including those that are turned off but still have stored recommendations, which
 * the next fetch deletes.
 */
async function listSources(ctx: Context, userId: string): Promise<Source[]> {
  const rows = new Map(
    (await listOutsideRows(ctx.db, userId)).map((row) => [row.connectionId, row]),
  )
  const own = await listConnectionsOf(ctx, userId)
  return own
    .map((connection) => ({ connection, row: rows.get(connection.row.id) }))
    .filter(({ connection, row }) => row !== undefined || isRecommending(connection))
}

const isPending = (row: OutsideRow | undefined, now: Date): boolean =>
  row?.requestedAt ? now.getTime() - row.requestedAt.getTime() < maxWaitMs : false

function isOutdated({ connection, row }: Source, now: Date): boolean {
  if (isPending(row, now)) return false
  if (!row?.triedAt || !isRecommending(connection)) return true
  return now.getTime() - row.triedAt.getTime() > (row.error ? retryMs : maxAgeMs)
}

/** Returns the job ID, or undefined if a job is already waiting or running. */
async function requestFetch(ctx: Context, tx: Tx, { connection }: Source) {
  const { id: connectionId, userId } = connection.row
  const key = `recommendations:${connectionId}`
  const jobId = await ctx.queue.enqueue(tx, fetchRecommendationsJob, { connectionId }, { key })
  if (jobId !== undefined) {
    await markOutsideRequested(tx, { connectionId, userId, requestedAt: ctx.clock.now() })
  }
  return jobId
}

/**
 * Requests new recommendations from all sources. Returns the IDs of the jobs that were enqueued.
 */
export async function requestAllFetches(ctx: Context, userId: string): Promise<string[]> {
  const sources = await listSources(ctx, userId)
  return requestFetches(ctx, sources)
}

async function requestFetches(ctx: Context, sources: readonly Source[]): Promise<string[]> {
  if (sources.length === 0) return []
  return ctx.write(async (tx) => {
    const ids: string[] = []
    for (const source of sources) {
      const id = await requestFetch(ctx, tx, source)
      if (id !== undefined) ids.push(id)
    }
    return ids
  })
}

/**
 * Returns the stored recommendations from services and plugins. Those that are older than a day, or
 * whose last fetch failed more than an hour ago, are fetched again in the background.
 */
export async function getOutsideRecommendations(
  ctx: Context,
  viewer: Viewer,
  own: readonly RecommendationView[],
): Promise<RecommendationsView> {
  const now = ctx.clock.now()
  const sources = await listSources(ctx, viewer.userId)
  const outdated = sources.filter((one) => isOutdated(one, now))
  await requestFetches(ctx, outdated)
  const dismissals = await listRecommendationDismissals(ctx.db, viewer.userId)
  const dismissed = new Set(dismissals.map(({ source, externalId }) => `${source} ${externalId}`))
  const titles = new Set(dismissals.map(({ titleKey }) => titleKey))
  const shown = new Set(own.flatMap(({ libraries }) => libraries.map(({ seriesId }) => seriesId)))
  const shownWorks = own.map(({ title, startYear }) => ({ title, startYear }))
  const recommendations: RecommendationView[] = []
  const used = sources.filter(({ connection }) => isRecommending(connection))
  for (const { connection, row } of used) {
    const open = (row?.items ?? []).filter(
      ({ externalId, title, isAdult }) =>
        !dismissed.has(`${connection.row.service} ${externalId}`) &&
        !titles.has(foldText(title)) &&
        !(isAdult && connection.row.config.excludeAdult),
    )
    recommendations.push(
      ...(await buildViews(ctx, viewer, { connection, items: open, shown, shownWorks, dismissed })),
    )
  }
  return {
    recommendations,
    sources: used.map((source) => buildSource(source, outdated.includes(source), now)),
  }
}

const buildSource = ({ connection, row }: Source, isRequested: boolean, now: Date) => ({
  pluginId: connection.service.id,
  pluginName: connection.service.displayName,
  source: connection.row.service,
  cached: Boolean(row?.generatedAt),
  generatedAt: row?.generatedAt ?? null,
  taskStatus: isRequested || isPending(row, now) ? 'pending' : null,
  problem: row?.error ? withText(row.error) : null,
})

type NamedWork = Pick<OutsideWork, 'title' | 'startYear'>

const isSameName = (a: NamedWork, b: NamedWork) =>
  foldText(a.title) === foldText(b.title) &&
  (a.startYear === null || b.startYear === null || a.startYear === b.startYear)

interface Shown {
  connection: Connection
  items: readonly OutsideWork[]
  /** Series that have already been recommended. Updated while views are built. */
  shown: Set<string>
  /**
   * Works that have already been recommended, perhaps by another source. Updated while views are
   * built.
   */
  shownWorks: NamedWork[]
  dismissed: ReadonlySet<string>
}

async function buildViews(
  ctx: Context,
  viewer: Viewer,
  { connection, items, ...known }: Shown,
): Promise<RecommendationView[]> {
  if (items.length === 0) return []
  const source = getIdSource(connection.service)
  const ids = items.map(({ externalId }) => externalId)
  const owned = await listOwnedWorks(ctx.db, viewer, { source, ids })
  const unread = await filterUnread(ctx.db, viewer, [...owned.values()])
  const seedIds = [...new Set(items.flatMap((item) => item.seedIds))]
  const seeds = await listSeedTitles(ctx.db, viewer, seedIds)
  const libraries = await listLibrariesOfSeries(ctx.db, [...owned.values()])
  const views: RecommendationView[] = []
  for (const item of items) {
    const seriesId = owned.get(item.externalId) ?? null
    const basedOn = item.seedIds.flatMap((id) => seeds.get(id)?.title ?? [])
    // The user may have lost access to all series that the recommendation is based on.
    const isUnexplained = item.seedIds.length > 0 && basedOn.length === 0
    const isRead = seriesId !== null && !unread.has(seriesId)
    if (isUnexplained || isRead || isAlreadyShown(known, item, seriesId)) continue
    if (views.length === maxShown) break
    if (seriesId !== null) known.shown.add(seriesId)
    known.shownWorks.push(item)
    const library = libraries.get(seriesId ?? '')
    views.push(buildView(connection, { item, seriesId, basedOn, library }))
  }
  return views
}

const isAlreadyShown = (
  { shown, shownWorks, dismissed }: Pick<Shown, 'shown' | 'shownWorks' | 'dismissed'>,
  item: OutsideWork,
  seriesId: string | null,
): boolean =>
  (seriesId !== null && (shown.has(seriesId) || dismissed.has(`library ${seriesId}`))) ||
  shownWorks.some((one) => isSameName(one, item))

interface Explained {
  item: OutsideWork
  seriesId: string | null
  basedOn: readonly string[]
  /** Undefined if the work is not in any of the user's libraries. */
  library: RecommendationView['libraries'][number] | undefined
}

const maxBasedOn = 3

function buildView(
  { service, row }: Connection,
  { item, seriesId, basedOn, library }: Explained,
): RecommendationView {
  const because = withText(explain(item, basedOn, service.displayName))
  const { externalId, title, genres, score, summary, status, startYear, rating } = item
  const isOwned = seriesId !== null
  return {
    externalId,
    title,
    genres,
    score,
    summary,
    status,
    startYear,
    rating,
    seriesId,
    codexSeriesId: seriesId,
    libraries: library ? [library] : [],
    reason: because.message,
    because,
    basedOn: [...(item.seedIds.length > 0 ? basedOn : item.basedOn)].slice(0, maxBasedOn),
    source: row.service,
    sourcePlugin: service.displayName,
    coverUrl: isOwned ? `/api/v1/series/${seriesId}/thumbnail` : item.coverUrl,
    coverColor: null,
    externalUrl: item.url,
    inLibrary: isOwned,
    inCodex: isOwned,
    owned: isOwned,
    totalVolumeCount: item.volumes,
    totalChapterCount: item.chapters,
  }
}

function explain({ reason }: OutsideWork, [title]: readonly string[], service: string) {
  if (reason !== null) return recommendationMessages.said({ reason })
  return title === undefined
    ? recommendationMessages.from({ service })
    : recommendationMessages.readers({ service, title })
}

/** Finds the connections that recommend the work, with the title of the work. */
export async function findOutsideWorks(ctx: Context, userId: string, externalId: string) {
  const sources = await listSources(ctx, userId)
  return sources.flatMap(({ connection, row }) => {
    const item = row?.items.find((one) => one.externalId === externalId)
    return item ? [{ connection, title: item.title }] : []
  })
}
