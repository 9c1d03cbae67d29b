import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { users } from '../../../accounts/users/schema'
import type { Db, Tx } from '../../../platform/db/store'
import type { News } from '../news/news-sources'
import { notificationStates } from '../schema'

export async function findAccountStart(db: Db, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId))
  return row?.createdAt
}

export const listStates = (db: Db, userId: string, after: Date) =>
  db
    .select()
    .from(notificationStates)
    .where(and(eq(notificationStates.userId, userId), gt(notificationStates.happenedAt, after)))

/**
 * Stores when notifications were read or deleted. Replaces the states of earlier news with the same
 * IDs. Accepts at most 500 items.
 */
export async function storeStates(
  tx: Tx,
  userId: string,
  news: readonly Pick<News, 'id' | 'happenedAt'>[],
  change: { readAt?: Date; deletedAt?: Date },
) {
  await tx
    .insert(notificationStates)
    .values(news.map(({ id: newsId, happenedAt }) => ({ userId, newsId, happenedAt, ...change })))
    .onConflictDoUpdate({
      target: [notificationStates.userId, notificationStates.newsId],
      set: {
        happenedAt: sql`excluded.happened_at`,
        readAt: sql`excluded.read_at`,
        deletedAt: sql`excluded.deleted_at`,
      },
    })
}

export async function deleteOldStates(tx: Tx, until: Date) {
  await tx.delete(notificationStates).where(lte(notificationStates.happenedAt, until))
}
