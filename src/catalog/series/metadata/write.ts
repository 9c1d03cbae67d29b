/** Puts settled values into the two tables of a series, with all that is derived from them. */
import type { Tx } from '../../../platform/db/store'
import { buildSortKey } from '../../../platform/lib/text'
import type { MetadataEdit, MetadataField } from '../model'
import { type Stored, updateMetadata, updateSeries } from '../queries'
import type { SeriesLockName } from '../schema'
import { refreshSearch } from '../search-text'

const narrowFields = [
  'title',
  'publisher',
  'status',
  'readingDirection',
  'ageRating',
  'language',
  'year',
  'totalChapterCount',
  'totalVolumeCount',
] as const satisfies readonly MetadataField[]
const wideFields = [
  'titleSort',
  'summary',
  'imprint',
  'authors',
  'customMetadata',
] as const satisfies readonly MetadataField[]
const searchedFields = new Set(['title', 'titleSort', 'authors', 'publisher', 'imprint'])

export const metadataFields: readonly MetadataField[] = [...narrowFields, ...wideFields]

/** `title` is a value or left out: a series always has one. */
export type MetadataChanges = Partial<Omit<MetadataEdit, 'title'>> & { title?: string }

export const valuesOf = ({ series, metadata }: Stored): Record<MetadataField, unknown> => ({
  ...(pick(series, narrowFields) as Record<(typeof narrowFields)[number], unknown>),
  ...(pick(metadata, wideFields) as Record<(typeof wideFields)[number], unknown>),
})

export async function writeChanges(
  tx: Tx,
  stored: Stored,
  changes: MetadataChanges,
  kept: { locks?: SeriesLockName[]; sources: Record<string, string>; now: Date },
): Promise<void> {
  const { series, metadata } = stored
  const { now, ...more } = kept
  const name = changes.titleSort ?? (changes.titleSort === null ? undefined : metadata.titleSort)
  const isRenamed = 'title' in changes || 'titleSort' in changes
  await updateSeries(tx, series.id, {
    ...pick(changes, narrowFields),
    ...(isRenamed && { sortKey: boundKey(name ?? changes.title ?? series.title) }),
    updatedAt: now,
  })
  await updateMetadata(tx, series.n, { ...pick(changes, wideFields), ...more, updatedAt: now })
  if (Object.keys(changes).some((field) => searchedFields.has(field))) {
    await refreshSearch(tx, [series.id])
  }
}

/** Databases refuse to index longer keys. */
const boundKey = (title: string) => buildSortKey(title).slice(0, 600).toWellFormed()

function pick<Row extends object, Name extends string>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name & keyof Row> {
  const entries = names.filter((name) => name in row).map((name) => [name, row[name as never]])
  return Object.fromEntries(entries) as Pick<Row, Name & keyof Row>
}
