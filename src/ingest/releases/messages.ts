import { defineMessages } from '../../platform/messages/message'

export const releaseMessages = defineMessages('releases', {
  not_found: 'Release not found',
  source_not_found: 'Release source not found',
  alias_not_found: 'This title was not found',
  alias_empty: 'The title must contain at least one letter or digit',
  alias_too_many: 'A series can have at most {max} other titles. Remove one first.',
  source_address: 'Enter an HTTPS address without a username or password',
  source_private: '{host} is on the local network. Feeds are read only from public addresses.',
  source_port: 'Feeds are read only from the standard HTTPS port. Remove :{port}.',
  source_exists: 'A source with this address already exists',
  source_too_many: 'There can be at most {max} sources. Remove one first.',
  source_built_in: 'This source is part of Quire. Turn it off instead.',
  source_of_plugin: 'This source belongs to a plugin. Turn it off, or remove the plugin.',
  poll_started: 'The source is being read in the background',
  poll_running: 'The source is already being read',
  polled:
    '{items, plural, one {# entry} other {# entries}} read, {added, plural, one {# new release} other {# new releases}}',
  poll_failed: 'Reading the source failed. See the server log for details.',
  not_a_feed: 'There is no RSS or Atom feed at this address. Check the address.',
  feed_cut_off: 'The feed is incomplete. Quire will try to read it again later.',
})

/** Parts of titles in feeds and notifications. */
export const releaseTexts = defineMessages('releases.text', {
  chapter: 'Ch. {number}',
  volume: 'Vol. {number}',
})
