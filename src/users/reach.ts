/** Which libraries are open to whom. */
import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import type { Tx } from '../db/store'
import { invalid, Refusal } from '../errors'
import type { UserLibraries, Viewer } from './model'
import { findLibraryIds, findReach } from './queries'
import { isAdmin, refuseReachBeyond } from './rights'
import { users } from './schema'
import { getUser, refuseOverOthers } from './service'

export async function getReach(ctx: Context, id: string): Promise<UserLibraries> {
  await getUser(ctx, id)
  return { libraryIds: (await findReach(ctx.db, id)) ?? null }
}

/** Takes effect at once: what is open to somebody is read anew with each request. */
export async function setReach(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { libraryIds }: UserLibraries,
): Promise<UserLibraries> {
  const user = await getUser(ctx, id)
  await refuseOverOthers(ctx.db, viewer, user)
  refuseReachBeyond(viewer, libraryIds)
  if (libraryIds && isAdmin(user)) {
    throw new Refusal('conflict', 'All libraries are open to administrators')
  }
  await ctx.write(async (tx) => {
    await refuseUnknown(tx, libraryIds ?? [])
    await tx.update(users).set({ libraryIds, updatedAt: ctx.now() }).where(eq(users.id, id))
  })
  ctx.bus.announce({ type: 'user_changed', userId: id })
  return { libraryIds }
}

async function refuseUnknown(tx: Tx, libraryIds: readonly string[]) {
  const known = await findLibraryIds(tx, libraryIds)
  const details = libraryIds.flatMap((id, i) =>
    known.includes(id) ? [] : [{ path: `libraryIds.${i}`, message: 'is not there' }],
  )
  if (details.length > 0) throw invalid('The request body is not valid', details)
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
