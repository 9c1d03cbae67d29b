/** Accounts of Stump, with the libraries that they can see. */
import { parseBcrypt } from '../../../../accounts/users/passwords/foreign-passwords'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asInteger, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'

const columns = [
  'id',
  'username',
  'hashed_password',
  'is_server_owner',
  'is_locked',
  'deleted_at',
] as const

export function readStumpPeople(db: ForeignDatabase): ForeignPerson[] {
  const ageLimits = readAgeLimits(db)
  const findLibraries = readLibraries(db)
  const people = new Map<string, ForeignPerson>()
  for (const row of db.rows('users', columns, { orderBy: ['created_at', 'id'] })) {
    const foreignId = asId(row.id)
    const name = asText(row.username, 100)?.trim()
    if (foreignId === null || !name || row.deleted_at !== null || people.has(foreignId)) continue
    const isAdmin = asBoolean(row.is_server_owner)
    const isActive = !asBoolean(row.is_locked)
    people.set(foreignId, {
      foreignId,
      name,
      email: '',
      passwordHash: isActive ? parseBcrypt(asText(row.hashed_password)) : null,
      isAdmin,
      isActive,
      libraryIds: isAdmin ? null : findLibraries(foreignId),
      ageLimit: ageLimits.get(foreignId) ?? null,
      deniedLabels: [],
      allowedLabels: [],
    })
  }
  return [...people.values()]
}

const links = ['user_id', 'library_id'] as const

/**
 * Creates a function that lists the libraries that a person can see, or null for all. Newer
 * versions store these libraries, and older versions store those that are hidden from people.
 */
function readLibraries(db: ForeignDatabase): (personId: string) => readonly string[] | null {
  if (db.has('library_access')) {
    const shown = groupIds(db.rows('library_access', links), 'user_id', 'library_id')
    return (personId) => shown.get(personId) ?? []
  }
  const all = [...db.rows('libraries', ['id'])].flatMap(({ id }) => asId(id) ?? [])
  const tables = [
    groupIds(db.rows('library_exclusions', links), 'user_id', 'library_id'),
    groupIds(db.rows('_library_hidden_to_user', links), 'user_id', 'library_id'),
    // The oldest versions name the columns `A` (library) and `B` (user).
    groupIds(db.rows('_library_hidden_to_user', ['A', 'B']), 'B', 'A'),
  ]
  return (personId) => {
    const hidden = new Set(tables.flatMap((table) => table.get(personId) ?? []))
    return hidden.size === 0 ? null : all.filter((id) => !hidden.has(id))
  }
}

function readAgeLimits(db: ForeignDatabase) {
  const limits = new Map<string, { age: number; hidesUnrated: boolean }>()
  for (const row of db.rows('age_restrictions', ['user_id', 'age', 'restrict_on_unset'])) {
    const id = asId(row.user_id)
    // An unknown value counts as the strictest one.
    const age = Math.min(Math.max(asInteger(row.age) ?? 0, 0), 100)
    if (id === null) continue
    const known = limits.get(id)
    limits.set(id, {
      age: Math.min(age, known?.age ?? age),
      hidesUnrated: asBoolean(row.restrict_on_unset) || known?.hidesUnrated === true,
    })
  }
  return limits
}
