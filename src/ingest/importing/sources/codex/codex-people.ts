/** Accounts of Codex, with the sharing tags that restrict them. */
import { parseArgon2 } from '../../../../accounts/users/passwords/foreign-passwords'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asId, asText } from '../values/foreign-values'
import { groupIds, groupValues } from '../values/group-values'

const columns = ['id', 'username', 'email', 'password_hash', 'role', 'is_active'] as const

export function readCodexPeople(db: ForeignDatabase): ForeignPerson[] {
  const grants = readGrants(db)
  return [...db.rows('users', columns, { orderBy: ['created_at', 'id'] })].flatMap((row) => {
    const foreignId = asId(row.id)
    const email = asText(row.email, 254)?.trim() ?? ''
    const name = asText(row.username, 100)?.trim() || email.split('@')[0]
    if (foreignId === null || !name) return []
    const isActive = row.is_active === null || asBoolean(row.is_active)
    const own = grants.get(foreignId) ?? []
    return {
      foreignId,
      name,
      email,
      // The column contains other text for accounts that sign in with another service.
      passwordHash: isActive ? parseArgon2(asText(row.password_hash)) : null,
      isAdmin: asText(row.role, 40)?.toLowerCase() === 'admin',
      isActive,
      libraryIds: null,
      ageLimit: null,
      deniedLabels: own.filter(({ isAllowed }) => !isAllowed).map(({ label }) => label),
      allowedLabels: own.filter(({ isAllowed }) => isAllowed).map(({ label }) => label),
    }
  })
}

interface Grant {
  label: string
  isAllowed: boolean
}

/** Reads the grants of people and of their groups, by person ID. */
function readGrants(db: ForeignDatabase): Map<string, Grant[]> {
  const names = readTagNames(db)
  const own = groupGrants(
    db.rows('user_sharing_tags', ['user_id', 'sharing_tag_id', 'access_mode']),
    'user_id',
    names,
  )
  const ofGroups = groupGrants(
    db.rows('access_group_sharing_tags', ['access_group_id', 'sharing_tag_id', 'access_mode']),
    'access_group_id',
    names,
  )
  const members = db.rows('user_access_groups', ['user_id', 'access_group_id'])
  for (const [userId, groupIdsOfUser] of groupIds(members, 'user_id', 'access_group_id')) {
    const inherited = groupIdsOfUser.flatMap((id) => ofGroups.get(id) ?? [])
    own.set(userId, [...(own.get(userId) ?? []), ...inherited])
  }
  return own
}

function groupGrants<Key extends string>(
  rows: Iterable<ForeignRow<Key | 'sharing_tag_id' | 'access_mode'>>,
  key: Key,
  names: ReadonlyMap<string, string>,
): Map<string, Grant[]> {
  const grants = new Map<string, Grant[]>()
  for (const row of rows) {
    const [id, tagId] = [asId(row[key]), asId(row.sharing_tag_id)]
    if (id === null || tagId === null) continue
    // A tag without a name still restricts access.
    const label = names.get(tagId) ?? tagId
    const isAllowed = asText(row.access_mode, 40)?.toLowerCase() !== 'deny'
    grants.set(id, [...(grants.get(id) ?? []), { label, isAllowed }])
  }
  return grants
}

export function readTagNames(db: ForeignDatabase): Map<string, string> {
  const names = groupValues(db.rows('sharing_tags', ['id', 'name']), 'id', 'name')
  return new Map([...names].map(([id, [name = id]]) => [id, name.trim().slice(0, 100) || id]))
}
