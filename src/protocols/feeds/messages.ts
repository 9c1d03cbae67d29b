import { defineMessages } from '../../platform/messages/message'

export const feedMessages = defineMessages('feeds', {
  address_not_found: 'Feed address not found',
  too_many_addresses: 'You already have {max} feed addresses. Delete one first.',
  key_cannot_create_address: "An API key can't create feed addresses. Sign in to do this.",
  unknown_key: 'This address does not contain a valid key',
})

/** Text in the feeds themselves. */
export const feedTexts = defineMessages('feeds.text', {
  title: 'New releases',
  chapter_expected: '{title}: next chapter (expected)',
  volume_expected: '{title}: next volume (expected)',
})
