/** Which rights come with a role, and what remains of them through an API key. */
import { Refusal } from '../../errors'
import { type Permission, permissions, type Role, roles, type Viewer } from './model'
import { userMessages } from './messages'
import type { Message } from '../../platform/messages/message'

interface Holder {
  role: Role
  permissions: readonly Permission[]
}

const reader: Permission[] = [
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'progress:read',
  'progress:write',
  'collections:read',
  'readlists:read',
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
  'collections:write',
  'collections:delete',
  'readlists:write',
  'readlists:delete',
  'tasks:read',
  'tasks:write',
]

const ofRole: Record<Role, readonly Permission[]> = { reader, maintainer, admin: permissions }

export const rightsOfRoles = () => roles.map((role) => ({ role, permissions: [...ofRole[role]] }))

const rightsOf = ({ role, permissions: more }: Holder) => [...ofRole[role], ...more]

/** Role and extra permissions together; an API key's own list cuts them down. */
export function effectiveRights(
  user: Holder,
  keyScopes?: readonly Permission[],
): ReadonlySet<Permission> {
  const own = new Set(rightsOf(user))
  return keyScopes ? new Set(keyScopes.filter((permission) => own.has(permission))) : own
}

/** Rights never grow: nobody hands out, or has a say over, more than he has himself. */
export function refuseRightsBeyond(viewer: Viewer, holder: Holder) {
  refuseWordsBeyond(viewer, [...effectiveRights(holder)])
}

export function refuseWordsBeyond(viewer: Viewer, words: readonly Permission[]) {
  const lacking = words.filter((word) => !viewer.permissions.has(word))
  if (lacking.length === 0) return
  const most = lacking.slice(0, 5).join(', ')
  throw new Refusal('forbidden', userMessages.permissions_exceeded({ permissions: most }))
}

/** Acts for which a key is not enough, because who finds a key must not become its owner. */
export function refuseApiKey(viewer: Viewer, message: Message) {
  if (viewer.proof.kind !== 'api_key') return
  throw new Refusal('forbidden', message)
}

/** The libraries opened to a user; whoever may do everything on the server sees them all. */
export const reachOf = (
  user: Holder & { libraryIds: readonly string[] | null },
): Viewer['libraryIds'] => (isAdmin(user) ? 'all' : (user.libraryIds ?? 'all'))

/** What `libraries/access.ts` asks of rows, of a library whose id is at hand. */
export const isOpenTo = ({ libraryIds }: Viewer, libraryId: string) =>
  libraryIds === 'all' || libraryIds.includes(libraryId)

/** Nor does anybody open a library that is closed to himself. */
export function refuseReachBeyond(viewer: Viewer, libraryIds: readonly string[] | null) {
  const own = viewer.libraryIds
  if (own === 'all' || libraryIds?.every((id) => own.includes(id))) return
  throw new Refusal('forbidden', userMessages.libraries_exceeded())
}

/** An administrator in fact, whatever the role is called: who may do everything on the server. */
export const isAdmin = (holder: Holder) => rightsOf(holder).includes('system:admin')

/** A key makes no administrators and has no say over them: who finds it must not take over the server. */
export function refuseAdminByKey(viewer: Viewer, ...holders: Holder[]) {
  if (holders.some(isAdmin)) refuseApiKey(viewer, userMessages.key_cannot_manage_admins())
}

/** Returns the session, for acts that only a signed-in person may do. */
export function requireSession(viewer: Viewer): string {
  if (viewer.proof.kind === 'session') return viewer.proof.sessionId
  throw new Refusal('forbidden', userMessages.session_required())
}
