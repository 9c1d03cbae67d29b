/** The libraries that a user can see. */
import { userChanged } from '../permissions/model'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Db, Tx } from '../../platform/db/store'
import { userMessages } from '../permissions/messages'
import type { Viewer } from '../permissions/model'
import { canSeeLibrary, refuseHigherPermissions } from '../permissions/permission-rules'
import { grantLibraries } from './library-grants'
import type { UserLibraries } from './model'
import { findExistingLibraryIds, findUserLibraryIds, isLimitedByGroup } from './queries'
import { users } from './schema'
import { getUser } from './service'

/**
 * Returns the user's libraries that still exist and that the viewer can also see, or null for all
 * libraries.
 */
export async function getUserLibraries(
  ctx: { db: Db },
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
 * Takes effect immediately, because each request reads the libraries again. The user keeps access
 * to libraries that the viewer cannot see.
 */
export async function setUserLibraries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { libraryIds, check }: UserLibraries & { check?: (present: UserLibraries) => void },
): Promise<UserLibraries> {
  const user = await getUser(ctx, id)
  refuseHigherPermissions(viewer, user)
  await ctx.write(async (tx) => {
    check?.(await getUserLibraries({ db: tx }, viewer, id))
    await grantLibraries(tx, viewer, user, { libraryIds, clock: ctx.clock })
  })
  ctx.bus.publish(userChanged, { userId: id })
  return { libraryIds }
}

/** Gives the creator of a library access to it. */
export async function grantLibraryToCreator(tx: Tx, viewer: Viewer, libraryId: string) {
  if (viewer.libraryIds === 'all') return
  const granted = await findUserLibraryIds(tx, viewer.userId)
  // An access group limits which libraries the creator can see, so the new library would be hidden.
  if (await isLimitedByGroup(tx, viewer.userId)) {
    throw new Refusal('forbidden', userMessages.libraries_exceeded())
  }
  if (!granted) return
  await tx
    .update(users)
    .set({ libraryIds: [...granted, libraryId] })
    .where(eq(users.id, viewer.userId))
}

/** Returns which of these libraries still exist, including those in the trash. */
export const keepExistingLibraries = (ctx: Context, ids: readonly string[]) =>
  findExistingLibraryIds(ctx.db, ids)
