/**
 * Writes series rows for the scanner, one for each folder. Never overwrites data set by users or
 * providers.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { applyFileValues, applyOffer } from '../../metadata/metadata-engine'
import { isSame, type MetadataState } from '../../metadata/field-table'
import { getItemSources } from '../../metadata/item-sources'
import { type IdItem, idStorage } from '../../metadata/part-storage'
import type { CollectedMetadata } from '../metadata/collect-metadata'
import { fileIdSources, type FileParts, filePartNames, type Parts } from '../metadata/file-parts'
import { buildFileValues } from '../metadata/file-values'
import type { PathMetadata } from '../metadata/path-metadata'
import {
  filePartStorage,
  metadataFields,
  seriesFieldTable,
  seriesSortKey,
  seriesState,
  writeColumns,
} from '../metadata/series-fields'
import { type Stored, updateMetadata } from '../queries'
import { series, seriesMetadata } from '../schema'

/** A series as derived from its path. */
export interface SeriesDraft {
  /** Unique in the library. */
  groupKey: string
  title: string
  year: number | null
  /** Absolute. */
  path: string
  /** Whether the title comes from a parsing rule. */
  isCorrected: boolean
}

export interface StoredSeriesRef {
  id: string
  /** Whether the series was just created. */
  isNew: boolean
}

/** Finds or creates the series of these drafts. Returns them by group key. */
export async function findOrCreateSeries(
  tx: Tx,
  libraryId: string,
  drafts: readonly SeriesDraft[],
): Promise<Map<string, StoredSeriesRef>> {
  const keys = [...new Set(drafts.map(({ groupKey }) => groupKey))]
  const known = await findSeriesByKeys(tx, libraryId, keys)
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
  extends FileParts, Pick<CollectedMetadata, 'offer' | 'sources' | 'hasPicture'> {
  seriesId: string
  /** Used for fields that no file has a value for. */
  fromPath: PathMetadata
}

/** The lists to store for a series. */
export type ChosenParts = Partial<Parts> & {
  seriesId: string
  externalIds?: readonly IdItem[] | undefined
}

/** Applies the values that files may set. Returns the lists to store. */
export async function applySuggestions(
  tx: Tx,
  suggestions: readonly SeriesSuggestion[],
  now: Date,
): Promise<ChosenParts[]> {
  const rows = await tx
    .select({ series, metadata: seriesMetadata })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(
      inIds(
        series.id,
        suggestions.map(({ seriesId }) => seriesId),
      ),
    )
  const rowOf = new Map(rows.map((row) => [row.series.id, row]))
  const parts: ChosenParts[] = []
  for (const suggestion of suggestions) {
    const row = rowOf.get(suggestion.seriesId)
    if (row) parts.push(await applySuggestion(tx, row, { suggestion, now }))
  }
  return parts
}

/** Stores lists from files. The caller refreshes the search text. */
export async function storeFileParts(
  tx: Tx,
  { seriesId, externalIds, ...parts }: ChosenParts,
  now: Date,
) {
  if (externalIds) await idStorage.save(tx, { id: seriesId, now }, externalIds)
  for (const name of filePartNames) {
    const wanted = parts[name]
    if (wanted) await filePartStorage[name].save(tx, { id: seriesId, now }, wanted)
  }
}

export async function findSeriesIdsByKeys(tx: Tx, libraryId: string, keys: readonly string[]) {
  if (keys.length === 0) return []
  return [...(await findSeriesByKeys(tx, libraryId, keys)).values()].map(({ id }) => id)
}

async function findSeriesByKeys(tx: Tx, libraryId: string, keys: readonly string[]) {
  const rows = await tx
    .select({ id: series.id, groupKey: series.groupKey })
    .from(series)
    .where(and(eq(series.libraryId, libraryId), inArray(series.groupKey, [...keys])))
  return new Map<string, StoredSeriesRef>(
    rows.map(({ id, groupKey }) => [groupKey, { id, isNew: false }]),
  )
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
        sortKey: seriesSortKey(title),
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

async function applySuggestion(
  tx: Tx,
  row: Stored,
  { suggestion, now }: { suggestion: SeriesSuggestion; now: Date },
): Promise<ChosenParts> {
  const before = seriesState(row)
  const names = [...Object.keys(suggestion.offer), ...filePartNames]
  const files = buildFileValues(suggestion)
  const applied = applyFileValues(seriesFieldTable, before, { names, files })
  const { values, locks } = applied
  const { sources, externalIds } = await mergeFileIds(tx, row, applied, suggestion)
  const columns = Object.fromEntries(
    metadataFields
      .filter((name) => !isSame(values[name], before.values[name]))
      .map((name) => [name, values[name]]),
  )
  const selectedCoverSource = chooseCoverSource(row, suggestion)
  const isCoverChanged = selectedCoverSource !== row.series.selectedCoverSource
  if (Object.keys(columns).length > 0 || isCoverChanged) {
    await writeColumns(tx, row, { columns, sources, locks, now }, { selectedCoverSource })
  } else if (!isSame(sources, before.sources)) {
    await updateMetadata(tx, row.series.n, { sources: { ...sources }, updatedAt: now })
  }
  const chosen = filePartNames.filter((name) => name in values).map((name) => [name, values[name]])
  return { seriesId: suggestion.seriesId, externalIds, ...Object.fromEntries(chosen) }
}

/**
 * Keeps IDs that a user set, changed or removed. No query is needed if the files have no IDs and
 * none of the stored IDs came from files.
 */
async function mergeFileIds(
  tx: Tx,
  { series: { id } }: Stored,
  { sources, locks }: MetadataState,
  { externalIds: offered }: SeriesSuggestion,
) {
  const name = 'externalIds'
  const known = getItemSources(name, sources)
  if (offered.length === 0 && !fileIdSources.some((key) => known[key] === key)) return { sources }
  let state: MetadataState = { values: { [name]: await idStorage.load(tx, id) }, sources, locks }
  for (const source of fileIdSources) {
    const ids = offered.filter((one) => one.source === source)
    state = applyOffer(seriesFieldTable, state, { values: { [name]: ids }, source })
  }
  return { sources: state.sources, externalIds: state.values[name] as readonly IdItem[] }
}

/**
 * Selects the image in the folder instead of the first book's cover, or vice versa if there is no
 * image. Covers from users and plugins are kept.
 */
function chooseCoverSource(
  { series: { selectedCoverSource: source }, metadata: { locks } }: Stored,
  { hasPicture }: SeriesSuggestion,
) {
  if (locks.includes('cover')) return source
  if (source === 'first_book' && hasPicture) return 'file'
  return source.startsWith('file') && !hasPicture ? 'first_book' : source
}
