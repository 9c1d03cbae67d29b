import { defineMessages } from '../../platform/messages/message'

export const updateLogMessages = defineMessages('updates.log', {
  check_failed: 'failed to check for a newer version',
})
