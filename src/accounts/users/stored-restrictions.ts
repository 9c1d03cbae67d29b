/**
 * Stores a user's own access settings, and the combined restrictions on the series that a user can
 * see. `accounts/access` combines them.
 */
import { eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import type { AccessSettings, Restrictions } from '../permissions/restriction-rules'
import { users } from './schema'

export type OwnSettings = Partial<
  Pick<AccessSettings, 'libraryIds' | 'ageLimit' | 'hidesUnrated'> & { updatedAt: Date }
>

export async function storeOwnSettings(tx: Tx, id: string, settings: OwnSettings) {
  const { libraryIds, ...rest } = settings
  await tx
    .update(users)
    .set({
      ...rest,
      ...(libraryIds !== undefined && { libraryIds: libraryIds && [...libraryIds] }),
    })
    .where(eq(users.id, id))
}

/**
 * Stores the same restrictions for these users, combined from their own settings and their groups.
 */
export async function storeRestrictions(
  tx: Tx,
  ids: readonly string[],
  restrictions: Restrictions | null,
) {
  await tx.update(users).set({ restrictions }).where(inIds(users.id, ids))
}
