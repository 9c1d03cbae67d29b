/** Request and response shapes for manual grouping. */
import { BulkIds } from '../../../platform/http/bulk'
import { PageOf, PageQuery } from '../../../platform/http/pagination'
import {
  anyText,
  boolean,
  id,
  instant,
  list,
  literal,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

const kinds = ['move', 'merge', 'split', 'reset'] as const

export const GroupingRequest = named('GroupingRequest', {
  bookIds: optional(BulkIds()),
  seriesIds: optional(list(id('Series whose books are all moved'), { minItems: 1, maxItems: 100 })),
  targetSeriesId: optional(id('Series of the same library that gets the books')),
  newTitle: optional(
    text(500, { minLength: 1, description: 'Title of a new series that gets the books' }),
  ),
  automatic: optional(literal(true)),
})
export type GroupingRequest = Static<typeof GroupingRequest>

const SourceSeries = named('GroupingSource', {
  id: id(),
  title: anyText(),
  isPutAway: boolean({
    description: 'It loses all its books and is kept, hidden, until the change is undone',
  }),
})

const Kind = () =>
  oneOf(kinds, {
    description:
      'merge: a series loses all its books; reset: books return to the series of their files',
  })

export const GroupingPreview = named('GroupingPreview', {
  kind: Kind(),
  bookCount: long({ description: 'Books that change their series, those in the trash included' }),
  targetTitle: nullable(anyText()),
  sources: list(SourceSeries),
  hasOtherAccess: boolean({
    description: 'Age rating or sharing tags of the target differ: other people will see the books',
  }),
})
export type GroupingPreview = Static<typeof GroupingPreview>

export const GroupingChangeView = named('GroupingChange', {
  id: id(),
  libraryId: id(),
  kind: Kind(),
  bookCount: long(),
  targetId: nullable(id()),
  targetTitle: nullable(anyText()),
  sources: list(SourceSeries),
  createdBy: nullable(anyText({ description: 'Username' })),
  createdAt: instant(),
  undoneAt: nullable(instant()),
  canUndo: boolean({ description: 'Not undone, and no later change concerns its books or series' }),
})
export type GroupingChangeView = Static<typeof GroupingChangeView>

export const GroupingChangesQuery = shape({
  ...PageQuery,
  libraryId: optional(id()),
  seriesId: optional(id('Only changes that took books from this series or gave it books')),
})
export const GroupingChangePage = PageOf(GroupingChangeView)
