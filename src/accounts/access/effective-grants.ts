/** Explains what a user can see: which setting or group each limit comes from. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Db } from '../../platform/db/store'
import { isAdmin } from '../permissions/permission-rules'
import {
  type AccessSettings,
  combineSettings,
  findHidingRule,
  limitsSeries,
} from '../permissions/restriction-rules'
import { getUser } from '../users/service'
import { accessMessages } from './messages'
import type { AccessDecision, EffectiveGrants, GrantSource } from './model'
import { findMarks, listGroupsOfUser, listTagNames } from './queries'
import { loadGroupSettings, loadOwnSettings } from './restrictions'

/** Access settings and the user or group that they come from. */
interface Sourced extends AccessSettings {
  source: GrantSource
}

export async function explainAccess(
  ctx: Context,
  userId: string,
  seriesId: string | undefined,
): Promise<EffectiveGrants> {
  const user = await getUser(ctx, userId)
  const isAdministrator = isAdmin(user)
  const all = isAdministrator ? [] : await loadSources(ctx.db, userId)
  const together = combineSettings(all)
  return {
    userId,
    isAdministrator,
    grants: await listGrants(ctx.db, all),
    libraryIds: together.libraryIds && [...together.libraryIds],
    librarySources: listSources(all, ({ libraryIds }) => libraryIds !== null),
    ageLimit: together.ageLimit,
    ageLimitSources: listSources(
      all,
      ({ ageLimit }) => ageLimit !== null && ageLimit === together.ageLimit,
    ),
    hidesUnrated: together.hidesUnrated,
    hidesUnratedSources: listSources(all, hidesUnratedSeries),
    whitelists: all
      .filter(({ allowedTagIds }) => allowedTagIds.length > 0)
      .map(({ source, allowedTagIds }) => ({ ...source, sharingTagIds: [...allowedTagIds] })),
    hasReaderPermissionsOnly: limitsSeries(together),
    decision: seriesId === undefined ? null : await explainSeries(ctx.db, all, seriesId),
  }
}

const hidesUnratedSeries = ({ ageLimit, hidesUnrated }: Sourced) =>
  ageLimit !== null && hidesUnrated

async function loadSources(db: Db, userId: string): Promise<Sourced[]> {
  const [own] = await loadOwnSettings(db, [userId])
  const groups = await listGroupsOfUser(db, userId)
  const settings = await loadGroupSettings(
    db,
    groups.map(({ id }) => id),
  )
  const ofUser = own && [{ ...own, source: { kind: 'user', groupId: null, groupName: null } }]
  const ofGroups = groups.flatMap(({ id, name }) =>
    settings
      .filter((one) => one.id === id)
      .map((one) => ({ ...one, source: { kind: 'group', groupId: id, groupName: name } })),
  )
  return [...(ofUser ?? []), ...ofGroups] as Sourced[]
}

const listSources = (all: readonly Sourced[], fits: (one: Sourced) => boolean) =>
  all.filter(fits).map(({ source }) => source)

/** Returns one entry per tag, sorted by name. A tag is denied if any source denies it. */
async function listGrants(db: Db, all: readonly Sourced[]): Promise<EffectiveGrants['grants']> {
  const denied = new Set(all.flatMap(({ deniedTagIds }) => deniedTagIds))
  const allowed = new Set(all.flatMap(({ allowedTagIds }) => allowedTagIds))
  const names = await listTagNames(db, [...denied.union(allowed)])
  return names.map(({ id, name }) => ({
    sharingTagId: id,
    sharingTagName: name,
    accessMode: denied.has(id) ? 'deny' : 'allow',
    sources: listSources(all, ({ deniedTagIds, allowedTagIds }) =>
      (denied.has(id) ? deniedTagIds : allowedTagIds).includes(id),
    ),
  }))
}

async function explainSeries(
  db: Db,
  all: readonly Sourced[],
  seriesId: string,
): Promise<AccessDecision> {
  const marks = await findMarks(db, seriesId)
  if (!marks) throw notFound(accessMessages.series_not_found())
  const reasons = [
    ...(marks.trashedAt ? [{ rule: 'trash' as const, sources: [], sharingTagIds: [] }] : []),
    ...explainLibrary(all, marks.libraryId),
    ...all.flatMap((one) => explainRule(one, marks)),
  ]
  return { seriesId, isVisible: reasons.length === 0, reasons }
}

type Reasons = AccessDecision['reasons']

function explainLibrary(all: readonly Sourced[], libraryId: string): Reasons {
  const sources = listSources(all, ({ libraryIds }) => libraryIds?.includes(libraryId) === false)
  return sources.length === 0 ? [] : [{ rule: 'library', sources, sharingTagIds: [] }]
}

/** Explains which rule would hide the series if this source were the only one. */
function explainRule(
  { source, ...settings }: Sourced,
  marks: { ageRating: number | null; tagIds: string[] },
): Reasons {
  const rule = findHidingRule(combineSettings([settings]), marks)
  if (!rule) return []
  const ofRule = {
    denied_tag: marks.tagIds.filter((id) => settings.deniedTagIds.includes(id)),
    whitelist: [...settings.allowedTagIds],
    age: [],
    unrated: [],
  }
  return [{ rule, sources: [source], sharingTagIds: ofRule[rule] }]
}
