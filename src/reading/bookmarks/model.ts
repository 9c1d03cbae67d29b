import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  integer,
  named,
  nullable,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { Locator } from '../progress/model'

const note = () => patchable(text(4000, { description: 'Note; null if there is none' }))

/** Maximum number of a user's bookmarks in one book. */
export const maxInBook = 1000
export const maxPage = 1_000_000

/** Either a page or a locator. */
export const BookmarkCreation = named('BookmarkCreation', {
  page: patchable(integer({ minimum: 1, maximum: maxPage })),
  locator: patchable(Locator),
  note: note(),
})
export type BookmarkCreation = Static<typeof BookmarkCreation>

export const BookmarkPatch = named('BookmarkPatch', { note: note() })
export type BookmarkPatch = Static<typeof BookmarkPatch>

export const BookmarkView = named('Bookmark', {
  id: id(),
  bookId: id(),
  bookTitle: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  page: nullable(integer({ description: 'Page number, starting at 1' })),
  locator: nullable(Locator),
  note: nullable(anyText()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type BookmarkView = Static<typeof BookmarkView>
export const Bookmarks = PageOf(BookmarkView)

export const BookmarkParams = shape({ id: id('ID of the book'), bookmarkId: id() })
export const BookmarksQuery = shape(PageQuery)
export const AllBookmarksQuery = shape({
  ...PageQuery,
  search: optional(text(200, { description: 'Only bookmarks whose note contains this text' })),
})
export type AllBookmarksQuery = Static<typeof AllBookmarksQuery>

export const bookmarksUpdated = defineEvent<{ userId: string; bookId: string }>('bookmarks_updated')
