import { defineMessages } from '../platform/messages/message'

export const cliMessages = defineMessages('cli', {
  scanner_gone:
    'The server that was to run this scan has stopped. It will scan after it is started again.',
  unknown_role: 'There is no role "{role}". Roles are: {roles}.',
  no_password: 'No password was given',
  user_invalid: '{reasons}',
})
