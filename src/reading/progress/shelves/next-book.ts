/** The book with which to continue a series. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { BookView } from '../../../catalog/books/model'
import { books } from '../../../catalog/books/schema'
import { listBooksByIds } from '../../../catalog/books/service'
import { getIdentity } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { lockedFindings } from '../../../web/shared/is-readable'
import { bookProgress } from '../schema'
import { findNextUnread } from './next-unread'

/**
 * Returns the most recently read book in progress, or else the next unread book. null if all books
 * are read. Books that cannot be read are skipped.
 */
export async function getNextBook(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
): Promise<{ book: BookView | null }> {
  await getIdentity(ctx.db, viewer, seriesId)
  const id =
    (await findInProgress(ctx.db, viewer, seriesId)) ??
    (await findNextUnread(ctx.db, viewer, [seriesId], isReadableFile)).get(seriesId)
  const [book = null] = id === undefined ? [] : await listBooksByIds(ctx, viewer, [id])
  return { book }
}

const locked = sql.join(
  [...lockedFindings].map((code) => sql`${code}`),
  sql`, `,
)
/** The same rule as `isReadable`. */
const isReadableFile = sql`(${books.finding} is null
  or (${books.pageCount} > 0 and ${books.finding} not in (${locked})))`

async function findInProgress(db: Db, { userId }: Viewer, seriesId: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .where(
      and(
        eq(bookProgress.userId, userId),
        eq(bookProgress.seriesId, seriesId),
        sql`${bookProgress.started} and not ${bookProgress.completed}`,
        sql`${books.trashedAt} is null`,
        isReadableFile,
      ),
    )
    .orderBy(desc(bookProgress.updatedAt), bookProgress.bookId)
    .limit(1)
  return row?.id
}
