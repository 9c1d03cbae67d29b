/**
 * Defines the permissions of roles, creates viewers with them, and checks what a viewer may do.
 */
import { userMessages } from './messages'
import type { Message } from '../../platform/messages/message'
import { Refusal } from '../../errors'
import {
  type AgeLimit,
  intersectLibraries,
  limitsSeries,
  type Restrictions,
} from './restriction-rules'
import {
  accountPermissions,
  type Permission,
  permissions,
  type Role,
  roles,
  type Viewer,
} from './model'

interface Holder {
  role: Role
  permissions: readonly Permission[]
}

const reader: Permission[] = [
  ...accountPermissions,
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'progress:read',
  'progress:write',
  'collections:read',
  'collections:write',
  'collections:delete',
  'readlists:read',
  'readlists:write',
  'readlists:delete',
  'api-keys:read',
  'api-keys:write',
  'api-keys:delete',
  'system:health',
]

const maintainer: Permission[] = [
  ...reader,
  'libraries:write',
  'series:write',
  'series:delete',
  'books:write',
  'books:delete',
  'lists:publish',
  'tasks:read',
  'tasks:write',
]

const rolePermissions: Record<Role, readonly Permission[]> = {
  reader,
  maintainer,
  admin: permissions,
}

export const listRolePermissions = () =>
  roles.map((role) => ({ role, permissions: [...rolePermissions[role]] }))

const listPermissions = ({ role, permissions: more }: Holder) => [...rolePermissions[role], ...more]

/** Combines role and additional permissions, limited by the scopes of the API key. */
export function computeEffectivePermissions(
  user: Holder,
  keyScopes?: readonly Permission[],
): ReadonlySet<Permission> {
  const own = new Set(listPermissions(user))
  return keyScopes ? new Set(keyScopes.filter((permission) => own.has(permission))) : own
}

/**
 * Prevents privilege escalation: users cannot grant permissions that they lack, nor manage users
 * who have such permissions. Account permissions do not count, because they concern only each
 * user's own account.
 */
export function refuseHigherPermissions(viewer: Viewer, holder: Holder) {
  const held = [...computeEffectivePermissions(holder)]
  refuseMissingPermissions(
    viewer,
    held.filter((permission) => !accountPermissions.includes(permission)),
  )
}

export function refuseMissingPermissions(viewer: Viewer, needed: readonly Permission[]) {
  const lacking = needed.filter((permission) => !viewer.permissions.has(permission))
  if (lacking.length === 0) return
  const most = lacking.slice(0, 5).join(', ')
  throw new Refusal('forbidden', userMessages.permissions_exceeded({ permissions: most }))
}

/**
 * Refuses API keys for actions that would let anyone who finds a leaked key take over the account.
 */
export function refuseApiKey(viewer: Viewer, message: Message) {
  if (viewer.proof.kind !== 'api_key') return
  throw new Refusal('forbidden', message)
}

/** Administrators see everything. */
const getReach = (user: ViewerAccount): Pick<Viewer, 'libraryIds' | 'restrictions'> => {
  const { libraryIds, restrictions } = user
  if (isAdmin(user)) return { libraryIds: 'all', restrictions: undefined }
  return {
    libraryIds: intersectLibraries(libraryIds, restrictions?.libraryIds ?? null) ?? 'all',
    restrictions: restrictions && limitsSeries(restrictions) ? restrictions : undefined,
  }
}

/**
 * Limits restricted viewers to a reader's permissions, because other permissions also apply to
 * hidden series.
 */
const limitPermissions = (held: Viewer['permissions'], restrictions: Viewer['restrictions']) =>
  restrictions ? new Set([...held].filter((permission) => reader.includes(permission))) : held

/** Same condition as in `libraries/library-visibility.ts`, for a known library ID. */
export const canSeeLibrary = ({ libraryIds }: Viewer, libraryId: string) =>
  libraryIds === 'all' || libraryIds.includes(libraryId)

/** Limits libraries for a new user to those of the viewer. `null` stands for all libraries. */
export const intersectOwnLibraries = (viewer: Viewer, libraryIds: readonly string[] | null) =>
  intersectLibraries(libraryIds, viewer.libraryIds === 'all' ? null : viewer.libraryIds)

/** Users cannot grant access to libraries that they cannot see. `null` stands for all libraries. */
export function refuseHiddenLibraries(viewer: Viewer, libraryIds: readonly string[] | null) {
  const own = viewer.libraryIds
  if (own === 'all' || libraryIds?.every((id) => own.includes(id))) return
  throw new Refusal('forbidden', userMessages.libraries_exceeded())
}

/**
 * Depends on the permission rather than the role, because `system:admin` can be granted to any
 * user.
 */
export const isAdmin = (holder: Holder) => listPermissions(holder).includes('system:admin')

export function refuseAgeLimitOfAdmin(holder: Holder, { ageLimit }: AgeLimit) {
  if (ageLimit === null || !isAdmin(holder)) return
  throw new Refusal('conflict', userMessages.admin_age_limit())
}

/** API keys cannot manage administrators, so a leaked key does not give control of the server. */
export function refuseAdminChangeByKey(viewer: Viewer, ...holders: Holder[]) {
  if (holders.some(isAdmin)) refuseApiKey(viewer, userMessages.key_cannot_manage_admins())
}

/** Refuses viewers who are not signed in with a session. Returns the ID of the session. */
export function requireSession(viewer: Viewer): string {
  if (viewer.proof.kind === 'session') return viewer.proof.sessionId
  throw new Refusal('forbidden', userMessages.session_required())
}

type ViewerAccount = Holder & {
  id: string
  username: string
  /** The user's own setting, or null for all libraries. */
  libraryIds: readonly string[] | null
  /**
   * Combined from the settings of the user and all groups, or null if there are no restrictions.
   */
  restrictions: Restrictions | null
}

export const createViewer = (
  user: ViewerAccount,
  effectivePermissions: Viewer['permissions'],
  proof: Viewer['proof'],
): Viewer => {
  const reach = getReach(user)
  return {
    userId: user.id,
    username: user.username,
    role: user.role,
    permissions: limitPermissions(effectivePermissions, reach.restrictions),
    ...reach,
    proof,
  }
}

/** Formats everything that determines what the viewer can see, for cache keys. */
export const formatReach = ({ libraryIds, restrictions }: Viewer): string =>
  libraryIds === 'all' && !restrictions ? 'all' : JSON.stringify([libraryIds, restrictions])
