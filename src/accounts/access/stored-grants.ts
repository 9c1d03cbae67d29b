/**
 * Stores which sharing tags are allowed or denied for users. The caller then recomputes the users'
 * restrictions.
 */
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { AccessMode, UserRestrictions } from './model'
import { listUserGrants } from './queries'
import { userTagGrants } from './schema'

export const storeUserGrant = (
  tx: Tx,
  userId: string,
  grant: { tagId: string; mode: AccessMode },
) =>
  tx
    .insert(userTagGrants)
    .values({ userId, ...grant })
    .onConflictDoUpdate({
      target: [userTagGrants.userId, userTagGrants.tagId],
      set: { mode: grant.mode },
    })

type Tags = Pick<UserRestrictions, 'deniedTagIds' | 'allowedTagIds'>

export async function replaceUserGrants(
  tx: Tx,
  userId: string,
  { deniedTagIds, allowedTagIds }: Tags,
) {
  const wanted = new Map<string, AccessMode>([
    ...allowedTagIds.map((id) => [id, 'allow'] as const),
    ...deniedTagIds.map((id) => [id, 'deny'] as const),
  ])
  const present = await listUserGrants(tx, userId)
  const gone = present.filter(({ sharingTagId }) => !wanted.has(sharingTagId)).map(({ id }) => id)
  if (gone.length > 0) await tx.delete(userTagGrants).where(inArray(userTagGrants.id, gone))
  for (const [tagId, mode] of wanted) await storeUserGrant(tx, userId, { tagId, mode })
}
