import { defineMessages } from '../../platform/messages/message'

export const koboMessages = defineMessages('kobo', {
  device_not_found: 'Kobo device not found',
  book_not_deleted: 'This book was not deleted on this Kobo device',
  too_many_devices: 'You already have {max} Kobo devices. Delete one first.',
  key_cannot_create_device: "An API key can't create Kobo devices. Sign in to do this.",
  unknown_key: 'This address does not contain a valid key',
  no_pages: 'This book has no readable pages',
  state_invalid: 'The reading state is invalid',
})

export const koboLogMessages = defineMessages('kobo.log', {
  conversion_failed: 'failed to generate e-book for Kobo device',
  document_not_converted: 'failed to convert a content document of an e-book',
})
