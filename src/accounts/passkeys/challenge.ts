/**
 * Passkey challenges. They are kept in a signed cookie, so that nobody can fill the server's
 * storage. Each challenge can be used only once.
 */
import { isHttps } from '../../platform/http/requests/client-address'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { hashSecret, matchesSecret } from '../sessions/secrets'
import { passkeyMessages } from './messages'

const name = 'quire_passkey'
const lifetimeMs = 5 * 60_000
const maxUsed = 10_000

/** `purpose` is `sign-in`, or the ID of a session that is adding a passkey. */
interface Challenge {
  challenge: string
  purpose: string
}

interface Stored extends Challenge {
  untilMs: number
}

const sign = ({ config }: Context, payload: string) =>
  new Bun.CryptoHasher('sha256', config.auth.jwt_secret)
    .update(`passkey challenge ${payload}`)
    .digest('base64url')

/** Returns the value of `Set-Cookie`. */
export function formatChallengeCookie(ctx: Context, request: Request, given: Challenge): string {
  const stored: Stored = { ...given, untilMs: ctx.clock.now().getTime() + lifetimeMs }
  const payload = Buffer.from(JSON.stringify(stored)).toString('base64url')
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  return new Bun.Cookie(name, `${payload}.${sign(ctx, payload)}`, {
    path: `${basePath}/api/v1/auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false),
    maxAge: lifetimeMs / 1000,
  }).serialize()
}

/** Hashes of challenges that were used in this process, oldest first. */
const used = new Map<string, number>()

export function takeChallenge(ctx: Context, request: Request, purpose: string): string {
  const header = request.headers.get('cookie')
  const value = header ? new Bun.CookieMap(header.slice(0, 16_000)).get(name) : null
  const [payload = '', signature = ''] = (value ?? '').split('.')
  if (!value || !matchesSecret(signature, sign(ctx, payload))) throw expired()
  const stored = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Stored
  const nowMs = ctx.clock.now().getTime()
  const key = hashSecret(stored.challenge)
  if (stored.purpose !== purpose || stored.untilMs <= nowMs || used.has(key)) throw expired()
  used.set(key, stored.untilMs)
  if (used.size > maxUsed) used.delete(used.keys().next().value!)
  return stored.challenge
}

const expired = () => new Refusal('invalid', passkeyMessages.expired())
