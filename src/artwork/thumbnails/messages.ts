import { defineMessages } from '../../platform/messages/message'

export const thumbnailMessages = defineMessages('thumbnails', {
  not_found: 'Thumbnail not found',
})

export const thumbnailLogMessages = defineMessages('thumbnails.log', {
  decoder_crashed: 'image decoder crashed while reading cover',
  failed: 'failed to create thumbnail',
})
