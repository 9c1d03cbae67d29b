/** Counts the series that users can see, now or after a change to their restrictions. */
import { listAccessGroupsOfUser } from '../../accounts/access/groups'
import { accessMessages } from '../../accounts/access/messages'
import { loadGroupSettings, readRestrictions } from '../../accounts/access/restrictions'
import type { Viewer } from '../../accounts/permissions/model'
import {
  createViewer,
  formatReach,
  intersectOwnLibraries,
  isAdmin,
} from '../../accounts/permissions/permission-rules'
import {
  combineSettings,
  resolveAgeLimit,
  unrestricted,
} from '../../accounts/permissions/restriction-rules'
import { getUser } from '../../accounts/users/service'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Db } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import type { AccessPreview, AccessPreviewBody, SeriesCounts, UserAccess } from './model'
import { countForViewers, listAccounts } from './queries'

export async function listUserAccess(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
): Promise<Found<UserAccess>> {
  const { data: accounts, total } = await listAccounts(ctx.db, paging)
  const viewers = accounts.map((account) => asViewer(account))
  const counts = await countSeriesSeen(ctx.heavy, viewer, viewers)
  const data = accounts.map((account, place) => {
    const { id: userId, username, isActive } = account
    const seen = viewers[place]!
    return {
      userId,
      username,
      isActive,
      isAdministrator: isAdmin(account),
      libraryIds: seen.libraryIds === 'all' ? null : [...seen.libraryIds],
      ...getAgeLimit(seen),
      hasTagRules: hasTagRules(seen),
      ...counts[place]!,
    }
  })
  return { data, total }
}

export const asViewer = (account: Parameters<typeof createViewer>[0]) =>
  createViewer(account, new Set(), { kind: 'system' })

const getAgeLimit = ({ restrictions }: Viewer) => ({
  ageLimit: restrictions?.ageLimit ?? null,
  hidesUnrated: hidesUnrated(restrictions),
})

const hidesUnrated = (restrictions: Viewer['restrictions']) =>
  restrictions !== undefined && restrictions.ageLimit !== null && restrictions.hidesUnrated

const hasTagRules = ({ restrictions }: Viewer) =>
  restrictions !== undefined &&
  restrictions.deniedTagIds.length + restrictions.whitelists.length > 0

/** Counts the series that each viewer sees. Viewers with the same access are counted only once. */
export async function countSeriesSeen(
  db: Db,
  asking: Viewer,
  viewers: readonly Viewer[],
): Promise<SeriesCounts[]> {
  const distinct = new Map(viewers.map((viewer) => [formatReach(viewer), viewer]))
  const [all, ...counted] = await countForViewers(db, [asking, ...distinct.values()])
  const places = new Map([...distinct.keys()].map((reach, place) => [reach, place]))
  return viewers.map((viewer) => {
    const { visible, unrated } = counted[places.get(formatReach(viewer))!]!
    const areHidden = hidesUnrated(viewer.restrictions)
    return {
      visibleCount: visible,
      totalCount: all!.visible,
      visibleUnratedCount: areHidden ? 0 : unrated,
      hiddenUnratedCount: areHidden ? unrated : 0,
    }
  })
}

/** Computes what a user would see after a change to their restrictions. Changes nothing. */
export async function previewAccess(
  ctx: Context,
  viewer: Viewer,
  body: AccessPreviewBody,
): Promise<AccessPreview> {
  refuseHiddenSettings(viewer, body)
  const { userId, accessGroupIds, ...patch } = body
  const user = userId === undefined ? newReader : await getUser(ctx, userId)
  const before = userId === undefined ? unrestricted : await readRestrictions(ctx.db, userId)
  const groupIds = accessGroupIds ?? (await listGroupIds(ctx, userId))
  const together = combineSettings([
    { ...before, ...patch, ...resolveAgeLimit(before, patch) },
    ...(await loadGroupSettings(ctx.db, groupIds)),
  ])
  const libraryIds = intersectOwnLibraries(viewer, together.libraryIds)
  const seen = asViewer({ ...user, libraryIds, restrictions: together })
  const [counts] = await countSeriesSeen(ctx.heavy, viewer, [seen])
  return { ...getAgeLimit(seen), ...counts! }
}

const newReader = { id: '', username: '', role: 'reader', permissions: [] } as const

const listGroupIds = async (ctx: Context, userId: string | undefined) =>
  userId === undefined ? [] : (await listAccessGroupsOfUser(ctx, userId)).map(({ id }) => id)

/** Only administrators can read the restrictions of users and groups, and see sharing tags. */
function refuseHiddenSettings(viewer: Viewer, body: AccessPreviewBody) {
  const { userId, accessGroupIds = [], deniedTagIds = [], allowedTagIds = [] } = body
  const ids = [...accessGroupIds, ...deniedTagIds, ...allowedTagIds]
  if (viewer.permissions.has('system:admin') || (userId === undefined && ids.length === 0)) return
  throw new Refusal('forbidden', accessMessages.preview_needs_admin())
}
