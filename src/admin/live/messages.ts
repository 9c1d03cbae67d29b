import { defineMessages } from '../../platform/messages/message'

export const liveMessages = defineMessages('live', {
  too_many_own: 'Too many open event streams ({count}). Close one first.',
  too_many: 'Too many browsers and apps are connected right now. Try again later.',
  too_many_scan_streams: 'Too many scan views are open. Close one first.',
})

export const liveLogMessages = defineMessages('live.log', {
  check_failed: 'failed to recheck user permissions for event stream',
  scans_failed: 'failed to list scans for a stream',
  publish_failed: 'failed to publish event',
})
