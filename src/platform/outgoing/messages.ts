import { defineMessages } from '../messages/message'

export const outgoingMessages = defineMessages('outgoing', {
  offline:
    'Quire is set to stay offline, so {provider} was not contacted. To use it, remove "offline" under "providers" in the settings file and restart Quire.',
  busy: '{provider} is not accepting any more requests right now. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  unauthorized:
    '{provider} refused the request. If {provider} requires a key, check the key in the settings.',
  key_missing:
    '{provider} requires a key. Get one on its site, set "key" under "providers" and "{name}" in the settings file, and restart Quire.',
  not_found: '{provider} does not have this entry. Search for it again.',
  unreachable:
    "{provider} is not responding. Check the server's internet connection and try again.",
  failed: '{provider} reported an error (status {status}). Try again later.',
  redirected:
    '{provider} redirected the request to a different address ({host}). Check whether there is a newer version of Quire.',
  not_json:
    "{provider} did not send valid data. A proxy or your network's sign-in page may have responded instead. Check the network and try again.",
  unexpected:
    '{provider} sent data in a format that Quire does not recognize, so it was ignored. Try again later, or check whether there is a newer version of Quire.',
  too_large:
    '{provider} sent more than {max} MB of data, which was ignored. Try a different provider.',
  picture_offline:
    'Quire is set to stay offline, so the image was not downloaded. To allow it, remove "offline" under "providers" in the settings file and restart Quire.',
  picture_address: 'The address of the image must start with https://. Choose another image.',
  picture_failed:
    "The image could not be downloaded from {host}. Check the server's internet connection, or choose another image.",
  picture_type: '{host} did not send an image that Quire can use. Choose another image.',
  feed_offline:
    'Quire is set to stay offline, so the feed was not read. To allow it, remove "offline" under "providers" in the settings file and restart Quire.',
  feed_failed:
    "The feed could not be downloaded from {host}. Check the address and the server's internet connection.",
  feed_status: '{host} reported an error (status {status}). Check the address.',
  feed_too_large: 'The feed from {host} is larger than {max} MB. Use a smaller feed.',
  picture_too_large: 'The image from {host} is larger than {max} MB. Choose another image.',
})

export const outgoingLogMessages = defineMessages('outgoing.log', {
  blocked: 'provider is rate limiting requests, waiting',
  stale: 'provider request failed, used cached response',
})
