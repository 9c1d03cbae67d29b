import { defineMessages } from '../../platform/messages/message'

export const bookmarkMessages = defineMessages('bookmarks', {
  not_found: 'Bookmark not found',
  too_many: 'A book can have at most {max} bookmarks',
  page_with_locator: 'must be omitted if a locator is specified',
  page_range: 'must be from 1 to {max}',
  page_or_locator: 'is required if the locator is omitted',
})
