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
  seriesIds: optional(
    list(id('IDs of series to move all books from'), { minItems: 1, maxItems: 100 }),
  ),
  targetSeriesId: optional(id('ID of a series in the same library that the books are moved to')),
  newTitle: optional(
    text(500, { minLength: 1, description: 'Title of a new series that the books are moved to' }),
  ),
  automatic: optional(literal(true)),
})
export type GroupingRequest = Static<typeof GroupingRequest>

const SourceSeries = named('GroupingSource', {
  id: id(),
  title: anyText(),
  isPutAway: boolean({
    description:
      'Whether the series loses all its books; it is then hidden until the change is undone',
  }),
})

const Kind = () =>
  oneOf(kinds, {
    description:
      'merge: a series loses all its books; reset: books return to the series that their files belong to',
  })

export const GroupingPreview = named('GroupingPreview', {
  kind: Kind(),
  bookCount: long({
    description: 'Number of books that would move to another series, including those in the trash',
  }),
  targetTitle: nullable(anyText()),
  sources: list(SourceSeries),
  hasOtherAccess: boolean({
    description:
      'Whether the age rating or sharing tags of the target differ, so that other people will see the books',
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
  canUndo: boolean({
    description:
      'Whether the change can be undone: it has not been undone yet, and no later change affects its books or series',
  }),
})
export type GroupingChangeView = Static<typeof GroupingChangeView>

export const GroupingChangesQuery = shape({
  ...PageQuery,
  libraryId: optional(id()),
  seriesId: optional(id('Only changes that moved books out of or into this series')),
})
export const GroupingChangePage = PageOf(GroupingChangeView)
