/** The cookies for sessions, for browsers that have signed in before, and for shared devices. */
import type { Context } from '../../context'
import { isHttps } from '../../platform/http/requests/client-address'
import type { Viewer } from '../permissions/model'

const name = 'quire_session'
const browserName = 'quire_browser'
const deviceName = 'quire_device'
/** The longest lifetime that browsers allow. */
export const longestCookieDays = 400

export const readSessionCookie = (request: Request) => readCookie(request, name)
export const readBrowserCookie = (request: Request) => readCookie(request, browserName)

/** Returns the value of the cookie that identifies a device shared by several people. */
export const readDeviceCookie = (request: Request) => readCookie(request, deviceName)

function readCookie(request: Request, cookieName: string): string | null {
  const header = request.headers.get('cookie')
  return header ? new Bun.CookieMap(header.slice(0, 8000)).get(cookieName) : null
}

/** Returns the value of `Set-Cookie`. An empty `value` deletes the cookie. */
export function formatSessionCookie(ctx: Context, request: Request, value: string): string {
  const days = value ? ctx.config.auth.session_days : 0
  return new Bun.Cookie(name, value, getCookieOptions(ctx, request, days)).serialize()
}

/**
 * Returns the value of `Set-Cookie` for the cookie that identifies a known browser. It is kept at
 * sign-out.
 */
export const formatBrowserCookie = (ctx: Context, request: Request, value: string): string =>
  new Bun.Cookie(browserName, value, getCookieOptions(ctx, request, longestCookieDays)).serialize()

export const formatDeviceCookie = (ctx: Context, request: Request, value: string): string =>
  new Bun.Cookie(deviceName, value, getCookieOptions(ctx, request, longestCookieDays)).serialize()

function getCookieOptions(ctx: Context, request: Request, days: number) {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  const secure = isHttps(ctx, request) || (publicUrl?.startsWith('https:') ?? false)
  const path = basePath || '/'
  return { path, httpOnly: true, sameSite: 'lax', secure, maxAge: days * 86_400 } as const
}

/**
 * Returns headers that extend the lifetime of the session cookie, or none if the viewer did not
 * authenticate by cookie.
 */
export function renewSessionHeaders(ctx: Context, request: Request, { proof }: Viewer) {
  const value = proof.kind === 'session' ? readSessionCookie(request) : null
  const isByCookie = value !== null && !request.headers.has('authorization')
  return isByCookie ? { 'set-cookie': formatSessionCookie(ctx, request, value) } : {}
}
