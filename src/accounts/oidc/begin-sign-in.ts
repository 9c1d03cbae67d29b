/** Lists the providers, and starts signing in with one or connecting an account at one. */
import * as oidc from 'openid-client'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { getOwnHosts, isHttps } from '../../platform/http/requests/client-address'
import type { Viewer } from '../permissions/model'
import { requireSession } from '../permissions/permission-rules'
import { confirmPassword } from '../users/sign-in/change-password'
import { hasPassword } from '../users/passwords/passwords'
import { findAccountOf } from '../users/service'
import { oidcMessages } from './messages'
import type { OidcProviders } from './model'
import { getProviderClient, requireSignInProvider } from './provider-client'
import { formatStateCookie, type SignInState } from './sign-in-state'
import { invalidBody } from '../../platform/http/validation'

export function listSignInProviders({ config }: Context): OidcProviders {
  const { base_path: basePath } = config.server
  const providers = config.auth.oidc.providers.map(({ name, display_name: displayName }) => ({
    name,
    displayName,
    loginUrl: `${basePath}/api/v1/auth/oidc/${name}/login`,
  }))
  const { password_login: passwordLogin } = config.auth
  return { enabled: providers.length > 0, passwordLogin, providers }
}

interface Begun {
  redirectUrl: string
  cookie: string
}

export const beginSignIn = (
  ctx: Context,
  request: Request,
  providerName: string,
  returnTo: string | null | undefined,
): Promise<Begun> => begin(ctx, request, providerName, { returnTo: requirePath(returnTo ?? '/') })

interface LinkStart {
  providerName: string
  currentPassword: string | null | undefined
}

/** Starts connecting an account at the provider to the signed-in user. */
export async function beginLink(
  ctx: Context,
  request: Request,
  viewer: Viewer,
  { providerName, currentPassword }: LinkStart,
): Promise<Begun> {
  const link = { userId: viewer.userId, sessionId: requireSession(viewer) }
  const account = await findAccountOf(ctx.db, viewer.userId)
  if (hasPassword(account?.passwordHash)) {
    if (!currentPassword) throw new Refusal('forbidden', oidcMessages.password_needed())
    await confirmPassword(ctx, viewer, currentPassword)
  }
  return begin(ctx, request, providerName, { returnTo: '/settings/security', link })
}

async function begin(
  ctx: Context,
  request: Request,
  providerName: string,
  { returnTo, link }: Pick<SignInState, 'returnTo' | 'link'>,
): Promise<Begun> {
  const provider = requireSignInProvider(ctx, providerName)
  const client = await getProviderClient(ctx, provider)
  const state: SignInState = {
    provider: provider.name,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirectUrl: `${getOwnUrl(ctx, request)}/api/v1/auth/oidc/${provider.name}/callback`,
    returnTo,
    link,
  }
  const redirectUrl = oidc.buildAuthorizationUrl(client, {
    redirect_uri: state.redirectUrl,
    scope: provider.scopes,
    state: state.state,
    nonce: state.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(state.verifier),
    code_challenge_method: 'S256',
  })
  return { redirectUrl: redirectUrl.href, cookie: formatStateCookie(ctx, request, state) }
}

/** Returns the URL of this server with the base path and without a trailing slash. */
export function getOwnUrl(ctx: Context, request: Request): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const host = getOwnHosts(ctx, request).at(-1)!
  return `${isHttps(ctx, request) ? 'https' : 'http'}://${host}${basePath}`
}

/**
 * Accepts only a path on this server, as browsers parse it. Anything else could lead to another
 * site.
 */
function requirePath(path: string): string {
  const here = 'http://here.invalid'
  const url = path.startsWith('/') && URL.canParse(path, here) ? new URL(path, here) : undefined
  const isOwn = url?.origin === here && !url.pathname.startsWith('//') && !path.includes('\\')
  if (isOwn) return `${url.pathname}${url.search}${url.hash}`
  throw invalidBody('redirectUri', oidcMessages.return_path())
}
