import { defineMessages } from '../../platform/messages/message'

export const koreaderMessages = defineMessages('koreader', {
  login_not_found: 'Sync login not found',
  too_many_logins: 'You already have {max} sync logins. Delete one first.',
  key_cannot_create_login: "An API key can't create sync logins. Sign in to do this.",
  wrong_login: 'Wrong username or password',
  registration_closed:
    'Registration is closed. Create a sync login in Quire under Settings, Reading apps.',
  document_missing: 'The field "document" is missing or invalid',
  fields_invalid: 'The position is incomplete or invalid',
})
