import { defineMessages } from '../../platform/messages/message'

export const syncMessages = defineMessages('reading_sync', {
  started: 'The sync runs in the background',
  undo_started: 'The sync is being undone in the background',
  running: 'A sync is running already. Wait until it has ended.',
  run_not_found: 'Sync not found',
  not_waiting: 'This sync does not wait for approval.',
  not_undoable: 'This sync cannot be undone.',
})
