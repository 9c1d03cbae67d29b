/** Handles calls from plugins about releases. */
import { and, eq, notInArray } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { isUuid } from '../../../platform/http/shapes'
import { removeSchedule } from '../../../platform/jobs/schedules'
import { registerPluginCall } from '../../plugins/programs/plugin-calls'
import type { PluginCall } from '../../plugins/programs/plugin-storage'
import {
  findInstalledPlugin,
  onPluginRemoved,
  type UsablePlugin,
} from '../../plugins/usable-plugin'
import {
  type JsonObject,
  readInteger,
  readItems,
  readLine,
  readObject,
} from '../../providers/text/read-json'
import { RpcError } from '../../sandbox/model'
import { releases, releaseSources } from '../schema'
import { findFeed, storeFeed } from '../sources/feeds'
import { clearSource, insertPluginSource, schedulePrefix } from '../sources/sources'
import { recordCandidate } from './record-candidate'
import { readCandidate } from './read-candidate'
import { countTrackedFor, listTrackedFor } from './tracked-pages'

const invalidParams = -32_602
const notAllowed = -32_000
const maxSourcesOfPlugin = 20
const usualPage = 200
const maxPage = 1000

type SourceRow = typeof releaseSources.$inferSelect

async function requireReleasePlugin(ctx: Context, id: string): Promise<UsablePlugin> {
  const plugin = await findInstalledPlugin(ctx, id)
  if (plugin?.capabilities.releaseSource === true) return plugin
  throw new RpcError(notAllowed, 'this plugin is not installed as a source of releases')
}

async function requireSource(ctx: Context, pluginId: string, { sourceId }: JsonObject) {
  const [row] = isUuid(sourceId)
    ? await ctx.db
        .select()
        .from(releaseSources)
        .where(and(eq(releaseSources.pluginId, pluginId), eq(releaseSources.id, sourceId)))
    : []
  if (!row) throw new RpcError(invalidParams, 'there is no such source')
  return row
}

interface RegisteredSource {
  sourceKey: string
  displayName: string
  config: Record<string, unknown>
}

function readSources({ sources }: JsonObject): RegisteredSource[] {
  const read = readItems(sources).flatMap((value) => {
    const given = readObject(value)
    const sourceKey = readLine(given['sourceKey'])?.slice(0, 200)
    if (sourceKey === undefined) return []
    const displayName = readLine(given['displayName'])?.slice(0, 200) ?? sourceKey
    return [{ sourceKey, displayName, config: { ...readObject(given['config']) } }]
  })
  return [...new Map(read.map((one) => [one.sourceKey, one])).values()].slice(0, maxSourcesOfPlugin)
}

/**
 * Registers all sources of a plugin. Deletes the plugin's other sources. Keeps users' settings for
 * sources that were already registered.
 */
const registerSources: PluginCall = async (ctx, { id: pluginId }, params) => {
  await requireReleasePlugin(ctx, pluginId)
  const wanted = readSources(params)
  return ctx.write(async (tx) => {
    const keys = wanted.map(({ sourceKey }) => sourceKey)
    const pruned = await deleteSources(ctx, tx, pluginId, keys)
    for (const source of wanted) await upsertSource(ctx, tx, pluginId, source)
    return { registered: wanted.length, pruned }
  })
}

async function upsertSource(ctx: Context, tx: Tx, pluginId: string, source: RegisteredSource) {
  const { sourceKey, config } = source
  const changed = await tx
    .update(releaseSources)
    .set({ config: { plugin: config } })
    .where(and(eq(releaseSources.pluginId, pluginId), eq(releaseSources.sourceKey, sourceKey)))
    .returning({ id: releaseSources.id })
  if (changed.length === 0) await insertPluginSource(ctx, tx, pluginId, source)
}

/**
 * Deletes sources whose keys are not in `keptKeys`, and their releases. Returns the number of
 * deleted sources.
 */
async function deleteSources(
  ctx: Context,
  tx: Tx,
  pluginId: string,
  keptKeys: readonly string[],
): Promise<number> {
  const gone = await tx
    .select({ id: releaseSources.id })
    .from(releaseSources)
    .where(
      and(
        eq(releaseSources.pluginId, pluginId),
        keptKeys.length > 0 ? notInArray(releaseSources.sourceKey, [...keptKeys]) : undefined,
      ),
    )
  for (const { id } of gone) {
    await clearSource(ctx, tx, id)
    await removeSchedule(tx, `${schedulePrefix}${id}`)
    await tx.delete(releaseSources).where(eq(releaseSources.id, id))
  }
  return gone.length
}

