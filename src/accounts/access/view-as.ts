/**
 * Lets an administrator look at the library as another user sees it: with that user's permissions,
 * but without an identity. No personal data of the user or the administrator is shown or changed.
 */
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import { getPath } from '../../platform/http/requests/path'
import { isUuid } from '../../platform/http/shapes'
import { userMessages } from '../permissions/messages'
import type { Permission, Viewer } from '../permissions/model'
import { isRead } from '../sessions/csrf'
import { identifyViewer } from '../users/sign-in/identify-viewer'
import { findViewerOfUser } from '../users/viewer-of-user'
import { accessMessages } from './messages'

const header = 'x-view-as'
/** No account has this ID, so no data belongs to this viewer. */
const nobody = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const shown: ReadonlySet<Permission> = new Set([
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'progress:read',
  'collections:read',
  'readlists:read',
])

/** These routes concern the administrator, not the library. */
const ownPaths = /^\/api\/v1\/(auth\/|info$)/

/** Signing in and out ends the view. All other changes would apply to the administrator. */
const signInPaths = /^\/api\/v1\/auth\/(login|logout|refresh|oidc\/end-session)(\/|$)/

/** These routes return personal data, although they only require permission to read series. */
const personalPaths = /^\/api\/v1\/user(\/|$)/

/** POST routes that only read lists: their filters are in the request body. */
const readingPosts = /^\/api\/v1\/(series|books)\/(list|search)(\/|$)/

export const identifyOrViewAs = (ctx: Context, request: Request): NowOrLater<Viewer> =>
  andThen(identifyViewer(ctx, request), (viewer) => {
    const userId = request.headers.get(header)
    return userId === null ? viewer : viewAs(ctx, request, { viewer, userId })
  })

async function viewAs(
  ctx: Context,
  request: Request,
  { viewer, userId }: { viewer: Viewer; userId: string },
): Promise<Viewer> {
  const path = getPath(request)
  if (!path.startsWith('/api/v1/')) {
    refuseChangeWhileViewing(request)
    return viewer
  }
  if (ownPaths.test(path)) {
    refuseChange(isRead(request) || signInPaths.test(path))
    return viewer
  }
  if (!viewer.permissions.has('system:admin')) {
    throw new Refusal('forbidden', accessMessages.view_as_admins_only())
  }
  refuseChange(isRead(request) || readingPosts.test(path))
  if (personalPaths.test(path)) {
    throw new Refusal('forbidden', accessMessages.view_as_shows_nothing_personal())
  }
  const seen = isUuid(userId) ? await findViewerOfUser(ctx.db, userId) : undefined
  if (!seen) throw notFound(userMessages.user_not_found())
  // Viewing as another user must not give an API key permissions that it does not have.
  const isShown = (one: Permission) => shown.has(one) && viewer.permissions.has(one)
  const permissions = new Set([...seen.permissions].filter(isShown))
  return { ...seen, userId: nobody, permissions, proof: viewer.proof }
}

/**
 * Refuses changes through the APIs of reading apps. They do not support viewing as another user, so
 * a change would be made as the administrator.
 */
export function refuseChangeWhileViewing(request: Request) {
  if (request.headers.has(header)) refuseChange(isRead(request))
}

function refuseChange(isHarmless: boolean) {
  if (!isHarmless) throw new Refusal('forbidden', accessMessages.view_as_reads_only())
}
