import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { type AuditedChange, recordAudit, auditDetail } from '../audit/record'
import type { AuditChange } from '../audit/model'
import type { Permission, Role, Viewer } from '../permissions/model'
import type { AgeLimit } from '../permissions/restriction-rules'
import type { User } from './model'
import { listLibraryNames } from './queries'

interface AuditedUser extends Omit<AuditedChange, 'target'> {
  user: Pick<User, 'id' | 'username'>
}

export const auditUser = (
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  { user: { id, username: name }, ...change }: AuditedUser,
) => recordAudit(ctx, tx, viewer, { ...change, target: { kind: 'user', id, name } })

interface NewUser extends AgeLimit {
  role: Role
  permissions: readonly Permission[]
}

export const describeNewUser = ({ role, permissions, ...limit }: NewUser): AuditChange[] => [
  auditDetail('role', role),
  ...permissions.map((one) => auditDetail('permission', one)),
  ...describeAgeLimit(limit),
]

export const describeAgeLimit = ({ ageLimit, hidesUnrated }: AgeLimit): AuditChange[] =>
  ageLimit === null
    ? []
    : [auditDetail('ageLimit', ageLimit), auditDetail('hidesUnrated', hidesUnrated)]

type Granted = readonly string[] | null

/** Compares library names, because IDs mean nothing to people. */
export async function compareLibraries(
  db: Db,
  before: Granted,
  after: Granted,
): Promise<AuditChange[]> {
  if (Bun.deepEquals(before, after)) return []
  const names = await listLibraryNames(db, [...(before ?? []), ...(after ?? [])])
  const write = (ids: Granted) =>
    ids === null ? '*' : ids.map((id) => names.get(id) ?? id).join(', ')
  return [{ name: 'libraries', before: write(before), after: write(after) }]
}
