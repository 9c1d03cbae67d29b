import { labelMembers } from '../books/model'
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
import { MessageView } from '../../platform/http/message-shapes'

const DuplicateBookView = named('DuplicateBook', {
  id: id(),
  title: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  ...labelMembers,
  libraryId: id(),
  libraryName: anyText(),
  path: nullable(
    anyText({ description: 'Path of the file; null without the permission libraries:write' }),
  ),
  fileFormat: nullable(anyText()),
  fileSize: long(),
  pageCount: long(),
  createdAt: instant(),
})

export const DuplicateGroupView = named('DuplicateGroup', {
  id: id('ID of any book in the group'),
  reason: oneOf(['same_file', 'same_content']),
  explanation: MessageView,
  duplicateCount: long({ description: 'Number of books in the group that you can see' }),
  totalSize: long({ description: 'Total size in bytes' }),
  reclaimableSize: long({ description: 'Total size in bytes, without the largest book' }),
  dismissedAt: nullable(instant()),
  bookIds: list(id()),
  books: list(DuplicateBookView, { description: 'Oldest first, at most 100' }),
})
export type DuplicateGroupView = Static<typeof DuplicateGroupView>

export const DuplicatePage = PageOf(DuplicateGroupView)

export const DuplicatesQuery = shape({
  ...PageQuery,
  libraryId: optional(id('Only groups with a book in this library')),
  dismissed: optional(
    booleanText({
      description: 'Whether to list only dismissed groups; by default, they are left out',
    }),
  ),
})
export type DuplicatesQuery = Static<typeof DuplicatesQuery>
