import { defineMessages } from '../messages/message'

/** Log messages. */
export const eventLogMessages = defineMessages('events.log', {
  publish_failed: 'failed to publish event',
})
