/** Describes the browser or app that sends a login request. */
import type { Context } from '../../../context'
import { getClientAddress } from '../../../platform/http/requests/client-address'
import { readBrowserCookie, readDeviceCookie } from '../cookie'
import type { Viewer } from '../../permissions/model'

export interface Client {
  address: string | undefined
  userAgent: string | null
  kind: 'browser' | 'app'
  /** Cookie that proves earlier sign-ins with this browser. */
  browserCookie: string | null
  /** Cookie of a device that several people share. */
  deviceSecret: string | null
  /**
   * The user of the session with which the request is already signed in, if any. The login throttle
   * counts the attempts of such requests separately.
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
  deviceSecret: readDeviceCookie(request),
  knownUserId: viewer?.proof.kind === 'session' ? viewer.userId : undefined,
})
