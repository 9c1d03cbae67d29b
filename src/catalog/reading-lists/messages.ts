import { defineMessages } from '../../platform/messages/message'

export const readingListMessages = defineMessages('reading_lists', {
  not_found: 'Reading list not found',
})
