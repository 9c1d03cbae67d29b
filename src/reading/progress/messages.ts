import { defineMessages } from '../../platform/messages/message'

export const progressMessages = defineMessages('progress', {
  event_not_found: 'This reading history entry was not found',
  completion_not_found: 'This completion was not found',
  no_position: 'This entry has no position to return to',
  locator_position: 'must have totalProgression or position',
  page_after_end:
    'must not be after the end: this book has {count, plural, one {# page} other {# pages}}',
  marked_read: '{count, plural, one {# book marked as read} other {# books marked as read}}',
  marked_unread: '{count, plural, one {# book marked as unread} other {# books marked as unread}}',
  mark_not_found: 'This can no longer be undone',
  mark_undone:
    '{count, plural, one {# book is as it was before} other {# books are as they were before}}',
})

export const progressLogMessages = defineMessages('progress.log', {
  future_times:
    'system clock was temporarily wrong: reading history dated in the future was set to the current time',
})
