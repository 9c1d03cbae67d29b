/** Stores the changes that a sync is about to make. */
import type { Context } from '../../context'
import type { PullDetail, PushDetail } from './schema'
import { buildPulledOpinion } from './changes/ratings-and-notes'
import { isPull, isPush, type WorkPlan } from './plan-sync'
import {
  deleteOldRuns,
  deleteWaitingRuns,
  insertChanges,
  insertSyncRun,
  type NewChange,
  type RunRow,
} from './queries'

export async function storeRun(
  ctx: Context,
  connectionId: string,
  { state, plans }: { state: 'waiting' | 'running'; plans: readonly WorkPlan[] },
): Promise<RunRow> {
  return ctx.write(async (tx) => {
    await deleteWaitingRuns(tx, connectionId)
    const run = await insertSyncRun(tx, {
      id: Bun.randomUUIDv7(),
      connectionId,
      state,
      pulled: plans.filter(isPull).length,
      pushed: plans.filter(isPush).length,
      createdAt: ctx.clock.now(),
    })
    // Pulls come first, so that books are marked as read without waiting for a slow service.
    const pulls = plans.filter(isPull).map((plan) => buildPullChange(run.id, plan))
    const pushes = plans.filter(isPush).map((plan) => buildPushChange(run.id, plan))
    await insertChanges(tx, [...pulls, ...pushes])
    await deleteOldRuns(tx, connectionId)
    return run
  })
}

const buildPullChange = (runId: string, plan: WorkPlan): NewChange => ({
  ...buildPlanned(runId, plan),
  direction: 'pull',
  pull: buildPull(plan),
})

const buildPushChange = (runId: string, plan: WorkPlan): NewChange => ({
  ...buildPlanned(runId, plan),
  direction: 'push',
  push: buildPush(plan),
})

const buildPlanned = (runId: string, { externalId, title, seriesIds }: WorkPlan) => ({
  id: Bun.randomUUIDv7(),
  runId,
  externalId,
  title,
  seriesId: seriesIds[0] ?? null,
  state: 'planned' as const,
})

export function buildPull(plan: WorkPlan): PullDetail {
  const { pull, isWanted, books, known, hereBefore } = plan
  const opinion = buildPulledOpinion(plan)
  return {
    upTo: {
      ...(pull.chapters && { chapters: pull.chapters.upTo }),
      ...(pull.volumes && { volumes: pull.volumes.upTo }),
    },
    isWanted,
    count: books.length,
    readBefore: {
      chapters: Math.max(known?.read.chapters ?? 0, hereBefore.chapters ?? 0),
      volumes: Math.max(known?.read.volumes ?? 0, hereBefore.volumes ?? 0),
    },
    books: [],
    ...(opinion && { opinion }),
  }
}

const buildPush = ({ entry, push }: WorkPlan): PushDetail => ({
  before: entry ?? null,
  change: push,
  isSent: false,
})
