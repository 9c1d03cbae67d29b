import { defineEvent } from '../../platform/events/event'
import { long, named, nullable, type Static } from '../../platform/http/shapes'
import type { ListUpdate } from '../item-lists/list-kind'
import { buildListItemsQuery, listMembers } from '../item-lists/model'
import { bookSortKeys } from '../books/lists/book-sorts'
import { BookView } from '../books/model'

export const ReadingListView = named('ReadingList', {
  ...listMembers,
  bookCount: long({ description: 'Number of books in the list that you can see' }),
  readCount: long({ description: 'Number of visible books that you have read' }),
})
export type ReadingListView = Static<typeof ReadingListView>

export const ReadingListBooksQuery = buildListItemsQuery(bookSortKeys)
export type ReadingListBooksQuery = Static<typeof ReadingListBooksQuery>

export const ReadingListProgressView = named('ReadingListProgress', {
  bookCount: long(),
  readCount: long(),
  nextBook: nullable(BookView, { description: 'First book that you have not read' }),
})

export const readingListsUpdated = defineEvent<ListUpdate>('reading_lists_updated')
