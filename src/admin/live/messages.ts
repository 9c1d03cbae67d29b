import { defineMessages } from '../../platform/messages/message'

export const liveMessages = defineMessages('live', {
  too_many_own: 'Too many open event streams ({count}). Close one first.',
  too_many: 'Too many browsers and apps are connected right now. Try again later.',
})

export const liveLogMessages = defineMessages('live.log', {
  check_failed: 'failed to recheck user permissions for event stream',
  publish_failed: 'failed to publish event',
})
