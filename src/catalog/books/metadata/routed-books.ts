/** Describes books to the metadata routes. */
import type { RoutedMetadata } from '../../metadata/routes/routed-metadata'
import { buildEtag } from './book-fields'
import { getBookSources } from './book-sources'
import { BookEditBody } from './edit-model'
import { BookLocksInput, BookLocksView, BookMetadataInput, BookMetadataView } from './model'
import {
  editBook,
  editBookMetadata,
  getBookLocks,
  getBookMetadata,
  replaceBookMetadata,
  resetBookMetadata,
  setBookLocks,
} from './service'
import { BookSourcesView, ResetBookBody } from './sources-model'

/** Adds the ETag to the result. */
const tagged =
  <Parameters extends unknown[]>(act: (...given: Parameters) => Promise<BookMetadataView>) =>
  async (...given: Parameters) => {
    const view = await act(...given)
    return { tag: buildEtag(view), view }
  }

export const routedBookMetadata: RoutedMetadata = {
  path: '/books/:id/metadata',
  noun: 'book',
  read: 'books:read',
  write: 'books:write',
  schemas: {
    Edit: BookMetadataInput,
    View: BookMetadataView,
    LocksEdit: BookLocksInput,
    LocksView: BookLocksView,
    SourcesView: BookSourcesView,
    WholeEdit: BookEditBody,
    ResetBody: ResetBookBody,
  },
  notes: {
    get: 'Returns every field. When you edit, send the ETag back as `If-Match`.',
    replace:
      'Sets every field. Fields that are null or omitted are cleared. Fields that get a new value are locked against automatic changes.',
    update: 'Omitted fields keep their value; null clears a field.',
    getLocks: 'Scans, files and providers do not change a locked field.',
    setLocks: 'Locks that are omitted or null keep their value.',
    getSources:
      'Returns each field with its value, source, lock and the values from other sources. Also returns details from the files that are not metadata fields.',
    editWhole:
      'Changes the title, number, fields and locks, and performs resets, in one transaction. Resets are applied first and locks last.',
    resetAll: 'Restores all fields from the files and removes all locks except the cover lock.',
    reset:
      'Restores the given fields from the files, regardless of their current source, and unlocks them. If no fields are given, resets all fields.',
  },
  get: tagged(getBookMetadata),
  replace: tagged(replaceBookMetadata),
  update: tagged(editBookMetadata),
  editWhole: tagged(editBook),
  reset: tagged(resetBookMetadata),
  getLocks: getBookLocks,
  setLocks: setBookLocks,
  getSources: getBookSources,
}
