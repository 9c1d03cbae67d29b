/** Responds to a sign-in with the new session. */
import type { Context } from '../../../context'
import { findViewer } from '../../permissions/guard'
import { formatSessionCookie, readBrowserCookie } from '../../sessions/cookie'
import { describeClient } from '../../sessions/devices/describe-client'
import { rememberBrowser } from './known-browser'
import type { SignInResult } from './login'

interface Exchange {
  request: Request
  set: { headers: Record<string, string | number | string[] | undefined> }
}

export const getClient = async (ctx: Context, request: Request) =>
  describeClient(ctx, request, await findViewer(ctx, request))

/** Sets the session cookie, and for browsers also the cookie that identifies a known browser. */
export function answerSession(
  ctx: Context,
  { request, set }: Exchange,
  { answer, cookie }: SignInResult,
) {
  const known = { cookie: readBrowserCookie(request), userId: answer.user.id }
  set.headers['set-cookie'] = [
    formatSessionCookie(ctx, request, cookie),
    ...(request.headers.has('origin') ? [rememberBrowser(ctx, request, known)] : []),
  ]
  set.headers['cache-control'] = 'no-store'
  return answer
}
