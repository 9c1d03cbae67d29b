/**
 * Restrictions of users: their own settings, those of their access groups, and the combination of
 * both. Code that changes one of them calls `refreshRestrictions` in the same transaction, so that
 * changes apply from the next request on.
 */
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import { applyToEach } from '../../platform/http/bulk'
import type { Db, Tx } from '../../platform/db/store'
import { requestMessages, valueMessages } from '../../platform/messages/common'
import { userMessages } from '../permissions/messages'
import { accessChanged, type Viewer } from '../permissions/model'
import { isAdmin, refuseAdminChangeByKey } from '../permissions/permission-rules'
import {
  type AccessSettings,
  combineSettings,
  limitsSeries,
  resolveAgeLimit,
} from '../permissions/restriction-rules'
import { refuseUnknownLibraries } from '../users/library-grants'
import { getUser, refuseHigherUser } from '../users/service'
import { storeOwnSettings, storeRestrictions } from '../users/stored-restrictions'
import { auditRestrictions } from './access-audit'
import { accessMessages } from './messages'
import type { BulkRestrictions, RestrictionsPatch, UserRestrictions } from './model'
import {
  listExistingTagIds,
  listGrantsOfGroups,
  listGrantsOfUsers,
  listMemberships,
  listOwnSettings,
  listSettingsOfGroups,
} from './queries'
import { replaceUserGrants } from './stored-grants'

interface Grant {
  ownerId: string
  tagId: string
  mode: 'allow' | 'deny'
}

const splitGrants = (grants: readonly Grant[] = []) => ({
  deniedTagIds: grants.filter(({ mode }) => mode === 'deny').map(({ tagId }) => tagId),
  allowedTagIds: grants.filter(({ mode }) => mode === 'allow').map(({ tagId }) => tagId),
})

/** Loads the users' own settings. Users who do not exist are left out. */
export async function loadOwnSettings(db: Db, userIds: readonly string[]) {
  const [rows, grants] = [await listOwnSettings(db, userIds), await listGrantsOfUsers(db, userIds)]
  const grantsOf = Map.groupBy<string, Grant>(grants, ({ ownerId }) => ownerId)
  return rows.map(({ restrictions: stored, ...row }) => ({
    ...row,
    ...splitGrants(grantsOf.get(row.id)),
    stored,
  }))
}

export async function loadGroupSettings(db: Db, groupIds: readonly string[]) {
  const [rows, grants] = [
    await listSettingsOfGroups(db, groupIds),
    await listGrantsOfGroups(db, groupIds),
  ]
  const grantsOf = Map.groupBy<string, Grant>(grants, ({ ownerId }) => ownerId)
  return rows.map((row) => ({ ...row, ...splitGrants(grantsOf.get(row.id)) }))
}

/** Recomputes the restrictions of these users. Returns whether any changed. */
export async function refreshRestrictions(tx: Tx, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false
  const own = await loadOwnSettings(tx, userIds)
  const memberships = await listMemberships(tx, userIds)
  const groups = await loadGroupSettings(tx, [
    ...new Set(memberships.map(({ groupId }) => groupId)),
  ])
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const groupsOf = Map.groupBy(memberships, ({ userId }) => userId)
  const changed = own.flatMap(({ stored, id, ...settings }) => {
    const ofGroups = (groupsOf.get(id) ?? []).map(({ groupId }) => groupsById.get(groupId)!)
    const restrictions = combine(settings, ofGroups)
    const text = JSON.stringify(restrictions)
    return text === JSON.stringify(stored && sortMembers(stored))
      ? []
      : [{ id, restrictions, text }]
  })
  // Members of a group usually have the same restrictions, so one statement can store them.
  for (const same of Map.groupBy(changed, ({ text }) => text).values()) {
    await storeRestrictions(
      tx,
      same.map(({ id }) => id),
      same[0]!.restrictions,
    )
  }
  return changed.length > 0
}

/**
 * Excludes the user's own libraries, which remain a separate setting that every request also reads.
 */
function combine(own: AccessSettings, groups: readonly AccessSettings[]) {
  const all = sortMembers(combineSettings([{ ...own, libraryIds: null }, ...groups]))
  return all.libraryIds === null && !limitsSeries(all) ? null : all
}

