/**
 * Profile pictures, uploaded by the users themselves or by an administrator. Each user has at most
 * one.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { auditDetail } from '../../../accounts/audit/record'
import { registerUserDeletion } from '../../../accounts/users/delete-user'
import { listPeopleOfDevice } from '../../../accounts/users/quick-switch/service'
import { getUser, refuseHigherUser } from '../../../accounts/users/service'
import { auditUser } from '../../../accounts/users/user-audit'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import type { Content } from '../../../platform/http/responses/content'
import { createThumbnailContent } from '../../thumbnails/content/thumbnail-content'
import { findUploadedThumbnail } from '../lists/list-thumbnail'
import { coverMessages } from '../messages'
import { deleteCover, listCovers, type Owner } from '../queries'
import { addCover } from '../uploads/add-cover'
import { deleteCoverFiles } from '../uploads/stored-uploads'

const toOwner = (userId: string): Owner => ({ kind: 'user', id: userId })

export async function getPicture(ctx: Context, userId: string): Promise<Content> {
  const thumbnail = await findUploadedThumbnail(ctx, toOwner(userId))
  if (!thumbnail) throw notFound(coverMessages.picture_not_found())
  // Only the stored size is available: a smaller copy would remain in the page cache after the
  // picture is removed.
  return createThumbnailContent(ctx, thumbnail, { placeholder: 'false' })
}

/**
 * `secret` is the cookie of a device, which can access only the pictures of users to whom it can
 * switch.
 */
export async function getPictureOnDevice(
  ctx: Context,
  secret: string | null,
  userId: string,
): Promise<Content> {
  const people = await listPeopleOfDevice(ctx, secret)
  if (!people.some(({ id }) => id === userId)) throw notFound(coverMessages.picture_not_found())
  // The device must not keep the picture after the account is removed from it.
  return { ...(await getPicture(ctx, userId)), caching: 'neverShared' }
}

export async function setPicture(
  ctx: Context,
  viewer: Viewer,
  { userId, file }: { userId: string; file: Blob },
) {
  const requireOwner = (db: Db) => requireEditable(db, viewer, userId)
  await requireOwner(ctx.db)
  await addCover(
    ctx,
    toOwner(userId),
    { source: 'custom', file, requireOwner },
    async (tx, inserted) => {
      const pictures = await listCovers(tx, toOwner(userId))
      const replaced = pictures.filter(({ id }) => id !== inserted.id)
      for (const { id } of replaced) await deleteCover(tx, id)
      await auditPicture(ctx, tx, viewer, { userId, change: 'set' })
      return replaced
    },
  )
}

/** Does nothing if there is no picture. */
export async function removePicture(ctx: Context, viewer: Viewer, userId: string) {
  const removed = await ctx.write(async (tx) => {
    await requireEditable(tx, viewer, userId)
    const pictures = await listCovers(tx, toOwner(userId))
    for (const { id } of pictures) await deleteCover(tx, id)
    if (pictures.length > 0) await auditPicture(ctx, tx, viewer, { userId, change: 'removed' })
    return pictures
  })
  await deleteCoverFiles(ctx, removed)
}

async function requireEditable(db: Db, viewer: Viewer, userId: string) {
  const user = await getUser({ db }, userId)
  if (user.id !== viewer.userId) await refuseHigherUser(db, viewer, user)
}

interface PictureChange {
  userId: string
  change: 'set' | 'removed'
}

/** Records only changes to another user's account, because only those are relevant to security. */
async function auditPicture(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { userId, change }: PictureChange,
) {
  if (userId === viewer.userId) return
  const user = await getUser({ db: tx }, userId)
  const changes = [auditDetail('picture', change)]
  await auditUser(ctx, tx, viewer, { user, action: 'change_user', changes })
}

registerUserDeletion(async (ctx, tx, userId) => {
  const pictures = await listCovers(tx, toOwner(userId))
  if (pictures.length > 0) tx.afterCommit(() => void deleteCoverFiles(ctx, pictures))
})
