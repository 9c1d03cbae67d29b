/** Collections and reading lists: names, sharing and edit rights. Entries are in items.ts. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import type { Db, Tx } from '../../platform/db/store'
import { foldText } from '../../platform/lib/text/fold-text'
import { type Found, parsePaging, parseSort } from '../../platform/http/pagination'
import { valueMessages } from '../../platform/messages/common'
import type { Viewer } from '../../accounts/permissions/model'
import { findPresent } from './entries/entry-queries'
import type { ListKind } from './list-kind'
import {
  getListFor,
  getListRow,
  getRights,
  type ListVersion,
  requireListRight,
} from './list-rights'
import {
  countOwned,
  countVisibleItems,
  deleteListRow,
  findLists,
  insertList,
  isListNameTaken,
  type ListRow,
  updateListRow,
} from './list-queries'
import { listMessages } from './messages'
import { type ListCreation, type ListPatch, type ListsQuery, maxListsOfOwner } from './model'
import { publishUpdate } from './publish-update'
import { refuseTakenPublicName, storeSharing } from './sharing'
import { findListGroups, findListPeople } from './sharing-queries'
import {
  admitSmartList,
  checkConditionChange,
  fillByHand,
  listPresent,
} from './smart/condition-changes'
import { refuseTooManyShared } from './smart/smart-lists'

export async function listLists(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { search, editable, itemId, ...page }: ListsQuery & { itemId?: string },
): Promise<Found<ListView>> {
  const isEditable = editable === undefined ? undefined : editable === 'true'
  const filter = { search, itemId, isEditable, paging: parsePaging(page) }
  const { data, total } = await findLists(ctx.heavy, viewer, kind, filter)
  return { data: await buildViews(ctx, viewer, kind, data), total }
}

/** Finds the first lists whose name contains the text, without their entries. */
export async function searchLists(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  { text, limit }: { text: string; limit: number },
) {
  const paging = { page: 1, pageSize: limit, offset: 0 }
  const { data } = await findLists(db, viewer, kind, { search: text, paging })
  return data.map((row) => ({
    id: row.list.id,
    name: row.list.name,
    ownerName: row.ownerName,
    isOwner: getRights(viewer, row).isOwner,
  }))
}

export type ListView = Awaited<ReturnType<typeof buildViews>>[number]

export async function getList(ctx: Context, viewer: Viewer, kind: ListKind, id: string) {
  const row = await getListRow(ctx, viewer, kind, id)
  const [view] = await buildViews(ctx, viewer, kind, [row])
  return view!
}

async function buildViews(
  { db, heavy }: Pick<Context, 'db' | 'heavy'>,
  viewer: Viewer,
  kind: ListKind,
  rows: readonly ListRow[],
) {
  // Uses `heavy`, because a list can have thousands of entries.
  const lists = rows.map(({ list }) => list)
  const seeItems = await countVisibleItems(heavy, viewer, kind, lists)
  const owned = rows.filter((row) => getRights(viewer, row).isOwner)
  const ids = owned.map(({ list }) => list.id)
  const shared = await listAudiences(db, kind, ids)
  return rows.map((row) => {
    const { ownerId: _owner, privateTo: _private, nameKey: _key, condition, ...list } = row.list
    const rights = getRights(viewer, row)
    return {
      ...list,
      // The condition can reference items that other users must not know about.
      condition: rights.isOwner ? condition : null,
      storedCondition: condition,
      storedUpdatedAt: list.updatedAt,
      coverItemId: row.shownCoverId,
      automatic: condition !== null,
      ...seeItems(row.list),
      ownerName: row.ownerName,
      ...shared(list.id),
      ...rights,
    }
  })
}

/** Loads the users and groups that each list is shared with. */
async function listAudiences(db: Context['db'], { tables }: ListKind, ids: readonly string[]) {
  const people = ids.length > 0 ? await findListPeople(db, tables, ids) : []
  const groups = ids.length > 0 ? await findListGroups(db, tables, ids) : []
  const peopleOf = Map.groupBy(people, ({ listId }) => listId)
  const groupsOf = Map.groupBy(groups, ({ listId }) => listId)
  return (listId: string) => ({
    sharedWith: (peopleOf.get(listId) ?? []).map(({ username, canEdit }) => ({
      username,
      canEdit,
    })),
    sharedWithGroups: (groupsOf.get(listId) ?? []).map(({ listId: _list, ...group }) => group),
  })
}

export async function createList(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  creation: ListCreation,
) {
  const id = await ctx.write((tx) => storeNewList(ctx, tx, viewer, { kind, creation }))
  return getList(ctx, viewer, kind, id)
}

/** Stores a new list and returns its ID. */
export async function storeNewList(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { kind, creation }: { kind: ListKind; creation: ListCreation },
): Promise<string> {
  const { name, summary = null, sort = null, condition = null, ...shared } = creation
  const ordered = condition === null && (creation.ordered ?? true)
  const id = Bun.randomUUIDv7()
  const now = ctx.clock.now()
  if ((await countOwned(tx, kind.tables, viewer.userId)) >= maxListsOfOwner) {
    throw new Refusal('conflict', listMessages.too_many({ max: maxListsOfOwner }))
  }
  if (condition) await admitSmartList(tx, viewer, kind, condition)
  const values = { ...parseName(name), summary, ordered, sort: checkSort(kind, sort), condition }
  const owner = { ownerId: viewer.userId, privateTo: viewer.userId, sharing: 'private' as const }
  const list = { id, ...values, ...owner, createdAt: now, updatedAt: now }
  await refuseTakenName(tx, kind, list)
  await insertList(tx, kind.tables, list)
  const after = await storeSharing(tx, viewer, kind, { list, ...shared })
  await refuseTakenPublicName(tx, kind, after)
  if (condition) await refuseTooManyShared(tx, kind)
  await publishUpdate(ctx, tx, kind, { ...after, act: 'created' })
  return id
}

