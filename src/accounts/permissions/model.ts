import type { SeriesRestrictions } from './restriction-rules'
import { defineEvent } from '../../platform/events/event'
import {
  boolean,
  integer,
  list,
  named,
  nullable,
  oneOf,
  unknown,
  uniqueList,
} from '../../platform/http/shapes'

/** Routes require permissions, not roles. */
export const permissions = [
  'account:read',
  'account:write',
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
  'lists:publish',
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

/**
 * Permissions for the sign-in data and preferences of the user's own account. An API key without
 * explicit scopes does not get them.
 */
export const accountPermissions: readonly Permission[] = ['account:read', 'account:write']

export const roles = ['reader', 'maintainer', 'admin'] as const
export type Role = (typeof roles)[number]

/** Method by which the caller authenticated. Changing passwords and sessions requires a session. */
export type Proof =
  | { kind: 'session'; sessionId: string }
  | { kind: 'api_key'; apiKeyId: string; opensOnly?: KeyProtocol | undefined }
  | { kind: 'password' | 'proxy' | 'system' }

/** A protocol to which an API key can be limited. */
export type KeyProtocol = 'komga'

/** The authenticated caller. Functions that read data on behalf of a user take a `Viewer`. */
export interface Viewer {
  readonly userId: string
  readonly username: string
  readonly role: Role
  /** Permissions of the role plus additional permissions, limited by the scopes of the API key. */
  readonly permissions: ReadonlySet<Permission>
  /** The libraries that the viewer can see. */
  readonly libraryIds: 'all' | readonly string[]
  /** Undefined if the viewer can see all series in the libraries. */
  readonly restrictions?: SeriesRestrictions | undefined
  readonly proof: Proof
  /** Address of the client, for the audit log. */
  readonly address?: string | undefined
}

/** The viewer for background work such as scans: all permissions, all libraries. */
export const system: Viewer = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: 'system',
  role: 'admin',
  permissions: new Set(permissions),
  libraryIds: 'all',
  proof: { kind: 'system' },
}

export const permission = () => oneOf(permissions)
export const permissionList = () => uniqueList(permission(), { maxItems: permissions.length })

export const ageLimitShape = () =>
  nullable(integer({ minimum: 0, maximum: 99 }), {
    description: 'Highest visible age rating; null means no limit',
  })
export const hidesUnratedShape = () =>
  boolean({ description: 'Whether the age limit also hides series without an age rating' })
/** For a request body in which the member can be omitted. */
export const hidesUnratedChoice = () =>
  boolean({
    description:
      'Whether the age limit also hides series without an age rating. If omitted, a new age limit hides them, and an existing one keeps its setting.',
  })

/** The response of routes that return 204 without a body. */
export const NoContent = { 204: unknown() }

export const AllRolePermissions = list(
  named('RolePermissions', { role: oneOf(roles), permissions: list(permission()) }),
)

/** Published when the restrictions of one or more users change. Never sent to clients. */
export const accessChanged = defineEvent<{ everyone: true }>('access_changed')

/** Published when the user joins or leaves access groups. Never sent to clients. */
export const groupsChanged = defineEvent<{ userId: string }>('groups_changed')

export const userChanged = defineEvent<{ userId: string }>('user_changed')
