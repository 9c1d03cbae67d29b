import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../accounts/users/schema'
import { compileTextTest } from '../../platform/query/compile-comparison'
import { foldText } from '../../platform/lib/text/fold-text'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from './list-kind'
import type { ListTables } from './list-tables'
import { isListEditableBy, isListVisibleTo } from './list-visibility'
import {
  countMatches,
  findFilledLists,
  findListsWith,
  findOpenSmartLists,
  type SmartList,
} from './smart/smart-queries'

/** `smartIds`: the smart lists in which the viewer can see at least one item. */
interface Selection {
  condition: SQL | undefined
  smartIds: readonly string[]
}

export type ListValues = ListTables['lists']['$inferInsert']

const selectLists = (
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  { condition, smartIds }: Selection,
) => {
  const { lists, items } = kind.tables
  return db
    .select({
      list: lists,
      ownerName: users.username,
      isEditable: sql<boolean>`coalesce(${isListEditableBy(viewer, kind.tables)}, false)`.mapWith(
        Boolean,
      ),
      /** The chosen cover item, or null if it is hidden or no longer in the list. */
      shownCoverId: sql<string | null>`(select ${items.itemId} from ${items}
        where ${items.listId} = ${lists.id} and ${items.itemId} = ${lists.coverItemId}
          and ${kind.isItemVisible(viewer)})`,
    })
    .from(lists)
    .leftJoin(users, eq(users.id, lists.ownerId))
    .where(and(isListVisibleTo(viewer, kind, smartIds), condition))
    .orderBy(asc(lists.nameKey), asc(lists.id))
    .$dynamic()
}
export type ListRow = Awaited<ReturnType<typeof selectLists>>[number]

export interface ListFilter {
  search?: string | undefined
  itemId?: string | undefined
  isEditable?: boolean | undefined
}

export async function findLists(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  { paging, ...filter }: ListFilter & { paging: Paging },
): Promise<Found<ListRow>> {
  const { itemId, search } = filter
  const open = await findOpenSmartLists(db, viewer, kind.tables, isNamed(kind.tables, search))
  const ofOthers = open.filter(({ ownerId }) => ownerId !== viewer.userId)
  const smartIds =
    itemId === undefined
      ? await findFilledLists(db, viewer, kind, ofOthers)
      : await findListsWith(db, viewer, kind, { lists: open, itemId })
  const condition = buildCondition(viewer, kind, { ...filter, smartIds })
  const data = await selectLists(db, viewer, kind, { condition, smartIds })
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(kind.tables.lists)
    .where(and(isListVisibleTo(viewer, kind, smartIds), condition))
  return { data, total: counted?.total ?? 0 }
}

function buildCondition(
  viewer: Viewer,
  { tables }: ListKind,
  { search, itemId, isEditable, smartIds }: ListFilter & { smartIds: readonly string[] },
) {
  const { lists, items } = tables
  const editable = and(isListEditableBy(viewer, tables), isNull(lists.condition))
  return and(
    isNamed(tables, search),
    itemId === undefined
      ? undefined
      : or(
          sql`exists (select 1 from ${items}
            where ${items.listId} = ${lists.id} and ${items.itemId} = ${itemId})`,
          inIds(lists.id, smartIds),
        ),
    isEditable === false ? sql`(not coalesce(${editable}, false))` : undefined,
    isEditable === true ? editable : undefined,
  )
}

const isNamed = ({ lists }: ListTables, search: string | undefined) =>
  search
    ? compileTextTest(lists.nameKey, { operator: 'contains', value: foldText(search) })
    : undefined

/**
 * `heavy` is used to evaluate the conditions of other users' smart lists, which can take a long
 * time.
 */
export interface ListReads {
  db: Db
  heavy: Db
}

