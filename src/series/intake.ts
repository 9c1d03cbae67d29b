/**
 * Writes series rows on behalf of the scanner: one for each folder, and what its files say of it.
 * Never touches what a person or a provider has settled.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { among } from '../db/sql'
import type { Tx } from '../db/store'
import { sortKey } from '../lib/text'
import { type Author, series, seriesMetadata } from './schema'
import { mayWrite, type Standing } from './settle'

/** A series as its place on the disk tells of it. */
export interface SeriesDraft {
  /** Unique in the library. */
  groupKey: string
  title: string
  /** Absolute. */
  path: string
}

export interface Placed {
  id: string
  /** It was not there before. */
  isNew: boolean
}

/** Finds or makes the series of these drafts; the answer is by group key. */
export async function placeSeries(
  tx: Tx,
  libraryId: string,
  drafts: readonly SeriesDraft[],
): Promise<Map<string, Placed>> {
  const keys = [...new Set(drafts.map(({ groupKey }) => groupKey))]
  const known = await findPlaced(tx, libraryId, keys)
  const missing = new Map(
    drafts.filter(({ groupKey }) => !known.has(groupKey)).map((draft) => [draft.groupKey, draft]),
  )
  if (missing.size > 0) {
    const added = await addSeries(tx, libraryId, [...missing.values()])
    for (const { id, groupKey } of added) known.set(groupKey, { id, isNew: true })
  }
  return known
}

/** What files say of their series. A member that is null says nothing. */
export interface SeriesOffer {
  title: string | null
  titleSort: string | null
  publisher: string | null
  imprint: string | null
  language: string | null
  ageRating: number | null
  readingDirection: 'ltr' | 'rtl' | null
  year: number | null
  authors: Author[] | null
}

export interface SeriesSuggestion {
  seriesId: string
  source: string
  offer: SeriesOffer
  /** What the path says; used where the file says nothing (any more). */
  fromPath: Pick<SeriesOffer, 'title' | 'year'>
  /** Speaks for the series: true for its first book. Others only fill what is empty. */
  isFirst: boolean
}

/** Which labels of a series a file may set. */
export interface Accepted {
  seriesId: string
  genres: boolean
  tags: boolean
}

/** Takes from each suggestion what may be taken; answers whose labels may be set. */
export async function suggestSeries(
  tx: Tx,
  suggestions: readonly SeriesSuggestion[],
  now: Date,
): Promise<Accepted[]> {
  const rows = await tx
    .select({ narrow: series, wide: seriesMetadata })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(
      among(
        series.id,
        suggestions.map(({ seriesId }) => seriesId),
      ),
    )
  const rowOf = new Map(rows.map((row) => [row.narrow.id, row]))
  const accepted: Accepted[] = []
  for (const suggestion of suggestions) {
    const row = rowOf.get(suggestion.seriesId)
    if (row) accepted.push(await apply(tx, row, { suggestion, now }))
  }
  return accepted
}

/** Remembers that the labels of these series came from their files. */
export async function markLabelled(tx: Tx, seriesId: string, labels: Record<string, string>) {
  if (Object.keys(labels).length === 0) return
  const [row] = await tx
    .select({ n: seriesMetadata.n, sources: seriesMetadata.sources })
    .from(seriesMetadata)
    .innerJoin(series, eq(series.n, seriesMetadata.n))
    .where(eq(series.id, seriesId))
  if (!row || Bun.deepEquals(row.sources, { ...row.sources, ...labels })) return
  await tx
    .update(seriesMetadata)
    .set({ sources: { ...row.sources, ...labels } })
    .where(eq(seriesMetadata.n, row.n))
}

async function findPlaced(tx: Tx, libraryId: string, keys: readonly string[]) {
  const rows = await tx
    .select({ id: series.id, groupKey: series.groupKey })
    .from(series)
    .where(and(eq(series.libraryId, libraryId), sql`${series.groupKey} in ${keys}`))
  return new Map<string, Placed>(rows.map(({ id, groupKey }) => [groupKey, { id, isNew: false }]))
}

