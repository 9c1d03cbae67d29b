/**
 * State of a sign-in that has started but not finished. It is kept in a signed cookie of the
 * browser that started the sign-in, so that nobody can fill the server's storage and no other
 * browser can finish the sign-in.
 */
import { isHttps } from '../../platform/http/requests/client-address'
import type { Context } from '../../context'
import { hashSecret, matchesSecret } from '../sessions/secrets'

const lifetimeMs = 10 * 60_000
const maxLength = 3500

export interface SignInState {
  provider: string
  state: string
  nonce: string
  verifier: string
  /** The redirect URL that was sent to the provider. */
  redirectUrl: string
  /** Path to open after the sign-in. */
  returnTo: string
  /** The user and session that are connecting an account. */
  link?: { userId: string; sessionId: string } | undefined
}

interface Stored extends SignInState {
  untilMs: number
}

const nameOf = (state: string) => `quire_oidc_${hashSecret(state).slice(0, 16)}`

const sign = ({ config }: Context, payload: string) =>
  new Bun.CryptoHasher('sha256', config.auth.jwt_secret)
    .update(`oidc state ${payload}`)
    .digest('base64url')

/** Returns the value of `Set-Cookie`. */
export function formatStateCookie(ctx: Context, request: Request, given: SignInState): string {
  const stored: Stored = { ...given, untilMs: ctx.clock.now().getTime() + lifetimeMs }
  const payload = Buffer.from(JSON.stringify(stored)).toString('base64url')
  const value = `${payload}.${sign(ctx, payload)}`
  return formatCookie(ctx, request, { name: nameOf(given.state), value, ageMs: lifetimeMs })
}

export const formatUsedStateCookie = (ctx: Context, request: Request, state: string): string =>
  formatCookie(ctx, request, { name: nameOf(state), value: '', ageMs: 0 })

function formatCookie(
  ctx: Context,
  request: Request,
  { name, value, ageMs }: { name: string; value: string; ageMs: number },
): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  return new Bun.Cookie(name, value, {
    path: `${basePath}/api/v1/auth/oidc`,
    httpOnly: true,
    // The provider sends the browser back through a top-level navigation, with which browsers send
    // `lax` cookies.
    sameSite: 'lax',
    secure: isHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false),
    maxAge: ageMs / 1000,
  }).serialize()
}

/**
 * Returns undefined if a different browser started the sign-in, if the sign-in took too long, or if
 * the cookie was tampered with.
 */
export function readSignInState(
  ctx: Context,
  request: Request,
  state: string,
): SignInState | undefined {
  const header = request.headers.get('cookie')
  const value = header && new Bun.CookieMap(header.slice(0, 16_000)).get(nameOf(state))
  if (!value || value.length > maxLength) return undefined
  const [payload = '', signature = ''] = value.split('.')
  if (!matchesSecret(signature, sign(ctx, payload))) return undefined
  const stored = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Stored
  const isValid = stored.state === state && stored.untilMs > ctx.clock.now().getTime()
  return isValid ? stored : undefined
}
