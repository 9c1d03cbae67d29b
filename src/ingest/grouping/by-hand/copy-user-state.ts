/**
 * Copies user data of a merged series to the series that its books join: its places in want-to-read
 * lists and collections, ratings, preferences and editions. The merged series keeps its own data,
 * so undoing the merge only removes the copies.
 */
import { collectionTables } from '../../../catalog/collections/schema'
import {
  mergeMembership,
  removeMergedMembership,
} from '../../../catalog/item-lists/entries/merge-membership'
import { inheritEditions, removeInheritedEdition } from '../../../catalog/series/editions/service'
import type { Tx } from '../../../platform/db/store'
import {
  mergePreferences,
  type PreferenceCopy,
  removeMergedPreferences,
} from '../../../reading/preferences/merge-preferences'
import { copySeriesRatings, removeCopiedRatings } from '../../../reading/ratings/copy-ratings'
import { mergeWanted, removeMergedWanted } from '../../../reading/want-to-read/merge-wanted'
import type { groupingChangeCopies } from './schema'

type Copy = Omit<typeof groupingChangeCopies.$inferInsert, 'changeId'>

interface Pair {
  fromId: string
  toId: string
}

export async function copyUserState(tx: Tx, pair: Pair): Promise<Copy[]> {
  const merge = { kind: 'series', ...pair, since: undefined } as const
  const wanted = await mergeWanted(tx, merge)
  const collections = await mergeMembership(tx, collectionTables, merge)
  const ratings = await copySeriesRatings(tx, pair)
  const preferences = await mergePreferences(tx, merge)
  const workId = await inheritEditions(tx, pair)
  const editions = workId === undefined ? [] : [workId]
  return listCopies(pair.fromId, { editions, wanted, collections, ratings, preferences })
}

interface Owners {
  editions: readonly string[]
  wanted: readonly string[]
  collections: readonly string[]
  ratings: readonly string[]
  preferences: readonly PreferenceCopy[]
}

const listCopies = (fromId: string, owners: Owners): Copy[] => [
  ...owners.editions.map((ownerId) => ({ kind: 'edition', fromId, ownerId }) as const),
  ...owners.wanted.map((ownerId) => ({ kind: 'wanted', fromId, ownerId }) as const),
  ...owners.collections.map((ownerId) => ({ kind: 'collection', fromId, ownerId }) as const),
  ...owners.ratings.map((ownerId) => ({ kind: 'rating', fromId, ownerId }) as const),
  ...owners.preferences.map(
    ({ userId, key }) => ({ kind: 'preference', fromId, ownerId: userId, key }) as const,
  ),
]

/**
 * Removes the copies from the target, except those that users have changed since. Returns the
 * removed ones.
 */
export async function removeCopies(tx: Tx, toId: string, copies: readonly Copy[]) {
  const removed: Copy[] = []
  for (const [fromId, some] of Map.groupBy(copies, (copy) => copy.fromId))
    removed.push(...(await removeCopiesOf(tx, { fromId, toId }, some)))
  return removed
}

async function removeCopiesOf(tx: Tx, pair: Pair, copies: readonly Copy[]): Promise<Copy[]> {
  const listOwners = (kind: Copy['kind']) =>
    copies.filter((copy) => copy.kind === kind).map(({ ownerId }) => ownerId)
  const wanted = await removeMergedWanted(tx, pair, listOwners('wanted'))
  const listIds = listOwners('collection')
  const collections = await removeMergedMembership(tx, collectionTables, pair, listIds)
  const ratings = await removeCopiedRatings(tx, pair, listOwners('rating'))
  const editions: string[] = []
  for (const workId of listOwners('edition')) {
    const isRemoved = await removeInheritedEdition(tx, { seriesId: pair.toId, workId })
    if (isRemoved) editions.push(workId)
  }
  const ofPreferences = copies.filter(({ kind }) => kind === 'preference')
  const preferences = await removeMergedPreferences(
    tx,
    pair,
    ofPreferences.map(({ ownerId, key }) => ({ userId: ownerId, key: key! })),
  )
  return listCopies(pair.fromId, { editions, wanted, collections, ratings, preferences })
}

/**
 * Copies user data again for a series that stays merged while another one is restored, because the
 * removed copies may also have come from that series. Returns the new copies.
 */
export async function copyRemovedState(tx: Tx, pair: Pair, removed: readonly Copy[]) {
  const places = new Set(removed.map(getPlace))
  const isRemoved = (copy: Copy) => places.has(getPlace(copy))
  const copies = await copyUserState(tx, pair)
  // Removes the new copies that are not in `removed`, because users may have deleted that data from
  // the target.
  await removeCopies(
    tx,
    pair.toId,
    copies.filter((copy) => !isRemoved(copy)),
  )
  return copies.filter(isRemoved)
}

/**
 * Identifies a copy within the target. A target has one rating per user and belongs to one work.
 */
const getPlace = ({ kind, ownerId, key }: Copy) =>
  kind === 'edition' ? kind : JSON.stringify([kind, ownerId, key ?? null])