interface ListChange extends ListVersion {
  id: string
  patch: ListPatch
}

export async function updateList(ctx: Context, viewer: Viewer, kind: ListKind, change: ListChange) {
  const { id, patch } = change
  const { list } = await requireListRight(ctx, viewer, kind, { id, right: 'isOwner' })
  const present = await listPresent(ctx, viewer, kind, { list, patch })
  await ctx.write((tx) => storeChange(ctx, tx, viewer, { kind, ...change, present }))
  return getList(ctx, viewer, kind, id)
}

export async function storeChange(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  {
    kind,
    id,
    patch,
    present,
    unchangedSince,
  }: ListChange & { kind: ListKind; present?: readonly string[] | undefined },
) {
  const { list } = await getListFor(tx, viewer, kind, { id, right: 'isOwner', unchangedSince })
  const { sharing, sharedWith, sharedWithGroups, coverItemId } = patch
  await checkConditionChange(tx, viewer, kind, { list, patch })
  if (coverItemId) await refuseForeignCover(tx, viewer, kind, { id, coverItemId })
  await publishUpdate(ctx, tx, kind, list)
  const owner = adopts(list, patch) ? { ownerId: viewer.userId } : {}
  // Another request may have converted the list in the meantime.
  const isSmart = list.condition !== null
  const filled = isSmart && present && (await fillByHand(ctx, tx, kind, { id, present, viewer }))
  const values = {
    ...buildValues(kind, list, patch),
    ...filled,
    ...owner,
    updatedAt: ctx.clock.now(),
  }
  const changed = { ...list, ...values }
  await refuseTakenName(tx, kind, changed)
  await updateListRow(tx, kind.tables, id, values)
  const shared = { list: changed, sharing, sharedWith, sharedWithGroups }
  const after = await storeSharing(tx, viewer, kind, shared)
  if (after.nameKey !== list.nameKey) refusePublishing(viewer, after)
  await refuseTakenPublicName(tx, kind, after)
  if (after.condition && after.sharing !== list.sharing) await refuseTooManyShared(tx, kind)
  await publishUpdate(ctx, tx, kind, after)
}

/**
 * Returns true if the editor becomes the owner, because the list has no owner and will no longer be
 * public. Otherwise, nobody could see the list.
 */
const adopts = ({ ownerId, sharing }: ListRow['list'], patch: ListPatch): boolean =>
  ownerId === null &&
  patch.sharing !== undefined &&
  patch.sharing !== sharing &&
  patch.sharing !== 'everyone'

/**
 * Refuses a new name for a public list without the permission to publish, because everyone can see
 * the name, even if the list was published long ago.
 */
function refusePublishing(viewer: Viewer, { sharing }: ListRow['list']) {
  if (sharing !== 'everyone' || viewer.permissions.has('lists:publish')) return
  throw new Refusal('forbidden', listMessages.publish_required())
}

function buildValues(
  kind: ListKind,
  list: ListRow['list'],
  patch: ListPatch,
): Partial<ListRow['list']> {
  const { name, summary, ordered, sort, coverItemId, condition } = patch
  return {
    ...(name != null && parseName(name)),
    ...(summary !== undefined && { summary }),
    ...(ordered != null && list.condition === null && { ordered }),
    ...(sort !== undefined && { sort: checkSort(kind, sort) }),
    ...(coverItemId !== undefined && { coverItemId }),
    ...(condition && { condition }),
  }
}

/** Rejects a cover item that is not in the list or is hidden from the viewer. */
async function refuseForeignCover(
  tx: Tx,
  viewer: Viewer,
  { tables, findVisibleItems }: ListKind,
  { id, coverItemId }: { id: string; coverItemId: string },
) {
  const visible = await findVisibleItems(tx, viewer, [coverItemId])
  const present = await findPresent(tx, tables, id, visible)
  if (!present.has(coverItemId)) throw invalidBody('coverItemId', listMessages.not_in_list())
}

export async function deleteList(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { id, unchangedSince }: ListVersion & { id: string },
) {
  await requireListRight(ctx, viewer, kind, { id, right: 'canDelete' })
  await ctx.write(async (tx) => {
    const { list } = await getListFor(tx, viewer, kind, { id, right: 'canDelete', unchangedSince })
    await publishUpdate(ctx, tx, kind, { ...list, act: 'deleted' })
    await deleteListRow(tx, kind.tables, id)
  })
}

function parseName(given: string) {
  const name = given.trim()
  if (name === '') throw invalidBody('name', valueMessages.empty())
  return { name, nameKey: foldText(name) }
}

interface NamedList {
  id?: string
  nameKey: string
  ownerId?: string | null
}

/** Rejects a name that the owner already uses for another list. */
async function refuseTakenName(tx: Tx, { tables }: ListKind, list: NamedList) {
  const { id = '', nameKey, ownerId } = list
  if (!ownerId) return
  const among = eq(tables.lists.ownerId, ownerId)
  if (await isListNameTaken(tx, tables, { nameKey, id, among })) {
    throw new Refusal('conflict', listMessages.name_taken())
  }
}

function checkSort({ sortKeys }: ListKind, sort: string | null): string | null {
  if (sort !== null) parseSort(sort, sortKeys, { key: sortKeys[0]!, direction: 'asc' })
  return sort
}
