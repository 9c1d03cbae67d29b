/** Imports data that belongs to a user rather than to one book: the queue, settings and lists. */
import { and, eq, max, sql } from 'drizzle-orm'
import { findSameGroup } from '../../../accounts/access/groups'
import { system } from '../../../accounts/permissions/model'
import { collectionKind } from '../../../catalog/collections/service'
import { addList } from '../../../catalog/item-lists/add-list'
import type { ListKind, StoredCondition } from '../../../catalog/item-lists/list-kind'
import { libraries } from '../../../catalog/libraries/schema'
import { readingListKind } from '../../../catalog/reading-lists/service'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { isUuid } from '../../../platform/http/shapes'
import {
  addOwnPreferences,
  type PreferenceRow,
} from '../../../reading/preferences/merge-preferences'
import { profileKey } from '../../../reading/preferences/preference-keys'
import { addOwnProfile } from '../../../reading/preferences/profiles/merge-profiles'
import { addPreserved } from '../../../reading/preserved/store'
import { preservedItems } from '../../../reading/preserved/schema'
import { addWanted } from '../../../reading/want-to-read/merge-wanted'
import { wantToRead } from '../../../reading/want-to-read/schema'
import type { Line, LineKind, ListLine, listKinds } from '../line-kinds'
import { waitForItem } from './import-items'
import type { ImportState, Place } from './import-state'

const findItem = (state: ImportState, { book, series }: Line): Place | undefined => {
  if (book !== null) return state.findPlace('book', book)
  return series === null ? undefined : state.findPlace('series', series)
}

/** Appends to the queues in the order of the export. Existing entries keep their positions. */
export async function importWanted(
  tx: Tx,
  state: ImportState,
  { lines, now }: { lines: readonly Line[]; now: Date },
) {
  for (const line of lines) {
    const place = findItem(state, line)
    const userId = place && state.findUser(line.user)
    if (!place || userId === undefined) continue
    const row = { ...line.row, userId, bookId: null, seriesId: null }
    if (!place.isHere) {
      await waitForItem(tx, { kind: 'want_to_read', identity: place.identity, rows: [row], now })
      continue
    }
    const addedAt = line.row['addedAt'] as Date
    const position = await findLastPosition(tx, userId)
    await addWanted(tx, place, [
      { id: '', bookId: null, seriesId: null, userId, position, addedAt },
    ])
  }
}

async function findLastPosition(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ last: max(wantToRead.position) })
    .from(wantToRead)
    .where(eq(wantToRead.userId, userId))
  return row?.last ?? 0
}

/** Keeps an existing profile with the same ID or name. Imported settings then refer to it. */
export async function importProfiles(tx: Tx, state: ImportState, lines: readonly Line[]) {
  for (const { user, row } of lines) {
    const userId = state.findUser(user)
    const id = row['id'] as string
    if (userId === undefined || !isUuid(id)) continue
    const profile = { ...row, userId } as Parameters<typeof addOwnProfile>[1]
    state.profileIds.set(`${userId} ${id}`, await addOwnProfile(tx, profile))
  }
}

/**
 * Translates the value of a setting. The ID of a profile in the export becomes the ID of the
 * corresponding profile here.
 */
const translateValue = (state: ImportState, userId: string, { key, value }: Line['row']) =>
  key === profileKey ? (state.profileIds.get(`${userId} ${String(value)}`) ?? value) : value

export async function importPreferences(
  tx: Tx,
  state: ImportState,
  { lines, now }: { lines: readonly Line[]; now: Date },
) {
  const kind: LineKind = 'preferences'
  for (const line of lines) {
    const { library, ...setting } = line.row
    const userId = state.findUser(line.user)
    if (userId === undefined) continue
    const scopes = { libraryId: null, seriesId: null, bookId: null }
    const value = translateValue(state, userId, setting)
    const row = { ...setting, ...scopes, value, userId } as unknown as Omit<PreferenceRow, 'target'>
    if (library !== null) {
      await importLibrarySetting(tx, state, { ...row, libraryId: library as string })
      continue
    }
    if (line.book === null && line.series === null) {
      await addOwnPreferences(tx, [{ ...row, target: 'user' }])
      continue
    }
    const place = findItem(state, line)
    if (place?.isHere) {
      const owner = place.kind === 'book' ? { bookId: place.id } : { seriesId: place.id }
      await addOwnPreferences(tx, [{ ...row, ...owner, target: place.id }])
    } else if (place) {
      await waitForItem(tx, { kind, identity: place.identity, rows: [{ ...row }], now })
    }
  }
}

