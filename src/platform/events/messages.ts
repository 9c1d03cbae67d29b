import { defineMessages } from '../messages/message'

export const eventLogMessages = defineMessages('events.log', {
  publish_failed: 'failed to publish event',
})
