import { defineMessages } from '../../platform/messages/message'

export const oidcMessages = defineMessages('oidc', {
  provider_not_found: 'Sign-in provider not found',
  unavailable: "{provider} can't be reached. Try again later.",
  failed: 'Signing in with {provider} failed. Try again.',
  canceled: 'Signing in with {provider} was canceled',
  not_linked:
    'This {provider} account is not connected to a Quire account. Sign in another way and connect it in your security settings.',
  account_exists:
    'An account with this email address already exists. Sign in to it and connect {provider} in your security settings.',
  not_allowed: 'Your {provider} account is not allowed to sign in here',
  inactive: 'This account is disabled',
  linked_to_other: 'This {provider} account is connected to another user',
  too_many_identities: 'You can connect at most {max} accounts',
  password_needed: 'Enter your current password',
  identity_not_found: 'Connected account not found',
  last_way: 'This is the only way to sign in to this account. Add another one first.',
  return_path: 'must be a path in Quire, such as /library',
  logout_token: 'The logout token is not valid',
})

export const oidcLogMessages = defineMessages('oidc.log', {
  failed: 'sign-in with OpenID Connect failed',
  kept_last_admin:
    "did not revoke the last administrator's role, although the provider's groups do not grant it",
  ended_sessions: 'identity provider ended sessions ({count})',
})
