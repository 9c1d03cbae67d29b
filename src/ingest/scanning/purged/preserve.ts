/**
 * Preserves user data of books and series that are purged, and restores it when a scan finds a book
 * with the same content.
 */
import { and, eq } from 'drizzle-orm'
import { scannedSeriesId } from '../../../catalog/books/scanned/assign-scanned-series'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import { deleteEmptySeries, findPurgedSeries } from '../../../catalog/series/scanned/move-series'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import {
  deleteMemberships,
  findPreserved,
  storeMemberships,
  storePreserved,
  takeMemberships,
  takePreserved,
} from '../../../reading/preserved/store'
import {
  identifyBooks,
  type IdentifiedBook,
  preserveReading,
  restoreReading,
} from '../../../reading/progress/preserve-reading'
import type { Item } from '../../../reading/want-to-read/merge-wanted'
import { listChosenSeries, restoreChosenSeries } from './chosen-series'
import { listRegisteredKinds } from './item-kind'
import { itemKinds } from './preserved-kinds'

/** Call this before the books are deleted, in the same transaction. */
export async function preserveBooks(ctx: Context, tx: Tx, ns: readonly number[]) {
  const found = await identifyBooks(tx, ns)
  await preserveReading(tx, found)
  const identities = new Map(found.map(({ id, identity }) => [id, identity]))
  await preserveItems(ctx, tx, 'book', identities)
  await storePreserved(tx, await listChosenSeries(tx, found), ctx.clock.now())
  await storeMemberships(tx, await listMemberships(tx, found))
}

/**
 * A series is restored together with the books that scans assign to it, even if they were grouped
 * manually. A series without such books is restored together with the books that were manually
 * moved into it.
 */
async function listMemberships(tx: Tx, found: readonly IdentifiedBook[]) {
  const chosen = found.filter((book) => book.seriesId !== book.scannedSeriesId)
  const withOwn = await findSeriesWithOwnBooks(tx, [
    ...new Set(chosen.map(({ seriesId }) => seriesId)),
  ])
  return [
    ...found.map(({ identity, scannedSeriesId: seriesId }) => ({ identity, seriesId })),
    ...chosen
      .filter(({ seriesId }) => !withOwn.has(seriesId))
      .map(({ identity, seriesId }) => ({ identity, seriesId })),
  ]
}

async function findSeriesWithOwnBooks(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ id: books.seriesId })
    .from(books)
    .where(and(inIds(books.seriesId, ids), eq(scannedSeriesId, books.seriesId)))
  return new Set(rows.map(({ id }) => id))
}

/** Call this before deleting series whose books were purged, in the same transaction. */
export async function preserveSeries(ctx: Context, tx: Tx, ids: readonly string[]) {
  const identities = new Map(ids.map((id) => [id, id]))
  const preserved = await preserveItems(ctx, tx, 'series', identities)
  await deleteMemberships(
    tx,
    ids.filter((id) => !preserved.has(id)),
  )
}

const listKinds = () => [...itemKinds, ...listRegisteredKinds()]

/** Returns the IDs of the books or series that had user data. */
async function preserveItems(
  ctx: Context,
  tx: Tx,
  owner: Item['kind'],
  identities: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const withItems = new Set<string>()
  for (const { kind, find } of listKinds().filter(({ of }) => of.includes(owner))) {
    const rows = await find(tx, owner, [...identities.keys()])
    for (const { itemId } of rows) withItems.add(itemId)
    await storePreserved(
      tx,
      rows.map(({ itemId, ...item }) => ({ ...item, kind, identity: identities.get(itemId)! })),
      ctx.clock.now(),
    )
  }
  return withItems
}

/**
 * Restores the preserved user data of purged books to books with the same content. Call this for
 * books that a scan added or hashed. Keeps newer user activity on them. The caller refreshes their
 * series.
 */
export async function restoreBooks(ctx: Context, tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  const found = await restoreChosenSeries(tx, await identifyBooks(tx, ns), ctx.clock.now())
  await restoreReading(tx, found)
  const bookByIdentity = new Map(found.map((book) => [book.identity, book]))
  const items = new Map<string, Item>()
  for (const [identity, { id }] of bookByIdentity) items.set(identity, { kind: 'book', id })
  const continued = await findContinuedSeries(tx, bookByIdentity)
  await preserveEmptied(ctx, tx, continued)
  for (const [id, item] of continued) items.set(id, item)
  await putItemsBack(ctx, tx, items)
}

/**
 * Finds the series that continues each purged series: the same one, if a user had chosen it, or
 * else the one that contains its first returning book.
 */
async function findContinuedSeries(tx: Tx, bookByIdentity: ReadonlyMap<string, IdentifiedBook>) {
  const memberships = await takeMemberships(tx, [...bookByIdentity.keys()])
  const chosen = await findPreserved(
    tx,
    memberships.map(({ identity }) => identity),
    'chosenSeries',
  )
  return memberships.map(({ identity, seriesId }): [string, Item] => {
    const book = bookByIdentity.get(identity)!
    const isSame = seriesId === book.seriesId
    const isRestored = chosen.has(identity) && book.seriesId !== book.scannedSeriesId
    const id = isSame || !isRestored ? book.seriesId : book.scannedSeriesId
    return [seriesId, { kind: 'series', id }]
  })
}

/**
 * A series whose books were purged one by one still exists. If the books return in another series,
 * that series continues it, and the empty series is deleted.
 */
async function preserveEmptied(ctx: Context, tx: Tx, continued: readonly [string, Item][]) {
  const ids = continued.filter(([id, item]) => id !== item.id).map(([id]) => id)
  const emptied = await findPurgedSeries(tx, [...new Set(ids)])
  if (emptied.length === 0) return
  await preserveItems(ctx, tx, 'series', new Map(emptied.map((id) => [id, id])))
  await deleteEmptySeries(tx, emptied)
}

async function putItemsBack(ctx: Context, tx: Tx, items: ReadonlyMap<string, Item>) {
  for (const [identity, preserved] of await takePreserved(tx, [...items.keys()])) {
    const byKind = Map.groupBy(preserved, ({ kind }) => kind)
    for (const { kind, putBack } of listKinds()) {
      const rows = byKind.get(kind)?.map(({ row }) => row)
      if (rows) await putBack(ctx, tx, items.get(identity)!, rows)
    }
  }
}
