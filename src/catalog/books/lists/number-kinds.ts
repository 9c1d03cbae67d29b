/** The kinds of books in a series: issues, volumes, annuals and so on. */
import { count, min } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { getIdentity } from '../../series/service'
import { isInList } from '../queries'
import type { NumberKind } from '../numbers/number-kind'
import { books } from '../schema'

export interface KindCount {
  numberKind: NumberKind | null
  bookCount: number
}

/** Counts the books of each kind, in the order in which the series is read. */
export async function countNumberKinds(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
): Promise<KindCount[]> {
  await getIdentity(ctx.db, viewer, seriesId)
  return ctx.db
    .select({ numberKind: books.numberKind, bookCount: count() })
    .from(books)
    .where(isInList(viewer, { seriesId }))
    .groupBy(books.numberKind)
    .orderBy(min(books.sortKey))
}
