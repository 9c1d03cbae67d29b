/** Edits of many books at once. */
import { Ids } from '../../../platform/http/bulk'
import { named, type Static } from '../../../platform/http/shapes'
import { BookLocksInput, BookMetadataInput } from './model'

/** What a client was given beside the fields belongs to one book. */
const {
  bookId: _bookId,
  locks: _locks,
  updatedAt: _updatedAt,
  ...fields
} = BookMetadataInput.properties

export const BulkBooks = named('BulkBooksRequest', { bookIds: Ids() })
export const BulkBookMetadataBody = named('BulkBookMetadataRequest', { bookIds: Ids(), ...fields })
export type BulkBookMetadataBody = Static<typeof BulkBookMetadataBody>
export const BulkBookLocksBody = named('BulkBookLocksRequest', {
  bookIds: Ids(),
  ...BookLocksInput.properties,
})
export type BulkBookLocksBody = Static<typeof BulkBookLocksBody>
