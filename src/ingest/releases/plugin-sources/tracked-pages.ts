/** Lists the tracked series that plugins may know about, in pages. */
import { and, asc, count, eq, exists, inArray, isNull } from 'drizzle-orm'
import { alternateTitles, externalIds } from '../../../catalog/metadata/schema'
import { series, seriesTracking } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import type { UsablePlugin } from '../../plugins/usable-plugin'
import { seriesAliases } from '../schema'

const maxAliases = 50

type Scope = Pick<UsablePlugin, 'libraryIds' | 'capabilities'>

/** Converts catalog names to the names of stored ID sources, with and without a prefix. */
const toSources = (names: readonly string[]) =>
  names
    .map((name) => name.toLowerCase().replace(/^(api|plugin):/, ''))
    .flatMap((name) => [`plugin:${name}`, name])

const isInScope = (db: Db, { libraryIds, capabilities }: Scope) => {
  const sources = toSources(capabilities.releaseIdSources)
  const withId = db
    .select({ id: externalIds.id })
    .from(externalIds)
    .where(and(eq(externalIds.seriesId, series.id), inArray(externalIds.source, sources)))
  return and(
    eq(series.tracked, true),
    isNull(series.trashedAt),
    libraryIds && inIds(series.libraryId, [...libraryIds]),
    sources.length > 0 ? exists(withId) : undefined,
  )
}

export async function countTrackedFor(db: Db, scope: Scope): Promise<number> {
  const [row] = await db.select({ count: count() }).from(series).where(isInScope(db, scope))
  return row!.count
}

export async function listTrackedFor(
  db: Db,
  scope: Scope,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await db
    .select({ id: series.id, title: series.title, tracking: seriesTracking })
    .from(series)
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, series.id))
    .where(isInScope(db, scope))
    .orderBy(asc(series.id))
    .limit(limit)
    .offset(offset)
  const ids = rows.map(({ id }) => id)
  const names = await listNamesOf(db, ids)
  const known = await listIdsOf(db, ids)
  return rows.map(({ id, title, tracking }) => ({
    seriesId: id,
    aliases: [...new Set([title, ...(names.get(id) ?? [])])].slice(0, maxAliases),
    externalIds: known.get(id) ?? {},
    latestKnownChapter: tracking?.latestKnownChapter ?? null,
    latestKnownVolume: tracking?.latestKnownVolume ?? null,
    ...(tracking?.languages && { languages: tracking.languages }),
  }))
}

async function listNamesOf(db: Db, ids: readonly string[]) {
  const aliases = await db
    .select({ seriesId: seriesAliases.seriesId, name: seriesAliases.alias })
    .from(seriesAliases)
    .where(inIds(seriesAliases.seriesId, ids))
  const titles = await db
    .select({ seriesId: alternateTitles.seriesId, name: alternateTitles.title })
    .from(alternateTitles)
    .where(inIds(alternateTitles.seriesId, ids))
  const bySeries = Map.groupBy([...aliases, ...titles], ({ seriesId }) => seriesId)
  return new Map([...bySeries].map(([id, all]) => [id, all.map(({ name }) => name)]))
}

/** Lists external IDs by series, keyed by catalog name without a prefix. */
async function listIdsOf(db: Db, ids: readonly string[]) {
  const rows = await db.select().from(externalIds).where(inIds(externalIds.seriesId, ids))
  const bySeries = new Map<string, Record<string, string>>()
  for (const { seriesId, source, externalId } of rows) {
    const known = bySeries.get(seriesId) ?? {}
    known[source.replace(/^plugin:/, '')] = externalId
    bySeries.set(seriesId, known)
  }
  return bySeries
}
