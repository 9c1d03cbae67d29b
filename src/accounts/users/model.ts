import { Value } from '@sinclair/typebox/value'
import { PageOf, PageQuery, sortQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  extend,
  id,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  patchable,
  named,
  shape,
  type Static,
  text,
  uniqueList,
} from '../../platform/http/shapes'
import {
  ageLimitShape,
  hidesUnratedChoice,
  permission,
  permissionList,
  roles,
} from '../permissions/model'
import { Tokens } from '../sessions/model'
import { userMessages } from '../permissions/messages'
import { valueMessages } from '../../platform/messages/common'
import { isAllowedUsername, normalizeUsername } from './names/username'

/**
 * Excludes, among other characters, "@", so that a name can never match an email address, and ":",
 * which ends the name in HTTP Basic authentication.
 */
const usernameForm = {
  minLength: 1,
  pattern:
    '^(?! )[^\\u0000-\\u001f\\u007f-\\u00a0\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\ufeff@:/]+(?<! )$',
  description:
    'Name for signing in; "Ann" and "ann" are the same. Letters and digits from a single script, visible ' +
    'ASCII and single spaces; must not look like the name of another user',
}
const emailForm = {
  minLength: 3,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+$',
}
const username = () => text(64, usernameForm)
const email = () => text(254, emailForm)
const newPassword = () => text(1000, { minLength: 8, description: 'At least 8 characters' })
const libraryIds = () => uniqueList(id(), { maxItems: 1000 })
const givenPassword = () => text(1000)

/** Changes with the picture and is part of its URL, so that browsers can cache the picture. */
export const pictureVersion = () =>
  nullable(id(), { description: 'Changes with the picture; null if there is none' })

export const User = named('User', {
  id: id(),
  username: anyText(),
  email: anyText({ description: 'Empty if a sign-in provider did not provide an address' }),
  role: oneOf(roles),
  permissions: list(permission(), {
    description: 'Additional permissions beyond those of the role',
  }),
  isActive: boolean(),
  lastLoginAt: nullable(instant()),
  pictureVersion: pictureVersion(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type User = Static<typeof User>
export const Users = PageOf(User)

export const userSortKeys = [
  'username',
  'email',
  'role',
  'created_at',
  'updated_at',
  'last_login_at',
] as const
export type UserSortKey = (typeof userSortKeys)[number]

export const UserQuery = shape({
  ...PageQuery,
  ...sortQuery(userSortKeys),
  role: optional(oneOf(roles, { description: 'Only users with this role' })),
  isActive: optional(
    booleanText({ description: 'Only active users (true) or only inactive users (false)' }),
  ),
  search: optional(
    text(200, { description: 'Only users whose name or email address contains this text' }),
  ),
})
export type UserQuery = Static<typeof UserQuery>

export const UserCreation = named('UserCreation', {
  username: username(),
  email: email(),
  password: newPassword(),
  role: optional(oneOf(roles)),
  permissions: optional(permissionList()),
  libraryIds: optional(
    nullable(libraryIds(), {
      description:
        'IDs of the visible libraries; null means all libraries, and all that you see if omitted',
    }),
  ),
  ageLimit: optional(ageLimitShape()),
  hidesUnrated: optional(hidesUnratedChoice()),
})
export type UserCreation = Static<typeof UserCreation>

const memberErrors = {
  username: userMessages.username_invalid(),
  email: userMessages.email_invalid(),
  password: valueMessages.min_length({ min: 8 }),
}
export type CheckedMembers = Partial<Record<keyof typeof memberErrors, string>>

/**
 * Lists the members whose values break the rules of the API. For values from settings and commands,
 * which the API has not validated.
 */
export const findInvalidMembers = (given: CheckedMembers) =>
  (['username', 'email', 'password'] as const)
    .filter((member) => {
      const value = given[member]
      if (value === undefined) return false
      if (!Value.Check(UserCreation.properties[member], value)) return true
      return member === 'username' && !isAllowedUsername(normalizeUsername(value))
    })
    .map((member) => ({ member, message: memberErrors[member] }))

export const UserPatch = named('UserPatch', {
  username: patchable(username()),
  email: patchable(email()),
  password: patchable(newPassword()),
  removeOtherSignIns: optional(
    boolean({
      description:
        'Whether a new password also removes passkeys, connected accounts and the PIN, which someone else may have added; true by default',
    }),
  ),
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

export const PasswordChange = named('PasswordChange', {
  currentPassword: givenPassword(),
  newPassword: newPassword(),
  deleteApiKeys: optional(
    boolean({
      description: 'Whether to delete all your API keys as well; by default they keep working',
    }),
  ),
})
export type PasswordChange = Static<typeof PasswordChange>

export const Login = named('Login', {
  username: text(254, { minLength: 1, description: 'Username or email address' }),
  password: givenPassword(),
  code: patchable(
    text(40, {
      description:
        'Code from the authenticator app, or a recovery code; required if the user has two-factor authentication',
    }),
  ),
})
export type Login = Static<typeof Login>

export const LoginLink = shape({ token: text(200, { minLength: 1 }) })

export const UserInfo = named('SignedInUser', {
  id: id(),
  username: anyText(),
  email: anyText(),
  emailVerified: boolean({ description: 'Whether a sign-in provider verified the address' }),
  role: oneOf(roles),
  permissions: list(permission(), {
    description: 'Additional permissions beyond those of the role',
  }),
  effectivePermissions: list(permission(), {
    description:
      'Permissions of the role plus additional permissions, limited by the API key in use',
  }),
  pictureVersion: pictureVersion(),
})
export type UserInfo = Static<typeof UserInfo>

export const SignedIn = extend([Tokens, shape({ user: UserInfo })], {
  additionalProperties: false,
  title: 'SignedIn',
})
export type SignedIn = Static<typeof SignedIn>

export const UserLibraries = named('UserLibraries', {
  libraryIds: nullable(libraryIds()),
})
export type UserLibraries = Static<typeof UserLibraries>

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
