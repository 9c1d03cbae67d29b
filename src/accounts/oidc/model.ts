import {
  anyText,
  boolean,
  id,
  instant,
  list,
  named,
  nullable,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

const OidcProviderView = named('OidcProvider', {
  name: anyText(),
  displayName: anyText(),
  loginUrl: anyText({ description: 'URL that starts the sign-in; send a POST request' }),
})
export const OidcProviders = named('OidcProviders', {
  enabled: boolean(),
  passwordLogin: boolean({ description: 'Whether people can sign in with a password' }),
  providers: list(OidcProviderView),
})
export type OidcProviders = Static<typeof OidcProviders>

const provider = () => text(40, { pattern: '^[a-z0-9][a-z0-9-]*$' })
export const ProviderParams = shape({ provider: provider() })

/**
 * A connected account is another way to sign in, so a session alone, which may be stolen, must not
 * be enough to connect one.
 */
export const OidcLinkStart = optional(
  nullable(named('OidcLinkStart', { currentPassword: patchable(text(1000)) })),
)

export const OidcStart = optional(
  nullable(
    named('OidcStart', {
      redirectUri: patchable(
        text(1000, { description: 'Path in the interface that opens after sign-in' }),
      ),
    }),
  ),
)
export const OidcRedirect = named('OidcRedirect', { redirectUrl: anyText() })
export const EndSessionView = named('EndSession', {
  redirectUrl: nullable(
    anyText({ description: 'URL for signing out at the provider; null if the provider has none' }),
  ),
})

const Identity = named('Identity', {
  id: id(),
  provider: anyText(),
  displayName: anyText({ description: 'Name of the provider' }),
  subject: anyText({ description: 'Identifier of the account at the provider' }),
  label: nullable(anyText({ description: 'Name or email address of the person at the provider' })),
  createdAt: instant(),
  lastUsedAt: nullable(instant()),
})
export type Identity = Static<typeof Identity>
export const Identities = list(Identity)

export const IdentityCreation = named('IdentityCreation', {
  provider: provider(),
  subject: text(255, { minLength: 1 }),
})
export type IdentityCreation = Static<typeof IdentityCreation>
export const UserIdentityParams = shape({ id: id(), identityId: id() })
