import { BulkIds } from '../../../platform/http/bulk'
import { named, type Static } from '../../../platform/http/shapes'
import { BookLocksInput, BookMetadataInput } from './model'

/** Excludes members that apply only to a single book. */
const {
  bookId: _bookId,
  locks: _locks,
  updatedAt: _updatedAt,
  ...fields
} = BookMetadataInput.properties

export const BulkBooks = named('BulkBooksRequest', { bookIds: BulkIds() })
export const BulkBookMetadataBody = named('BulkBookMetadataRequest', {
  bookIds: BulkIds(),
  ...fields,
})
export type BulkBookMetadataBody = Static<typeof BulkBookMetadataBody>
export const BulkBookLocksBody = named('BulkBookLocksRequest', {
  bookIds: BulkIds(),
  ...BookLocksInput.properties,
})
export type BulkBookLocksBody = Static<typeof BulkBookLocksBody>