async function addSeries(tx: Tx, libraryId: string, drafts: readonly SeriesDraft[]) {
  const added = await tx
    .insert(series)
    .values(
      drafts.map(({ groupKey, title }) => ({
        libraryId,
        groupKey,
        title,
        sortKey: boundKey(title),
      })),
    )
    .returning({ id: series.id, n: series.n, groupKey: series.groupKey })
  const pathOf = new Map(drafts.map(({ groupKey, path }) => [groupKey, path]))
  await tx.insert(seriesMetadata).values(
    added.map(({ n, groupKey }) => ({
      n,
      path: pathOf.get(groupKey) ?? null,
      locks: [],
      sources: { title: 'path' },
    })),
  )
  return added
}

interface Row {
  narrow: typeof series.$inferSelect
  wide: typeof seriesMetadata.$inferSelect
}

async function apply(
  tx: Tx,
  { narrow, wide }: Row,
  { suggestion, now }: { suggestion: SeriesSuggestion; now: Date },
): Promise<Accepted> {
  const { titleSort, imprint, authors } = wide
  const { title, publisher, language, ageRating, readingDirection, year } = narrow
  const values = {
    title,
    titleSort,
    publisher,
    imprint,
    language,
    ageRating,
    readingDirection,
    year,
    authors,
  }
  const standing = { values, locks: wide.locks, sources: wide.sources }
  const chosen = choose(standing, suggestion)
  if (!Bun.deepEquals(chosen.values, values)) {
    const { titleSort: _, imprint: __, authors: ___, ...narrowOnly } = chosen.values
    const key = boundKey(chosen.values.titleSort ?? chosen.values.title)
    await tx
      .update(series)
      .set({ ...narrowOnly, sortKey: key, updatedAt: now })
      .where(eq(series.n, narrow.n))
  }
  const changes = {
    titleSort: chosen.values.titleSort,
    imprint: chosen.values.imprint,
    authors: chosen.values.authors,
    sources: chosen.sources,
  }
  if (!Bun.deepEquals(changes, { titleSort, imprint, authors, sources: wide.sources })) {
    await tx
      .update(seriesMetadata)
      .set({ ...changes, updatedAt: now })
      .where(eq(seriesMetadata.n, narrow.n))
  }
  const may = (field: string) =>
    mayWrite(standing, field, suggestion.source) &&
    (suggestion.isFirst || standing.sources[field] === undefined)
  return { seriesId: suggestion.seriesId, genres: may('genres'), tags: may('tags') }
}

interface Values extends Omit<SeriesOffer, 'title' | 'readingDirection'> {
  title: string
  readingDirection: Row['narrow']['readingDirection']
}

/** For every field the best word that a machine may have: the file's before the path's. */
function choose(
  standing: Standing & { values: Values },
  { offer, fromPath, source, isFirst }: SeriesSuggestion,
): { values: Values; sources: Record<string, string> } {
  const values: Record<string, unknown> = { ...standing.values }
  const sources = { ...standing.sources }
  for (const [field, said] of Object.entries(offer)) {
    if (!mayWrite(standing, field, source)) continue
    const isOpen = values[field] === null || sources[field] === 'path'
    if (!isFirst && !isOpen) continue
    const guessed = (fromPath as Record<string, unknown>)[field] ?? null
    const value = said ?? guessed
    // Another book that says nothing leaves what is there.
    if (value === null && !(isFirst && sources[field] !== undefined)) continue
    values[field] = value ?? (field === 'title' ? values[field] : null)
    delete sources[field]
    if (value !== null) sources[field] = said !== null ? source : 'path'
  }
  return { values: values as unknown as Values, sources }
}

const boundKey = (title: string) => sortKey(title).slice(0, 600).toWellFormed()
