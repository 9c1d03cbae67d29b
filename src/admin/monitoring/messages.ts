import { defineMessages } from '../../platform/messages/message'

export const monitoringMessages = defineMessages('monitoring', {
  too_many_log_streams: 'Too many log views are open. Close one first.',
})

export const monitoringLogMessages = defineMessages('monitoring.log', {
  check_failed: 'failed to recheck user permissions for log stream',
})
