/** Reads the data that a provider reports about a person. */
import * as oidc from 'openid-client'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { OidcProvider } from '../../platform/config/options/sign-in-options'
import { oidcLogMessages, oidcMessages } from './messages'
import { getProviderClient, refuseUnavailable } from './provider-client'
import type { SignInState } from './sign-in-state'

const maxText = 254
const maxGroups = 2000
const maxGroupName = 500
const maxSubject = 255
const maxSid = 1000
const maxIdToken = 20_000

export interface ProviderPerson {
  subject: string
  username: string | undefined
  email: string | undefined
  /** Set if the provider says that it verified the address. */
  verifiedEmail: string | undefined
  groups: readonly string[]
  /** The session ID at the provider. */
  sid: string | undefined
  idToken: string | undefined
}

type Claims = Readonly<Record<string, unknown>>

/** Exchanges the callback code. `openid-client` checks state, nonce, PKCE, issuer and signature. */
export async function readPerson(
  ctx: Context,
  provider: OidcProvider,
  request: Request,
  state: SignInState,
): Promise<ProviderPerson> {
  const client = await getProviderClient(ctx, provider)
  const currentUrl = new URL(state.redirectUrl)
  currentUrl.search = new URL(request.url).search
  try {
    const tokens = await oidc.authorizationCodeGrant(client, currentUrl, {
      pkceCodeVerifier: state.verifier,
      expectedState: state.state,
      expectedNonce: state.nonce,
      idTokenExpected: true,
    })
    const claims = await completeClaims(client, provider, tokens)
    return buildPerson(provider, claims, tokens.id_token)
  } catch (error) {
    throw explain(ctx, provider, error)
  }
}

/**
 * Adds missing claims from the user-info endpoint, because many providers return groups and names
 * only there.
 */
async function completeClaims(
  client: oidc.Configuration,
  { username_claim: username, groups_claim: groups }: OidcProvider,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<Claims & { sub: string }> {
  const claims = tokens.claims()!
  const isComplete = [username, groups, 'email'].every(
    (name) => readClaim(claims, name) !== undefined,
  )
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)
  return { ...more, ...claims, email_verified: readVerification(claims, more) }
}

/**
 * The user-info endpoint may return a different address than the token, and its `email_verified`
 * then applies only to that address.
 */
function readVerification(claims: Claims, more: Claims): unknown {
  if (claims['email'] === undefined) return more['email_verified']
  const isSame = claims['email'] === more['email']
  return claims['email_verified'] ?? (isSame ? more['email_verified'] : undefined)
}

/** A claim name can be a path, such as `realm_access.roles`. */
const readClaim = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name
        .split('.')
        .reduce<unknown>(
          (value, part) =>
            typeof value === 'object' && value !== null && Object.hasOwn(value, part)
              ? (value as Claims)[part]
              : undefined,
          claims,
        )

function buildPerson(
  provider: OidcProvider,
  claims: Claims & { sub: string },
  idToken: string | undefined,
): ProviderPerson {
  const groups = [readClaim(claims, provider.groups_claim)].flat()
  const { sub: subject } = claims
  const email = readEmail(claims['email'])
  // An empty, blank or truncated subject could identify someone else.
  if (!isStorable(subject, maxSubject)) {
    throw new Refusal('forbidden', oidcMessages.failed({ provider: provider.display_name }))
  }
  return {
    subject,
    username: readText(readClaim(claims, provider.username_claim)),
    email,
    // Some providers send the boolean as text.
    verifiedEmail: /^true$/.test(String(claims['email_verified'])) ? email : undefined,
    groups: groups
      .filter((group) => typeof group === 'string' && isStorable(group, maxGroupName))
      .slice(0, maxGroups) as string[],
    sid: readSid(claims['sid']),
    idToken: idToken !== undefined && idToken.length <= maxIdToken ? idToken : undefined,
  }
}

const isStorable = (text: string, maxLength: number) =>
  text.trim() !== '' && text.length <= maxLength && !text.includes('\u0000') && text.isWellFormed()

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replaceAll('\u0000', '').trim().slice(0, maxText)
    : undefined

/**
 * Ignores an ID that cannot be stored unchanged, because it would not match the ID in the
 * provider's logout token.
 */
const readSid = (value: unknown) =>
  typeof value === 'string' && isStorable(value, maxSid) ? value : undefined

/**
 * Ignores text that is not an address, because the corrected text could be the address of someone
 * else.
 */
function readEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isStorable(value, maxText)) return undefined
  const email = value.trim()
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined
}

/**
 * Converts a failure of the provider or the network to a user-facing error. The details are in the
 * log.
 */
function explain(ctx: Context, provider: OidcProvider, error: unknown): unknown {
  if (error instanceof Refusal) return error
  const name = { provider: provider.display_name }
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') {
    return new Refusal('forbidden', oidcMessages.canceled(name))
  }
  ctx.log.warn({ err: error, provider: provider.name }, oidcLogMessages.failed())
  const isAway = error instanceof TypeError || (error as Error).name === 'TimeoutError'
  if (isAway) return refuseUnavailable(provider)
  return new Refusal('forbidden', oidcMessages.failed(name))
}
