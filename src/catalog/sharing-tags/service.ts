/**
 * Sharing tags: created by administrators, assigned to series, allowed or denied for users and
 * groups.
 */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import { refuseLiftedWhitelist, refreshUsersOfTag } from '../../accounts/access/grants'
import type { AuditAction, AuditChange } from '../../accounts/audit/model'
import { compareForAudit, recordAudit } from '../../accounts/audit/record'
import type { Viewer } from '../../accounts/permissions/model'
import { foldName } from '../../accounts/users/names/fold-name'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { requestMessages } from '../../platform/messages/common'
import { sharingMessages } from './messages'
import type { SharingTag, SharingTagCreation, SharingTagPatch } from './model'
import { countTagGrants, findTagByName, listSeriesWithTag, listTagRows } from './queries'
import { sharingTags } from './schema'
import { removeTagFrom } from './series-tags'

const maxTags = 1000
/** Number of series per transaction, so that other writers can run in between. */
const seriesAtOnce = 100

export const listSharingTags = (ctx: Context, paging: Paging): Promise<Found<SharingTag>> =>
  listTagRows(ctx.heavy, paging)

export const getSharingTag = (ctx: Context, id: string) => requireSharingTag(ctx.db, id)

/**
 * Returns true if a series, even in the trash, has the tag, or a rule of a user or group refers to
 * it.
 */
export const isTagUsed = async (db: Db, id: string): Promise<boolean> =>
  (await listSeriesWithTag(db, id, 1)).length > 0 || (await countTagGrants(db, id)) > 0

async function requireSharingTag(db: Db, id: string): Promise<SharingTag> {
  const one = { page: 1, pageSize: 1, offset: 0 }
  const [tag] = (await listTagRows(db, one, id)).data
  if (!tag) throw notFound(sharingMessages.not_found())
  return tag
}

export const createSharingTag = (
  ctx: Context,
  viewer: Viewer,
  { name, description }: SharingTagCreation,
) =>
  ctx.write(async (tx) => {
    if ((await tx.$count(sharingTags)) >= maxTags) {
      throw new Refusal('conflict', sharingMessages.too_many({ max: maxTags }))
    }
    const names = await checkName(tx, name, undefined)
    const [row] = await tx
      .insert(sharingTags)
      .values({ ...names, description: description ?? null })
      .returning({ id: sharingTags.id })
    const tag = await requireSharingTag(tx, row!.id)
    await auditTag(ctx, tx, viewer, { tag, action: 'create_sharing_tag' })
    return tag
  })

async function checkName(tx: Tx, given: string, ownId: string | undefined) {
  const name = given.trim()
  if (name === '') {
    const details = [{ path: 'name', message: sharingMessages.name_blank() }]
    throw invalid(requestMessages.body_invalid(), details)
  }
  const nameKey = foldName(name)
  const taken = await findTagByName(tx, nameKey)
  if (taken !== undefined && taken !== ownId) {
    throw new Refusal('conflict', sharingMessages.name_taken())
  }
  return { name, nameKey }
}

export const editSharingTag = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  { name, description }: SharingTagPatch,
) =>
  ctx.write(async (tx) => {
    const before = await requireSharingTag(tx, id)
    const names = name ? await checkName(tx, name, id) : {}
    await tx
      .update(sharingTags)
      .set({
        ...names,
        ...(description !== undefined && { description }),
        updatedAt: ctx.clock.now(),
      })
      .where(eq(sharingTags.id, id))
    const tag = await requireSharingTag(tx, id)
    const changes = compareForAudit(pickNames(before), pickNames(tag))
    if (changes.length > 0) {
      await auditTag(ctx, tx, viewer, { tag: before, action: 'change_sharing_tag', changes })
    }
    return tag
  })

const pickNames = ({ name, description }: SharingTag) => ({ name, description })

interface AuditedTag {
  tag: SharingTag
  action: AuditAction
  changes?: readonly AuditChange[]
}

const auditTag = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { tag: { id, name }, ...change }: AuditedTag,
) => recordAudit(ctx, tx, viewer, { ...change, target: { kind: 'sharing_tag', id, name } })

/**
 * Deletes a tag. Throws a `Refusal` while a user is limited to series with this tag, because
 * without the tag, that user would see everything.
 */
export async function deleteSharingTag(ctx: Context, viewer: Viewer, id: string) {
  let isLeft = true
  while (isLeft) {
    isLeft = await ctx.write(async (tx) => {
      const tag = await requireSharingTag(tx, id)
      await refuseLiftedWhitelist(tx, id)
      const slice = await listSeriesWithTag(tx, id, seriesAtOnce)
      if (slice.length > 0) {
        await removeTagFrom(ctx, tx, slice, id)
        return true
      }
      await auditTag(ctx, tx, viewer, { tag, action: 'delete_sharing_tag' })
      await refreshUsersOfTag(ctx, tx, id, () =>
        tx.delete(sharingTags).where(eq(sharingTags.id, id)),
      )
      return false
    })
  }
}
