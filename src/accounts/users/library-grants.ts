/** Grants access to libraries, within a transaction. */
import { eq } from 'drizzle-orm'
import { invalid, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import type { Clock } from '../../platform/lib/clock'
import { requestMessages, valueMessages } from '../../platform/messages/common'
import { userMessages } from '../permissions/messages'
import type { Viewer } from '../permissions/model'
import { canSeeLibrary, isAdmin, refuseHiddenLibraries } from '../permissions/permission-rules'
import type { User } from './model'
import { findExistingLibraryIds, findUserLibraryIds } from './queries'
import { users } from './schema'
import { auditUser, compareLibraries } from './user-audit'

interface Grant {
  /** `null` stands for all libraries. */
  libraryIds: string[] | null
  clock: Clock
}

/** The user keeps access to libraries that the viewer cannot see. */
export async function grantLibraries(
  tx: Tx,
  viewer: Viewer,
  user: User,
  { libraryIds, clock }: Grant,
) {
  refuseHiddenLibraries(viewer, libraryIds)
  if (libraryIds && isAdmin(user)) throw new Refusal('conflict', userMessages.admin_sees_all())
  await refuseUnknownLibraries(tx, libraryIds ?? [])
  const hidden = await findHiddenGrants(tx, viewer, user.id)
  const after = libraryIds && [...libraryIds, ...hidden]
  const before = (await findUserLibraryIds(tx, user.id)) ?? null
  await tx
    .update(users)
    .set({ libraryIds: after, updatedAt: clock.now() })
    .where(eq(users.id, user.id))
  const changes = await compareLibraries(tx, before, after)
  if (changes.length === 0) return
  await auditUser({ clock }, tx, viewer, { user, action: 'change_user', changes })
}

/**
 * Finds the user's libraries that the viewer cannot see. Throws a `Refusal` if the user can see all
 * libraries.
 */
async function findHiddenGrants(tx: Tx, viewer: Viewer, id: string): Promise<string[]> {
  const granted = (await findUserLibraryIds(tx, id)) ?? null
  if (!granted) refuseHiddenLibraries(viewer, granted)
  return granted?.filter((libraryId) => !canSeeLibrary(viewer, libraryId)) ?? []
}

export async function refuseUnknownLibraries(tx: Tx, libraryIds: readonly string[]) {
  const known = await findExistingLibraryIds(tx, libraryIds)
  const details = libraryIds.flatMap((id, i) =>
    known.includes(id) ? [] : [{ path: `libraryIds.${i}`, message: valueMessages.not_found() }],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}
