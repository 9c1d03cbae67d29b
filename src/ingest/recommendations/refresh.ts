/** Computes a user's recommendations from their reading. Does not need network access. */
import type { Viewer } from '../../accounts/permissions/model'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { foldText } from '../../platform/lib/text/fold-text'
import { listDismissedSeries } from './dismissals'
import { recommendationsUpdated } from './model'
import {
  countAllSeries,
  filterUnread,
  listRecommendationDismissals,
  listFeatures,
  listFeaturesOfCandidates,
  listSeeds,
  listUnreadWithFeatures,
  upsertRecommendations,
} from './queries'
import { type RankedSeries, chooseRecommendations } from './recommend'
import { omitWorksOf } from './same-works'
import { buildTaste, type FeatureKind, type Taste } from './taste'

const maxSeeds = 200
/** Maximum number of candidates for each type of feature. */
const maxCandidates = 1_000

export async function refreshRecommendations(
  ctx: Context,
  { payload: { userId } }: Job<{ userId: string }>,
  signal: AbortSignal,
) {
  const viewer = await findViewerOfUser(ctx.db, userId)
  if (!viewer) return undefined
  const items = await recommendFromLibrary(ctx, viewer, signal)
  return async (tx: Tx) => {
    await upsertRecommendations(tx, {
      userId,
      items,
      generatedAt: ctx.clock.now(),
      requestedAt: null,
    })
    tx.afterCommit(() => ctx.bus.publish(recommendationsUpdated, { userId }))
  }
}

async function recommendFromLibrary(
  ctx: Context,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<RankedSeries[]> {
  const db = ctx.heavy
  const seeds = await listSeeds(db, viewer, maxSeeds)
  if (seeds.length === 0) return []
  const features = await listFeatures(
    db,
    seeds.map(({ seriesId }) => seriesId),
  )
  const totalSeries = await countAllSeries(db)
  const taste = buildTaste(seeds, features, { totalSeries, now: ctx.clock.now() })
  signal.throwIfAborted()
  const wanted = parseFeatures(taste)
  const found = new Set<string>()
  for (const kind of ['person', 'genre', 'tag'] as const) {
    const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const some = await listUnreadWithFeatures(db, viewer, { kind, ids, limit: maxCandidates })
    for (const id of some) found.add(id)
    signal.throwIfAborted()
  }
  const open = await listNotDismissed(ctx, viewer, [...found], seeds)
  const byCandidate = await listFeaturesOfCandidates(db, open, wanted)
  return chooseRecommendations(
    open.map((seriesId) => ({ seriesId, features: byCandidate.get(seriesId)! })),
    taste,
  )
}

const parseFeatures = ({ weights }: Taste) =>
  [...weights.keys()].map((key) => {
    const [kind, id] = key.split(' ') as [FeatureKind, string]
    return { kind, id }
  })

/** Omits dismissed series, and other copies of series that the user has read or dismissed. */
async function listNotDismissed(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[],
  seeds: readonly { seriesId: string; title: string }[],
): Promise<string[]> {
  const dismissals = await listRecommendationDismissals(ctx.heavy, viewer.userId)
  const refused = new Set(dismissals.map(({ externalId }) => externalId))
  const titles = new Set([
    ...dismissals.map(({ titleKey }) => titleKey),
    ...seeds.map(({ title }) => foldText(title)),
  ])
  const candidates = await filterUnread(ctx.heavy, viewer, ids)
  const known = [...seeds.map(({ seriesId }) => seriesId), ...listDismissedSeries(dismissals)]
  const others = await omitWorksOf(ctx.heavy, ids, known)
  return ids.filter((id) => {
    if (!others.has(id)) return false
    const title = candidates.get(id)
    return title !== undefined && !refused.has(id) && !titles.has(foldText(title))
  })
}
