/** The want-to-read list in the API. */
import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import { labelMembers } from '../../catalog/books/model'
import {
  anyText,
  id,
  instant,
  integer,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
} from '../../platform/http/shapes'

export const WantToReadView = named('WantToReadEntry', {
  id: id(),
  itemType: oneOf(['series', 'book']),
  seriesId: nullable(id()),
  bookId: nullable(id()),
  title: anyText(),
  seriesName: nullable(anyText({ description: 'Series of a book; null for a series' })),
  ...labelMembers,
  position: long({ description: 'Position in the list, starting at 1' }),
  addedAt: instant(),
})
export type WantToReadView = Static<typeof WantToReadView>
export const WantToReadList = PageOf(WantToReadView)

const wantToReadSorts = ['custom', 'newest', 'oldest'] as const
export type WantToReadSort = (typeof wantToReadSorts)[number]
export const WantToReadQuery = shape({
  ...PageQuery,
  sort: optional(oneOf(wantToReadSorts, { description: 'Order of the list' })),
})

export const WantToReadAdd = shape({ seriesId: patchable(id()), bookId: patchable(id()) })
export type WantToReadAdd = Static<typeof WantToReadAdd>

const Ids = optional(list(id(), { maxItems: 500 }))
export const WantToReadBulk = shape({ seriesIds: Ids, bookIds: Ids })
export type WantToReadBulk = Static<typeof WantToReadBulk>
export const WantToReadBulkView = shape({ added: long(), alreadyPresent: long() })

/** Maximum number of entries per user, including hidden ones. */
export const maxWanted = 10_000
export const WantToReadOrder = shape({ entryIds: list(id(), { maxItems: maxWanted }) })

export const WantToReadPlace = shape({
  place: integer({
    minimum: 1,
    description: 'New position among the entries that you can see, starting at 1',
  }),
})

export const wantToReadUpdated = defineEvent<{ userId: string }>('want_to_read_updated')
