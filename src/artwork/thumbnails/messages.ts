import { defineMessages } from '../../platform/messages/message'

export const thumbnailMessages = defineMessages('thumbnails', {
  not_found: 'Thumbnail not found',
})
