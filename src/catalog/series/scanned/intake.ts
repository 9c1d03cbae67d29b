/**
 * Writes series rows on behalf of the scanner: one for each folder, and what its files say of it.
 * Never touches what a person or a provider has settled.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { giveWay } from '../../../platform/db/yield'
import { among } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { buildSortKey } from '../../../platform/lib/text'
import type { SeriesOffer } from '../metadata/from-file'
import type { Heard } from '../metadata/heard'
import { type HeardParts, partNames, type Parts } from '../metadata/parts'
import type { FromPath } from '../metadata/place-words'
import { series, seriesMetadata } from '../schema'
import { mayWrite, type Standing } from '../metadata/settle'

/** A series as its place on the disk tells of it. */
export interface SeriesDraft {
  /** Unique in the library. */
  groupKey: string
  title: string
  year: number | null
  /** Absolute. */
  path: string
  /** A person's rule gave the title. */
  isCorrected: boolean
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

export interface SeriesSuggestion
  extends HeardParts, Pick<Heard, 'offer' | 'sources' | 'hasPicture'> {
  seriesId: string
  /** What the path says; used where no file says anything (any more). */
  fromPath: FromPath
}

/** What hangs on a series and is to be set, where a file may say so. */
export interface PartsToSet extends Partial<Parts> {
  seriesId: string
}

/** Takes from each suggestion what may be taken; answers the parts that are to be set. */
export async function suggestSeries(
  tx: Tx,
  suggestions: readonly SeriesSuggestion[],
  now: Date,
): Promise<PartsToSet[]> {
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
  const parts: PartsToSet[] = []
  for (const suggestion of suggestions) {
    const row = rowOf.get(suggestion.seriesId)
    if (row) parts.push(await apply(tx, row, { suggestion, now }))
    await giveWay()
  }
  return parts
}

/** The series that are made by these groups, as far as there are any. */
export async function findSeriesAt(tx: Tx, libraryId: string, keys: readonly string[]) {
  if (keys.length === 0) return []
  return [...(await findPlaced(tx, libraryId, keys)).values()].map(({ id }) => id)
}

async function findPlaced(tx: Tx, libraryId: string, keys: readonly string[]) {
  const rows = await tx
    .select({ id: series.id, groupKey: series.groupKey })
    .from(series)
    .where(and(eq(series.libraryId, libraryId), inArray(series.groupKey, [...keys])))
  return new Map<string, Placed>(rows.map(({ id, groupKey }) => [groupKey, { id, isNew: false }]))
}

async function addSeries(tx: Tx, libraryId: string, drafts: readonly SeriesDraft[]) {
  const added = await tx
    .insert(series)
    .values(
      drafts.map(({ groupKey, title, year }) => ({
        libraryId,
        groupKey,
        title,
        year,
        sortKey: seriesKey(title),
      })),
    )
    .returning({ id: series.id, n: series.n, groupKey: series.groupKey })
  const draftOf = new Map(drafts.map((draft) => [draft.groupKey, draft]))
  await tx.insert(seriesMetadata).values(
    added.map(({ n, groupKey }) => {
      const { path, year } = draftOf.get(groupKey)!
      const sources: Record<string, string> = { title: 'path', ...(year && { year: 'path' }) }
      return { n, path, locks: [], sources }
    }),
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
): Promise<PartsToSet> {
  const { titleSort, imprint, authors, summary } = wide
  const { title, publisher, language, ageRating, readingDirection, year, status } = narrow
  const { totalChapterCount } = narrow
  const narrowValues = { title, publisher, language, ageRating, readingDirection, year, status }
  const values: Values = {
    ...narrowValues,
    totalChapterCount,
    titleSort,
    imprint,
    authors,
    summary,
  }
  const standing = { values: { ...values }, locks: wide.locks, sources: wide.sources }
  const sources = { ...wide.sources }
  choose(standing, suggestion, { values, sources })
  const parts = chooseParts(standing, suggestion, sources)
  const cover = coverOf(narrow, wide, suggestion)
  const isSaid = !Bun.deepEquals(values, standing.values) || cover !== narrow.selectedCoverSource
  const { titleSort: sort, imprint: house, authors: people, summary: text, ...changed } = values
  const kept = { titleSort: sort, imprint: house, authors: people, summary: text }
  if (isSaid) {
    const key = seriesKey(values.titleSort ?? values.title)
    const changes = { ...changed, selectedCoverSource: cover, sortKey: key, updatedAt: now }
    await tx.update(series).set(changes).where(eq(series.n, narrow.n))
  }
  if (isSaid || !Bun.deepEquals(sources, wide.sources)) {
    const changes = { ...kept, sources, updatedAt: now }
    await tx.update(seriesMetadata).set(changes).where(eq(seriesMetadata.n, narrow.n))
  }
  return { seriesId: suggestion.seriesId, ...parts }
}

/** The picture in the folder, where nobody has chosen another one. */
function coverOf(
  { selectedCoverSource: source }: Row['narrow'],
  { locks }: Row['wide'],
  { hasPicture }: SeriesSuggestion,
) {
  if (locks.includes('cover')) return source
  if (source === 'first_book' && hasPicture) return 'file'
  return source.startsWith('file') && !hasPicture ? 'first_book' : source
}

interface Values extends Omit<SeriesOffer, 'title' | 'readingDirection' | 'status'> {
  title: string
  status: Row['narrow']['status']
  readingDirection: Row['narrow']['readingDirection']
}

/** For every field the best word that a machine may have: the files' before the path's, or none. */
function choose(
  standing: Standing,
  { offer, fromPath, sources: heard }: SeriesSuggestion,
  { values, sources }: { values: Values; sources: Record<string, string> },
) {
  const guessed: Partial<Record<string, unknown>> = { ...fromPath }
  for (const [field, said] of Object.entries(offer)) {
    if (!mayWrite(standing, field, heard[field] ?? fileRank)) continue
    const value = said ?? guessed[field] ?? null
    // A value of which nobody knows where it came from is not a machine's to take away.
    if (value === null && standing.sources[field] === undefined) continue
    Object.assign(values, { [field]: value })
    remember(sources, field, value === null ? undefined : (heard[field] ?? 'path'))
  }
}

/** All files rank alike. */
const fileRank = 'comicinfo'

function remember(sources: Record<string, string>, field: string, source: string | undefined) {
  if (source) sources[field] = source
  else delete sources[field]
}

function chooseParts(
  standing: Standing,
  { partSources, ...said }: SeriesSuggestion,
  sources: Record<string, string>,
): Partial<Parts> {
  const chosen = partNames.filter((name) => {
    const source = partSources[name]
    if (!mayWrite(standing, name, source ?? fileRank)) return false
    if (source === undefined && standing.sources[name] === undefined) return false
    remember(sources, name, source)
    return true
  })
  return Object.fromEntries(chosen.map((name) => [name, said[name]]))
}

/** An index row of PostgreSQL holds no more than 2,700 bytes. */
const seriesKey = (title: string) => buildSortKey(title).slice(0, 600).toWellFormed()
