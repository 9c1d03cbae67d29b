/** Manages release sources. */
import { and, asc, eq } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { type AuditedChange, compareForAudit, recordAudit } from '../../../accounts/audit/record'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { findScheduleProblem } from '../../../platform/jobs/cron'
import { removeSchedule, setSchedule } from '../../../platform/jobs/schedules'
import { renderMessage, withText } from '../../../platform/messages/message'
import { deleteKeepingOthers } from '../ledger/record-releases'
import { releaseMessages } from '../messages'
import { pollReleaseSourceJob, type SourcePatch, type SourceView } from '../model'
import { releaseFeeds, releases, releaseSources } from '../schema'
import { parseReachable } from './feeds'
import { isAnythingTracked } from './tracked-series'
import { invalidBody } from '../../../platform/http/validation'

const builtIn = 'quire'
const defaultCron = '17 */6 * * *'
/** Limit for feeds. Plugins have only a few sources each. */
const maxFeeds = 100
const maxListed = 1000
const spreadMs = 600_000
export const schedulePrefix = 'releases:'

type SourceRow = typeof releaseSources.$inferSelect

/** Creates the built-in source if it does not exist. */
export async function ensureBuiltInSources(ctx: Context): Promise<void> {
  const key = and(
    eq(releaseSources.pluginId, builtIn),
    eq(releaseSources.sourceKey, 'mangaupdates'),
  )
  if ((await ctx.db.$count(releaseSources, key)) > 0) return
  await ctx.write(async (tx) => {
    if ((await tx.$count(releaseSources, key)) > 0) return
    const row = { sourceKey: 'mangaupdates', displayName: 'MangaUpdates', kind: 'mangaupdates' }
    await insertSource(ctx, tx, { ...row, kind: 'mangaupdates', config: {} })
  })
}

async function insertSource(
  ctx: Context,
  tx: Tx,
  {
    pluginId = builtIn,
    ...values
  }: Pick<SourceRow, 'sourceKey' | 'displayName' | 'kind' | 'config'> & { pluginId?: string },
) {
  const now = ctx.clock.now()
  const [row] = await tx
    .insert(releaseSources)
    .values({ ...values, pluginId, createdAt: now, updatedAt: now })
    .returning()
  await applySchedule(ctx, tx, row!)
  return row!
}

export const insertPluginSource = (
  ctx: Context,
  tx: Tx,
  pluginId: string,
  { config, ...source }: { sourceKey: string; displayName: string; config: object },
) =>
  insertSource(ctx, tx, {
    ...source,
    pluginId,
    kind: 'plugin',
    config: { plugin: { ...config } },
  })

async function applySchedule(ctx: Context, tx: Tx, { id, enabled, cronSchedule }: SourceRow) {
  const name = `${schedulePrefix}${id}`
  if (!enabled) return removeSchedule(tx, name)
  await setSchedule(
    tx,
    name,
    { cron: cronSchedule ?? defaultCron, timezone: null },
    ctx.clock.now(),
  )
}

const listRows = (ctx: Context) =>
  ctx.db.select().from(releaseSources).orderBy(asc(releaseSources.id)).limit(maxListed)

export async function listSources(ctx: Context) {
  await ensureBuiltInSources(ctx)
  const rows = await listRows(ctx)
  const etags = await listEtags(ctx.db)
  return { sources: rows.map((row) => buildView(row, etags.get(row.id))) }
}

/** Lists the ETags of feeds, keyed by source ID. A feed has only one address. */
async function listEtags(db: Pick<Tx, 'select'>): Promise<Map<string, string | null>> {
  const found = await db
    .select({ id: releaseFeeds.sourceId, etag: releaseFeeds.etag })
    .from(releaseFeeds)
    .innerJoin(
      releaseSources,
      and(eq(releaseSources.id, releaseFeeds.sourceId), eq(releaseSources.kind, 'feed')),
    )
  return new Map(found.map(({ id, etag }) => [id, etag]))
}

function buildView(
  { lastError, lastSummary, config: { address }, ...row }: SourceRow,
  etag: string | null = null,
): SourceView {
  return {
    ...row,
    config: address === undefined ? {} : { address },
    effectiveCronSchedule: row.cronSchedule ?? defaultCron,
    etag,
    lastError: lastError && renderMessage(lastError),
    lastErrorMessage: lastError && withText(lastError),
    lastSummary: lastSummary && renderMessage(lastSummary),
    lastSummaryMessage: lastSummary && withText(lastSummary),
  }
}

export async function createSource(
  ctx: Context,
  viewer: Viewer,
  { displayName, address }: { displayName: string; address: string },
): Promise<SourceView> {
  const url = await parseReachable(ctx, address)
  const sourceKey = `feed:${url.href}`
  return ctx.write(async (tx) => {
    const isSame = eq(releaseSources.sourceKey, sourceKey)
    if ((await tx.$count(releaseSources, isSame)) > 0) {
      throw new Refusal('conflict', releaseMessages.source_exists())
    }
    if ((await tx.$count(releaseSources, eq(releaseSources.kind, 'feed'))) >= maxFeeds) {
      throw new Refusal('conflict', releaseMessages.source_too_many({ max: maxFeeds }))
    }
    const config = { address: url.href }
    const row = await insertSource(ctx, tx, { sourceKey, displayName, kind: 'feed', config })
    await auditSource(ctx, tx, viewer, { source: row, action: 'add_source' })
    return buildView(row)
  })
}

interface AuditedSource extends Omit<AuditedChange, 'target'> {
  source: Pick<SourceRow, 'id' | 'displayName'>
}

/** Writes an audit entry. Omits the address, which may contain a key. */
const auditSource = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { source: { id, displayName: name }, ...change }: AuditedSource,
) => recordAudit(ctx, tx, viewer, { ...change, target: { kind: 'source', id, name } })

