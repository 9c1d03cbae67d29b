import { min } from 'drizzle-orm'
import { users } from '../../../accounts/users/schema'
import type { Context } from '../../../context'
import { findLastVerified } from './verified-backup'

const maxAgeMs = 7 * 86_400_000

/**
 * Returns since when no backup has been verified for a week, or undefined if one has been. A new
 * installation has a week before its first backup is due.
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
