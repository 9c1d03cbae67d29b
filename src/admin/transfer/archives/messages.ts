import { defineMessages } from '../../../platform/messages/message'

export const archiveFileMessages = defineMessages('archives', {
  not_found: 'Archive not found',
})
