/** The libraries that a user can see. */
import { userChanged } from '../permissions/model'
import { userMessages } from '../permissions/messages'
import { requestMessages, valueMessages } from '../../platform/messages/common'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, Refusal } from '../../errors'
import type { Viewer } from '../permissions/model'
import {
  canSeeLibrary,
  isAdmin,
  refuseHiddenLibraries,
  refuseHigherPermissions,
} from '../permissions/permission-rules'
import type { UserLibraries } from './model'
import { findExistingLibraryIds, findUserLibraryIds } from './queries'
import { users } from './schema'
import { getUser } from './service'

/** Lists existing libraries that the viewer can see as well. */
export async function getUserLibraries(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<UserLibraries> {
  await getUser(ctx, id)
  const granted = await findUserLibraryIds(ctx.db, id)
  if (!granted) return { libraryIds: null }
  const existing = await findExistingLibraryIds(ctx.db, granted)
  const libraryIds = granted.filter(
    (libraryId) => existing.includes(libraryId) && canSeeLibrary(viewer, libraryId),
  )
  return { libraryIds }
}

/**
 * Takes effect immediately: access is read with each request. The user keeps access to libraries that the viewer
 * cannot see.
 */
export async function setUserLibraries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { libraryIds }: UserLibraries,
): Promise<UserLibraries> {
  const user = await getUser(ctx, id)
  refuseHigherPermissions(viewer, user)
  refuseHiddenLibraries(viewer, libraryIds)
  if (libraryIds && isAdmin(user)) {
    throw new Refusal('conflict', userMessages.admin_sees_all())
  }
  await ctx.write(async (tx) => {
    await refuseUnknownLibraries(tx, libraryIds ?? [])
    const hidden = await findHiddenGrants(tx, viewer, id)
    const after = libraryIds && [...libraryIds, ...hidden]
    await tx.update(users).set({ libraryIds: after, updatedAt: ctx.now() }).where(eq(users.id, id))
  })
  ctx.bus.publish(userChanged, { userId: id })
  return { libraryIds }
}

/** The user's libraries that the viewer cannot see. Refuses if the user can see all libraries. */
async function findHiddenGrants(tx: Tx, viewer: Viewer, id: string): Promise<string[]> {
  const granted = (await findUserLibraryIds(tx, id)) ?? null
  if (!granted) refuseHiddenLibraries(viewer, granted)
  return granted?.filter((libraryId) => !canSeeLibrary(viewer, libraryId)) ?? []
}

async function refuseUnknownLibraries(tx: Tx, libraryIds: readonly string[]) {
  const known = await findExistingLibraryIds(tx, libraryIds)
  const details = libraryIds.flatMap((id, i) =>
    known.includes(id) ? [] : [{ path: `libraryIds.${i}`, message: valueMessages.not_found() }],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}

/** Lets the creator of a library see it. */
export async function grantLibraryToCreator(tx: Tx, viewer: Viewer, libraryId: string) {
  const granted = viewer.libraryIds === 'all' ? null : await findUserLibraryIds(tx, viewer.userId)
  if (!granted) return
  await tx
    .update(users)
    .set({ libraryIds: [...granted, libraryId] })
    .where(eq(users.id, viewer.userId))
}

/** The libraries that were not deleted; those in the trash count. */
export const keepExistingLibraries = (ctx: Context, ids: readonly string[]) =>
  findExistingLibraryIds(ctx.db, ids)
