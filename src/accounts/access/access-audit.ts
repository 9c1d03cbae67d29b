/** Records changes to restrictions, access groups and their members in the audit log. */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import type { AuditAction, AuditChange } from '../audit/model'
import { compareForAudit, recordAudit } from '../audit/record'
import type { Viewer } from '../permissions/model'
import { auditUser, compareLibraries } from '../users/user-audit'
import { findGroupSettings, listTagNames, listNamesOfUsers } from './queries'

type ClockContext = Pick<Context, 'clock'>

interface Settings {
  libraryIds: readonly string[] | null
  ageLimit: number | null
  hidesUnrated: boolean
  deniedTagIds: readonly string[]
  allowedTagIds: readonly string[]
}

async function compareSettings(db: Db, before: Settings, after: Settings): Promise<AuditChange[]> {
  const ids = [before, after].flatMap((one) => [...one.deniedTagIds, ...one.allowedTagIds])
  const tags = await listTagNames(db, [...new Set(ids)])
  const describe = ({ ageLimit, hidesUnrated, deniedTagIds, allowedTagIds }: Settings) => ({
    ageLimit,
    hidesUnrated,
    deniedTags: writeNames(tags, deniedTagIds),
    allowedTags: writeNames(tags, allowedTagIds),
  })
  return [
    ...(await compareLibraries(db, before.libraryIds, after.libraryIds)),
    ...compareForAudit(describe(before), describe(after)),
  ]
}

const writeNames = (known: readonly { id: string; name: string }[], ids: readonly string[]) =>
  known
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ') || null

interface Compared {
  user: { id: string; username: string }
  before: Settings
  after: Settings
}

/**
 * Records how a user's own restrictions changed from `before` to `after`. Writes nothing if they
 * did not change.
 */
export async function auditRestrictions(
  ctx: ClockContext,
  tx: Tx,
  viewer: Viewer,
  { user, before, after }: Compared,
) {
  const changes = await compareSettings(tx, before, after)
  if (changes.length === 0) return
  await auditUser(ctx, tx, viewer, { user, action: 'change_restrictions', changes })
}

interface Group {
  id: string
  name: string
}

interface ComparedGroup {
  group: Group
  before: Settings & { name: string; description: string | null }
}

/**
 * Records how the group's current settings differ from `before`. Writes nothing if nothing changed.
 */
export async function auditGroupSettings(
  ctx: ClockContext,
  tx: Tx,
  viewer: Viewer,
  { group, before }: ComparedGroup,
) {
  const after = (await findGroupSettings(tx, group.id))!
  const describe = ({ name, description }: ComparedGroup['before']) => ({ name, description })
  const changes = [
    ...compareForAudit(describe(before), describe(after)),
    ...(await compareSettings(tx, before, after)),
  ]
  if (changes.length === 0) return
  await auditGroup(ctx, tx, viewer, { group, action: 'change_access_group', changes })
}

interface AuditedGroup {
  group: Group
  action: AuditAction
  changes?: readonly AuditChange[]
}

export const auditGroup = (
  ctx: ClockContext,
  tx: Tx,
  viewer: Viewer,
  { group: { id, name }, ...change }: AuditedGroup,
) => recordAudit(ctx, tx, viewer, { ...change, target: { kind: 'access_group', id, name } })

interface Membership {
  userIds: readonly string[]
  groups: readonly { name: string }[]
  /** True if the users joined the groups, false if they left. */
  isMember: boolean
}

/** Records one entry for each user, so that each user's log shows the change. */
export async function auditMembers(
  ctx: ClockContext,
  tx: Tx,
  viewer: Viewer,
  { userIds, groups, isMember }: Membership,
) {
  if (groups.length === 0) return
  const changes = groups.map(({ name }) => ({
    name: 'accessGroup',
    before: isMember ? null : name,
    after: isMember ? name : null,
  }))
  for (const user of await listNamesOfUsers(tx, userIds)) {
    await auditUser(ctx, tx, viewer, { user, action: 'change_restrictions', changes })
  }
}
