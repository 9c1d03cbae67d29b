/** Requests that edit a book together with its metadata. */
import {
  list,
  named,
  oneOf,
  optional,
  patchable,
  type Static,
  text,
} from '../../../platform/http/shapes'
import { NewExternalId, NewExternalLink } from '../../metadata/model'
import { maxExternal } from '../external/model'
import { BookLocksInput, BookMetadataInput } from './model'
import { shownFields } from './sources-model'

const { bookId: _bookId, locks: _locks, updatedAt: _at, ...fields } = BookMetadataInput.properties

/** Omitted members keep their values; null clears a field. */
export const BookEditBody = named('WholeBookEdit', {
  ...fields,
  title: patchable(
    text(1024, {
      minLength: 1,
      description: 'Title of the book; null restores the title from the file',
    }),
  ),
  titleSort: patchable(text(500)),
  externalIds: patchable(list(NewExternalId, { maxItems: maxExternal })),
  externalLinks: patchable(list(NewExternalLink, { maxItems: maxExternal })),
  number: patchable(text(100, { minLength: 1 })),
  locks: optional(BookLocksInput),
  reset: optional(list(oneOf(shownFields), { maxItems: 100 })),
})
export type BookEditBody = Static<typeof BookEditBody>
