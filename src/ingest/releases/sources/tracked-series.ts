/** Loads the series to find releases for, with their names. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { alternateTitles, externalIds } from '../../../catalog/metadata/schema'
import { series, seriesTracking } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { TrackedSeries } from '../ledger/record-releases'
import { loadOwnedNumbers } from '../ledger/series-numbers'
import { normalizeName } from '../rules/read-numbers'
import { seriesAliases } from '../schema'

export interface NamedSeries extends TrackedSeries {
  /** Titles and aliases, normalized. */
  names: ReadonlySet<string>
  /** ID at MangaUpdates. */
  externalId: string | null
  threshold: number
  pollIntervalMs: number
}

const defaultThreshold = 0.7
const maxSeries = 20_000

/**
 * Lists at most `maxSeries` tracked series outside the trash. Pass the heavy database connection as
 * `db`.
 */
export async function listTrackedSeries(db: Db): Promise<NamedSeries[]> {
  const rows = await db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      title: series.title,
      tracking: seriesTracking,
    })
    .from(series)
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, series.id))
    .where(and(eq(series.tracked, true), isNull(series.trashedAt)))
    .orderBy(asc(series.id))
    .limit(maxSeries)
  const ids = rows.map(({ id }) => id)
  const names = await listNames(db, ids)
  const external = await listMangaUpdatesIds(db, ids)
  const owned = await loadOwnedNumbers(db, ids)
  return rows.map(({ id, libraryId, title, tracking }) => ({
    id,
    libraryId,
    names: new Set([title, ...(names.get(id) ?? [])].map(normalizeName).filter(Boolean)),
    externalId: external.get(id) ?? null,
    owned: owned.get(id)!,
    ...readSettings(tracking),
  }))
}

/**
 * Returns the releases with the current state of their series, which may have changed since the
 * poll started. Omits releases of series that were deleted or are no longer tracked.
 */
export async function withCurrentSeries<Found extends { series: TrackedSeries }>(
  tx: Tx,
  found: readonly Found[],
): Promise<Found[]> {
  const current = await loadTracked(
    tx,
    found.map((one) => one.series.id),
  )
  return found.flatMap((one) => {
    const known = current.get(one.series.id)
    return known ? [{ ...one, series: { ...one.series, ...known } }] : []
  })
}

/** Loads the given series that are tracked and not in the trash, keyed by ID. */
export async function loadTracked(tx: Tx, seriesIds: readonly string[]) {
  const ids = [...new Set(seriesIds)]
  const rows = await tx
    .select({ id: series.id, libraryId: series.libraryId, tracking: seriesTracking })
    .from(series)
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, series.id))
    .where(and(inIds(series.id, ids), eq(series.tracked, true), isNull(series.trashedAt)))
  const owned = await loadOwnedNumbers(tx, ids)
  return new Map(
    rows.map(({ id, libraryId, tracking }) => {
      const { rules, threshold } = readSettings(tracking)
      return [id, { id, libraryId, rules, threshold, owned: owned.get(id)! }]
    }),
  )
}

export async function isAnythingTracked(db: Pick<Db, 'select'>): Promise<boolean> {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(eq(series.tracked, true), isNull(series.trashedAt)))
    .limit(1)
  return rows.length > 0
}

/** Defaults for a series without a row. */
const defaults = {
  confidenceThresholdOverride: null,
  pollIntervalOverrideS: null,
  trackChapters: true,
  trackVolumes: true,
  languages: null,
  allowedGroups: null,
  blockedGroups: null,
}

function readSettings(row: typeof seriesTracking.$inferSelect | null) {
  const tracking = row ?? defaults
  return {
    threshold: tracking.confidenceThresholdOverride ?? defaultThreshold,
    pollIntervalMs: (tracking.pollIntervalOverrideS ?? 0) * 1000,
    rules: {
      trackChapters: tracking.trackChapters,
      trackVolumes: tracking.trackVolumes,
      languages: tracking.languages,
      allowedGroups: tracking.allowedGroups ?? [],
      blockedGroups: tracking.blockedGroups ?? [],
    },
  }
}

async function listNames(db: Db, ids: readonly string[]) {
  const aliases = await db
    .select({ seriesId: seriesAliases.seriesId, name: seriesAliases.alias })
    .from(seriesAliases)
    .where(inIds(seriesAliases.seriesId, ids))
  const titles = await db
    .select({ seriesId: alternateTitles.seriesId, name: alternateTitles.title })
    .from(alternateTitles)
    .where(inIds(alternateTitles.seriesId, ids))
  const names = new Map<string, string[]>()
  for (const { seriesId, name } of [...aliases, ...titles]) {
    names.set(seriesId, [...(names.get(seriesId) ?? []), name])
  }
  return names
}

async function listMangaUpdatesIds(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ seriesId: externalIds.seriesId, externalId: externalIds.externalId })
    .from(externalIds)
    .where(
      and(
        inIds(externalIds.seriesId, ids),
        inArray(externalIds.source, ['plugin:mangaupdates', 'mangaupdates']),
      ),
    )
  return new Map(rows.map(({ seriesId, externalId }) => [seriesId, externalId]))
}

/** Computes a hash that changes if unchanged feed items would lead to a different result. */
export const hashSettings = (tracked: readonly NamedSeries[]): string =>
  Bun.hash(
    JSON.stringify(
      tracked.map(({ id, names, rules, threshold }) => [id, [...names], rules, threshold]),
    ),
  ).toString(36)
