import { defineMessages } from '../../platform/messages/message'

export const backupMessages = defineMessages('backups', {
  not_found: 'Backup not found',
})

export const backupLogMessages = defineMessages('backups.log', {
  unreadable: "a backup can't be read",
})
