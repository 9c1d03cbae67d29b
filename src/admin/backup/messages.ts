import { defineMessages } from '../../platform/messages/message'

export const backupMessages = defineMessages('backups', {
  not_found: 'Backup not found',
})

export const backupLogMessages = defineMessages('backups.log', {
  unreadable: 'failed to read a backup',
})
