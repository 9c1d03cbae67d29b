/**
 * Refreshes the series of a library from providers in the background. Resumes after any
 * interruption.
 */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { Job } from '../../../platform/jobs/job'
import type { Message } from '../../../platform/messages/message'
import { matchingMessages } from '../messages'
import { findRun, type RunRow, updateRun } from '../runs/run-queries'
import { selectFields } from './field-groups'
import type { RefreshConfig } from './refresh-model'
import {
  deleteEmptyRuns,
  deleteUnfinishedItems,
  findLibraryJob,
  type LibraryJobRow,
  listSeriesToRefresh,
  upsertRefreshItem,
} from './refresh-queries'
import { refreshSeries, type RefreshOptions } from './refresh-series'

/**
 * Maximum number of consecutive failures before a run stops, because the remaining series would
 * fail as well.
 */
const maxFailuresInRow = 3
const seriesPerSlice = 50
const defaultSkipS = 3600

/** Returns the provider name in a configuration, or null for all providers. */
export const getProviderName = ({ provider }: RefreshConfig): string | null =>
  provider === '*' ? null : provider.replace(/^plugin:/, '')

/** Builds the options of a run. Metadata fetched after `before` is considered recent. */
export const buildRefreshOptions = (config: RefreshConfig, startedAt: Date) => ({
  provider: getProviderName(config),
  fields: selectFields(config.fieldGroups ?? [], config.extraFields ?? []),
  before: new Date(startedAt.getTime() - (config.skipRecentlySyncedWithinS ?? defaultSkipS) * 1000),
})

export async function refreshLibrary(
  ctx: Context,
  { payload: { runId } }: Job<{ runId: string }>,
  signal: AbortSignal,
) {
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    const run = await findRun(ctx.db, runId)
    if (run?.state !== 'running') return undefined
    const job = run.jobId === null ? undefined : await findLibraryJob(ctx.db, run.jobId)
    if (!job) return (tx: Tx) => finish(ctx, tx, run, { state: 'canceled' })
    const options = { ...buildRefreshOptions(job.config, run.createdAt), signal }
    const slice = await listSlice(ctx, job, run, options)
    if (slice.length === 0) return (tx: Tx) => finish(ctx, tx, run, { state: 'completed' })
    const unchanged: string[] = []
    for (const { id: seriesId } of slice) {
      signal.throwIfAborted()
      const { problem, isFailed, isUnchanged } = await refreshItem(ctx, runId, seriesId, options)
      if (isUnchanged) unchanged.push(seriesId)
      failures = isFailed ? failures + 1 : 0
      if (problem && failures === maxFailuresInRow) {
        return (tx: Tx) => finish(ctx, tx, run, { state: 'failed', message: problem })
      }
    }
    const cursor = slice.at(-1)!.id
    await ctx.writeBulk((tx) => endSlice(tx, runId, { unchanged, cursor }))
  }
}

/**
 * Stores the position of the run. Deletes the results of unchanged series from earlier failed
 * attempts, because unchanged series have no result.
 */
async function endSlice(
  tx: Tx,
  runId: string,
  { unchanged, cursor }: { unchanged: readonly string[]; cursor: string },
) {
  await deleteUnfinishedItems(tx, runId, unchanged)
  await updateRun(tx, runId, { cursor })
}

const listSlice = (
  ctx: Context,
  { libraryId }: LibraryJobRow,
  { cursor }: RunRow,
  { provider, before }: RefreshOptions,
) =>
  listSeriesToRefresh(
    ctx.db,
    { libraryId, provider, before },
    { afterId: cursor, limit: seriesPerSlice },
  )

/** Refreshes a series, and records the result if the series changed or a provider failed. */
async function refreshItem(
  ctx: Context,
  runId: string,
  seriesId: string,
  options: RefreshOptions,
): Promise<{ problem: Message | undefined; isFailed: boolean; isUnchanged: boolean }> {
  const result = await refreshSeries(ctx, seriesId, { ...options, runId })
  const { problem, isFailed, ...changes } = result
  const isUnchanged = changes.provider === null && !problem
  if (!isUnchanged) {
    const state = changes.provider === null ? 'failed' : 'applied'
    await ctx.writeBulk((tx) =>
      upsertRefreshItem(tx, { runId, seriesId, ...changes, state, reason: problem ?? null }),
    )
  }
  return { problem, isFailed, isUnchanged }
}

async function finish(
  ctx: Context,
  tx: Tx,
  { id, jobId }: RunRow,
  changes: { state: 'completed' | 'failed' | 'canceled'; message?: Message },
) {
  await updateRun(tx, id, { ...changes, finishedAt: ctx.clock.now() }, 'running')
  if (jobId !== null) await deleteEmptyRuns(tx, jobId, id)
}

/** Marks the run as failed, after the final attempt of its job. */
export async function failRefresh(ctx: Context, tx: Tx, runId: string) {
  const message = matchingMessages.refresh_failed()
  await updateRun(tx, runId, { state: 'failed', message, finishedAt: ctx.clock.now() }, 'running')
}
