/** Accounts of Komga, with their roles, restrictions and API keys. */
import { leftOutMessages } from '../../messages'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, isNo, asId, asInteger, asText, type Value } from '../values/foreign-values'
import { parseBcrypt } from '../../../../accounts/users/passwords/foreign-passwords'
import { groupValues } from '../values/group-values'

export function readKomgaPeople(db: ForeignDatabase): ForeignPerson[] {
  const roles = groupValues(db.rows('USER_ROLE', ['USER_ID', 'ROLE']), 'USER_ID', 'ROLE')
  const libraries = groupValues(
    db.rows('USER_LIBRARY_SHARING', ['USER_ID', 'LIBRARY_ID']),
    'USER_ID',
    'LIBRARY_ID',
  )
  const labels = readLabels(db)
  const knowsLibraries = db.has('USER', 'SHARED_ALL_LIBRARIES')
  const columns = [
    'ID',
    'EMAIL',
    'PASSWORD',
    'SHARED_ALL_LIBRARIES',
    'AGE_RESTRICTION',
    'AGE_RESTRICTION_ALLOW_ONLY',
    'ROLE_ADMIN',
  ] as const
  return [...db.rows('USER', columns, { orderBy: ['CREATED_DATE', 'ID'] })].flatMap((row) => {
    const foreignId = asId(row.ID)
    const email = asText(row.EMAIL, 254)
    if (foreignId === null || !email) return []
    const seesAll = !knowsLibraries || asBoolean(row.SHARED_ALL_LIBRARIES)
    return {
      foreignId,
      email,
      name: email.split('@')[0]!,
      passwordHash: parseBcrypt(asText(row.PASSWORD)),
      isAdmin: (roles.get(foreignId) ?? []).includes('ADMIN') || asBoolean(row.ROLE_ADMIN),
      isActive: true,
      libraryIds: seesAll ? null : (libraries.get(foreignId) ?? []),
      ageLimit: toAgeLimit(row.AGE_RESTRICTION, row.AGE_RESTRICTION_ALLOW_ONLY),
      deniedLabels: (labels.get(foreignId) ?? []).flatMap(({ label, isAllowed }) =>
        isAllowed ? [] : label,
      ),
      allowedLabels: (labels.get(foreignId) ?? []).flatMap(({ label, isAllowed }) =>
        isAllowed ? label : [],
      ),
    }
  })
}

/**
 * Converts a restriction to an age limit. With "Allow only", the value is the highest age that is
 * shown, and otherwise the lowest age that is hidden. An unknown value counts as the strictest one.
 */
function toAgeLimit(restriction: Value, allowOnly: Value): ForeignPerson['ageLimit'] {
  if (restriction === null) return null
  const age = asInteger(restriction)
  if (age === null) return { age: 0, hidesUnrated: true }
  const allowsOnly = asBoolean(allowOnly)
  const highest = allowsOnly ? age : age - 1
  return { age: Math.min(Math.max(highest, 0), 100), hidesUnrated: !isNo(allowOnly) }
}

function readLabels(db: ForeignDatabase) {
  const rows = [...db.rows('USER_SHARING', ['USER_ID', 'LABEL', 'ALLOW'])].flatMap((row) => {
    const [userId, label] = [asId(row.USER_ID), asText(row.LABEL, 100)]
    return userId === null || !label ? [] : { userId, label, isAllowed: asBoolean(row.ALLOW) }
  })
  return Map.groupBy(rows, ({ userId }) => userId)
}

/** Lists the API keys, which are not imported, because Komga stores only their hashes. */
export const listKomgaKeys = (db: ForeignDatabase, people: readonly ForeignPerson[]) =>
  [...db.rows('USER_API_KEY', ['USER_ID', 'COMMENT'])].flatMap((row) => {
    const person = people.find(({ foreignId }) => foreignId === asId(row.USER_ID))
    const key = asText(row.COMMENT, 100) ?? ''
    return person ? leftOutMessages.api_key({ key, person: person.name, name: 'Komga' }) : []
  })
