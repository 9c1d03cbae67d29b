/** Accounts of Kavita, with their roles and restrictions. */
import { parseAspnet } from '../../../../accounts/users/passwords/foreign-passwords'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asInteger, asText, type Value } from '../values/foreign-values'
import { groupValues } from '../values/group-values'

/**
 * The age that each of Kavita's ratings stands for. The first two ratings mean that a series is not
 * rated.
 */
const ages = [null, null, 0, 0, 0, 10, 8, 8, 13, 15, 17, 17, 18, 18, 18] as const

export const toAge = (rating: number | null): number | null =>
  rating === null ? null : (ages[rating] ?? null)

const columns = [
  'Id',
  'UserName',
  'Email',
  'PasswordHash',
  'AgeRestriction',
  'AgeRestrictionIncludeUnknowns',
] as const

export function readKavitaPeople(db: ForeignDatabase): ForeignPerson[] {
  const roles = readRoles(db)
  const knowsSignIn = [...roles.values()].some((names) => names.includes('login'))
  const shared = db.rows('AppUserLibrary', ['AppUsersId', 'LibrariesId'])
  const libraries = groupValues(shared, 'AppUsersId', 'LibrariesId')
  return [...db.rows('AspNetUsers', columns, { orderBy: ['Id'] })].flatMap((row) => {
    const foreignId = asId(row.Id)
    const name = asText(row.UserName, 100)?.trim()
    if (foreignId === null || !name) return []
    const own = roles.get(foreignId) ?? []
    const isAdmin = own.includes('admin')
    // An administrator of Kavita can prevent a person from signing in.
    const isActive = isAdmin || !knowsSignIn || own.includes('login')
    return {
      foreignId,
      name,
      email: asText(row.Email, 254)?.trim() ?? '',
      passwordHash: isActive ? parseAspnet(asText(row.PasswordHash)) : null,
      isAdmin,
      isActive,
      libraryIds: isAdmin ? null : (libraries.get(foreignId) ?? []),
      ageLimit: toAgeLimit(row.AgeRestriction, row.AgeRestrictionIncludeUnknowns),
      deniedLabels: [],
      allowedLabels: [],
    }
  })
}

/** Reads the names of roles in lower case, by person ID. */
function readRoles(db: ForeignDatabase): Map<string, string[]> {
  const names = groupValues(db.rows('AspNetRoles', ['Id', 'Name']), 'Id', 'Name')
  const given = groupValues(db.rows('AspNetUserRoles', ['UserId', 'RoleId']), 'UserId', 'RoleId')
  const roles = [...given].map(([personId, roleIds]) => {
    const own = roleIds.flatMap((id) => names.get(id) ?? [])
    return [personId, own.map((name) => name.toLowerCase())] as const
  })
  return new Map(roles)
}

const noRestriction = -1

/** Converts a restriction to an age limit. An unknown value counts as the strictest one. */
function toAgeLimit(restriction: Value, includesUnknown: Value): ForeignPerson['ageLimit'] {
  const rating = asInteger(restriction)
  if (restriction === null || rating === noRestriction) return null
  const highest = rating === null || rating < 0 ? 0 : rating
  const shown = ages.slice(2, highest + 1).flatMap((age) => age ?? [])
  // Kavita's ratings are not strictly ordered by age.
  const age = Math.min(Math.max(0, ...shown), toAge(highest) ?? (highest < 2 ? 0 : 18))
  return { age, hidesUnrated: !asBoolean(includesUnknown) }
}
