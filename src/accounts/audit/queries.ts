import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import type { AuditAction, AuditEntry, AuditTarget } from './model'
import { auditEntries } from './schema'

export interface AuditFilter {
  /** Matches any of these values. */
  actions?: readonly AuditAction[] | undefined
  /** Matches any of these values. */
  targetKinds?: readonly AuditTarget[] | undefined
  targetId?: string | undefined
  userId?: string | undefined
  search?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

const columns = {
  id: auditEntries.id,
  at: auditEntries.at,
  action: auditEntries.action,
  userId: auditEntries.userId,
  username: auditEntries.username,
  proof: auditEntries.proof,
  address: auditEntries.address,
  targetKind: auditEntries.targetKind,
  targetId: auditEntries.targetId,
  targetName: auditEntries.targetName,
  changes: auditEntries.changes,
  count: auditEntries.count,
}

export async function findAuditEntries(
  db: Db,
  filter: AuditFilter,
  { pageSize, offset }: Paging,
): Promise<{ data: AuditEntry[]; total: number }> {
  const condition = buildCondition(filter)
  const data = await db
    .select(columns)
    .from(auditEntries)
    .where(condition)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(auditEntries, condition) }
}

/** Finds the next entries after `last`, or the first entries if it is undefined, newest first. */
export const findNextAuditEntries = (
  db: Db,
  filter: AuditFilter,
  last: Pick<AuditEntry, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditEntry[]> =>
  db
    .select(columns)
    .from(auditEntries)
    .where(and(buildCondition(filter), last && isAfter(last)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)

const isAfter = ({ at, id }: Pick<AuditEntry, 'at' | 'id'>) =>
  or(lt(auditEntries.at, at), and(eq(auditEntries.at, at), lt(auditEntries.id, id)))

function buildCondition({ actions, userId, search, ...more }: AuditFilter): SQL | undefined {
  const { targetKinds, targetId, since, until } = more
  return and(
    actions && inArray(auditEntries.action, [...actions]),
    targetKinds && inArray(auditEntries.targetKind, [...targetKinds]),
    targetId ? eq(auditEntries.targetId, targetId) : undefined,
    userId
      ? or(
          eq(auditEntries.userId, userId),
          and(eq(auditEntries.targetKind, 'user'), eq(auditEntries.targetId, userId)),
        )
      : undefined,
    search ? contains(search) : undefined,
    since && gte(auditEntries.at, since),
    until && lte(auditEntries.at, until),
  )
}

function contains(search: string): SQL {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const { username, targetName, address } = auditEntries
  const matches = [username, targetName, address].map(
    (column) => sql`lower(coalesce(${column}, '')) like ${pattern} escape '\\'`,
  )
  return sql`(${sql.join(matches, sql` or `)})`
}
