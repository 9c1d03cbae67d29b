import { defineMessages } from '../../platform/messages/message'

export const wantToReadMessages = defineMessages('want_to_read', {
  not_found: 'Entry not found',
  one_target: 'Name either a series or a book',
  series_or_book: 'must be given if bookId is not, and left out if it is',
  full: 'Want to read can have at most {max} entries. Remove some first.',
  incomplete_order: 'must name every entry exactly once',
})
