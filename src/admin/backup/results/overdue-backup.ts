import { min } from 'drizzle-orm'
import { users } from '../../../accounts/users/schema'
import type { Context } from '../../../context'
import { findLastVerified } from './verified-backup'

const maxAgeMs = 7 * 86_400_000

/**
 * Returns the time at which a verified backup became overdue, or undefined if none is. A backup is
 * due a week after the last verified one or, in a new installation, a week after the first user was
 * created.
 */
export async function findOverdueBackup({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Date | undefined> {
  const from = (await findLastVerified(db)) ?? (await findFirstUserTime(db))
  if (!from) return undefined
  const due = new Date(from.getTime() + maxAgeMs)
  return due <= clock.now() ? due : undefined
}

async function findFirstUserTime(db: Context['db']) {
  const [row] = await db.select({ at: min(users.createdAt) }).from(users)
  return row?.at ?? undefined
}
