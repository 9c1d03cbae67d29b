import { defineMessages } from '../../platform/messages/message'

export const processLogMessages = defineMessages('processes.log', {
  record_failed: 'failed to record this process in the database',
})
