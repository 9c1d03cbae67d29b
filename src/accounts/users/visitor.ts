/** What a request tells of the one who signs in with it, and the cookie that a browser is given. */
import type { Context } from '../../context'
import { clientAddressOf, isOverHttps } from '../../platform/http/client-address'
import type { Viewer } from './model'

const sessionCookie = 'quire_session'

export interface Visitor {
  address: string | undefined
  userAgent: string | null
  kind: 'browser' | 'app'
  /** The user of a session that the request proves already: known here, so not slowed down. */
  knownUserId: string | undefined
}

export function visitorOf(ctx: Context, request: Request, known: Viewer | undefined): Visitor {
  return {
    address: clientAddressOf(ctx, request),
    userAgent: request.headers.get('user-agent')?.slice(0, 300).replaceAll('\u0000', '') ?? null,
    // Browsers say with every POST which page it comes from; apps have none.
    kind: request.headers.has('origin') ? 'browser' : 'app',
    knownUserId: known?.proof.kind === 'session' ? known.userId : undefined,
  }
}

export function cookieOf(request: Request): string | null {
  const header = request.headers.get('cookie')
  return header ? new Bun.CookieMap(header.slice(0, 8000)).get(sessionCookie) : null
}

/** `Set-Cookie` that gives the session, or with an empty value takes it away. */
export function cookieHeader(ctx: Context, request: Request, value: string): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  const secure = isOverHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false)
  return new Bun.Cookie(sessionCookie, value, {
    path: basePath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: value ? ctx.config.auth.session_days * 86_400 : 0,
  }).serialize()
}

/**
 * Takes the session's cookie, and has the browser forget what it kept of books. Only browsers that see a
 * safe connection tell where a request comes from, and they alone heed the wish: others complain of it.
 */
export const farewell = (ctx: Context, request: Request) => ({
  'set-cookie': cookieHeader(ctx, request, ''),
  ...(request.headers.has('sec-fetch-site') && { 'clear-site-data': '"cache"' }),
})

/** The same cookie with its time begun anew, when it is what the viewer came in with. */
export function renewedCookie(ctx: Context, request: Request, { proof }: Viewer) {
  const value = proof.kind === 'session' ? cookieOf(request) : null
  const isByCookie = value !== null && !request.headers.has('authorization')
  return isByCookie ? { 'set-cookie': cookieHeader(ctx, request, value) } : {}
}
