/** Lists a user's recommendations, and requests new ones. */
import type { Viewer } from '../../accounts/permissions/model'
import { listSeriesByIds } from '../../catalog/series/service'
import type { SeriesView } from '../../catalog/series/model'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { foldText } from '../../platform/lib/text/fold-text'
import { withText } from '../../platform/messages/message'
import { getProviderId } from '../providers/providers'
import { librarySource, listDismissedSeries } from './dismissals'
import { recommendationMessages } from './messages'
import {
  type RecommendationsView,
  type RecommendationView,
  refreshRecommendationsJob,
  type RefreshView,
} from './model'
import { getOutsideRecommendations, requestAllFetches } from './outside/outside-views'
import {
  filterUnread,
  findRecommendations,
  listRecommendationDismissals,
  listSeedTitles,
  setRequestedAt,
} from './queries'
import type { RankedSeries } from './recommend'
import { isSameWork, listWorkIds, omitWorksOf, type WorkIds } from './same-works'

const maxAgeMs = 24 * 3_600_000
/** After this time, a request is considered canceled or lost. */
const maxWaitMs = 3_600_000
/** Maximum age of an empty result, so that new readers soon get their first recommendations. */
const maxAgeOfNoneMs = 600_000
/** More candidates are stored than shown, so that there are enough left after dismissals. */
const maxShown = 40

/**
 * Returns the latest recommendations from all sources. Outdated ones are computed or fetched again
 * in the background.
 */
export async function getRecommendations(
  ctx: Context,
  viewer: Viewer,
): Promise<RecommendationsView> {
  const { userId } = viewer
  let stored = await findRecommendations(ctx.db, userId)
  if (isOutdated(stored, ctx.clock.now())) {
    await ctx.write((tx) => requestRefresh(ctx, tx, userId))
    stored = await findRecommendations(ctx.db, userId)
  }
  const generatedAt = stored?.generatedAt ?? null
  const own = await buildViews(ctx, viewer, stored?.items ?? [])
  const outside = await getOutsideRecommendations(ctx, viewer, own)
  return {
    recommendations: [...own, ...outside.recommendations],
    sources: [
      {
        pluginId: getProviderId(librarySource),
        pluginName: 'Quire',
        source: librarySource,
        cached: generatedAt !== null,
        generatedAt,
        taskStatus: isPending(stored, ctx.clock.now()) ? 'pending' : null,
        problem: null,
      },
      ...outside.sources,
    ],
  }
}

const isPending = (stored: Awaited<ReturnType<typeof findRecommendations>>, now: Date): boolean =>
  stored?.requestedAt ? now.getTime() - stored.requestedAt.getTime() < maxWaitMs : false

function isOutdated(stored: Awaited<ReturnType<typeof findRecommendations>>, now: Date): boolean {
  if (isPending(stored, now)) return false
  if (!stored?.generatedAt) return true
  const age = now.getTime() - stored.generatedAt.getTime()
  return age > (stored.items.length === 0 ? maxAgeOfNoneMs : maxAgeMs)
}

/** Returns the job ID, or undefined if a job is already waiting or running. */
async function requestRefresh(ctx: Context, tx: Tx, userId: string) {
  const key = `recommendations:${userId}`
  const jobId = await ctx.queue.enqueue(tx, refreshRecommendationsJob, { userId }, { key })
  if (jobId !== undefined) await setRequestedAt(tx, userId, ctx.clock.now())
  return jobId
}

export async function refreshOnRequest(ctx: Context, { userId }: Viewer): Promise<RefreshView> {
  const jobId = await ctx.write((tx) => requestRefresh(ctx, tx, userId))
  const taskIds = [...(jobId ? [jobId] : []), ...(await requestAllFetches(ctx, userId))]
  if (taskIds.length === 0) throw new Refusal('conflict', recommendationMessages.active())
  return { ...withText(recommendationMessages.started()), taskIds }
}

/** Clears the request of a job that gave up, so that the next request starts a new job. */
export const endRefresh = (tx: Tx, userId: string) => setRequestedAt(tx, userId, null)

