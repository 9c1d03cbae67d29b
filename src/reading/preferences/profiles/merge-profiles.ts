import { and, eq, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import type { ProfileRow } from './queries'
import { readingProfiles } from './schema'

/**
 * Adds a profile from an export, unless the user already has one with the same ID or name, which is
 * then kept unchanged. Returns the ID of the existing or new profile.
 */
export async function addOwnProfile(tx: Tx, profile: Omit<ProfileRow, 'nameKey'>): Promise<string> {
  const { id, userId } = profile
  const nameKey = foldText(profile.name)
  const isSame = or(eq(readingProfiles.id, id), eq(readingProfiles.nameKey, nameKey))
  const known = await tx
    .select({ id: readingProfiles.id })
    .from(readingProfiles)
    .where(and(eq(readingProfiles.userId, userId), isSame))
  // A profile with the same ID takes precedence, because the user may have given its former name to
  // another one.
  const same = known.find((one) => one.id === id) ?? known[0]
  if (same) return same.id
  const row = { ...profile, nameKey }
  const [stored] = await tx.insert(readingProfiles).values(row).onConflictDoNothing().returning()
  if (stored) return stored.id
  // The ID is already used by a profile of another user.
  const newId = Bun.randomUUIDv7()
  await tx.insert(readingProfiles).values({ ...row, id: newId })
  return newId
}
