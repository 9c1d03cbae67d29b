import { defineMessages } from '../../platform/messages/message'

export const searchMessages = defineMessages('search', {
  person_not_found: 'Person not found',
})

export const searchLogMessages = defineMessages('search.log', {
  words_failed: 'failed to read search index terms',
})
