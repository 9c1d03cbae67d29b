/** Reading list entries whose book is not in the library. Visible only to the owner. */
import type { Viewer } from '../../accounts/permissions/model'
import { listItemIds, recordChange, replaceItems } from '../../catalog/item-lists/entries/items'
import { getListFor, requireListRight } from '../../catalog/item-lists/list-rights'
import { maxItems } from '../../catalog/item-lists/model'
import { readingListKind } from '../../catalog/reading-lists/service'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { storeChoices } from './choice-queries'
import { mergeOrder } from './list-order'
import { learnChoices } from './match/learn-choices'
import { matchEntries } from './match/match-entries'
import { cblMessages } from './messages'
import {
  deleteMissingEntries,
  findMissingEntries,
  type MissingRow,
  replaceMissingEntries,
} from './missing-queries'

const ownList = (id: string) => ({ id, right: 'isOwner' }) as const

export async function listMissingEntries(ctx: Context, viewer: Viewer, listId: string) {
  await requireListRight(ctx, viewer, readingListKind, ownList(listId))
  const rows = await findMissingEntries(ctx.heavy, listId)
  return { entries: rows.map(({ id, entry }) => ({ id, ...entry })) }
}

export async function deleteMissingEntry(
  ctx: Context,
  viewer: Viewer,
  { id, entryId }: { id: string; entryId: string },
) {
  await ctx.write(async (tx) => {
    const { list } = await getListFor(tx, viewer, readingListKind, ownList(id))
    const count = await deleteMissingEntries(tx, id, [entryId])
    if (count === 0) throw notFound(cblMessages.entry_not_found())
    await recordChange(ctx, tx, readingListKind, list)
  })
}

/** Matches the missing entries again, and adds the books of certain matches at their positions. */
export async function rematchMissingEntries(ctx: Context, viewer: Viewer, listId: string) {
  await requireListRight(ctx, viewer, readingListKind, ownList(listId))
  const rows = await findMissingEntries(ctx.heavy, listId)
  const decided = await matchEntries(
    ctx,
    viewer,
    rows.map(({ entry }) => entry),
  )
  const found = new Map(
    rows.flatMap(({ id }, index) => {
      const { status, candidates } = decided[index]!
      return status === 'exact' ? [[id, candidates[0]!.book.id] as const] : []
    }),
  )
  if (found.size > 0) await addFound(ctx, viewer, listId, found)
  return { foundCount: found.size, missingCount: rows.length - found.size }
}

const addFound = (
  ctx: Context,
  viewer: Viewer,
  listId: string,
  found: ReadonlyMap<string, string>,
) => ctx.write((tx) => storeFound(ctx, tx, viewer, { listId, found }))

interface FoundBooks {
  listId: string
  /** Book IDs by entry ID. */
  found: ReadonlyMap<string, string>
}

async function storeFound(ctx: Context, tx: Tx, viewer: Viewer, { listId, found }: FoundBooks) {
  const page = { listId, limit: maxItems, offset: 0 }
  await getListFor(tx, viewer, readingListKind, ownList(listId))
  const handles = { ...ctx, db: tx, heavy: tx, replica: tx }
  const bookIds = await listItemIds(handles, viewer, readingListKind, page)
  const { order, missing } = placeFound(bookIds, await findMissingEntries(tx, listId), found)
  await replaceItems(ctx, tx, viewer, { kind: readingListKind, id: listId, itemIds: order })
  await replaceMissingEntries(tx, listId, { entries: missing, now: ctx.clock.now() })
}

interface ChosenEntry {
  id: string
  entryId: string
  bookId: string
}

/** Adds a book at the position of a missing entry. Later imports use the same book. */
export async function chooseBookForEntry(
  ctx: Context,
  viewer: Viewer,
  { id: listId, entryId, bookId }: ChosenEntry,
) {
  await getVisibleBook(ctx, viewer, bookId)
  await ctx.write(async (tx) => {
    await getListFor(tx, viewer, readingListKind, ownList(listId))
    const rows = await findMissingEntries(tx, listId)
    const entry = rows.find(({ id }) => id === entryId)?.entry
    if (!entry) throw notFound(cblMessages.entry_not_found())
    await storeFound(ctx, tx, viewer, { listId, found: new Map([[entryId, bookId]]) })
    const choices = await learnChoices(tx, viewer, [{ entry, bookId }])
    await storeChoices(tx, viewer.userId, { choices, now: ctx.clock.now() })
  })
}

/** Inserts found books into the list. Books that are already in the list keep their position. */
function placeFound(
  bookIds: readonly string[],
  rows: readonly MissingRow[],
  found: ReadonlyMap<string, string>,
) {
  const order: string[] = []
  const missing: Pick<MissingRow, 'afterBookId' | 'entry'>[] = []
  const taken = new Set(bookIds)
  for (const placed of mergeOrder(bookIds, rows)) {
    if (!placed.missing) {
      order.push(placed.bookId)
      continue
    }
    const { id, entry } = placed.missing
    const bookId = found.get(id)
    if (bookId === undefined) missing.push({ afterBookId: order.at(-1) ?? null, entry })
    else if (!taken.has(bookId)) {
      taken.add(bookId)
      order.push(bookId)
    }
  }
  return { order, missing }
}
