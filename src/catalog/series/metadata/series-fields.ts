/**
 * Describes series to the metadata engine: the field table, locks, the ETag, and how rows are
 * written and published.
 */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import { buildSortKey } from '../../../platform/lib/text/sort-key'
import { createLabelStorage, moveLabelCounts } from '../../labels/series-labels'
import { isSeriesVisibleTo } from '../../libraries/series-visibility'
import type {
  Announcement,
  Entity,
  Field,
  FieldTable,
  MetadataChange,
  MetadataState,
  PartStorage,
} from '../../metadata/field-table'
import { idStorage, linkStorage, ratingStorage, titleStorage } from '../../metadata/part-storage'
import { buildSeriesMetadataView } from '../full-series'
import { seriesMessages } from '../messages'
import { type MetadataField, seriesMetadataUpdated, seriesUpdated } from '../model'
import { findStored, refreshRating, type Stored, updateMetadata, updateSeries } from '../queries'
import { series, type SeriesLockName, seriesLockNames } from '../schema'
import { refreshSearchText } from '../search-text'
import type { FilePartName } from './file-parts'
import { loadFileValues } from './file-values'
import { createSeriesParser } from './validate-series'

type Storage = Field['storage']

const field = (lock: SeriesLockName | undefined, storage: Storage, isResettable = true) => ({
  lock,
  storage,
  isResettable,
})

const columns = {
  title: { ...field('title', 'narrow'), isRequired: true },
  publisher: field('publisher', 'narrow'),
  status: field('status', 'narrow'),
  readingDirection: field('readingDirection', 'narrow'),
  ageRating: field('ageRating', 'narrow'),
  language: field('language', 'narrow'),
  year: field('year', 'narrow'),
  totalChapterCount: field('totalChapterCount', 'narrow'),
  totalVolumeCount: field('totalVolumeCount', 'narrow'),
  titleSort: field('titleSort', 'wide'),
  summary: field('summary', 'wide'),
  imprint: field('imprint', 'wide'),
  authors: field('authorsJsonLock', 'wide'),
  customMetadata: field('customMetadata', 'wide'),
} as const satisfies Record<MetadataField, Field>

/** Lists that files can set. */
export const filePartStorage = {
  genres: createLabelStorage('genre'),
  tags: createLabelStorage('tag'),
  alternateTitles: titleStorage,
  externalLinks: linkStorage,
} as const satisfies Record<FilePartName, PartStorage>

const fileParts = {
  genres: field('genres', filePartStorage.genres),
  tags: field('tags', filePartStorage.tags),
  alternateTitles: field('alternateTitles', filePartStorage.alternateTitles),
  externalLinks: field(undefined, filePartStorage.externalLinks),
} as const satisfies Record<FilePartName, Field>

const ownParts = {
  externalIds: field(undefined, idStorage, false),
  externalRatings: field(undefined, ratingStorage, false),
} as const satisfies FieldTable

export type SeriesField = keyof typeof columns | FilePartName | keyof typeof ownParts

export const seriesFieldTable = addParsers({ ...columns, ...fileParts, ...ownParts })

function addParsers(fields: Record<SeriesField, Field>) {
  const entries = Object.entries(fields).map(([name, one]) => [
    name,
    { ...one, parse: createSeriesParser(name) },
  ])
  return Object.fromEntries(entries) as Record<SeriesField, Field>
}

export const metadataFields = Object.keys(columns) as MetadataField[]
/** Fields that `reset` restores from the files. */
export type ResettableField = MetadataField | FilePartName

export const seriesLockOf = (name: SeriesField): SeriesLockName | undefined =>
  seriesFieldTable[name].lock as SeriesLockName | undefined

export const seriesEntity: Entity<Stored> = {
  kind: 'series',
  notFound: seriesMessages.not_found,
  fields: seriesFieldTable,
  lockNames: seriesLockNames,
  find: (db, id, viewer) =>
    findStored(db, and(eq(series.id, id), viewer && isSeriesVisibleTo(viewer))!),
  idOf: ({ series: { id } }) => id,
  stateOf: seriesState,
  tagOf: ({ series: narrow, metadata }) =>
    seriesTag(narrow.id, buildSeriesMetadataView(narrow, metadata)),
  loadFileValues,
  save: saveSeries,
  publish,
}

/** Builds the ETag of the metadata. The cover choice does not affect it. */
export const seriesTag = (
  seriesId: string,
  { locks, ...fields }: ReturnType<typeof buildSeriesMetadataView>,
) => createStrongEtag(seriesId, JSON.stringify({ ...fields, locks: { ...locks, cover: false } }))

/** Returns the state without lists. */
export function seriesState({ series: narrow, metadata }: Stored): MetadataState {
  const row: Record<string, unknown> = { ...metadata, ...narrow }
  const values = Object.fromEntries(metadataFields.map((name) => [name, row[name]]))
  return { values, locks: metadata.locks, sources: metadata.sources }
}

const searchedFields = new Set<string>([
  'title',
  'titleSort',
  'authors',
  'publisher',
  'imprint',
  'alternateTitles',
])

async function saveSeries(tx: Tx, row: Stored, change: MetadataChange) {
  await writeColumns(tx, row, change)
  if (change.fields.includes('externalRatings')) await refreshRating(tx, row.series.id)
  if (change.fields.some((name) => searchedFields.has(name))) {
    await refreshSearchText(tx, [row.series.id])
  }
}

/** `extra` contains other series columns to update. */
export async function writeColumns(
  tx: Tx,
  { series: narrow, metadata }: Stored,
  change: Omit<MetadataChange, 'fields'>,
  extra: { selectedCoverSource?: string } = {},
) {
  const { columns: changed, locks, sources, now } = change
  const of = (storage: Storage) =>
    Object.fromEntries(
      Object.entries(changed).filter(
        ([name]) => columns[name as MetadataField].storage === storage,
      ),
    )
  const isRenamed = 'title' in changed || 'titleSort' in changed
  const { title = narrow.title, titleSort = metadata.titleSort } = changed
  if ('ageRating' in changed) {
    await moveLabelCounts(tx, narrow.id, { ageRating: changed['ageRating'] as number | null })
  }
  await updateSeries(tx, narrow.id, {
    ...of('narrow'),
    ...extra,
    ...(isRenamed && { sortKey: seriesSortKey((titleSort ?? title) as string) }),
    updatedAt: now,
  })
  await updateMetadata(tx, narrow.n, {
    ...of('wide'),
    locks: locks as SeriesLockName[],
    sources: { ...sources },
    updatedAt: now,
  })
}

/** Builds the sort key. A PostgreSQL index row is limited to 2,700 bytes. */
export const seriesSortKey = (title: string) => buildSortKey(title).slice(0, 600).toWellFormed()

function publish(
  ctx: Context,
  tx: Tx,
  row: Stored,
  { fields, areLocksChanged, source }: Announcement,
) {
  const fieldsUpdated = fields.length === 0 && areLocksChanged ? ['locks'] : [...fields]
  const plugin = source.startsWith('plugin:') && { pluginId: source.slice('plugin:'.length) }
  publishSeriesChange(ctx, tx, row, { fieldsUpdated, ...plugin })
}

export function publishSeriesChange(
  ctx: Context,
  tx: Tx,
  { series: { id: seriesId, libraryId } }: Stored,
  change: { fieldsUpdated: string[]; pluginId?: string },
) {
  tx.afterCommit(() => {
    ctx.bus.publish(seriesMetadataUpdated, { libraryId, seriesId, ...change })
    ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
  })
}
