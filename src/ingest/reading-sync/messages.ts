import { defineMessages } from '../../platform/messages/message'

export const syncMessages = defineMessages('reading_sync', {
  started: 'The sync is running in the background',
  undo_started: 'The sync is being undone in the background',
  running: 'A sync is already running. Wait until it has finished.',
  run_not_found: 'Sync not found',
  not_waiting: 'This sync is not waiting for approval',
  not_undoable: "This sync can't be undone",
})
