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
): Promise<Map<string, number>> => countIn(db, viewer, kind, { lists, ...allItems })

/** Counts the matching books that the viewer has read. */
export const countReadMatches = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly SmartList[],
): Promise<Map<string, number>> => {
  const isRead = and(eq(bookProgress.userId, viewer.userId), eq(bookProgress.completed, true))
  const among = sql`${kind.itemId} in
    (select ${bookProgress.bookId} from ${bookProgress} where ${isRead})`
  return countIn(db, viewer, kind, { lists, among })
}

const allItems = { among: sql`1 = 1` }

interface Count {
  lists: readonly SmartList[]
  /** Only these items are counted. */
  among: SQL
}

/** Reads the items once for several lists. */
async function countIn(db: Db, viewer: Viewer, kind: ListKind, { lists, among }: Count) {
  const tests = lists.flatMap(({ id, condition }) => {
    const test = findTest(viewer, kind, condition)
    return test ? [{ id, test }] : []
  })
  const counts = new Map<string, number>()
  for (const slice of splitIntoSlices(tests, listsAtOnce)) {
    const visible = slice.length === 1 ? kind.selectVisible(viewer) : kind.selectAllVisible(viewer)
    const [row = {}] = await db.rows<Record<string, number | string>>(
      buildCount(visible, slice, among),
    )
    for (const [place, { id }] of slice.entries()) counts.set(id, Number(row[`list_${place}`]))
  }
  return counts
}

/** A single condition is part of the `where`, so that it can use an index. */
function buildCount(visible: SQL, tests: readonly { test: SQL }[], among: SQL): SQL {
  const [only, ...others] = tests
  if (only && others.length === 0) {
    return sql`select count(*) as list_0 ${visible} and ${among} and ${only.test}`
  }
  const counts = tests.map(
    ({ test }, place) => sql`count(*) filter (where ${test}) as ${sql.raw(`list_${place}`)}`,
  )
  return sql`select ${sql.join(counts, sql`, `)} ${visible} and ${among}`
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
    const test = findTest(viewer, kind, condition)
    const matches = test && sql`${kind.selectVisible(viewer)} and ${test}`
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
export function findTest(
  viewer: Viewer,
  kind: ListKind,
  condition: StoredCondition,
): SQL | undefined {
  try {
    return kind.compileTest(viewer, condition)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

export const countSmartListsOf = (db: Db, { lists }: ListTables, userId: string) =>
  db.$count(lists, and(isNotNull(lists.condition), eq(lists.ownerId, userId)))

export const countSharedSmartLists = (db: Db, { lists }: ListTables) =>
  db.$count(lists, and(isNotNull(lists.condition), ne(lists.sharing, 'private')))
