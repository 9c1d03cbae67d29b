/** Which rights come with a role, and what remains of them through an API key. */
import { type Permission, permissions, type Role } from './model'

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

/** Role and extra permissions together; an API key's own list cuts them down. */
export function effectiveRights(
  user: { role: Role; permissions: readonly Permission[] },
  keyScopes?: readonly Permission[],
): ReadonlySet<Permission> {
  const own = new Set([...ofRole[user.role], ...user.permissions])
  return keyScopes ? new Set(keyScopes.filter((permission) => own.has(permission))) : own
}
