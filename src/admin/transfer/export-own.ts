/** Exports data that belongs to a user rather than to one book: the queue, settings and lists. */
import { collectionTables } from '../../catalog/collections/schema'
import type { ListTables } from '../../catalog/item-lists/list-tables'
import { readingListTables } from '../../catalog/reading-lists/schema'
import { isUuid } from '../../platform/http/shapes'
import type { Db } from '../../platform/db/store'
import type { ExportWork } from './export-work'
import { formatLine, type LineKind, type listKinds, type Row } from './line-kinds'
import {
  type ExportedList,
  findListDetails,
  listListsAfter,
  listPreferencesAfter,
  listProfilesAfter,
  listWantedAfter,
} from './own-queries'
import { findWaitingEntries, listPreservedAfter } from './purged-queries'

/** Number of list entries that are read at once. A list has at most 10,000. */
const entriesAtOnce = 10_000

export async function writeOwn(work: ExportWork) {
  await writeRowsOfUsers(work, 'want_to_read', listWantedAfter)
  await writePreserved(work, 'want_to_read', 'wanted')
  await writeRowsOfUsers(work, 'reading_profiles', listProfilesAfter)
  await writeRowsOfUsers(work, 'preferences', listPreferencesAfter)
  await writePreserved(work, 'preferences', 'preference')
  await writeLists(work, 'collections', collectionTables)
  await writeLists(work, 'read_lists', readingListTables)
}

interface RowOfUser extends Row {
  userId: string
  bookId: string | null
  seriesId: string | null
  libraryId?: string | null
}

async function writeRowsOfUsers<One extends RowOfUser>(
  { ctx, out, isExported }: ExportWork,
  kind: LineKind,
  listAfter: (db: Db, after: One | undefined) => Promise<One[]>,
) {
  for (let after: One | undefined; ;) {
    const slice = await listAfter(ctx.heavy, after)
    if (slice.length === 0) return
    after = slice.at(-1)
    for (const one of slice.filter(({ userId }) => isExported(userId))) {
      const { userId: user, bookId: book, seriesId: series, libraryId: library = null } = one
      const row: Row = { ...one, library }
      out.write(kind, formatLine(kind, { user, book, series, row }))
    }
  }
}

/** Writes the data of purged books and series after all other data. */
async function writePreserved(
  { ctx, out, isExported }: ExportWork,
  kind: LineKind,
  preserved: 'wanted' | 'preference',
) {
  for (let after: string | undefined; ;) {
    const slice = await listPreservedAfter(ctx.heavy, preserved, after)
    if (slice.length === 0) return
    after = slice.at(-1)!.id
    for (const { userId: user, identity, value } of slice) {
      if (user === null || !isExported(user)) continue
      const isSeries = isUuid(identity)
      const item = { book: isSeries ? null : identity, series: isSeries ? identity : null }
      out.write(kind, formatLine(kind, { user, ...item, row: value }))
    }
  }
}

type ListFile = (typeof listKinds)[number]

async function writeLists(work: ExportWork, name: ListFile, tables: ListTables) {
  for (let after: ExportedList['list'] | undefined; ;) {
    const slice = await listListsAfter(work.ctx.heavy, tables, after)
    if (slice.length === 0) return
    after = slice.at(-1)!.list
    const exported = slice.filter(({ list }) => work.isExported(list.ownerId))
    for (const lists of splitByEntries(exported)) await writeSlice(work, name, { tables, lists })
  }
}

/** Splits a slice so that its entries fit into memory. */
function* splitByEntries(lists: readonly ExportedList[]) {
  let part: ExportedList['list'][] = []
  let count = 0
  for (const { list, entries } of lists) {
    if (part.length > 0 && count + entries > entriesAtOnce) {
      yield part
      part = []
      count = 0
    }
    part.push(list)
    count += entries
  }
  if (part.length > 0) yield part
}

async function writeSlice(
  { ctx, out }: ExportWork,
  name: ListFile,
  { tables, lists }: { tables: ListTables; lists: readonly ExportedList['list'][] },
) {
  const ids = lists.map(({ id }) => id)
  const { entries, people, groups } = await findListDetails(ctx.heavy, tables, ids)
  const waiting = Map.groupBy(
    await findWaitingEntries(ctx.heavy, tables, ids),
    ({ listId }) => listId,
  )
  for (const list of lists) {
    const { ownerId: owner, privateTo: _, nameKey: _key, coverItemId: _cover, ...rest } = list
    out.write(name, {
      ...rest,
      owner,
      items: mergeEntries(entries.get(list.id) ?? [], waiting.get(list.id) ?? []),
      people: (people.get(list.id) ?? []).map(({ user, canEdit }) => ({ user, canEdit })),
      groups: (groups.get(list.id) ?? []).map(({ listId: _list, ...group }) => group),
    })
  }
}

interface ListedItem {
  item: string
  position: number
  addedAt: Date | string
}

/**
 * Adds `waiting`, the entries of missing items, where they will appear when the items return:
 * before the entry at their position.
 */
function mergeEntries(present: readonly ListedItem[], waiting: readonly ListedItem[]) {
  const merged = new Map<string, ListedItem>()
  const add = (entry: ListedItem) => {
    if (!merged.has(entry.item)) merged.set(entry.item, entry)
  }
  let next = 0
  let shift = 0
  const placeOf = (index: number) => (present[index]?.position ?? Infinity) + shift
  for (const entry of waiting.toSorted((one, other) => one.position - other.position)) {
    while (placeOf(next) < entry.position) add(present[next++]!)
    if (placeOf(next) === entry.position) shift++
    add(entry)
  }
  for (const entry of present.slice(next)) add(entry)
  return [...merged.values()].map(({ item, addedAt }) => ({ item, addedAt }))
}
