import { defineMessages } from '../../platform/messages/message'

export const searchMessages = defineMessages('search', {
  person_not_found: 'Person not found',
})
