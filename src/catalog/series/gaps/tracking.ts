/** Reads, updates, copies and restores the release tracking of series. */
import { and, eq } from 'drizzle-orm'
import { requestMessages, valueMessages } from '../../../platform/messages/common'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { type Detail, invalid } from '../../../errors'
import { parseLanguage } from '../../../media/metadata/languages'
import type { Viewer } from '../../../accounts/permissions/model'
import { getStoredSeries } from '../metadata/service'
import { type TrackingPatch, type TrackingView, seriesUpdated } from '../model'
import { findTracking, updateSeries, upsertTracking } from '../queries'
import { series as seriesTable, seriesTracking } from '../schema'
import { getHigher } from './upstream-gaps'
import { languageRule, findTextProblem } from '../metadata/validate-series'

const maxMapBytes = 64 * 1024

export async function getTracking(db: Db, viewer: Viewer, id: string): Promise<TrackingView> {
  const { series } = await getStoredSeries(db, viewer, id)
  const row = await findTracking(db, id)
  const { tracked, createdAt, updatedAt } = series
  const { releasedChapter, releasedVolume, ...settings } = row ?? noReleases
  return {
    ...defaultTracking,
    createdAt,
    updatedAt,
    ...settings,
    latestKnownChapter: getHigher(row?.latestKnownChapter, releasedChapter),
    latestKnownVolume: getHigher(row?.latestKnownVolume, releasedVolume),
    allowedGroups: row?.allowedGroups ?? [],
    blockedGroups: row?.blockedGroups ?? [],
    seriesId: id,
    tracked,
  }
}

const noReleases = { releasedChapter: null, releasedVolume: null }

/**
 * Stores the highest numbers of accepted releases, or null if there are none. A number set by a
 * user is kept.
 */
export async function updateReleasedNumbers(
  ctx: Pick<Context, 'bus' | 'clock'>,
  tx: Tx,
  { seriesId, libraryId, ...numbers }: ReleasedNumbers,
) {
  const row = await findTracking(tx, seriesId)
  const isSame =
    (row?.releasedChapter ?? null) === numbers.releasedChapter &&
    (row?.releasedVolume ?? null) === numbers.releasedVolume
  if (isSame) return
  await upsertTracking(tx, seriesId, { ...numbers, updatedAt: ctx.clock.now() })
  tx.afterCommit(() => ctx.bus.publish(seriesUpdated, { libraryId, seriesId }))
}

interface ReleasedNumbers {
  seriesId: string
  libraryId: string
  releasedChapter: number | null
  releasedVolume: number | null
}

const defaultTracking = {
  trackChapters: true,
  trackVolumes: true,
  latestKnownChapter: null,
  latestKnownVolume: null,
  languages: null,
  pollIntervalOverrideS: null,
  confidenceThresholdOverride: null,
  volumeChapterMap: null,
}

/**
 * Updates tracking settings. A boolean keeps its value if it is null in the patch. Other members
 * are cleared by null.
 */
export async function updateTracking(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: TrackingPatch,
): Promise<TrackingView> {
  const { tracked, ...rest } = normalizePatch(patch)
  await ctx.write(async (tx) => {
    const { series } = await getStoredSeries(tx, viewer, id)
    const now = ctx.clock.now()
    if (Object.keys(rest).length > 0) await upsertTracking(tx, id, { ...rest, updatedAt: now })
    await updateSeries(tx, id, { ...(tracked !== undefined && { tracked }), updatedAt: now })
    const { libraryId } = series
    tx.afterCommit(() => ctx.bus.publish(seriesUpdated, { libraryId, seriesId: id }))
  })
  return getTracking(ctx.db, viewer, id)
}

/** Copies tracking settings unless `toId` has its own. If `fromId` is tracked, so is `toId`. */
export async function mergeTracking(tx: Tx, { fromId, toId }: { fromId: string; toId: string }) {
  const row = await findTracking(tx, fromId)
  if (row && !(await findTracking(tx, toId))) {
    const { seriesId: _, ...settings } = row
    await upsertTracking(tx, toId, settings)
  }
  const isTracked = and(eq(seriesTable.id, fromId), eq(seriesTable.tracked, true))
  if ((await tx.$count(seriesTable, isTracked)) > 0) await updateSeries(tx, toId, { tracked: true })
}

export interface TrackingSettings {
  seriesId: string
  tracked: boolean
  /** null if no setting was changed. */
  settings: Awaited<ReturnType<typeof findTracking>> | null
}

/** Lists the settings of series that are tracked or have settings. */
export async function listTrackingSettings(
  tx: Tx,
  seriesIds: readonly string[],
): Promise<TrackingSettings[]> {
  const rows = await tx
    .select({ seriesId: seriesTable.id, tracked: seriesTable.tracked, settings: seriesTracking })
    .from(seriesTable)
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, seriesTable.id))
    .where(inIds(seriesTable.id, seriesIds))
  return rows.filter(({ tracked, settings }) => tracked || settings !== null)
}

/** Restores tracking. Settings are restored only if the series has none. */
export async function restoreTracking(
  tx: Tx,
  seriesId: string,
  { tracked, settings }: TrackingSettings,
) {
  if (settings && !(await findTracking(tx, seriesId))) {
    // Excludes the times, which are text in a preserved row.
    const { seriesId: _, createdAt: _created, updatedAt: _updated, ...changes } = settings
    await upsertTracking(tx, seriesId, changes)
  }
  if (tracked) await updateSeries(tx, seriesId, { tracked: true })
}

function normalizePatch({ tracked, trackChapters, trackVolumes, ...patch }: TrackingPatch) {
  const details: Detail[] = []
  const languages = patch.languages?.map((tag, place) => {
    const language = parseLanguage(tag)
    if (language === undefined) details.push({ path: `languages.${place}`, message: languageRule })
    return language ?? tag
  })
  const { volumeChapterMap: map } = patch
  const problem = map === undefined ? undefined : findMapProblem(map)
  if (problem) details.push({ path: 'volumeChapterMap', message: problem })
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  return {
    ...patch,
    ...(languages && { languages }),
    // A number set by a user takes precedence over releases.
    ...(patch.latestKnownChapter !== undefined && { releasedChapter: null }),
    ...(patch.latestKnownVolume !== undefined && { releasedVolume: null }),
    ...(typeof tracked === 'boolean' && { tracked }),
    ...(typeof trackChapters === 'boolean' && { trackChapters }),
    ...(typeof trackVolumes === 'boolean' && { trackVolumes }),
  }
}

function findMapProblem(map: unknown) {
  const problem = findTextProblem(map, 1)
  if (problem) return problem
  const isLarge = Buffer.byteLength(JSON.stringify(map)) > maxMapBytes
  return isLarge ? valueMessages.max_bytes({ max: maxMapBytes }) : undefined
}
