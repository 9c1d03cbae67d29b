/** The table of book fields for the metadata engine. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import type {
  Announcement,
  Entity,
  FieldTable,
  MetadataChange,
  MetadataState,
} from '../../metadata/field-table'
import { refreshBookOrder } from '../refresh-book-order'
import { refreshSeriesCounters } from '../../series/scanned/series-counters'
import { refreshSearchText } from '../../series/search-text'
import { bookMessages } from '../messages'
import { numberBook, updateSortKey } from '../numbers/number-book'
import { buildBookSearchTokens } from '../book-sort-key'
import { type BookLockName, bookLockNames } from '../schema'
import { loadFileOffers } from './book-sources'
import { pickBestValues } from './merge-file-metadata'
import { type BookMetadataView, lockOf } from './model'
import { findMetadata, type MetadataRow, type Narrow, storeMetadata, type Wide } from './queries'
import { type ShownField, shownFields } from './sources-model'
import { parseBookValue, validateDate } from './validate-book'
import { buildValues, buildBookMetadataView } from './metadata-view'
import { bookUpdated } from '../model'

const narrowFields: ReadonlySet<ShownField> = new Set(['title', 'volume', 'chapter'])

const createField = (name: ShownField) => ({
  lock: lockOf(name),
  storage: narrowFields.has(name) ? 'narrow' : 'wide',
  isResettable: true,
  isRequired: name === 'title',
  parse: (value: unknown) => parseBookValue(name, value),
})

export const bookFieldTable = Object.fromEntries(
  shownFields.map((name) => [name, createField(name)]),
) as Record<ShownField, ReturnType<typeof createField>> & FieldTable

export const bookEntity: Entity<MetadataRow> = {
  kind: 'book',
  notFound: bookMessages.not_found,
  fields: bookFieldTable,
  lockNames: bookLockNames,
  find: findMetadata,
  idOf: ({ book: { id } }) => id,
  stateOf: getBookState,
  tagOf: (row) => buildEtag(buildBookMetadataView(row)),
  loadFileValues: async (db, { book }) => pickBestValues((await loadFileOffers(db, book)).offers),
  save: saveBook,
  publish,
  check: ({ year, month, day }, edited) =>
    validateDate({ year, month, day } as Parameters<typeof validateDate>[0], edited),
}

/** Builds the ETag of the metadata. The cover lock does not affect it. */
export const buildEtag = ({ locks, ...fields }: BookMetadataView) =>
  createStrongEtag(JSON.stringify({ ...fields, locks: { ...locks, coverLock: false } }))

function getBookState(row: MetadataRow): MetadataState {
  const { locks, sources } = row.metadata
  return { values: buildValues(row), locks, sources }
}

/**
 * Stores the values, sort key and search text of a book, and refreshes the book order, counters and
 * search text of its series.
 */
async function saveBook(tx: Tx, row: MetadataRow, change: MetadataChange) {
  const { title = row.book.title, volume, chapter, ...wide } = change.columns
  const narrow = Object.entries({ title, volume, chapter }).filter(
    ([, value]) => value !== undefined,
  )
  const changed: Narrow = { ...row.book, ...Object.fromEntries(narrow), updatedAt: change.now }
  const metadata: Wide = {
    ...row.metadata,
    ...(wide as Partial<Wide>),
    locks: change.locks as BookLockName[],
    sources: { ...change.sources },
    updatedAt: change.now,
  }
  const search = buildBookSearchTokens({ ...metadata, title: changed.title })
  const isRenumbered = change.fields.some((field) => numbering.has(field))
  const book = isRenumbered
    ? await renumber(tx, changed, metadata)
    : { ...changed, sortKey: updateSortKey(changed, metadata, isInFileOrder(row)) }
  await storeMetadata(tx, book, { ...metadata, search })
  await refreshBookOrder(tx, [book.seriesId])
  await refreshSeriesCounters(tx, [book.seriesId])
  if (change.fields.some((field) => people.has(field))) await refreshSearchText(tx, [book.seriesId])
}

/** Fields that determine the number of the book. */
const numbering = new Set([
  'volume',
  'chapter',
  'number',
  'seriesPosition',
  'formatDetail',
  'bookType',
  'manga',
])

async function renumber(tx: Tx, book: Narrow, metadata: Wide): Promise<Narrow> {
  const { offers, ...source } = await loadFileOffers(tx, book)
  return numberBook(book, metadata, { ...source, ...pickBestValues(offers) })
}

const isInFileOrder = ({ numberStrategy }: MetadataRow) => numberStrategy === 'file_order'

/** Fields with names of people. Searches for these names also find the series. */
const people = new Set([
  'authors',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'coverArtist',
  'editor',
  'translator',
])

function publish(
  ctx: Context,
  tx: Tx,
  { book }: MetadataRow,
  { fields, areLocksChanged }: Announcement,
) {
  const { id: bookId, libraryId, seriesId } = book
  const changed = areLocksChanged ? [...fields, 'locks'] : [...fields]
  tx.afterCommit(() =>
    ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId, fields: changed }),
  )
}
