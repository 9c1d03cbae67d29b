import type { Schemas } from '../../../../src/web/ui/api/types'

type User = Schemas['SignedInUser']
type Permissions = User['effectivePermissions']

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
  'readlists:read',
  'api-keys:read',
  'api-keys:write',
  'api-keys:delete',
]

const ofAdmins: Permissions = [
  ...ofReaders,
  'libraries:write',
  'libraries:delete',
  'series:write',
  'books:write',
  'users:read',
  'users:write',
  'users:delete',
  'tasks:read',
  'tasks:write',
  'plugins:manage',
  'system:health',
  'system:admin',
]

const createUser = (username: string, role: User['role'], effectivePermissions: Permissions) => ({
  id: crypto.randomUUID(),
  username,
  email: `${username}@example.org`,
  emailVerified: true,
  role,
  permissions: [],
  effectivePermissions,
})

export const admin: User = createUser('ada', 'admin', ofAdmins)
export const reader: User = createUser('mara', 'reader', ofReaders)
