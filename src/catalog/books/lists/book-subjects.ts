/** Subjects of books, which reading apps call tags. */
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { unnestTexts } from '../../../platform/db/sql'
import { readFacetValues } from '../../../platform/query/facets'
import { isInList } from '../queries'
import { bookMetadata, books } from '../schema'
import type { BookCondition } from './model'
import { prepareFilter } from './smart-reading-lists'

/** Lists the subjects of the books that match a condition, in order. */
export async function listSubjects(
  ctx: Context,
  viewer: Viewer,
  {
    condition,
    search,
    limit,
  }: { condition: BookCondition | undefined; search?: string | undefined; limit: number },
): Promise<string[]> {
  const body = { condition: condition ?? null, fullTextSearch: null }
  const inside = isInList(viewer, await prepareFilter(ctx, viewer, body))
  const page = { search, limit, offset: 0 }
  const { data } = await readFacetValues(ctx.replica, countSubjects(inside), page)
  return data.map(String)
}

const countSubjects = (inside: SQL) => sql`
  select value, value as name, value as searched, count(*) as count
  from (select texts.value as value
    from ${bookMetadata} cross join ${unnestTexts(bookMetadata.subjects)}
    where ${bookMetadata.n} in (select ${books.n} from ${books} where ${inside})) as named
  group by value`