/** Filters stored results, because progress, visibility or dismissals may have changed. */
async function buildViews(
  ctx: Context,
  viewer: Viewer,
  items: readonly RankedSeries[],
): Promise<RecommendationView[]> {
  const dismissals = await listRecommendationDismissals(ctx.db, viewer.userId)
  const dismissed = new Set(dismissals.map(({ externalId }) => externalId))
  const dismissedTitles = new Set(dismissals.map(({ titleKey }) => titleKey))
  const unread = await filterUnread(
    ctx.db,
    viewer,
    items.map(({ seriesId }) => seriesId),
  )
  const others = await omitWorksOf(ctx.db, [...unread.keys()], listDismissedSeries(dismissals))
  const open = items.filter(({ seriesId }) => {
    const title = unread.get(seriesId)
    const isOpen = title !== undefined && !dismissed.has(seriesId) && others.has(seriesId)
    return isOpen && !dismissedTitles.has(foldText(title))
  })
  const seeds = await listSeedTitles(ctx.db, viewer, [
    ...new Set(open.flatMap(({ seedIds }) => seedIds)),
  ])
  const shown = open.map(({ seriesId }) => seriesId)
  const series = new Map((await listSeriesByIds(ctx, viewer, shown)).map((one) => [one.id, one]))
  const workIds = await listWorkIds(ctx.db, shown)
  const explained = open.flatMap((item) => {
    const one = series.get(item.seriesId)
    const basedOn = item.seedIds.flatMap((id) => seeds.get(id) ?? [])
    const ids = workIds.get(item.seriesId) ?? new Map<string, string>()
    return one && basedOn.length > 0 ? [{ item, series: one, basedOn, ids }] : []
  })
  return groupCopies(explained).slice(0, maxShown).map(buildView)
}

type SeedTitle = { title: string; isFinished: boolean }

interface Explained {
  item: RankedSeries
  series: SeriesView
  basedOn: readonly SeedTitle[]
  ids: WorkIds
}

/** A work with its copies, best first. Each copy is in a different library. */
type Copies = [Explained, ...Explained[]]

/**
 * Groups the series of the same work in several libraries. Within one library, series of the same
 * title are different works.
 */
function groupCopies(all: readonly Explained[]): Copies[] {
  const groups: Copies[] = []
  for (const one of all) {
    const group = groups.find((copies) => copies.every((copy) => isCopy(copy, one)))
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

/**
 * Compares IDs of the same provider, or the title and year if no provider has IDs for both series.
 */
const isCopy = (a: Explained, b: Explained) =>
  a.series.libraryId !== b.series.libraryId && (isSameWork(a.ids, b.ids) ?? hasSameName(a, b))

const hasSameName = (
  { series: { metadata: a } }: Explained,
  { series: { metadata: b } }: Explained,
) =>
  foldText(a.title) === foldText(b.title) &&
  (a.year === null || b.year === null || a.year === b.year)

function buildView(copies: Copies): RecommendationView {
  const [{ item, series, basedOn }] = copies
  const { seriesId, score } = item
  const { metadata, genres, coverColor, externalRatings } = series
  const [{ title, isFinished }] = basedOn as [SeedTitle]
  const because = withText(
    isFinished
      ? recommendationMessages.finished({ title })
      : recommendationMessages.reading({ title }),
  )
  return {
    externalId: seriesId,
    seriesId,
    codexSeriesId: seriesId,
    libraries: copies.map(({ series: { id, libraryId, libraryName } }) => ({
      libraryId,
      libraryName,
      seriesId: id,
    })),
    title: metadata.title,
    reason: because.message,
    because,
    basedOn: basedOn.map((one) => one.title),
    score,
    source: librarySource,
    sourcePlugin: 'quire',
    coverUrl: `/api/v1/series/${seriesId}/thumbnail`,
    coverColor,
    externalUrl: null,
    inLibrary: true,
    inCodex: true,
    owned: true,
    genres: genres.map(({ name }) => name),
    summary: metadata.summary,
    status: metadata.status,
    startYear: metadata.year,
    rating: averageRating(externalRatings.map(({ rating }) => rating)),
    totalVolumeCount: metadata.totalVolumeCount,
    totalChapterCount: metadata.totalChapterCount,
  }
}

const averageRating = (ratings: readonly number[]): number | null =>
  ratings.length === 0
    ? null
    : Math.round(ratings.reduce((sum, one) => sum + one, 0) / ratings.length)
