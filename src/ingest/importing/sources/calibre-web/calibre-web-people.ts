import { parseWerkzeug } from '../../../../accounts/users/passwords/foreign-passwords'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInteger, asText } from '../values/foreign-values'
import { libraryId } from '../calibre/calibre-files'
import type { Labels, Restrictions } from './restrictions'

const adminRole = 1
const guestRole = 32

/** Older versions call the name column `nickname`. */
const columns = [
  'id',
  'name',
  'nickname',
  'email',
  'role',
  'password',
  'default_language',
  'denied_tags',
  'allowed_tags',
  'denied_column_value',
  'allowed_column_value',
] as const

const lists = ['denied_tags', 'allowed_tags', 'denied_column_value', 'allowed_column_value']

/** Omits the guest, who never signs in. */
export function readCalibreWebPeople(
  db: ForeignDatabase,
  restrictions: Restrictions,
): ForeignPerson[] {
  const people = new Map<string, ForeignPerson>()
  for (const row of db.rows('user', columns, { orderBy: ['id'], cut: lists })) {
    const foreignId = asId(row.id)
    const name = (asText(row.name, 100) || asText(row.nickname, 100))?.trim()
    const role = asInteger(row.role) ?? 0
    const isGuest = (role & guestRole) !== 0
    if (foreignId === null || !name || isGuest || people.has(foreignId)) continue
    people.set(foreignId, {
      foreignId,
      name,
      email: asText(row.email, 254)?.trim() ?? '',
      passwordHash: parseWerkzeug(asText(row.password)),
      isAdmin: (role & adminRole) !== 0,
      isActive: true,
      ageLimit: null,
      ...describeRestrictions(restrictions.restrict(row)),
    })
  }
  return [...people.values()]
}

/**
 * Describes what a person can see. A person who may not see everything in Calibre-Web can see only
 * libraries with books from Calibre-Web here.
 */
function describeRestrictions({ seesNothing, ...labels }: Labels) {
  if (seesNothing) return { ...labels, libraryIds: [] }
  const isRestricted = labels.deniedLabels.length + labels.allowedLabels.length > 0
  return { ...labels, libraryIds: isRestricted ? [libraryId] : null }
}
