/** Every right there is. Routes ask for one of these words, never for a role. */
export const permissions = [
  'libraries:read',
  'libraries:write',
  'libraries:delete',
  'series:read',
  'series:write',
  'series:delete',
  'books:read',
  'books:write',
  'books:delete',
  'pages:read',
  'progress:read',
  'progress:write',
  'collections:read',
  'collections:write',
  'collections:delete',
  'readlists:read',
  'readlists:write',
  'readlists:delete',
  'users:read',
  'users:write',
  'users:delete',
  'api-keys:read',
  'api-keys:write',
  'api-keys:delete',
  'tasks:read',
  'tasks:write',
  'plugins:manage',
  'metrics:read',
  'system:health',
  'system:admin',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['reader', 'maintainer', 'admin'] as const
export type Role = (typeof roles)[number]

/** How a caller proved who they are. Some acts (passwords, sessions) need a person's session. */
export type Proof =
  | { kind: 'session'; sessionId: string }
  | { kind: 'api_key'; apiKeyId: string }
  | { kind: 'password' }
  | { kind: 'system' }

/** Who is looking. Every read takes one, so nothing is ever read on nobody's behalf. */
export interface Viewer {
  readonly userId: string
  readonly username: string
  readonly role: Role
  /** Effective rights: role and extra permissions, cut down by an API key's scopes. */
  readonly permissions: ReadonlySet<Permission>
  /** The libraries opened to this viewer. */
  readonly libraryIds: 'all' | readonly string[]
  readonly proof: Proof
}

/** For work that nobody asked for, such as a scan: sees and may do everything. */
export const system: Viewer = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: 'system',
  role: 'admin',
  permissions: new Set(permissions),
  libraryIds: 'all',
  proof: { kind: 'system' },
}
