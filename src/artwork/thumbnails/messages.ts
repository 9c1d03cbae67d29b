import { defineMessages } from '../../platform/messages/message'

export const thumbnailMessages = defineMessages('thumbnails', {
  not_found: 'Thumbnail not found',
  cleaning_up: 'Unused images are being deleted',
})

export const thumbnailLogMessages = defineMessages('thumbnails.log', {
  decoder_crashed: 'image decoder crashed while reading cover',
  clean_up_failed: 'failed to delete unused images',
  failed: 'failed to create thumbnail',
})
