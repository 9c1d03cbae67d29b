/** Evaluates the conditions of smart lists, several in one statement. */
import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { Refusal } from '../../../errors'
import type { Db } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { ListKind, StoredCondition } from '../list-kind'
import type { ListTables } from '../list-tables'
import { isListOpenTo } from '../list-visibility'

/**
 * Number of conditions in one query: a condition has at most 100 fields, and a query at most 32,766
 * parameters.
 */
const listsAtOnce = 10
/**
 * Maximum total length of the conditions in a count query, which contains each condition twice. A
 * field takes at least 30 characters.
 */
const maxConditionLength = 15_000
const listsOfPass = 50

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
  filter?: SQL,
): Promise<OpenList[]> {
  const rows = await db
    .select({
      id: lists.id,
      ownerId: lists.ownerId,
      condition: lists.condition,
      sort: lists.sort,
    })
    .from(lists)
    .where(and(isNotNull(lists.condition), isListOpenTo(viewer, { lists, ...others }), filter))
  return rows.flatMap(({ condition, ...list }) => (condition ? [{ ...list, condition }] : []))
}

export interface Matches {
  count: number
  /**
   * Number of matching items that the viewer has read, or 0 if lists of this kind do not count read
   * items.
   */
  readCount: number
}

/**
 * Counts the visible items that match, reading the items once for several lists. Lists with the
 * same condition are counted together.
 */
export async function countMatches(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly SmartList[],
): Promise<Map<string, Matches>> {
  const byCondition = Map.groupBy(lists, ({ condition }) => JSON.stringify(condition))
  const tests = [...byCondition].flatMap(([text, same]) => {
    const test = findTest(viewer, kind, same[0]!.condition)
    return test ? [{ same, test, size: text.length }] : []
  })
  const found = new Map<string, Matches>()
  for (const slice of splitBySize(tests)) {
    const rows = await db.rows<Record<string, number | string>>(buildCount(viewer, kind, slice))
    for (const [place, { same }] of slice.entries()) {
      const find = (isRead: number) =>
        Number(rows.find((row) => Number(row['is_read']) === isRead)?.[`list_${place}`] ?? 0)
      const readCount = find(1)
      for (const { id } of same) found.set(id, { count: find(0) + readCount, readCount })
    }
  }
  return found
}

function splitBySize<Test extends { size: number }>(tests: readonly Test[]): Test[][] {
  const slices: Test[][] = []
  let size = Infinity
  for (const test of tests) {
    const last = slices.at(-1)
    size += test.size
    if (last && size <= maxConditionLength && last.length < listsOfPass) last.push(test)
    else {
      slices.push([test])
      size = test.size
    }
  }
  return slices
}

/**
 * Counts read and other items separately, in one row each, because grouping by read state would
 * sort all items. A single condition is part of the `where` clause, so that it can use an index.
 */
function buildCount(viewer: Viewer, kind: ListKind, tests: readonly { test: SQL }[]): SQL {
  const [only, ...others] = tests
  const isAlone = only !== undefined && others.length === 0
  const counts = isAlone
    ? [sql`count(*) as list_0`]
    : tests.map(
        ({ test }, place) => sql`count(*) filter (where ${test}) as ${sql.raw(`list_${place}`)}`,
      )
  const visible = isAlone
    ? sql`${kind.selectVisible(viewer)} and ${only.test}`
    : kind.selectAllVisible(viewer)
  const isRead = kind.isItemRead?.(viewer)
  const columns = sql.join(counts, sql`, `)
  return isRead
    ? sql`select 0 as is_read, ${columns} ${visible} and not (${isRead})
        union all select 1 as is_read, ${columns} ${visible} and ${isRead}`
    : sql`select 0 as is_read, ${columns} ${visible}`
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
