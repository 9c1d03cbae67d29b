import { defineMessages } from '../../platform/messages/message'

export const userMessages = defineMessages('accounts', {
  user_not_found: 'User not found',
  named_user_not_found: 'User "{name}" not found',
  session_not_found: 'Session not found',
  key_not_found: 'API key not found',
  taken: 'is already in use',
  username_invalid:
    'must not be empty or too long, must not contain "@", ":", "/" or invisible characters, and must not start or end with a space',
  username_characters:
    'must consist of letters and digits from a single script, visible ASCII and single spaces',
  email_invalid: 'must be an email address',
  username_taken: 'A user with this username already exists',
  email_taken: 'A user with this email address already exists',
  user_taken: 'This username and this email address are already in use',
  change_own_password: 'Change your own password in your profile (PUT /auth/password)',
  change_own_profile: 'Change your own name or email address in your profile (PATCH /user)',
  last_admin: 'This is the last active administrator. Add another one first.',
  permissions_exceeded: "You can't grant or manage permissions that you don't have: {permissions}",
  libraries_exceeded: "You can't grant or manage access to libraries that you can't access",
  key_cannot_set_credentials:
    "API keys can't set passwords or email addresses. Sign in with your password.",
  key_cannot_create_key: "API keys can't create API keys. Sign in with your password.",
  key_cannot_change_key: "API keys can't change API keys. Sign in with your password.",
  key_cannot_manage_admins: "API keys can't manage administrators. Sign in with your password.",
  session_required: 'This requires a session. Sign in first.',
  permission_required: 'This requires the {permission} permission',
  sign_in_required: 'Sign in first',
  foreign_page:
    'The request came from another site. If Quire is behind a reverse proxy, set server.public_url.',
  too_many_attempts: 'Too many failed sign-in attempts. Wait a moment and try again.',
  too_many_sign_ins: 'Too many people are signing in right now. Try again in a moment.',
  wrong_credentials: 'Wrong username or password',
  wrong_password: 'The current password is incorrect',
  wrong: 'is incorrect',
  password_modified: 'The password was changed by another request',
  session_expired: 'Your session has expired. Sign in again.',
  signed_out: 'Signed out',
  not_signed_in: 'You were not signed in',
  already_set_up: 'Quire is already set up. Sign in instead.',
  setup_link_invalid:
    'This setup link is not valid. Quire prints a new link each time it starts; use the latest one.',
  second_factor_required: 'Enter the code from your authenticator app, or a recovery code',
  wrong_code: 'The code is incorrect, has already been used or has expired',
  two_factor_enabled: 'Two-factor authentication is already on',
  two_factor_not_begun: 'Set up two-factor authentication first',
  login_link_invalid:
    'This sign-in link is not valid: it was already used, was replaced or is older than 15 minutes. Create a new one with "quire user login-link".',
  password_login_off: 'Signing in with a password is turned off on this server',
  admin_sees_all: 'Administrators can access all libraries',
  too_many_keys: 'You already have {max} API keys. Delete one first.',
})

export const accountLogMessages = defineMessages('accounts.log', {
  login_failed: 'login failed',
  signed_in: '{user} signed in',
  signed_out: 'user signed out',
  account_created: 'user {user} was created by {by}',
  account_changed: 'user {user} was changed by {by}',
  account_deleted: 'user {user} was deleted by {by}',
  password_changed: '{user} changed their password',
  key_created: '{user} created API key {key}',
  key_changed: '{user} changed API key {key}',
  key_deleted: 'API key was deleted',
  setup_completed: 'setup completed',
  admin_created: 'created first administrator from configuration',
  signed_in_unstored:
    '{user} signed in; the session is not stored because the disk is not writable',
  session_not_stored: 'failed to store a session that began while the disk was not writable',
  last_use_failed: 'failed to update last-used time',
  audit_not_written: 'failed to write to the audit log',
  token_reused: 'revoked session: refresh token was reused',
})
