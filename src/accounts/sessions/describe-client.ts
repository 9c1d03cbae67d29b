/** The browser or app behind a login request. */
import type { Context } from '../../context'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { readBrowserCookie } from './cookie'
import type { Viewer } from '../permissions/model'

export interface Client {
  address: string | undefined
  userAgent: string | null
  kind: 'browser' | 'app'
  /** Proof of earlier sign-ins with this browser. */
  browserCookie: string | null
  /**
   * The user of the session that the request already has; the login throttle counts them
   * separately.
   */
  knownUserId: string | undefined
}

export const describeClient = (
  ctx: Context,
  request: Request,
  viewer: Viewer | undefined,
): Client => ({
  address: getClientAddress(ctx, request),
  userAgent: request.headers.get('user-agent')?.slice(0, 300).replaceAll('\u0000', '') ?? null,
  // Browsers send Origin with every POST; apps do not.
  kind: request.headers.has('origin') ? 'browser' : 'app',
  browserCookie: readBrowserCookie(request),
  knownUserId: viewer?.proof.kind === 'session' ? viewer.userId : undefined,
})
