import { defineMessages } from '../../platform/messages/message'

export const invitationMessages = defineMessages('invitations', {
  not_found: 'Invitation not found',
  invalid:
    'This invitation is not valid: it has been used, has expired or was revoked. Ask for a new one.',
  closed: 'Creating an account requires an invitation. Ask an administrator for one.',
  too_many: 'There are already {max} invitations. Revoke one first.',
  groups_need_admin: 'Only administrators can choose access groups',
  expiry: 'must be in the future and within a year',
})
