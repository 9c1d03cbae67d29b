import { defineMessages } from '../../platform/messages/message'

export const wantToReadMessages = defineMessages('want_to_read', {
  not_found: 'Entry not found',
  one_target: 'Specify either a series or a book',
  series_or_book: 'is required if bookId is omitted, and must be omitted otherwise',
  full: 'Your want-to-read list can have at most {max} entries. Remove some first.',
  place_range: 'must be from 1 to {max}',
  incomplete_order: 'must contain every entry exactly once',
})
