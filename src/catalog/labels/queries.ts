import { and, asc, count, eq, gt, inArray, min, notExists, type SQL, sql, sum } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { seesEverything } from '../libraries/library-visibility'
import { isCountedFor, isSeriesVisibleTo } from '../libraries/series-visibility'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { genreCounts, genres, seriesGenres, seriesTags, tagCounts, tags } from './schema'

export type Kind = 'genre' | 'tag'

/** Genres and tags have tables with the same columns, so the types of one represent both. */
export const getTables = (kind: Kind) =>
  (kind === 'genre'
    ? { labels: genres, links: seriesGenres, counts: genreCounts }
    : { labels: tags, links: seriesTags, counts: tagCounts }) as {
    labels: typeof genres
    links: typeof seriesGenres
    counts: typeof genreCounts
  }

interface LabelPage {
  /** Folded text that the name must contain. */
  search: string
  limit: number
  offset: number
}

/**
 * Lists labels with stored counters, for viewers who see everything. Excludes labels used only in
 * the trash.
 */
export async function selectAllLabels(db: Db, kind: Kind, { search, limit, offset }: LabelPage) {
  const { labels } = getTables(kind)
  const condition = and(gt(labels.seriesCount, 0), containsText(labels.nameKey, search))
  const [data, [row]] = await Promise.all([
    db
      .select(labelColumns(labels))
      .from(labels)
      .where(condition)
      .orderBy(asc(labels.nameKey), asc(labels.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(labels).where(condition),
  ])
  return { data, total: row!.total }
}

/** Lists labels of series that the viewer can see, and counts only these series. */
export async function selectVisibleLabels(db: Db, viewer: Viewer, kind: Kind, asked: LabelPage) {
  const { labels, counts } = getTables(kind)
  const counted = db
    .select({
      labelId: counts.labelId,
      seen: sum(counts.seriesCount).as('seen'),
      ...selectSpelling(counts),
    })
    .from(counts)
    .where(and(gt(counts.seriesCount, 0), isCountedFor(viewer, counts)))
    .groupBy(counts.labelId)
    .as('counted')
  const condition = containsText(labels.nameKey, asked.search)
  const rows = () => eq(labels.id, counted.labelId)
  const found = await db
    .select({
      id: labels.id,
      name: counted.spelling,
      createdAt: counted.since,
      seriesCount: sql<number>`${counted.seen}`.mapWith(Number),
      // Counted in the same query, because counting series takes most of the time.
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(labels)
    .innerJoin(counted, rows())
    .where(condition)
    .orderBy(asc(labels.nameKey), asc(labels.id))
    .limit(asked.limit)
    .offset(asked.offset)
  const data = found.map(({ total: _, createdAt, ...label }) => ({
    ...label,
    createdAt: createdAt!,
  }))
  if (found.length > 0 || asked.offset === 0) return { data, total: found[0]?.total ?? 0 }
  const [row] = await db
    .select({ total: count() })
    .from(labels)
    .innerJoin(counted, rows())
    .where(condition)
  return { data, total: row!.total }
}

export async function isLabelVisible(
  db: Db,
  viewer: Viewer,
  kind: Kind,
  id: string,
): Promise<boolean> {
  const { labels, links } = getTables(kind)
  if (seesEverything(viewer)) {
    const [row] = await db.select({ id: labels.id }).from(labels).where(eq(labels.id, id))
    return row !== undefined
  }
  const [row] = await db
    .select({ id: links.labelId })
    .from(links)
    .innerJoin(series, eq(series.id, links.seriesId))
    .where(and(eq(links.labelId, id), isSeriesVisibleTo(viewer)))
    .limit(1)
  return row !== undefined
}

export function selectSeriesLabels(db: Db, kind: Kind, seriesId: string) {
  const { labels, links } = getTables(kind)
  return db
    .select({ id: labels.id, name: links.name })
    .from(links)
    .innerJoin(labels, eq(labels.id, links.labelId))
    .where(eq(links.seriesId, seriesId))
    .orderBy(asc(labels.nameKey))
}

/** Selects the spelling and first use of labels, which can differ between the counted libraries. */
const selectSpelling = (counts: typeof genreCounts) => ({
  spelling: sql<string>`min(${counts.name})`.as('spelling'),
  since: min(counts.createdAt).as('since'),
})

/** Creates missing labels and returns all names by ID. `names` is keyed by folded name. */
export async function upsertLabels(
  tx: Tx,
  kind: Kind,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (names.size === 0) return new Map()
  const { labels } = getTables(kind)
  const keys = [...names.keys()]
  await tx
    .insert(labels)
    .values([...names].map(([nameKey, name]) => ({ nameKey, name })))
    .onConflictDoNothing({ target: labels.nameKey })
  const rows = await tx
    .select({ id: labels.id, key: labels.nameKey })
    .from(labels)
    .where(inArray(labels.nameKey, keys))
  return new Map(rows.map(({ id, key }) => [id, names.get(key)!]))
}

/** Finds the library's spellings of these labels. Labels that it has never had are absent. */
export async function findSpellings(
  tx: Tx,
  kind: Kind,
  { ids, libraryId }: { ids: readonly string[]; libraryId: string },
): Promise<Map<string, string>> {
  const { counts } = getTables(kind)
  const rows = await tx
    .select({ id: counts.labelId, name: counts.name })
    .from(counts)
    .where(and(inIds(counts.labelId, ids), eq(counts.libraryId, libraryId)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** `names` is keyed by label ID. */
export async function insertLinks(
  tx: Tx,
  kind: Kind,
  seriesId: string,
  names: ReadonlyMap<string, string>,
) {
  if (names.size === 0) return
  const { links } = getTables(kind)
  await tx
    .insert(links)
    .values([...names].map(([labelId, name]) => ({ seriesId, labelId, name })))
    .onConflictDoNothing()
}

export async function deleteLinks(tx: Tx, kind: Kind, seriesId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  const { links } = getTables(kind)
  await tx.delete(links).where(and(eq(links.seriesId, seriesId), inIds(links.labelId, ids)))
}

export async function deleteLabel(tx: Tx, kind: Kind, id: string) {
  const { labels } = getTables(kind)
  await tx.delete(labels).where(eq(labels.id, id))
}

/**
 * Removes the label from visible series, and deletes it if no other series uses it. The caller
 * updates its counts.
 */
export async function deleteVisibleLabel(tx: Tx, viewer: Viewer, kind: Kind, id: string) {
  const { labels, links } = getTables(kind)
  const seen = tx.select({ id: series.id }).from(series).where(isSeriesVisibleTo(viewer))
  await tx.delete(links).where(and(eq(links.labelId, id), inArray(links.seriesId, seen)))
  await tx.delete(labels).where(and(eq(labels.id, id), isUnusedLabel(tx, kind)))
}

/** Finds labels that no series uses, not even one in the trash, in alphabetical order. */
export function findUnusedLabels(db: Db, kind: Kind) {
  const { labels } = getTables(kind)
  return db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(isUnusedLabel(db, kind))
    .orderBy(asc(labels.nameKey))
}

/** Deletes the given labels that no series uses. Returns their IDs. */
export async function deleteUnusedLabels(tx: Tx, kind: Kind, ids: readonly string[]) {
  const { labels } = getTables(kind)
  const condition = and(inIds(labels.id, ids), isUnusedLabel(tx, kind))
  const gone = await tx.delete(labels).where(condition).returning({ id: labels.id })
  return new Set(gone.map(({ id }) => id))
}

function isUnusedLabel(db: Db | Tx, kind: Kind) {
  const { labels, links } = getTables(kind)
  const carried = db
    .select({ one: sql`1` })
    .from(links)
    .where(eq(links.labelId, labels.id))
  return notExists(carried)
}

const labelColumns = (labels: typeof genres) => ({
  id: labels.id,
  name: labels.name,
  seriesCount: labels.seriesCount,
  createdAt: labels.createdAt,
})

/** Compares folded text, so case and accents do not matter. */
const containsText = (column: typeof genres.nameKey, search: string): SQL | undefined =>
  search === ''
    ? undefined
    : sql`${column} like ${`%${search.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
