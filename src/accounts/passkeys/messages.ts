import { defineMessages } from '../../platform/messages/message'

export const passkeyMessages = defineMessages('passkeys', {
  not_found: 'Passkey not found',
  invalid: 'The passkey could not be verified. Try again.',
  unknown: 'This passkey is not registered here, or its account is disabled',
  expired: 'This took too long. Try again.',
  exists: 'This passkey is already registered',
  too_many: 'You already have {max} passkeys. Remove one first.',
  last_way: 'This is the only way to sign in to this account. Add another one first.',
  password_needed: 'Enter your current password',
})

export const passkeyLogMessages = defineMessages('passkeys.log', {
  refused: 'passkey was rejected',
})
