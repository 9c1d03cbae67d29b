import { defineEvent } from '../../platform/events/event'
import { Value } from '@sinclair/typebox/value'
import { PageOf, PageQuery, SortQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  extend,
  id,
  instant,
  instantText,
  list,
  literal,
  long,
  nullable,
  oneOf,
  optional,
  patchable,
  named,
  shape,
  type Static,
  text,
  unknown,
} from '../../platform/http/shapes'
import { messageMembers } from '../../platform/http/message-shapes'

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
  | { kind: 'password' | 'system' }

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

const permission = () => oneOf(permissions)
const permissionList = () => list(permission(), { maxItems: permissions.length, uniqueItems: true })

/** Neither "@" (an e-mail address is no name) nor ":" (it ends the name in Basic sign-in). */
const usernameForm = {
  minLength: 1,
  pattern:
    '^(?! )[^\\u0000-\\u001f\\u007f-\\u00a0\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\ufeff@:/]+(?<! )$',
  description: 'Used to sign in; "Ann" and "ann" are the same',
}
const emailForm = {
  minLength: 3,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+$',
}
const username = () => text(64, usernameForm)
const email = () => text(254, emailForm)
const newPassword = () => text(1000, { minLength: 8, description: 'At least 8 characters' })
const givenPassword = () => text(1000)

export const User = named('User', {
  id: id(),
  username: anyText(),
  email: anyText(),
  role: oneOf(roles),
  permissions: list(permission(), { description: 'Beyond those of the role' }),
  isActive: boolean(),
  lastLoginAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type User = Static<typeof User>
export const Users = PageOf(User)
export const userChanged = defineEvent<{ userId: string }>('user_changed')

export const UserQuery = shape({
  ...PageQuery,
  ...SortQuery,
  role: optional(oneOf(roles)),
  isActive: optional(booleanText()),
  search: optional(text(200)),
})
export type UserQuery = Static<typeof UserQuery>

export const UserCreation = named('UserCreation', {
  username: username(),
  email: email(),
  password: newPassword(),
  role: optional(oneOf(roles)),
  permissions: optional(permissionList()),
})
export type UserCreation = Static<typeof UserCreation>

const formedMembers = {
  username: 'The user name is empty, too long, or holds "@", ":", "/" or spaces around it.',
  email: 'This is no e-mail address.',
  password: 'The password must have at least 8 characters.',
}
export type FormedMembers = Partial<Record<keyof typeof formedMembers, string>>

/** The same bounds for what does not come over the wire: settings and commands. */
export const unfitMembers = (given: FormedMembers) =>
  (['username', 'email', 'password'] as const)
    .filter((member) => {
      const value = given[member]
      return value !== undefined && !Value.Check(UserCreation.properties[member], value)
    })
    .map((member) => ({ member, message: formedMembers[member] }))

export const UserPatch = named('UserPatch', {
  username: patchable(username()),
  email: patchable(email()),
  password: patchable(newPassword()),
  role: patchable(oneOf(roles)),
  permissions: patchable(permissionList()),
  isActive: patchable(boolean()),
})
export type UserPatch = Static<typeof UserPatch>

export const SelfPatch = shape({
  username: patchable(username()),
  email: patchable(email()),
  currentPassword: givenPassword(),
})
export type SelfPatch = Static<typeof SelfPatch>

export const PasswordChange = shape({
  currentPassword: givenPassword(),
  newPassword: newPassword(),
})
export type PasswordChange = Static<typeof PasswordChange>

export const Login = named('Login', {
  username: text(254, { minLength: 1, description: 'User name or e-mail address' }),
  password: givenPassword(),
})
export type Login = Static<typeof Login>

/** Who is signed in. */
export const UserInfo = named('SignedInUser', {
  id: id(),
  username: anyText(),
  email: anyText(),
  emailVerified: boolean(),
  role: oneOf(roles),
  permissions: list(permission(), { description: 'Beyond those of the role' }),
  effectivePermissions: list(permission(), {
    description: 'Everything this sign-in may do: role and permissions, cut down by an API key',
  }),
})
export type UserInfo = Static<typeof UserInfo>

export const Tokens = named('Tokens', {
  accessToken: anyText(),
  refreshToken: anyText(),
  tokenType: literal('Bearer'),
  expiresIn: long({ description: 'Seconds until the access token ends' }),
})
export type Tokens = Static<typeof Tokens>

export const Refresh = shape({ refreshToken: text(500, { minLength: 1 }) })
export const SignedIn = extend([Tokens, shape({ user: UserInfo })], {
  additionalProperties: false,
  title: 'SignedIn',
})
export type SignedIn = Static<typeof SignedIn>

export const Logout = optional(shape({ refreshToken: patchable(text(500)) }))
export const Nothing = { 204: unknown() }

export const Message = shape(messageMembers())

export const Session = named('Session', {
  id: id(),
  kind: oneOf(['browser', 'app']),
  userAgent: nullable(anyText()),
  address: nullable(anyText()),
  createdAt: instant(),
  lastUsedAt: instant(),
  expiresAt: instant(),
  isCurrent: boolean(),
})
export const Sessions = list(Session)
export const EndSessionsQuery = shape({ here: optional(booleanText()) })
export const SessionsEnded = named('SessionsEnded', { endedCount: long() })

/** What each role allows by itself. */
export const AllRoleRights = list(
  named('RoleRights', { role: oneOf(roles), permissions: list(permission()) }),
)

export const UserLibraries = named('UserLibraries', {
  libraryIds: nullable(list(id(), { maxItems: 1000, uniqueItems: true })),
})
export type UserLibraries = Static<typeof UserLibraries>

const apiKeyMembers = {
  id: id(),
  userId: id(),
  name: anyText(),
  keyPrefix: anyText({ description: 'The beginning of the key, to recognise it by' }),
  permissions: list(permission()),
  isActive: boolean(),
  expiresAt: nullable(instant()),
  lastUsedAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
}
export const ApiKey = named('ApiKey', apiKeyMembers)
export type ApiKey = Static<typeof ApiKey>
export const ApiKeys = PageOf(ApiKey)

export const NewApiKey = named('NewApiKey', {
  ...apiKeyMembers,
  key: anyText({ description: 'The key itself; it is shown only this once' }),
})
export const ApiKeyQuery = shape({ ...PageQuery, ...SortQuery })
export type ApiKeyQuery = Static<typeof ApiKeyQuery>

const keyName = () => text(100, { minLength: 1 })

export const ApiKeyCreation = named('ApiKeyCreation', {
  name: keyName(),
  permissions: patchable(permissionList()),
  expiresAt: patchable(instantText()),
})
export type ApiKeyCreation = Static<typeof ApiKeyCreation>

export const ApiKeyPatch = named('ApiKeyPatch', {
  name: patchable(keyName()),
  permissions: patchable(permissionList()),
  isActive: patchable(boolean()),
  expiresAt: patchable(instantText()),
})
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

export const SetupStatus = named('SetupStatus', {
  setupRequired: boolean(),
  hasUsers: boolean(),
  registrationEnabled: boolean(),
})

export const Setup = named('Setup', {
  token: text(500),
  username: username(),
  email: email(),
  password: newPassword(),
})
export type Setup = Static<typeof Setup>
