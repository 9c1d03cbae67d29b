/**
 * Counts the preserved data of purged books and series, and permanently deletes it at an
 * administrator's request.
 */
import { sql, type SQL } from 'drizzle-orm'
import { recordAudit, auditDetail } from '../../../accounts/audit/record'
import type { Viewer } from '../../../accounts/permissions/model'
import { removeUploads } from '../../../artwork/covers/uploads/restore-covers'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db } from '../../../platform/db/store'
import { preservedItems } from '../../../reading/preserved/schema'
import { deleteAllMemberships, deleteSomePreserved } from '../../../reading/preserved/store'
import { deleteKeptReading } from '../../../reading/progress/forget-reading'
import { keptCompletions, keptEvents, keptProgress } from '../../../reading/progress/schema'
import { trashLogMessages, trashMessages } from '../messages'

const tables = [keptProgress, keptEvents, keptCompletions, preservedItems] as const

/** The identity of a series is its ID. The identity of a book is a hash, or begins with `path:`. */
const isOfSeries = sql`length(identity) = 36 and identity like '________-____-____-____-____________'`

export async function countPreserved(db: Db) {
  let entryCount = 0
  for (const table of tables) entryCount += await db.$count(table)
  const [people] = await db.rows<{ users: number }>(
    sql`select count(distinct user_id) as users from (${unite(sql`user_id`)}) as every_user`,
  )
  const [found] = await db.rows<{ books: number; series: number }>(
    sql`select count(case when ${isOfSeries} then 1 end) as series,
      count(case when not (${isOfSeries}) then 1 end) as books
      from (${unite(sql`identity`)}) as every_identity`,
  )
  const [userCount, bookCount, seriesCount] = [people!.users, found!.books, found!.series].map(
    Number,
  )
  return {
    bookCount: bookCount!,
    seriesCount: seriesCount!,
    userCount: userCount!,
    entryCount,
  }
}

/** Builds a query for the distinct values of a column in all tables. */
const unite = (column: SQL) =>
  sql.join(
    tables.map((table) => sql`select ${column} from ${table}`),
    sql` union `,
  )

/**
 * Fails if the number of entries differs from `entryCount`, which the administrator has confirmed.
 * Deletes in slices; repeating the request deletes the rest.
 */
export async function forgetPreserved(
  ctx: Context,
  viewer: Viewer,
  { entryCount }: { entryCount: number },
) {
  const counted = await ctx.write(async (tx) => {
    const found = await countPreserved(tx)
    if (found.entryCount === 0) throw new Refusal('conflict', trashMessages.nothing_to_forget())
    if (found.entryCount !== entryCount)
      throw new Refusal('conflict', trashMessages.forget_changed({ count: found.entryCount }))
    const changes = [auditDetail('count', entryCount)]
    await recordAudit(ctx, tx, viewer, { action: 'forget_purged', changes })
    return found
  })
  const { userId, username: user } = viewer
  ctx.log.info({ userId, entryCount }, trashLogMessages.forgotten({ user }))
  await ctx.write(deleteAllMemberships)
  await deleteKeptReading(ctx)
  while (await forgetSomeItems(ctx));
  return counted
}

/** Deletes some preserved items and their covers. Returns false if nothing is left to delete. */
async function forgetSomeItems(ctx: Context): Promise<boolean> {
  const deleted = await ctx.write(deleteSomePreserved)
  const covers = deleted.filter((item) => item.kind === 'cover')
  await removeUploads(
    ctx,
    covers.map((cover) => cover.value['fileName'] as string),
  )
  return deleted.length > 0
}
