import { defineMessages } from '../../platform/messages/message'

export const connectionMessages = defineMessages('connections', {
  service_not_found: 'There is no such service.',
  not_connected: 'You are not connected to {service}.',
  key_cannot_connect: 'An API key cannot change connections. Sign in to do it.',
  token_needed: 'Paste the access token of {service}.',
  password_needed: 'Enter your name and password at {service}.',
  refused: '{service} did not accept this. Check what you entered.',
  sign_in_again: '{service} no longer accepts the connection. Connect again.',
  disabled: 'The connection to {service} is switched off.',
})