export async function findList(
  { db, heavy }: ListReads,
  viewer: Viewer,
  kind: ListKind,
  id: string,
) {
  const select = (smartIds: readonly string[]) =>
    selectLists(db, viewer, kind, { condition: eq(kind.tables.lists.id, id), smartIds }).limit(1)
  const [row] = await select([])
  if (row) return row
  const open = await findOpenSmartLists(db, viewer, kind.tables, eq(kind.tables.lists.id, id))
  const filled = await findFilledLists(heavy, viewer, kind, open)
  return filled.length === 0 ? undefined : (await select(filled))[0]
}

/** A summary of the entries in a list that the viewer can see. */
interface VisibleItems {
  itemCount: number
  /** Number of these entries that the viewer has read. Counted only for smart lists. */
  readCount: number
  updatedAt: Date
}

/** Counts the entries that the viewer can see in each list. */
export async function countVisibleItems(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly ListRow['list'][],
): Promise<(list: ListRow['list']) => VisibleItems> {
  const [smart, byHand] = partitionLists(lists)
  const matches = await countMatches(db, viewer, kind, smart)
  const { items } = kind.tables
  const lastAddedAt = sql<Date>`max(${items.addedAt})`.mapWith(items.addedAt)
  const rows =
    byHand.length === 0
      ? []
      : await db
          .select({
            listId: items.listId,
            count: sql<number>`count(*)`.mapWith(Number),
            lastAddedAt,
          })
          .from(items)
          .where(and(inIds(items.listId, byHand), kind.isItemVisible(viewer)))
          .groupBy(items.listId)
  const found = new Map(rows.map((row) => [row.listId, row]))
  return (list) => {
    const row = found.get(list.id)
    const updatedAt = isPartial(viewer, list)
      ? laterOf(list.createdAt, row?.lastAddedAt)
      : undefined
    return {
      itemCount: matches.get(list.id)?.count ?? row?.count ?? 0,
      readCount: matches.get(list.id)?.readCount ?? 0,
      updatedAt: updatedAt ?? list.updatedAt,
    }
  }
}

/**
 * Returns true for another user's manual list that may contain entries hidden from the viewer, who
 * must not learn when such entries were changed.
 */
const isPartial = ({ userId, libraryIds, restrictions }: Viewer, list: ListRow['list']) =>
  list.condition === null &&
  list.ownerId !== userId &&
  (libraryIds !== 'all' || Boolean(restrictions))

const laterOf = (one: Date, other: Date | undefined) => (other && other > one ? other : one)

/** Separates smart lists from the IDs of other lists. */
function partitionLists(
  lists: readonly Pick<ListRow['list'], 'id' | 'condition' | 'sort'>[],
): [SmartList[], string[]] {
  const smart = lists.flatMap(({ id, condition, sort }) =>
    condition ? [{ id, condition, sort }] : [],
  )
  return [smart, lists.flatMap(({ id, condition }) => (condition ? [] : id))]
}

export async function isListNameTaken(
  tx: Tx,
  { lists }: ListTables,
  { nameKey, id, among }: { nameKey: string; id: string; among: SQL },
): Promise<boolean> {
  const rows = await tx
    .select({ id: lists.id })
    .from(lists)
    .where(and(eq(lists.nameKey, nameKey), among))
    .limit(2)
  return rows.some((row) => row.id !== id)
}

export const countOwned = (tx: Tx, { lists }: ListTables, userId: string): Promise<number> =>
  tx.$count(lists, eq(lists.ownerId, userId))

export async function insertList(tx: Tx, { lists }: ListTables, values: ListValues) {
  await tx.insert(lists).values(values)
}

export async function updateListRow(
  tx: Tx,
  { lists }: ListTables,
  id: string,
  values: Partial<ListValues>,
) {
  await tx.update(lists).set(values).where(eq(lists.id, id))
}

export async function deleteListRow(tx: Tx, { lists }: ListTables, id: string) {
  await tx.delete(lists).where(eq(lists.id, id))
}

export const findSharedLists = (db: Db, { lists }: ListTables, ids: readonly string[]) =>
  db
    .select({ id: lists.id, ownerId: lists.ownerId, sharing: lists.sharing })
    .from(lists)
    .where(inIds(lists.id, ids))