async function getSource(tx: Pick<Tx, 'select'>, id: string): Promise<SourceRow> {
  const [row] = await tx.select().from(releaseSources).where(eq(releaseSources.id, id))
  if (!row) throw notFound(releaseMessages.source_not_found())
  return row
}

export async function updateSource(ctx: Context, viewer: Viewer, id: string, patch: SourcePatch) {
  const { displayName, enabled, cronSchedule } = patch
  const problem = cronSchedule == null ? undefined : findScheduleProblem(cronSchedule, null)
  if (problem) {
    throw invalidBody('cronSchedule', problem.message)
  }
  return ctx.write(async (tx) => {
    const before = await getSource(tx, id)
    const changes = compareForAudit({ ...before }, { ...patch })
    await auditSource(ctx, tx, viewer, { source: before, action: 'change_source', changes })
    const [row] = await tx
      .update(releaseSources)
      .set({
        ...(displayName != null && { displayName }),
        ...(enabled != null && { enabled }),
        ...(cronSchedule !== undefined && { cronSchedule }),
        updatedAt: ctx.clock.now(),
      })
      .where(eq(releaseSources.id, id))
      .returning()
    await applySchedule(ctx, tx, row!)
    return buildView(row!, (await listEtags(tx)).get(id))
  })
}

export async function deleteSource(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const source = await getSource(tx, id)
    const { kind } = source
    if (kind === 'plugin') throw new Refusal('conflict', releaseMessages.source_of_plugin())
    if (kind !== 'feed') throw new Refusal('conflict', releaseMessages.source_built_in())
    await auditSource(ctx, tx, viewer, { source, action: 'remove_source' })
    await clearSource(ctx, tx, id)
    await removeSchedule(tx, `${schedulePrefix}${id}`)
    await tx.delete(releaseSources).where(eq(releaseSources.id, id))
  })
}

/**
 * Resets a source: deletes its releases and the stored data of its feeds. Returns the number of
 * deleted releases.
 */
export async function clearSource(ctx: Context, tx: Tx, id: string): Promise<number> {
  const { infoHash } = releases
  const rows = await tx
    .select({ id: releases.id, infoHash })
    .from(releases)
    .where(eq(releases.sourceId, id))
  const ids = rows.map((row) => row.id)
  await deleteKeepingOthers(ctx, tx, ids)
  // A release is recorded only once per hash, so releases listed by other sources may be stored
  // under this one. Those sources must be read in full again.
  const isShared = rows.some((row) => row.infoHash !== null)
  await tx.delete(releaseFeeds).where(isShared ? undefined : eq(releaseFeeds.sourceId, id))
  const values = { failures: 0, notBefore: null, lastError: null, lastErrorAt: null }
  await tx
    .update(releaseSources)
    .set({ ...values, lastSummary: null, lastPolledAt: null })
    .where(eq(releaseSources.id, id))
  return ids.length
}

export const resetSource = (ctx: Context, id: string) =>
  ctx.write(async (tx) => {
    await getSource(tx, id)
    return { deletedLedgerEntries: await clearSource(ctx, tx, id) }
  })

export async function resetAllSources(ctx: Context) {
  const rows = await listRows(ctx)
  let deletedLedgerEntries = 0
  for (const { id } of rows) {
    deletedLedgerEntries += await ctx.write((tx) => clearSource(ctx, tx, id))
  }
  return { considered: rows.length, reset: rows.length, deletedLedgerEntries, failed: 0 }
}

/** Uses a different job key than scheduled polls, which are delayed by up to ten minutes. */
const enqueuePoll = (ctx: Context, tx: Tx, sourceId: string) =>
  ctx.queue.enqueue(
    tx,
    pollReleaseSourceJob,
    { sourceId, isForced: true },
    { key: `poll-now:${sourceId}`, priority: 1 },
  )

export async function pollNow(ctx: Context, id: string) {
  const jobId = await ctx.write(async (tx) => {
    await getSource(tx, id)
    return enqueuePoll(ctx, tx, id)
  })
  if (jobId === undefined) throw new Refusal('conflict', releaseMessages.poll_running())
  return { status: 'enqueued', ...withText(releaseMessages.poll_started()) }
}

export async function pollAllNow(ctx: Context) {
  await ensureBuiltInSources(ctx)
  const enabled = (await listRows(ctx)).filter((row) => row.enabled)
  const enqueued = await ctx.write(async (tx) => {
    const ids = []
    for (const { id } of enabled) ids.push(await enqueuePoll(ctx, tx, id))
    return ids.filter((id) => id !== undefined).length
  })
  const considered = enabled.length
  return { considered, enqueued, coalesced: considered - enqueued, failed: 0 }
}

/**
 * Enqueues a scheduled poll with a delay of up to ten minutes, so that servers do not all send
 * requests at the same time. Does nothing if no series is tracked.
 */
export async function enqueueScheduledPoll(ctx: Context, tx: Tx, name: string) {
  if (!(await isAnythingTracked(tx))) return
  const sourceId = name.slice(schedulePrefix.length)
  const waitMs = Number(Bun.hash(`${sourceId}${ctx.config.data_dir}`) % BigInt(spreadMs))
  const runAt = new Date(ctx.clock.now().getTime() + waitMs)
  const options = { key: `poll:${sourceId}`, runAt }
  await ctx.queue.enqueue(tx, pollReleaseSourceJob, { sourceId, isForced: false }, options)
}

export async function getApplicability(ctx: Context, _viewer: Viewer) {
  const enabled = (await listRows(ctx)).filter((row) => row.enabled)
  return {
    applicable: enabled.length > 0,
    pluginDisplayNames: enabled.map(({ displayName }) => displayName),
  }
}
