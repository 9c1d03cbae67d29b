/** Sign-out at the provider, and sign-outs that the provider initiates. */
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Context } from '../../context'
import { invalid } from '../../errors'
import type { OidcProvider } from '../../platform/config/options/sign-in-options'
import { recordAuditOfPerson, auditDetail } from '../audit/record'
import { type Viewer, userChanged } from '../permissions/model'
import { requireSession } from '../permissions/permission-rules'
import { endSessionsById } from '../sessions/service'
import { getOwnUrl } from './begin-sign-in'
import { sealedIdTokens } from './finish-sign-in'
import { oidcLogMessages, oidcMessages } from './messages'
import { fetchFor, getProviderClient, requireSignInProvider } from './provider-client'
import { findOidcSession, findSessionsOfProvider } from './queries'

/**
 * Builds the URL for signing out at the provider of the session. Returns null if there is no
 * provider or no such URL.
 */
export async function buildEndSessionUrl(
  ctx: Context,
  request: Request,
  viewer: Viewer,
): Promise<string | null> {
  const row = await findOidcSession(ctx.db, requireSession(viewer))
  const provider = row && ctx.config.auth.oidc.providers.find(({ name }) => name === row.provider)
  if (!row || !provider) return null
  try {
    const client = await getProviderClient(ctx, provider)
    if (client.serverMetadata().end_session_endpoint === undefined) return null
    const idToken = row.sealedIdToken
      ? await sealedIdTokens.open(ctx, row.id, row.sealedIdToken)
      : undefined
    return oidc.buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${getOwnUrl(ctx, request)}/login`,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href
  } catch (error) {
    // Signing out of Quire must work even if the provider is down or the encryption key has
    // changed.
    ctx.log.warn({ err: error, provider: provider.name }, oidcLogMessages.failed())
    return null
  }
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAge = '5 minutes'
const clockToleranceMs = 60_000

/**
 * Cached. Each key set fetches its keys at most once every 30 seconds, even if someone sends many
 * tokens.
 */
const keySets = new WeakMap<OidcProvider, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Keys fetched over http:// can be replaced in transit, so an http:// address of keys is accepted
 * only for an http:// issuer.
 */
export function isSafeKeyAddress(issuer: string, address: string): boolean {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))
}

async function getKeySet(ctx: Context, provider: OidcProvider) {
  const known = keySets.get(provider)
  if (known) return known
  const client = await getProviderClient(ctx, provider)
  const { jwks_uri: address } = client.serverMetadata()
  if (address === undefined || !isSafeKeyAddress(provider.issuer, address)) throw refuseToken()
  const fetchKeys = fetchFor(ctx)
  const keySet = createRemoteJWKSet(new URL(address), {
    [customFetch]: (url, { method, headers }) =>
      fetchKeys(url, { method, headers: Object.fromEntries(headers), body: null } as never),
  })
  keySets.set(provider, keySet)
  return keySet
}

const refuseToken = () => invalid(oidcMessages.logout_token())

/** Implements OpenID Connect Back-Channel Logout 1.0. */
export async function endSessionsByProvider(ctx: Context, providerName: string, token: string) {
  const provider = requireSignInProvider(ctx, providerName)
  const { subject, sid, issuedAtMs } = await readLogoutToken(ctx, provider, token)
  const until = new Date(issuedAtMs + clockToleranceMs)
  const ended = await ctx.write(async (tx) => {
    const found = await findSessionsOfProvider(tx, { provider: providerName, subject, sid, until })
    const ids = found.map(({ sessionId }) => sessionId)
    await endSessionsById(tx, ids, ctx.clock.now())
    const names = new Map(found.map(({ userId, username }) => [userId, username]))
    for (const [userId, username] of names) {
      const person = { userId, username, address: undefined }
      const changes = [auditDetail('provider', providerName)]
      await recordAuditOfPerson(ctx, tx, person, { action: 'sign_out_at_provider', changes })
    }
    return found
  })
  for (const userId of new Set(ended.map((one) => one.userId))) {
    ctx.bus.publish(userChanged, { userId })
  }
  const message = oidcLogMessages.ended_sessions({ count: ended.length })
  ctx.log.info({ provider: providerName }, message)
}

async function readLogoutToken(ctx: Context, provider: OidcProvider, token: string) {
  const keySet = await getKeySet(ctx, provider)
  const client = await getProviderClient(ctx, provider)
  const { issuer } = client.serverMetadata()
  const verified = await verify(token, keySet, { issuer, audience: provider.client_id })
  const { events, nonce, sub, sid, iat } = verified
  const isLogout =
    typeof events === 'object' &&
    events !== null &&
    Object.hasOwn(events, event) &&
    nonce === undefined
  const names = { subject: sub, sid: typeof sid === 'string' ? sid : undefined }
  if (!isLogout || (names.subject === undefined && names.sid === undefined)) throw refuseToken()
  return { ...names, issuedAtMs: iat! * 1000 }
}

async function verify(
  token: string,
  keySet: ReturnType<typeof createRemoteJWKSet>,
  expected: { issuer: string; audience: string },
) {
  try {
    const options = { ...expected, maxTokenAge: maxAge, clockTolerance: 60 }
    return (await jwtVerify(token, keySet, options)).payload
  } catch {
    throw refuseToken()
  }
}
