/** Evaluates the conditions of smart lists, several in one statement. */
import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { Refusal } from '../../../errors'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { bookProgress } from '../../../reading/progress/schema'
import type { ListKind, StoredCondition } from '../list-kind'
import type { ListTables } from '../list-tables'
import { isListOpenTo } from '../list-visibility'

/**
 * Number of conditions in one query: a condition has at most 100 fields, and a query at most 32,766
 * parameters.
 */
const listsAtOnce = 10

export interface SmartList {
  id: string
  condition: StoredCondition
  sort: string | null
}

/** `ownerId` is needed because the owner always sees the list. */
type OpenList = SmartList & { ownerId: string | null }

/**
 * Finds the smart lists that the viewer may open. Does not check whether the viewer can see any of
 * their items.
 */
export async function findOpenSmartLists(
  db: Db,
  viewer: Viewer,
  { lists, ...others }: ListTables,
  listIds?: readonly string[],
): Promise<OpenList[]> {
  const rows = await db
    .select({
      id: lists.id,
      ownerId: lists.ownerId,
      condition: lists.condition,
      sort: lists.sort,
    })
    .from(lists)
    .where(
      and(
        isNotNull(lists.condition),
        isListOpenTo(viewer, { lists, ...others }),
        listIds && inIds(lists.id, listIds),
      ),
    )
  return rows.flatMap(({ condition, ...list }) => (condition ? [{ ...list, condition }] : []))
}

export const countMatches = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly SmartList[],
): Promise<Map<string, number>> =>
  evaluate(db, viewer, kind, { lists, measure: (matches) => sql`select count(*) ${matches}` })

/** Counts the matching books that the viewer has read. */
export const countReadMatches = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly SmartList[],
): Promise<Map<string, number>> => {
  const isRead = and(
    eq(bookProgress.bookId, kind.itemId),
    eq(bookProgress.userId, viewer.userId),
    eq(bookProgress.completed, true),
  )
  const measure = (matches: SQL) =>
    sql`select count(*) ${matches} and exists (select 1 from ${bookProgress} where ${isRead})`
  return evaluate(db, viewer, kind, { lists, measure })
}

/** Finds the lists in which the viewer can see at least one item. */
export const findFilledLists = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly SmartList[],
): Promise<string[]> =>
  findWhere(db, viewer, kind, {
    lists,
    measure: (matches) =>
      sql`select count(*) from (select 1 as one ${matches} limit 1) as first_match`,
  })

/** Finds the lists that contain this item, provided that the viewer can see it. */
export const findListsWith = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  { lists, itemId }: { lists: readonly SmartList[]; itemId: string },
): Promise<string[]> =>
  findWhere(db, viewer, kind, {
    lists,
    measure: (matches) => sql`select count(*) ${matches} and ${eq(kind.itemId, itemId)}`,
  })

interface Evaluation {
  lists: readonly SmartList[]
  /** Builds a statement that returns one number for the matches. */
  measure: (matches: SQL) => SQL
}

async function findWhere(db: Db, viewer: Viewer, kind: ListKind, evaluation: Evaluation) {
  const numbers = await evaluate(db, viewer, kind, evaluation)
  return [...numbers].flatMap(([id, value]) => (value > 0 ? [id] : []))
}

async function evaluate(db: Db, viewer: Viewer, kind: ListKind, { lists, measure }: Evaluation) {
  const numbers = new Map<string, number>()
  const parts = lists.flatMap(({ id, condition }) => {
    const matches = findMatches(viewer, kind, condition)
    return matches ? [sql`select cast(${id} as text) as id, (${measure(matches)}) as value`] : []
  })
  for (const slice of splitIntoSlices(parts, listsAtOnce)) {
    const rows = await db.rows<{ id: string; value: number | string }>(
      sql.join(slice, sql` union all `),
    )
    for (const { id, value } of rows) numbers.set(id, Number(value))
  }
  return numbers
}

/**
 * Returns undefined if the condition uses a field that the viewer may not query. The list then
 * matches nothing.
 */
export function findMatches(
  viewer: Viewer,
  kind: ListKind,
  condition: StoredCondition,
): SQL | undefined {
  try {
    return kind.selectMatches(viewer, condition)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

export const countSmartListsOf = (db: Db, { lists }: ListTables, userId: string) =>
  db.$count(lists, and(isNotNull(lists.condition), eq(lists.ownerId, userId)))

export const countSharedSmartLists = (db: Db, { lists }: ListTables) =>
  db.$count(lists, and(isNotNull(lists.condition), ne(lists.sharing, 'private')))
