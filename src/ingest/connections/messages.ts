import { defineMessages } from '../../platform/messages/message'

export const connectionMessages = defineMessages('connections', {
  service_not_found: 'Service not found',
  not_connected: 'You are not connected to {service}',
  key_cannot_connect: "An API key can't change connections. Sign in to do this.",
  token_needed: 'Paste the access token from {service}',
  pages_needed: 'You can connect to {service} only through its own sign-in page',
  password_needed: 'Enter your username and password for {service}',
  refused: '{service} did not accept these credentials. Check what you entered.',
  sign_in_again: '{service} no longer accepts the connection. Reconnect.',
  oauth_missing:
    'This server is not registered with {service}. An administrator must register Quire there, and set server.public_url.',
  oauth_connected: 'You are connected to {service}',
  oauth_not_signed_in:
    'Sign in to Quire in this browser at the same address as this page, then connect again',
  oauth_invalid: 'This sign-in is not valid or has expired. Connect again in the settings.',
  declined: 'You did not allow Quire to use your {service} account. Nothing was changed.',
  code_refused: '{service} did not accept the sign-in. Connect again in the settings.',
  config_unknown: 'This setting does not exist',
  config_invalid: 'This is not a valid value',
  plugin_off: 'The plugin {service} is turned off. An administrator can turn it on.',
  no_sync: '{service} does not sync reading progress',
  no_account: '{service} did not identify your account',
  invalid_list: "{service} sent a list that can't be read",
  not_pushed: '{service} did not accept the change',
  disabled: 'The connection to {service} is turned off',
})
