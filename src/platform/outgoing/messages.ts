import { defineMessages } from '../messages/message'

export const outgoingMessages = defineMessages('outgoing', {
  offline:
    'Quire is set to stay offline, so {provider} was not asked. To use it, remove "offline" below "providers" in the settings file and restart Quire.',
  busy: '{provider} accepts no more requests at the moment. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  unauthorized: '{provider} refused the request. If it needs a key, check the key in the settings.',
  key_missing:
    '{provider} needs a key. Get one from its site, set "key" below "providers" and "{name}" in the settings file, and restart Quire.',
  not_found: '{provider} does not have this entry. Search for it again.',
  unreachable:
    '{provider} is not responding. Check the internet connection of the server and try again.',
  failed: '{provider} reported an error (status {status}). Try again later.',
  redirected:
    '{provider} sent the request on to another address ({host}). Check whether there is a newer version of Quire.',
  not_json:
    '{provider} did not send data. A proxy or a sign-in page of the network may have answered instead. Check the network and try again.',
  too_large: '{provider} sent more than {max} MB, which was not used. Try another provider.',
  picture_offline:
    'Quire is set to stay offline, so the picture was not downloaded. To allow it, remove "offline" below "providers" in the settings file and restart Quire.',
  picture_address: 'The picture has no HTTPS address. Choose another one.',
  picture_failed:
    'The picture could not be downloaded from {host}. Check the internet connection of the server, or choose another picture.',
  picture_type: '{host} did not send a picture that Quire can use. Choose another one.',
  feed_offline:
    'Quire is set to stay offline, so the feed was not read. To allow it, remove "offline" below "providers" in the settings file and restart Quire.',
  feed_failed:
    'The feed could not be downloaded from {host}. Check the address and the internet connection of the server.',
  feed_status: '{host} reported an error (status {status}). Check the address.',
  feed_too_large: 'The feed at {host} is larger than {max} MB. Use a smaller one.',
  picture_too_large: 'The picture at {host} is larger than {max} MB. Choose another one.',
})

/** Log messages. */
export const outgoingLogMessages = defineMessages('outgoing.log', {
  blocked: 'provider asked to wait',
  stale: 'used stored response because provider failed',
})
