/** The field table of a book: what the metadata engine has to know to edit, lock, reset and fill it. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { createStrongEtag } from '../../../platform/http/responses/conditional'
import type {
  Announcement,
  Entity,
  FieldTable,
  MetadataChange,
  MetadataState,
} from '../../metadata/field-table'
import { refreshSeries } from '../../series/scanned/refresh'
import { refreshSearch } from '../../series/search-text'
import { bookMessages } from '../messages'
import { bookSearchTokens, bookSortKey, fileOrderKey } from '../sort-keys'
import { type BookLockName, bookLockNames } from '../schema'
import { loadOffers } from './book-sources'
import { bestValues } from './file-metadata'
import { type BookMetadataView, lockOf } from './model'
import { findMetadata, type MetadataRow, storeMetadata, type Wide } from './queries'
import { type ShownField, shownFields } from './sources-model'
import { checkDate } from './validate-book'
import { valuesOf, viewOfMetadata } from './metadata-view'
import { bookUpdated } from '../model'

const narrowFields: ReadonlySet<ShownField> = new Set(['title', 'volume', 'chapter'])

const fieldOf = (name: ShownField) => ({
  lock: lockOf(name),
  storage: narrowFields.has(name) ? 'narrow' : 'wide',
  isResettable: true,
  isRequired: name === 'title',
})

export const bookFieldTable = Object.fromEntries(
  shownFields.map((name) => [name, fieldOf(name)]),
) as Record<ShownField, ReturnType<typeof fieldOf>> & FieldTable

export const bookEntity: Entity<MetadataRow> = {
  kind: 'book',
  notFound: bookMessages.not_found,
  fields: bookFieldTable,
  lockNames: bookLockNames,
  find: findMetadata,
  idOf: ({ book: { id } }) => id,
  stateOf: bookState,
  tagOf: (row) => etagOf(viewOfMetadata(row)),
  loadFileValues: async (db, { book }) => bestValues((await loadOffers(db, book)).offers),
  save: saveBook,
  publish,
  check: ({ year, month, day }, edited) =>
    checkDate({ year, month, day } as Parameters<typeof checkDate>[0], edited),
}

/** Equal when nothing differs. The choice of a cover is no part of the version. */
export const etagOf = ({ locks, ...fields }: BookMetadataView) =>
  createStrongEtag(JSON.stringify({ ...fields, locks: { ...locks, coverLock: false } }))

function bookState(row: MetadataRow): MetadataState {
  const { locks, sources } = row.metadata
  return { values: valuesOf(row), locks, sources }
}

/** Stores the values, what lists sort and search finds them by, and what the series counts. */
async function saveBook(tx: Tx, row: MetadataRow, change: MetadataChange) {
  const { title = row.book.title, volume, chapter, ...wide } = change.columns
  const narrow = Object.entries({ title, volume, chapter }).filter(
    ([, value]) => value !== undefined,
  )
  const book = { ...row.book, ...Object.fromEntries(narrow), updatedAt: change.now }
  const metadata: Wide = {
    ...row.metadata,
    ...(wide as Partial<Wide>),
    locks: change.locks as BookLockName[],
    sources: { ...change.sources },
    updatedAt: change.now,
  }
  const search = bookSearchTokens({ ...metadata, title: book.title })
  const sortKey = sortKeyOf({ ...row, book, metadata })
  await storeMetadata(tx, { ...book, sortKey }, { ...metadata, search })
  await refreshSeries(tx, [book.seriesId])
  if (change.fields.some((field) => people.has(field))) await refreshSearch(tx, [book.seriesId])
}

function sortKeyOf({ book, metadata, numberStrategy }: MetadataRow): string {
  if (numberStrategy === 'file_order') return fileOrderKey(book.relativePath)
  const { volume, chapter } = book
  const title = metadata.titleSort ?? book.title
  return bookSortKey({ volume, chapter, number: metadata.number, title })
}

/** A series is found by the people of its books. */
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
