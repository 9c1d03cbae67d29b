import { and, eq, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import type { ProfileRow } from './queries'
import { readingProfiles } from './schema'

/**
 * Adds a profile from an export. Returns the ID of the profile here: that of the user's profile
 * with the same ID or name, which is kept as it is, or otherwise of a new one.
 */
export async function addOwnProfile(tx: Tx, profile: Omit<ProfileRow, 'nameKey'>): Promise<string> {
  const { id, userId } = profile
  const nameKey = foldText(profile.name)
  const isSame = or(eq(readingProfiles.id, id), eq(readingProfiles.nameKey, nameKey))
  const known = await tx
    .select({ id: readingProfiles.id })
    .from(readingProfiles)
    .where(and(eq(readingProfiles.userId, userId), isSame))
  // The user may have renamed the profile and given its former name to another one.
  const same = known.find((one) => one.id === id) ?? known[0]
  if (same) return same.id
  const row = { ...profile, nameKey }
  const [stored] = await tx.insert(readingProfiles).values(row).onConflictDoNothing().returning()
  if (stored) return stored.id
  // The profile of another user has this ID.
  const newId = Bun.randomUUIDv7()
  await tx.insert(readingProfiles).values({ ...row, id: newId })
  return newId
}
