/**
 * Sessions of the Komga API: a signed value in a separate cookie or in the `X-Auth-Token` header. A
 * session also ends when the password changes, and it is valid only for this API.
 */
import { userChanged, type Viewer } from '../../../accounts/permissions/model'
import { isRead, refuseForeignPage } from '../../../accounts/sessions/csrf'
import { matchesSecret } from '../../../accounts/sessions/secrets'
import { describeClient } from '../../../accounts/sessions/devices/describe-client'
import {
  createSignedSessionId,
  endSignedSession,
  isSignedSessionEnded,
  recordSignedSessionUse,
} from '../../../accounts/sessions/signed-sessions'
import { findPasswordStamp, findViewerByStamp } from '../../../accounts/users/viewer-of-user'
import type { Context } from '../../../context'
import { isHttps } from '../../../platform/http/requests/client-address'
import { getApiPath } from './api-address'

const cookieName = 'KOMGA-SESSION'
const tokenHeader = 'x-auth-token'
const idleDays = 7
const dayMs = 86_400_000

interface Session {
  userId: string
  /** Changes when the password changes. */
  stamp: string
  /** Unchanged when the session is extended. */
  id: string
  /** In milliseconds since 1970. */
  until: number
}

/** The session that identified the viewer of each request. */
const used = new WeakMap<Request, Session>()

/**
 * Returns the viewer of the session in the token header or, without a token, in the cookie. Returns
 * undefined if that session is not valid.
 */
export async function findSessionViewer(ctx: Context, request: Request) {
  // Sessions are started with a password, so none is valid while password login is disabled.
  if (!ctx.config.auth.password_login) return undefined
  const token = request.headers.get(tokenHeader)
  const value = token || readSessionCookie(request)
  const session = value ? parseSession(ctx, value) : undefined
  const viewer = session && (await findViewerByStamp(ctx.db, session))
  if (!viewer || (await isSignedSessionEnded(ctx.db, session))) return undefined
  // Apps do not send an origin. A browser sends the origin of the page that makes the request.
  if (!token && !isRead(request)) refuseForeignPage(ctx, request)
  used.set(request, session)
  await recordSignedSessionUse(
    ctx,
    { ...session, expiresAt: new Date(session.until) },
    describeClient(ctx, request, undefined),
  )
  return viewer
}

/**
 * Returns whether the viewer was identified by a session, which does not prove knowledge of the
 * password.
 */
export const isSessionRequest = (request: Request) => used.has(request)

/**
 * Creates headers that start or extend a session. Returns none for API keys, because the key must
 * remain the only credential.
 */
export async function createSessionHeaders(
  ctx: Context,
  request: Request,
  { userId, proof }: Viewer,
): Promise<Record<string, string>> {
  if (proof.kind !== 'password') return {}
  const present = used.get(request) ?? (await findOwnSession(ctx, request, userId))
  if (present && isFresh(ctx, present)) return {}
  const isRemembered = new URL(request.url).searchParams.get('remember-me') === 'true'
  const days = isRemembered ? ctx.config.auth.session_days : idleDays
  const stamp = present?.stamp ?? (await findPasswordStamp(ctx.db, userId))
  if (stamp === undefined) return {}
  const until = ctx.clock.now().getTime() + days * dayMs
  const value = formatSession(ctx, {
    userId,
    stamp,
    id: present?.id ?? (await createSignedSessionId(ctx, userId)),
    until,
  })
  if (request.headers.has(tokenHeader)) return { [tokenHeader]: value }
  return { 'set-cookie': formatCookie(ctx, request, { value, days }) }
}

/** Sets the session as a cookie for a client that sent it in a header. */
export function createCookieHeaders(ctx: Context, request: Request): Record<string, string> {
  const session = used.get(request)
  if (!session || !request.headers.get(tokenHeader)) return {}
  const days = Math.max(1, Math.floor((session.until - ctx.clock.now().getTime()) / dayMs))
  const value = formatSession(ctx, session)
  return { 'set-cookie': formatCookie(ctx, request, { value, days }) }
}

/** Ends the sessions of the request. Returns the headers that make the client delete the cookie. */
export async function endKomgaSession(ctx: Context, request: Request) {
  for (const value of listSessionValues(request)) {
    const session = parseSession(ctx, value)
    if (!session || !(await findViewerByStamp(ctx.db, session))) continue
    // Checked even for GET, because a link on another site must not sign users out.
    refuseForeignPage(ctx, request)
    await ctx.write((tx) => endSignedSession(tx, session))
    ctx.bus.publish(userChanged, { userId: session.userId })
  }
  return { 'set-cookie': formatCookie(ctx, request, { value: '', days: 0 }) }
}

const listSessionValues = (request: Request) =>
  [request.headers.get(tokenHeader), readSessionCookie(request)].filter(
    (value) => !!value,
  ) as string[]

/**
 * Finds the valid session that was sent together with other credentials. Sessions of other users or
 * from before a password change are ignored.
 */
async function findOwnSession(ctx: Context, request: Request, userId: string) {
  const value = request.headers.get(tokenHeader) ?? readSessionCookie(request)
  const session = value ? parseSession(ctx, value) : undefined
  if (session?.userId !== userId) return undefined
  if ((await findPasswordStamp(ctx.db, userId)) !== session.stamp) return undefined
  return (await isSignedSessionEnded(ctx.db, session)) ? undefined : session
}

/** Returns whether more than half of the default lifetime of a session is left. */
const isFresh = (ctx: Context, { until }: Session) =>
  until - ctx.clock.now().getTime() > (idleDays * dayMs) / 2

const formatSession = (ctx: Context, { userId, stamp, id, until }: Session) =>
  sign(ctx, `${userId}.${stamp}.${id}.${until}`)

function parseSession(ctx: Context, value: string): Session | undefined {
  const [userId = '', stamp = '', id = '', end = ''] = value.slice(0, maxLength).split('.')
  const session = { userId, stamp, id, until: Number(end) }
  const isOurs = matchesSecret(sign(ctx, `${userId}.${stamp}.${id}.${end}`), value)
  return isOurs && session.until > ctx.clock.now().getTime() ? session : undefined
}

const maxLength = 500

function sign({ config }: Context, text: string): string {
  const key = `komga session ${config.auth.jwt_secret!}`
  const signature = new Bun.CryptoHasher('sha256', key).update(text).digest('base64url')
  return `${text}.${signature}`
}

function readSessionCookie(request: Request): string | null {
  const header = request.headers.get('cookie')
  return header ? new Bun.CookieMap(header.slice(0, 8000)).get(cookieName) : null
}

function formatCookie(
  ctx: Context,
  request: Request,
  { value, days }: { value: string; days: number },
) {
  const { public_url: publicUrl } = ctx.config.server
  return new Bun.Cookie(cookieName, value, {
    path: getApiPath(ctx, request) || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false),
    maxAge: days * 86_400,
  }).serialize()
}
