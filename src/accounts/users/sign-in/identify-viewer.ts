/**
 * Identifies the viewer of a request by its credentials. Permissions come from the database each
 * time.
 */
import { userMessages } from '../../permissions/messages'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { andThen, type NowOrLater } from '../../../platform/lib/async/now-or-later'
import { findViewerByApiKey } from '../../api-keys/service'
import type { KeyProtocol, Viewer } from '../../permissions/model'
import { computeEffectivePermissions, createViewer } from '../../permissions/permission-rules'
import { findViewerByAccessToken, findViewerByCookie } from '../../sessions/authenticate'
import { readSessionCookie } from '../../sessions/cookie'
import { isRead, refuseForeignPage, requireOwnPage } from '../../sessions/csrf'
import { findAccountByPassword, parseBasic } from './basic-auth'
import { findViewerByTrustedName, readTrustedName } from './trusted-header'

/** API keys that are limited to a different protocol are treated like unknown keys. */
export const identifyViewer = (
  ctx: Context,
  request: Request,
  protocol?: KeyProtocol,
): NowOrLater<Viewer> =>
  andThen(findViewerByCredentials(ctx, request), (viewer) => {
    if (!viewer || !opens(viewer, protocol))
      throw new Refusal('unauthenticated', userMessages.sign_in_required())
    return viewer
  })

const opens = ({ proof }: Viewer, protocol: KeyProtocol | undefined) =>
  proof.kind !== 'api_key' || proof.opensOnly === undefined || proof.opensOnly === protocol

/** If a request has invalid credentials of one kind, it is rejected without trying other kinds. */
function findViewerByCredentials(ctx: Context, request: Request): NowOrLater<Viewer | undefined> {
  const apiKey = request.headers.get('x-api-key')
  if (apiKey) return findViewerByApiKey(ctx, apiKey)
  const authorization = request.headers.get('authorization')
  if (authorization) return findViewerByAuthorization(ctx, request, authorization)
  const cookie = readSessionCookie(request)
  const bySession = cookie ? findViewerByCookie(ctx, cookie) : undefined
  const found = andThen(bySession, (viewer) => preferTrustedName(ctx, request, viewer))
  return andThen(found, (viewer) => {
    // Browsers send cookies with requests from pages of any site, so only requests from our own
    // pages may change anything.
    if (viewer) requireOwnPage(ctx, request)
    return viewer
  })
}

/** The proxy determines the user. A session takes precedence if it belongs to the same user. */
export function preferTrustedName(
  ctx: Context,
  request: Request,
  bySession: Viewer | undefined,
): NowOrLater<Viewer | undefined> {
  const name = readTrustedName(ctx, request)
  if (name === undefined) return bySession
  return andThen(findViewerByTrustedName(ctx, request, name), (byProxy) =>
    byProxy !== undefined && byProxy.userId === bySession?.userId ? bySession : byProxy,
  )
}

function findViewerByAuthorization(ctx: Context, request: Request, authorization: string) {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization.slice(0, 4000)) ?? []
  if (scheme.toLowerCase() === 'basic') return findViewerByBasic(ctx, request, value)
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return value.startsWith('quire_')
    ? findViewerByApiKey(ctx, value)
    : findViewerByAccessToken(ctx, value)
}

/**
 * Browsers store Basic credentials and, as with cookies, send them with requests from pages of any
 * site.
 */
async function findViewerByBasic(ctx: Context, request: Request, value: string) {
  const given = parseBasic(value)
  if (!given) return undefined
  if (!isRead(request)) refuseForeignPage(ctx, request)
  if (/^quire_[A-Za-z0-9]+_[\w-]{43}$/.test(given.password)) {
    return findViewerByApiKey(ctx, given.password)
  }
  const account = await findAccountByPassword(ctx, request, given)
  return (
    account && createViewer(account, computeEffectivePermissions(account), { kind: 'password' })
  )
}
