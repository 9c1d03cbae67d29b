import { defineMessages } from '../../platform/messages/message'

export const collectionMessages = defineMessages('collections', {
  not_found: 'Collection not found',
})