async function importLibrarySetting(
  tx: Tx,
  state: ImportState,
  row: Omit<PreferenceRow, 'target'> & { libraryId: string },
) {
  const { libraryId: target } = row
  if (await hasLibrary(tx, target)) await addOwnPreferences(tx, [{ ...row, target }])
  else state.report.withoutLibrary++
}

const hasLibrary = async (tx: Tx, id: string) =>
  isUuid(id) && (await tx.$count(libraries, eq(libraries.id, id))) > 0

/**
 * The condition of a smart list may come from a newer version of Quire and be unknown to this one.
 */
function isKnownCondition(compileTest: ListKind['compileTest'], condition: StoredCondition) {
  try {
    compileTest(system, condition)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface ImportedList {
  kind: (typeof listKinds)[number]
  list: ListLine
  now: Date
}

export async function importListLine(
  tx: Tx,
  state: ImportState,
  { kind, list, now }: ImportedList,
) {
  const ownerId = list.owner === null ? null : state.findUser(list.owner)
  if (ownerId === undefined || !isUuid(list.id)) return
  const of = kind === 'collections' ? 'series' : 'book'
  const { tables, sortKeys, compileTest } =
    kind === 'collections' ? collectionKind : readingListKind
  if (list.condition && !isKnownCondition(compileTest, list.condition)) {
    state.report.unknownLists.push(list.name)
    return
  }
  const sort = sortKeys.includes(list.sort?.split(',')[0] ?? '') ? list.sort : null
  const places = list.items.map(({ item }) => state.findPlace(of, item))
  const people = list.people.flatMap(({ user, canEdit }) => {
    const userId = state.findUser(user)
    return userId === undefined ? [] : [{ userId, canEdit }]
  })
  const groups = await findGroups(tx, list.groups)
  const { owner: _, people: _people, groups: _groups, items: _items, ...columns } = list
  const listId = await addList(tx, tables, {
    list: { ...columns, sort, ownerId },
    people,
    groups,
    itemIds: places.flatMap((place) => (place?.isHere ? place.id : [])),
    now,
  })
  state.report.lists++
  await keepWaitingEntries(tx, { list, listId, places, now })
}

interface WaitingEntries extends Pick<ImportedList, 'list' | 'now'> {
  listId: string
  places: readonly (Place | undefined)[]
}

async function keepWaitingEntries(tx: Tx, { list, listId, places, now }: WaitingEntries) {
  const known = await findWaitingIdentities(tx, listId)
  const waiting = places.flatMap((place, index) =>
    !place || place.isHere || known.has(place.identity)
      ? []
      : {
          userId: null,
          identity: place.identity,
          kind: 'listEntry' as const,
          // Uses the ID of the list, because the item does not exist here and has no ID.
          row: { listId, itemId: listId, position: index + 1, addedAt: list.items[index]!.addedAt },
        },
  )
  await addPreserved(tx, waiting, now)
}

/** Groups that do not exist here are skipped. */
async function findGroups(tx: Tx, groups: ListLine['groups']) {
  const found: { groupId: string; canEdit: boolean }[] = []
  for (const { canEdit, ...group } of groups) {
    const groupId = await findSameGroup(tx, group)
    if (groupId !== undefined) found.push({ groupId, canEdit })
  }
  return found
}

/**
 * Finds the identities of missing books and series that are added back to the list when they
 * return.
 */
async function findWaitingIdentities(tx: Tx, listId: string): Promise<Set<string>> {
  const isOfList = eq(sql`(${preservedItems.value} ->> 'listId')`, listId)
  const rows = await tx
    .select({ identity: preservedItems.identity })
    .from(preservedItems)
    .where(and(eq(preservedItems.kind, 'listEntry'), isOfList))
  return new Set(rows.map(({ identity }) => identity))
}
