/** Reads the data that is kept for purged books and series, in slices. */
import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { collectionTables } from '../../catalog/collections/schema'
import type { ListTables } from '../../catalog/item-lists/list-tables'
import { readingListTables } from '../../catalog/reading-lists/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { isUuid } from '../../platform/http/shapes'
import { preservedItems } from '../../reading/preserved/schema'
import { keptCompletions, keptEvents, keptProgress } from '../../reading/progress/schema'
import type { LineKind } from './line-kinds'
import type { OwnedRow, RowsByKind } from './queries'

const rowsAtOnce = 500

export type Purged = 'book' | 'series'

/** The identity of a series is its ID, which has 36 characters. */
const isOf = (of: Purged): SQL =>
  of === 'book'
    ? sql`length(${preservedItems.identity}) <> 36`
    : sql`length(${preservedItems.identity}) = 36`

/** Kinds of data that have lines of their own, and kinds that only refer to the item. */
const linedKinds = {
  book: { bookmark: 'bookmarks', highlight: 'highlights', rating: 'ratings', session: 'sessions' },
  series: { rating: 'ratings', seriesCompletion: 'series_completions' },
} as const satisfies Record<Purged, Record<string, LineKind>>
const referringKinds = ['wanted', 'preference', 'listEntry'] as const
type PreservedKind = (typeof preservedItems.$inferSelect)['kind']
const getLinedKinds = (of: Purged) => Object.entries(linedKinds[of]) as [PreservedKind, LineKind][]
const listKindsOf = (of: Purged): PreservedKind[] => [
  ...getLinedKinds(of).map(([kind]) => kind),
  ...referringKinds,
]

/**
 * Lists the next identities after `after` of purged books or series for which user data is kept, in
 * ascending order.
 */
export async function listPurgedAfter(db: Db, of: Purged, after: string): Promise<string[]> {
  const identities = new Set<string>()
  for (const table of of === 'book' ? [keptProgress, keptEvents, keptCompletions] : []) {
    const rows = await db
      .selectDistinct({ identity: table.identity })
      .from(table)
      .where(gt(table.identity, after))
      .orderBy(asc(table.identity))
      .limit(rowsAtOnce)
    for (const { identity } of rows) identities.add(identity)
  }
  const rows = await db
    .selectDistinct({ identity: preservedItems.identity })
    .from(preservedItems)
    .where(
      and(
        inArray(preservedItems.kind, listKindsOf(of)),
        isOf(of),
        gt(preservedItems.identity, after),
      ),
    )
    .orderBy(asc(preservedItems.identity))
    .limit(rowsAtOnce)
  for (const { identity } of rows) identities.add(identity)
  return [...identities].toSorted(compareBytes).slice(0, rowsAtOnce)
}

/** Compares in the order in which both databases sort this column. */
const compareBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

export async function findRowsOfPurged(db: Db, of: Purged, identities: readonly string[]) {
  const rows: RowsByKind = new Map()
  const titles = new Map<string, string>()
  if (of === 'book') await addKeptReading(db, identities, { rows, titles })
  const kinds = getLinedKinds(of)
  const items = await listItems(
    db,
    identities,
    kinds.map(([kind]) => kind),
  )
  for (const [kind, lineKind] of kinds) {
    const ofKind = items.filter((item) => item.kind === kind)
    rows.set(
      lineKind,
      ofKind.flatMap(({ identity, userId, value }) =>
        userId === null ? [] : { ...value, identity, userId },
      ),
    )
  }
  return { rows, titles }
}

const listItems = (db: Db, identities: readonly string[], kinds: PreservedKind[]) =>
  db
    .select()
    .from(preservedItems)
    .where(
      and(inArray(preservedItems.kind, kinds), inArray(preservedItems.identity, [...identities])),
    )

interface Kept {
  rows: Map<LineKind, OwnedRow[]>
  titles: Map<string, string>
}

async function addKeptReading(db: Db, identities: readonly string[], { rows, titles }: Kept) {
  const found = [...identities]
  const progress = await db.select().from(keptProgress).where(inArray(keptProgress.identity, found))
  for (const { identity, title } of progress) titles.set(identity, title)
  rows.set(
    'progress',
    progress.map((row) => ({ ...row, hidden: false })),
  )
  rows.set('events', await db.select().from(keptEvents).where(inArray(keptEvents.identity, found)))
  rows.set(
    'completions',
    await db.select().from(keptCompletions).where(inArray(keptCompletions.identity, found)),
  )
}

/** Returns the items that exported users have in a queue or list, or have settings for. */
export async function findReferredPurged(
  db: Db,
  identities: readonly string[],
  isExported: (userId: string | null) => boolean,
): Promise<Set<string>> {
  const items = await listItems(db, identities, [...referringKinds])
  const entries = items.filter(({ kind }) => kind === 'listEntry')
  const ownerOf = await findListOwners(db, entries.map(getListId))
  const referred = items.filter((item) => {
    if (item.kind !== 'listEntry') return item.userId !== null && isExported(item.userId)
    const owner = ownerOf.get(getListId(item))
    return owner !== undefined && isExported(owner)
  })
  return new Set(referred.map(({ identity }) => identity))
}

const getListId = ({ value }: { value: Record<string, unknown> }) => String(value['listId'])

/** Omits lists that were deleted. */
async function findListOwners(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const owners = new Map<string, string | null>()
  const known = [...new Set(ids.filter(isUuid))]
  for (const { lists } of [collectionTables, readingListTables]) {
    const rows = await db
      .select({ id: lists.id, ownerId: lists.ownerId })
      .from(lists)
      .where(inIds(lists.id, known))
    for (const { id, ownerId } of rows) owners.set(id, ownerId)
  }
  return owners
}

/** Finds the entries of these lists whose book or series was purged. */
export async function findWaitingEntries(db: Db, tables: ListTables, listIds: readonly string[]) {
  const listId = sql<string>`(${preservedItems.value} ->> 'listId')`
  const rows = await db
    .select({ item: preservedItems.identity, value: preservedItems.value })
    .from(preservedItems)
    .where(
      and(
        eq(preservedItems.kind, 'listEntry'),
        isOf(tables === readingListTables ? 'book' : 'series'),
        inArray(listId, [...listIds]),
      ),
    )
    .orderBy(asc(preservedItems.id))
  return rows.map(({ item, value }) => ({
    listId: getListId({ value }),
    item,
    position: Number(value['position']),
    addedAt: String(value['addedAt']),
  }))
}

/** Lists queue entries, or settings, for purged books and series. */
export const listPreservedAfter = (
  db: Db,
  kind: 'wanted' | 'preference',
  after: string | undefined,
) =>
  db
    .select({
      id: preservedItems.id,
      userId: preservedItems.userId,
      identity: preservedItems.identity,
      value: preservedItems.value,
    })
    .from(preservedItems)
    .where(
      and(
        eq(preservedItems.kind, kind),
        isNotNull(preservedItems.userId),
        after === undefined ? undefined : gt(preservedItems.id, after),
      ),
    )
    .orderBy(asc(preservedItems.id))
    .limit(rowsAtOnce)
