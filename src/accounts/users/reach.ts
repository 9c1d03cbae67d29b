/** Which libraries are open to whom. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, Refusal } from '../../errors'
import { type UserLibraries, type Viewer, userChanged } from './model'
import { findLibraryIds, findReach } from './queries'
import { isAdmin, isOpenTo, refuseReachBeyond, refuseRightsBeyond } from './rights'
import { users } from './schema'
import { getUser } from './service'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { userMessages } from './messages'

/** Names the libraries that are there and open to the one who asks, too. */
export async function getReach(ctx: Context, viewer: Viewer, id: string): Promise<UserLibraries> {
  await getUser(ctx, id)
  const reach = await findReach(ctx.db, id)
  if (!reach) return { libraryIds: null }
  const present = await findLibraryIds(ctx.db, reach)
  const libraryIds = reach.filter((each) => present.includes(each) && isOpenTo(viewer, each))
  return { libraryIds }
}

/**
 * Takes effect at once: what is open to somebody is read anew with each request. Whoever sees only some
 * libraries has a say over these: what else is open to the user stays open.
 */
export async function setReach(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { libraryIds }: UserLibraries,
): Promise<UserLibraries> {
  const user = await getUser(ctx, id)
  refuseRightsBeyond(viewer, user)
  refuseReachBeyond(viewer, libraryIds)
  if (libraryIds && isAdmin(user)) {
    throw new Refusal('conflict', userMessages.admin_sees_all())
  }
  await ctx.write(async (tx) => {
    await refuseUnknown(tx, libraryIds ?? [])
    const kept = await findUnseenReach(tx, viewer, id)
    const after = libraryIds && [...libraryIds, ...kept]
    await tx.update(users).set({ libraryIds: after, updatedAt: ctx.now() }).where(eq(users.id, id))
  })
  ctx.bus.publish(userChanged, { userId: id })
  return { libraryIds }
}

/** What is open to the user and not to the viewer; refused where that is every library there will be. */
async function findUnseenReach(tx: Tx, viewer: Viewer, id: string): Promise<string[]> {
  const present = (await findReach(tx, id)) ?? null
  if (!present) refuseReachBeyond(viewer, present)
  return present?.filter((libraryId) => !isOpenTo(viewer, libraryId)) ?? []
}

async function refuseUnknown(tx: Tx, libraryIds: readonly string[]) {
  const known = await findLibraryIds(tx, libraryIds)
  const details = libraryIds.flatMap((id, i) =>
    known.includes(id) ? [] : [{ path: `libraryIds.${i}`, message: valueMessages.not_found() }],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}

/** Whoever makes a library sees it, even where only some are open to them. */
export async function openLibraryTo(tx: Tx, viewer: Viewer, libraryId: string) {
  const present = viewer.libraryIds === 'all' ? null : await findReach(tx, viewer.userId)
  if (!present) return
  await tx
    .update(users)
    .set({ libraryIds: [...present, libraryId] })
    .where(eq(users.id, viewer.userId))
}
