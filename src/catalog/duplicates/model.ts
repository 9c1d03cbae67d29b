/** Groups of equal books on the wire. */
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  booleanText,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
} from '../../platform/http/shapes'

const DuplicateBookView = named('DuplicateBook', {
  id: id(),
  title: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  path: nullable(anyText({ description: 'Only for those who may change libraries' })),
  fileFormat: nullable(anyText()),
  fileSize: long(),
  pageCount: long(),
  createdAt: instant(),
})

export const DuplicateGroupView = named('DuplicateGroup', {
  id: id('Of one of its books; any of them names the group'),
  reason: oneOf(['same_file', 'same_content']),
  explanation: anyText({ description: 'Why they are equal, for people' }),
  duplicateCount: long({ description: 'Books in the group, as far as you may see them' }),
  totalSize: long({ description: 'Bytes of all of them' }),
  spareSize: long({ description: 'Bytes of all but the largest' }),
  dismissedAt: nullable(instant()),
  bookIds: list(id()),
  books: list(DuplicateBookView, { description: 'The oldest first, at most 100' }),
})
export type DuplicateGroupView = Static<typeof DuplicateGroupView>

export const DuplicatePage = PageOf(DuplicateGroupView)

export const DuplicatesQuery = shape({
  ...PageQuery,
  libraryId: optional(id('Groups with a book of this library')),
  dismissed: optional(booleanText()),
})
export type DuplicatesQuery = Static<typeof DuplicatesQuery>
