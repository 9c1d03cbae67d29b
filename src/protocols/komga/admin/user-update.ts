/** Translates between Komga's user rights and Quire's role, permissions and libraries. Pure. */
import { type User, UserCreation } from '../../../accounts/users/model'
import { isAdmin } from '../../../accounts/permissions/permission-rules'
import { Refusal } from '../../../errors'
import {
  boolean,
  id,
  integer,
  list,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'
import { komgaMessages } from '../messages'

/** The same limits apply as for users created in Quire. */
const { email, password } = UserCreation.properties
const labels = () => patchable(list(text(200), { maxItems: 500 }))
const restrictions = ['ALLOW_ONLY', 'EXCLUDE', 'NONE'] as const
const open = { additionalProperties: true }

const rights = {
  sharedLibraries: patchable(
    shape({ all: boolean(), libraryIds: list(id(), { maxItems: 1000 }) }, open),
  ),
  ageRestriction: patchable(
    shape({ age: optional(integer()), restriction: oneOf(restrictions) }, open),
  ),
  labelsAllow: labels(),
  labelsExclude: labels(),
}

const roleList = () => list(text(100), { maxItems: 50 })

export const UserUpdate = shape({ ...rights, roles: patchable(roleList()) }, open)
type UserUpdate = Static<typeof UserUpdate>

export const UserCreationBody = shape(
  {
    ...rights,
    email,
    password,
    roles: roleList(),
  },
  open,
)

export const PasswordUpdate = shape({ password }, open)

/**
 * Rejects Komga's restrictions by age or label, which are not supported. An account that was meant
 * to be restricted must not be created without its restriction.
 */
export function refuseRestrictions({ ageRestriction, labelsAllow, labelsExclude }: UserUpdate) {
  const isByAge = ageRestriction && ageRestriction.restriction !== 'NONE'
  if (isByAge || labelsAllow?.length || labelsExclude?.length) {
    throw new Refusal('invalid', komgaMessages.restriction_unsupported())
  }
}

export const isAdminWanted = (roles: readonly string[]) => roles.includes('ADMIN')

/**
 * Returns no changes if the roles correspond to the user's current role, so that maintainers keep
 * their role.
 */
export function translateRoles(user: User, roles: readonly string[] | null | undefined) {
  if (!roles || isAdminWanted(roles) === isAdmin(user)) return {}
  if (isAdminWanted(roles)) return { role: 'admin' as const }
  return {
    ...(user.role === 'admin' && { role: 'reader' as const }),
    permissions: user.permissions.filter((permission) => permission !== 'system:admin'),
  }
}

/** Returns null for all libraries, and undefined if the update does not specify any. */
export function translateLibraries({ sharedLibraries }: UserUpdate) {
  if (!sharedLibraries) return undefined
  return sharedLibraries.all ? null : [...new Set(sharedLibraries.libraryIds)]
}
