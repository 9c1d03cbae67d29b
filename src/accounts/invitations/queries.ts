import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { users } from '../users/schema'
import { invitations } from './schema'

const columns = {
  id: invitations.id,
  note: invitations.note,
  role: invitations.role,
  libraryIds: invitations.libraryIds,
  ageLimit: invitations.ageLimit,
  hidesUnrated: invitations.hidesUnrated,
  accessGroupIds: invitations.accessGroupIds,
  maxUses: invitations.maxUses,
  usedCount: invitations.usedCount,
  createdBy: users.username,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
}

const select = (db: Db) =>
  db.select(columns).from(invitations).innerJoin(users, eq(users.id, invitations.createdById))

export async function findInvitations(db: Db, { pageSize, offset }: Paging) {
  const data = await select(db)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(invitations) }
}

export async function findInvitation(db: Db, id: string) {
  const [row] = await select(db).where(eq(invitations.id, id)).limit(1)
  return row
}

export const isUsable = (tokenHash: string, now: Date) =>
  and(
    eq(invitations.tokenHash, tokenHash),
    gt(invitations.expiresAt, now),
    lt(invitations.usedCount, invitations.maxUses),
  )

export async function findUsableInvitation(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ ...columns, createdById: invitations.createdById })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdById))
    .where(and(isUsable(tokenHash, now), eq(users.isActive, true)))
    .limit(1)
  return row
}

/** SQL expression that increments the number of uses. */
export const oneMoreUse = sql`${invitations.usedCount} + 1`
