/** Lists, creates, updates, deletes, starts, schedules and previews library jobs. */
import type { Viewer } from '../../../accounts/permissions/model'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Context } from '../../../context'
import { invalid, notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { findScheduleProblem } from '../../../platform/jobs/cron'
import { removeSchedule, setSchedule } from '../../../platform/jobs/schedules'
import { withText } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { matchingMessages } from '../messages'
import { findProviderByName } from '../provider-access'
import { refreshMetadataJob } from '../model'
import { buildRunKey, hasRunningRun, insertRun } from '../runs/run-queries'
import { explainRefusal } from '../targets/apply-work'
import { findUnknownNames } from './field-groups'
import { buildRefreshOptions, getProviderName } from './refresh-library'
import {
  type CreateLibraryJobBody,
  type DryRunBody,
  type DryRunView,
  type LibraryJobView,
  type PatchLibraryJobBody,
  type RefreshConfig,
} from './refresh-model'
import {
  countSeriesToRefresh,
  deleteLibraryJob,
  findLastRunOfJob,
  findLibraryJob,
  insertLibraryJob,
  type LibraryJobRow,
  listLibraryJobs,
  listSeriesToRefresh,
  updateLibraryJob,
} from './refresh-queries'
import { previewRefresh } from './refresh-series'

const defaultName = 'Refresh metadata'
const maxJobs = 20
const schedulePrefix = 'library-job:'

interface JobIds {
  /** Library ID. */
  id: string
  job_id: string
}

export async function listJobsOfLibrary(ctx: Context, viewer: Viewer, libraryId: string) {
  await requireLibrary(ctx, viewer, libraryId)
  const rows = await listLibraryJobs(ctx.db, libraryId)
  return { jobs: await Promise.all(rows.map((row) => buildJobView(ctx.db, row))) }
}

export async function getLibraryJob(ctx: Context, viewer: Viewer, ids: JobIds) {
  return buildJobView(ctx.db, await requireLibraryJob(ctx, viewer, ids))
}

async function requireLibraryJob(ctx: Context, viewer: Viewer, { id, job_id: jobId }: JobIds) {
  await requireLibrary(ctx, viewer, id)
  const row = await findLibraryJob(ctx.db, jobId)
  if (row?.libraryId !== id) throw notFound(matchingMessages.job_not_found())
  return row
}

async function buildJobView(db: Db, row: LibraryJobRow): Promise<LibraryJobView> {
  const run = await findLastRunOfJob(db, row.id)
  const problem = run?.message ? withText(run.message) : null
  return {
    ...row,
    lastRunAt: run?.createdAt ?? null,
    lastRunStatus: run?.state ?? null,
    lastRunMessage: problem?.message ?? null,
    lastRunProblem: problem,
  }
}

export async function createLibraryJob(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { name, cronSchedule, timezone, enabled = true, config }: CreateLibraryJobBody,
): Promise<LibraryJobView> {
  await requireLibrary(ctx, viewer, libraryId)
  await checkConfig(ctx, config)
  const values = { name: name ?? defaultName, cronSchedule, timezone: timezone ?? null, enabled }
  checkSchedule(values)
  const row = await ctx.write(async (tx) => {
    const others = await listLibraryJobs(tx, libraryId)
    if (others.length >= maxJobs) {
      throw new Refusal('conflict', matchingMessages.too_many_jobs({ count: maxJobs }))
    }
    const now = ctx.clock.now()
    const times = { createdAt: now, updatedAt: now }
    const created = await insertLibraryJob(tx, { libraryId, ...values, config, ...times })
    await updateJobSchedule(tx, created, now)
    return created
  })
  return buildJobView(ctx.db, row)
}

export async function patchLibraryJob(
  ctx: Context,
  viewer: Viewer,
  ids: JobIds,
  { name, cronSchedule, timezone, enabled, config }: PatchLibraryJobBody,
): Promise<LibraryJobView> {
  const before = await requireLibraryJob(ctx, viewer, ids)
  if (config) await checkConfig(ctx, config)
  const changes = {
    ...(name && { name }),
    ...(cronSchedule && { cronSchedule }),
    ...(timezone !== undefined && { timezone }),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(config && { config }),
  }
  checkSchedule({ ...before, ...changes })
  const row = await ctx.write(async (tx) => {
    const now = ctx.clock.now()
    const changed = await updateLibraryJob(tx, before.id, { ...changes, updatedAt: now })
    if (!changed) throw notFound(matchingMessages.job_not_found())
    await updateJobSchedule(tx, changed, now)
    return changed
  })
  return buildJobView(ctx.db, row)
}

/** Deletes the job. Changes made by its runs are kept, and can still be undone. */
export async function removeLibraryJob(ctx: Context, viewer: Viewer, ids: JobIds): Promise<void> {
  const { id } = await requireLibraryJob(ctx, viewer, ids)
  await ctx.write(async (tx) => {
    await removeSchedule(tx, schedulePrefix + id)
    await deleteLibraryJob(tx, id)
  })
}

async function checkConfig(ctx: Context, config: RefreshConfig) {
  const { fieldGroups = [], extraFields = [], scope = 'series_only' } = config
  const name = getProviderName(config)
  if (
    name !== null &&
    !(config.provider.startsWith('plugin:') && (await findProviderByName(ctx, name)))
  ) {
    throw refuse('provider', matchingMessages.provider_not_found())
  }
  if (scope !== 'series_only') throw refuse('scope', matchingMessages.refresh_series_only())
  if (config.existingSourceIdsOnly === false) {
    throw refuse('existingSourceIdsOnly', matchingMessages.refresh_known_only())
  }
  const [unknown] = findUnknownNames(fieldGroups, extraFields)
  if (unknown !== undefined) {
    throw refuse('fieldGroups', matchingMessages.unknown_field({ name: unknown }))
  }
}

const refuse = (member: string, message: ReturnType<typeof matchingMessages.provider_not_found>) =>
  invalid(matchingMessages.job_invalid(), [{ path: `config.${member}`, message }])

function checkSchedule({
  cronSchedule,
  timezone,
}: Pick<LibraryJobRow, 'cronSchedule' | 'timezone'>) {
  const problem = findScheduleProblem(cronSchedule, timezone)
  if (problem === undefined) return
  const path = problem.field === 'timezone' ? 'timezone' : 'cronSchedule'
  throw invalid(matchingMessages.job_invalid(), [{ path, message: problem.message }])
}

async function updateJobSchedule(tx: Tx, row: LibraryJobRow, now: Date) {
  const { id, enabled, cronSchedule: cron, timezone } = row
  if (enabled) await setSchedule(tx, schedulePrefix + id, { cron, timezone }, now)
  else await removeSchedule(tx, schedulePrefix + id)
}

/** Starts a scheduled run in the transaction that advances the schedule. */
export async function enqueueScheduledJob(ctx: Context, tx: Tx, name: string): Promise<void> {
  const row = await findLibraryJob(tx, name.slice(schedulePrefix.length))
  if (!row) await removeSchedule(tx, name)
  else if (row.enabled && !(await hasRunningRun(tx, row.libraryId)))
    await startRun(ctx, tx, row, null)
}

export async function runJobNow(ctx: Context, viewer: Viewer, ids: JobIds) {
  const row = await requireLibraryJob(ctx, viewer, ids)
  return ctx.write(async (tx) => {
    if (await hasRunningRun(tx, row.libraryId)) {
      throw new Refusal('conflict', matchingMessages.run_active())
    }
    return startRun(ctx, tx, row, viewer.userId)
  })
}

async function startRun(ctx: Context, tx: Tx, row: LibraryJobRow, userId: string | null) {
  const { id: jobId, libraryId, config } = row
  const now = ctx.clock.now()
  const provider = getProviderName(config)
  const times = { listedAt: now, createdAt: now }
  const values = { libraryId, jobId, userId, provider, isRefresh: true, ...times }
  const runId = await insertRun(tx, values)
  const taskId = await ctx.queue.enqueue(
    tx,
    refreshMetadataJob,
    { runId },
    { key: buildRunKey(runId) },
  )
  return { taskId: taskId!, runId }
}

const defaultSample = 5

/** Previews the next run for a sample of series. Queries the providers but changes nothing. */
export async function previewLibraryJob(
  ctx: Context,
  viewer: Viewer,
  ids: JobIds,
  { configOverride, sampleSize }: DryRunBody,
): Promise<DryRunView> {
  const row = await requireLibraryJob(ctx, viewer, ids)
  const config = configOverride ?? row.config
  await checkConfig(ctx, config)
  const { libraryId } = row
  const options = buildRefreshOptions(config, ctx.clock.now())
  const { provider, before } = options
  const refreshed = { libraryId, provider, before }
  const { eligible, withoutId, recent } = await countSeriesToRefresh(ctx.heavy, refreshed)
  const limit = sampleSize ?? defaultSample
  const chosen = await listSeriesToRefresh(ctx.db, refreshed, { afterId: null, limit })
  const counts = {
    totalEligible: eligible,
    estSkippedNoId: withoutId,
    estSkippedRecentlySynced: recent,
  }
  const sample: DryRunView['sample'] = []
  try {
    for (const { id, title } of chosen) {
      sample.push(describePreview(id, title, await previewRefresh(ctx, id, options)))
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const problem = withText(error.userMessage)
    return { ...counts, sample, planFailure: problem.message, planProblem: problem }
  }
  return { ...counts, sample, planFailure: null, planProblem: null }
}

function describePreview(
  seriesId: string,
  seriesName: string,
  previews: Awaited<ReturnType<typeof previewRefresh>>,
) {
  const changed = previews.filter(({ status }) => status === 'will_apply')
  return {
    seriesId,
    seriesName,
    changes: Object.fromEntries(
      changed.map(({ field, current, proposed }) => [
        field,
        { before: current.value, after: proposed },
      ]),
    ),
    skipped: previews.flatMap((preview) => {
      const because = explainRefusal(preview)
      return because ? [{ field: preview.field, ...withText(because) }] : []
    }),
  }
}
