/** The session cookie of browsers. */
import type { Context } from '../../context'
import { isHttps } from '../../platform/http/requests/client-address'
import type { Viewer } from '../permissions/model'

const name = 'quire_session'

export function readSessionCookie(request: Request): string | null {
  const header = request.headers.get('cookie')
  return header ? new Bun.CookieMap(header.slice(0, 8000)).get(name) : null
}

/** The value of `Set-Cookie`; an empty `value` deletes the cookie. */
export function formatSessionCookie(ctx: Context, request: Request, value: string): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  const secure = isHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false)
  return new Bun.Cookie(name, value, {
    path: basePath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: value ? ctx.config.auth.session_days * 86_400 : 0,
  }).serialize()
}

/**
 * Deletes the cookie and the browser's cache of book pages. Browsers honor `Clear-Site-Data` on secure
 * connections only, where they also send `Sec-Fetch-Site`; on others they print a warning.
 */
export const clearSessionHeaders = (ctx: Context, request: Request) => ({
  'set-cookie': formatSessionCookie(ctx, request, ''),
  ...(request.headers.has('sec-fetch-site') && { 'clear-site-data': '"cache"' }),
})

/** Extends the cookie's lifetime; empty when the viewer did not authenticate by cookie. */
export function renewSessionHeaders(ctx: Context, request: Request, { proof }: Viewer) {
  const value = proof.kind === 'session' ? readSessionCookie(request) : null
  const isByCookie = value !== null && !request.headers.has('authorization')
  return isByCookie ? { 'set-cookie': formatSessionCookie(ctx, request, value) } : {}
}
