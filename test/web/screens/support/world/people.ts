/** Users with the permissions that the server gives to their roles. */
import type { Schemas } from '../../../../../src/web/ui/api/types'

type SignedIn = Schemas['SignedInUser']
type Permissions = SignedIn['effectivePermissions']

const ofReaders: Permissions = [
  'account:read',
  'account:write',
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

const ofMaintainers: Permissions = [
  ...ofReaders,
  'libraries:write',
  'series:write',
  'series:delete',
  'books:write',
  'books:delete',
  'lists:publish',
  'tasks:read',
  'tasks:write',
]

const ofAdmins: Permissions = [
  ...ofMaintainers,
  'libraries:delete',
  'users:read',
  'users:write',
  'users:delete',
  'plugins:manage',
  'metrics:read',
  'system:admin',
]

export const roles: Schemas['RolePermissions'][] = [
  { role: 'reader', permissions: ofReaders },
  { role: 'maintainer', permissions: ofMaintainers },
  { role: 'admin', permissions: ofAdmins },
]

const createUser = (
  id: string,
  username: string,
  role: SignedIn['role'],
  effectivePermissions: Permissions,
): SignedIn => ({
  id,
  username,
  email: `${username}@example.org`,
  emailVerified: true,
  role,
  permissions: [],
  effectivePermissions,
  pictureVersion: null,
})

const createId = (end: string) => `01a1fdc4-0439-7419-b25d-00000000${end}`

export const admin = createUser(createId('ada0'), 'ada', 'admin', ofAdmins)
export const reader = createUser(createId('a3a0'), 'mara', 'reader', ofReaders)

/** The permissions of the reading group, in the order of the screen. */
export const readingPermissions: Permissions = [
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
  'lists:publish',
]

/** A user as the list of users names it. */
export const asUser = ({ id, username, email, role }: SignedIn): Schemas['User'] => ({
  id,
  username,
  email,
  role,
  permissions: [],
  isActive: true,
  lastLoginAt: null,
  pictureVersion: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
