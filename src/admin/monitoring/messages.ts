import { defineMessages } from '../../platform/messages/message'

export const monitoringMessages = defineMessages('monitoring', {
  too_many_log_streams: 'Too many log views are open. Close one first.',
})