const countTracked: PluginCall = async (ctx, { id }) => ({
  total: await countTrackedFor(ctx.heavy, await requireReleasePlugin(ctx, id)),
})

const listTracked: PluginCall = async (ctx, { id }, params) => {
  const plugin = await requireReleasePlugin(ctx, id)
  await requireSource(ctx, id, params)
  const limit = Math.min(readInteger(params['limit'], { min: 1 }) ?? usualPage, maxPage)
  const offset = readInteger(params['offset']) ?? 0
  const tracked = await listTrackedFor(ctx.heavy, plugin, { limit, offset })
  return { tracked, ...(tracked.length === limit && { nextOffset: offset + limit }) }
}

/** Ignores progress, because polls run in the background and finish within minutes. */
const reportProgress: PluginCall = () => Promise.resolve(null)

interface RecordedCounts {
  items: number
  added: number
}

/** Counts of the releases recorded through calls during a poll, keyed by source ID. */
const countsOfPolls = new Map<string, RecordedCounts>()

/** Counts the releases that a plugin records through calls while `work` runs. */
export async function countRecorded<Answer>(sourceId: string, work: () => Promise<Answer>) {
  const counts: RecordedCounts = { items: 0, added: 0 }
  countsOfPolls.set(sourceId, counts)
  try {
    return { answer: await work(), counts }
  } finally {
    countsOfPolls.delete(sourceId)
  }
}

const recordRelease: PluginCall = async (ctx, { id }, params) => {
  const plugin = await requireReleasePlugin(ctx, id)
  const { id: sourceId } = await requireSource(ctx, id, params)
  const candidate = readCandidate(params['candidate'])
  if (!candidate) throw new RpcError(invalidParams, 'the release has no series or no id')
  const isNew = await recordCandidate(ctx, plugin, { sourceId, candidate })
  if (isNew === undefined) throw new RpcError(notAllowed, 'this series is not tracked')
  const counts = countsOfPolls.get(sourceId)
  if (counts) {
    counts.items += 1
    counts.added += Number(isNew)
  }
  const { externalReleaseId, seriesId } = candidate
  const [row] = await ctx.db
    .select({ id: releases.id })
    .from(releases)
    .where(
      and(
        eq(releases.sourceId, sourceId),
        eq(releases.externalReleaseId, externalReleaseId),
        eq(releases.seriesId, seriesId),
      ),
    )
  return { ledgerId: row?.id ?? null, deduped: !isNew }
}

/** The ETag that a plugin sets for its source is stored under this address. */
const stateAddress = 'plugin'

const getSourceState: PluginCall = async (ctx, { id }, params) =>
  buildState(ctx, await requireSource(ctx, id, params))

async function buildState(ctx: Context, { id, lastPolledAt }: SourceRow) {
  const etag = (await findFeed(ctx.db, id, stateAddress))?.etag
  return { etag: etag ?? null, lastPolledAt: lastPolledAt?.toISOString() ?? null }
}

const setSourceState: PluginCall = async (ctx, { id }, params) => {
  const source = await requireSource(ctx, id, params)
  const etag = readLine(params['etag']) ?? null
  await ctx.write((tx) => storeEtag(ctx, tx, source.id, etag))
  return buildState(ctx, source)
}

/** Stores the ETag of a plugin's source, unless the source was removed. */
export async function storeEtag(ctx: Context, tx: Tx, sourceId: string, etag: string | null) {
  if ((await tx.$count(releaseSources, eq(releaseSources.id, sourceId))) === 0) return
  const values = { etag, lastModified: null, comparedWith: '', listedAt: ctx.clock.now() }
  await storeFeed(tx, { sourceId, address: stateAddress, ...values })
}

export const findEtag = async (ctx: Context, sourceId: string) =>
  (await findFeed(ctx.db, sourceId, stateAddress))?.etag ?? undefined

const releaseCalls: Readonly<Record<string, PluginCall>> = {
  'releases/register_sources': registerSources,
  'releases/count_tracked': countTracked,
  'releases/list_tracked': listTracked,
  'releases/report_progress': reportProgress,
  'releases/record': recordRelease,
  'releases/source_state/get': getSourceState,
  'releases/source_state/set': setSourceState,
}

let isConnected = false

/** Allows plugins to act as release sources. */
export function connectPlugins() {
  if (isConnected) return
  isConnected = true
  for (const [method, call] of Object.entries(releaseCalls)) registerPluginCall(method, call)
  onPluginRemoved(async (ctx, tx, pluginId) => void (await deleteSources(ctx, tx, pluginId, [])))
}
