/** Stores what a sync is about to change. */
import type { Context } from '../../context'
import type { PullDetail, PushDetail } from './schema'
import { isPull, isPush, type WorkPlan } from './plan'
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
      createdAt: ctx.now(),
    })
    await insertChanges(
      tx,
      plans.flatMap((plan) => buildChanges(run.id, plan)),
    )
    await deleteOldRuns(tx, connectionId)
    return run
  })
}

function buildChanges(runId: string, plan: WorkPlan): NewChange[] {
  const { externalId, title, seriesIds } = plan
  const of = { runId, externalId, title, seriesId: seriesIds[0] ?? null, state: 'planned' as const }
  return [
    ...(isPull(plan)
      ? [{ ...of, id: Bun.randomUUIDv7(), direction: 'pull' as const, pull: buildPull(plan) }]
      : []),
    ...(isPush(plan)
      ? [{ ...of, id: Bun.randomUUIDv7(), direction: 'push' as const, push: buildPush(plan) }]
      : []),
  ]
}

export const buildPull = ({ pull, isWanted, books, known, hereBefore }: WorkPlan): PullDetail => ({
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
})

const buildPush = ({ entry, push }: WorkPlan): PushDetail => ({
  before: entry ?? null,
  change: push,
  isSent: false,
})