/**
 * PostgreSQL returns the keys of stored objects in a different order, so objects are compared with
 * sorted keys.
 */
const sortMembers = <Settings extends ReturnType<typeof combineSettings>>({
  libraryIds,
  ageLimit,
  hidesUnrated,
  deniedTagIds,
  whitelists,
}: Settings) => ({ libraryIds, ageLimit, hidesUnrated, deniedTagIds, whitelists })

export async function getRestrictions(ctx: Context, userId: string): Promise<UserRestrictions> {
  return readRestrictions(ctx.db, userId)
}

export async function readRestrictions(db: Db, userId: string): Promise<UserRestrictions> {
  const [own] = await loadOwnSettings(db, [userId])
  if (!own) throw notFound(userMessages.user_not_found())
  const { id: _, stored: __, ...settings } = own
  return settings
}

/** Omitted members are unchanged. Takes effect with the user's next request. */
export async function setRestrictions(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  patch: RestrictionsPatch,
): Promise<UserRestrictions> {
  const restrictions = await ctx.write(async (tx) => {
    await applyRestrictions(ctx, tx, viewer, { userId, patch })
    return readRestrictions(tx, userId)
  })
  ctx.bus.publish(accessChanged, { everyone: true })
  return restrictions
}

/** Like `setRestrictions`, but within a transaction. Returns whether anything changed. */
export async function applyRestrictions(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { userId, patch }: { userId: string; patch: RestrictionsPatch },
): Promise<boolean> {
  const user = await getUser({ ...ctx, db: tx }, userId)
  await refuseHigherUser(tx, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  const { deniedTagIds, allowedTagIds, ...own } = patch
  if (isAdmin(user) && restrictsAnything(patch)) {
    throw new Refusal('conflict', accessMessages.admin_unrestricted())
  }
  await refuseUnknownLibraries(tx, own.libraryIds ?? [])
  const before = await readRestrictions(tx, userId)
  const tags = {
    deniedTagIds: deniedTagIds ?? before.deniedTagIds,
    allowedTagIds: allowedTagIds ?? before.allowedTagIds,
  }
  await refuseWrongTags(tx, tags)
  const limit = resolveAgeLimit(before, own)
  await storeOwnSettings(tx, userId, { ...own, ...limit, updatedAt: ctx.clock.now() })
  await replaceUserGrants(tx, userId, tags)
  const isNew = await refreshRestrictions(tx, [userId])
  const after = await readRestrictions(tx, userId)
  await auditRestrictions(ctx, tx, viewer, { user, before, after })
  return isNew || JSON.stringify(before) !== JSON.stringify({ ...before, ...patch, ...limit })
}

const restrictsAnything = (patch: RestrictionsPatch) =>
  Boolean(patch.libraryIds) ||
  typeof patch.ageLimit === 'number' ||
  (patch.deniedTagIds ?? []).length > 0 ||
  (patch.allowedTagIds ?? []).length > 0

type Tags = Pick<UserRestrictions, 'deniedTagIds' | 'allowedTagIds'>

async function refuseWrongTags(tx: Tx, { deniedTagIds, allowedTagIds }: Tags) {
  const known = new Set(await listExistingTagIds(tx, [...deniedTagIds, ...allowedTagIds]))
  const listUnknown = (name: string, ids: readonly string[]) =>
    ids.flatMap((id, i) =>
      known.has(id) ? [] : [{ path: `${name}.${i}`, message: valueMessages.not_found() }],
    )
  const both = allowedTagIds.findIndex((id) => deniedTagIds.includes(id))
  const details = [
    ...listUnknown('deniedTagIds', deniedTagIds),
    ...listUnknown('allowedTagIds', allowedTagIds),
    ...(both === -1
      ? []
      : [{ path: `allowedTagIds.${both}`, message: accessMessages.tags_overlap() }]),
  ]
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}

export async function setManyRestrictions(
  ctx: Context,
  viewer: Viewer,
  { userIds, ...patch }: BulkRestrictions,
) {
  const outcome = await applyToEach(ctx, userIds, (tx, userId) =>
    applyRestrictions(ctx, tx, viewer, { userId, patch }),
  )
  ctx.bus.publish(accessChanged, { everyone: true })
  return outcome
}
