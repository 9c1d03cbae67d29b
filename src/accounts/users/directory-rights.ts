/**
 * Applies the role and libraries that a user gets from directory groups, such as those of an OpenID
 * Connect provider.
 */
import { leaveSharedDevices } from '../sessions/service'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { compareForAudit } from '../audit/record'
import { type Role, system, userChanged } from '../permissions/model'
import { isAdmin } from '../permissions/permission-rules'
import { countOtherAdmins, findLibraryIdsByName, findUser, findUserLibraryIds } from './queries'
import { users } from './schema'
import { auditUser, compareLibraries } from './user-audit'

export interface DirectoryRights {
  /** Undefined if the role does not depend on groups. */
  role: Role | undefined
  /**
   * Library names; "*" stands for all libraries. Undefined if access to libraries does not depend
   * on groups.
   */
  libraries: readonly string[] | undefined
}

/**
 * Returns false and keeps the role if the change would remove the last administrator. Writes
 * nothing if nothing changes.
 */
export async function applyDirectoryRights(
  ctx: Context,
  tx: Tx,
  userId: string,
  { role: wanted, libraries }: DirectoryRights,
): Promise<boolean> {
  const user = (await findUser(tx, userId))!
  const isLast =
    user.role === 'admin' &&
    wanted !== undefined &&
    wanted !== 'admin' &&
    (await countOtherAdmins(tx, userId)) === 0
  const role = isLast ? user.role : (wanted ?? user.role)
  const before = (await findUserLibraryIds(tx, userId)) ?? null
  const libraryIds =
    libraries === undefined || isAdmin({ ...user, role })
      ? before
      : await findLibraryIds(tx, libraries)
  const changes = [
    ...compareForAudit({ role: user.role }, { role }),
    ...(await compareLibraries(tx, before, libraryIds)),
  ]
  if (changes.length === 0) return !isLast
  await tx
    .update(users)
    .set({ role, libraryIds, updatedAt: ctx.clock.now() })
    .where(eq(users.id, userId))
  if (isAdmin({ ...user, role })) await leaveSharedDevices(tx, userId, ctx.clock.now())
  await auditUser(ctx, tx, system, { user, action: 'change_user', changes })
  tx.afterCommit(() => ctx.bus.publish(userChanged, { userId }))
  return !isLast
}

const findLibraryIds = (tx: Tx, names: readonly string[]) =>
  names.includes('*') ? null : findLibraryIdsByName(tx, names)
